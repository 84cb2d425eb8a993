import * as z from 'zod/mini';
import { MESSAGE_CHANNELS, type ChannelState } from '#domain/messages/listed-message.ts';
import type { Fields, Schema } from './answer-schema.ts';

const optionalText = z.nullable(z.string());

/** The state of a channel of messages. */
export const channelState: Schema<ChannelState> = z.object({
  channel: z.enum(MESSAGE_CHANNELS),
  paused_at: optionalText,
  paused_by: optionalText,
  is_refused: z.boolean(),
  problem: optionalText,
  asked_at: optionalText,
  waiting: z.number(),
  late: z.number(),
  failed: z.number(),
} satisfies Fields<ChannelState>);
