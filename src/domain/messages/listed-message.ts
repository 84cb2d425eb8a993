import * as z from 'zod/mini';
import { optionalText, text } from '../shape.ts';
import { TEMPLATES } from './templates.ts';

/** Ways in which messages leave. */
export const MESSAGE_CHANNELS = ['email', 'push'] as const;

/** One of {@link MESSAGE_CHANNELS}. */
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** States of a message. */
export const MESSAGE_STATES = ['waiting', 'sending', 'sent', 'failed', 'skipped'] as const;

/** The record that a message is about. */
const messageSubject = z.object({
  type: z.enum(['document', 'order', 'enquiry', 'customer']),
  id: text,
  number: text,
});
export type MessageSubject = z.output<typeof messageSubject>;

/** A message of the outbox, as staff read it. */
export const listedMessage = z.object({
  id: text,
  channel: z.enum(MESSAGE_CHANNELS),
  /** Name of a template, of an event for a push notice, or 'test'. */
  template: text,
  /** The template that a test shows. */
  sample_of: z.nullable(z.enum(TEMPLATES)),
  audience: z.enum(['studio', 'customer', 'person']),
  /** Name of the customer or person; null for the studio, and for an erased customer. */
  to: optionalText,
  about: z.nullable(messageSubject),
  state: z.enum(MESSAGE_STATES),
  /** Code of failed and skipped messages. */
  reason: optionalText,
  /** Last answer of the mail server. */
  problem: optionalText,
  attempts: z.number(),
  /** Name of the member of staff who asked for it. */
  requested_by: optionalText,
  can_resend: z.boolean(),
  /** ISO 8601, as the following ones. */
  created_at: text,
  /** When it is tried next. */
  due_at: text,
  sent_at: optionalText,
});
export type ListedMessage = z.output<typeof listedMessage>;

/** Whether a channel sends. Counts end at 1,000. */
export const channelState = z.object({
  channel: z.enum(MESSAGE_CHANNELS),
  paused_at: optionalText,
  /** Name of the member of staff who paused it. */
  paused_by: optionalText,
  /** Paused because the mail server refuses the login. */
  is_refused: z.boolean(),
  problem: optionalText,
  /** When a process of the site asked for messages last, to the minute. */
  asked_at: optionalText,
  /** Messages that wait or are being sent. */
  waiting: z.number(),
  /** Of them, due for more than five minutes. */
  late: z.number(),
  failed: z.number(),
});
export type ChannelState = z.output<typeof channelState>;
