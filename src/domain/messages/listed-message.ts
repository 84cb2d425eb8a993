import type { TemplateName } from './templates.ts';

/** How messages leave. */
export const MESSAGE_CHANNELS = ['email', 'push'] as const;

/** One of {@link MESSAGE_CHANNELS}. */
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** States of a message. */
export const MESSAGE_STATES = ['waiting', 'sending', 'sent', 'failed', 'skipped'] as const;

/** The record that a message is about. */
export interface MessageSubject {
  type: 'document' | 'order' | 'enquiry' | 'customer';
  id: string;
  number: string;
}

/** A message of the outbox, as staff read it. */
export interface ListedMessage {
  id: string;
  channel: MessageChannel;
  /** Name of a template, of an event for a push notice, or 'test'. */
  template: string;
  /** The template that a test shows. */
  sample_of: TemplateName | null;
  audience: 'studio' | 'customer' | 'person';
  /** Name of the customer or person; null for the studio, and for an erased customer. */
  to: string | null;
  about: MessageSubject | null;
  state: (typeof MESSAGE_STATES)[number];
  /** Code of failed and skipped messages. */
  reason: string | null;
  /** Last answer of the mail server. */
  problem: string | null;
  attempts: number;
  /** Name of the member of staff who asked for it. */
  requested_by: string | null;
  can_resend: boolean;
  /** ISO 8601, as the following ones. */
  created_at: string;
  /** When it is tried next. */
  due_at: string;
  sent_at: string | null;
}

/** Whether a channel sends. Counts end at 1,000. */
export interface ChannelState {
  channel: MessageChannel;
  paused_at: string | null;
  /** Name of the member of staff who paused it. */
  paused_by: string | null;
  /** Paused because the mail server refuses the login. */
  is_refused: boolean;
  problem: string | null;
  /** When a process of the site asked for messages last, to the minute. */
  asked_at: string | null;
  /** Messages that wait or are being sent. */
  waiting: number;
  /** Of them, due for more than five minutes. */
  late: number;
  failed: number;
}
