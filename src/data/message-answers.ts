import * as z from 'zod/mini';
import {
  MESSAGE_CHANNELS,
  MESSAGE_STATES,
  type ListedMessage,
  type MessageSubject,
} from '#domain/messages/listed-message.ts';
import { outgoingMessage } from '#domain/messages/outgoing-message.ts';
import { TEMPLATES } from '#domain/messages/templates.ts';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';
import { channelState } from './channel-answers.ts';
import type { MessagePart } from './messages.ts';

const text = z.string();
const optionalText = z.nullable(text);

const subject: Schema<MessageSubject> = z.object({
  type: z.enum(['document', 'order', 'enquiry', 'customer']),
  id: text,
  number: text,
} satisfies Fields<MessageSubject>);

const message: Schema<ListedMessage> = z.object({
  id: text,
  channel: z.enum(MESSAGE_CHANNELS),
  template: text,
  sample_of: z.nullable(z.enum(TEMPLATES)),
  audience: z.enum(['studio', 'customer', 'person']),
  to: optionalText,
  about: z.nullable(subject),
  state: z.enum(MESSAGE_STATES),
  reason: optionalText,
  problem: optionalText,
  attempts: z.number(),
  requested_by: optionalText,
  can_resend: z.boolean(),
  created_at: text,
  due_at: text,
  sent_at: optionalText,
} satisfies Fields<ListedMessage>);

const page: Schema<MessagePart> = z.object({
  rows: z.array(message),
  next: optionalText,
  channels: z.array(channelState),
} satisfies Fields<MessagePart>);

/** Answers of the database functions of messages. */
export const MESSAGE_ANSWERS = {
  outbox_list: page,
  message_channels: z.array(channelState),
  messages_of: z.array(message),
  resend_message: message,
  cancel_message: message,
  pause_channel: z.array(channelState),
  send_document: message,
  message_content: z.nullable(z.union([z.object({ skip: text }), outgoingMessage])),
} satisfies Answers;
