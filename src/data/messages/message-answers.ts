import * as z from 'zod/mini';
import { optionalText, text } from '#domain/shape.ts';
import { channelState, listedMessage } from '#domain/messages/listed-message.ts';
import { outgoingMessage } from '#domain/messages/outgoing-message.ts';
import type { Answers } from '../core/answer-call.ts';

/** A part of the list of messages. */
const messagePart = z.object({
  rows: z.array(listedMessage),
  /** Cursor of the next page; null on the last. */
  next: optionalText,
  channels: z.array(channelState),
});
export type MessagePart = z.output<typeof messagePart>;

/** Answers of the database functions of messages. */
export const MESSAGE_ANSWERS = {
  outbox_list: messagePart,
  message_channels: z.array(channelState),
  messages_of: z.array(listedMessage),
  resend_message: listedMessage,
  cancel_message: listedMessage,
  pause_channel: z.array(channelState),
  send_document: listedMessage,
  message_content: z.nullable(z.union([z.object({ skip: text }), outgoingMessage])),
} satisfies Answers;
