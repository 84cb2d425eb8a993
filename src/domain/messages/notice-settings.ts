import * as z from 'zod/mini';
import { studioMinute } from '../days.ts';
import { optionalText } from '../shape.ts';

/** Events that staff are told of on an open page, as they happen. */
export const LIVE_EVENTS = [
  'enquiry_new',
  'message_new',
  'enquiry_answered',
  'quote_answered',
  'payment_claimed',
] as const;

/** One of {@link LIVE_EVENTS}. */
export type LiveEvent = (typeof LIVE_EVENTS)[number];

/** Everything that staff's devices are told of; what comes after the live events is found by the clock. */
export const NOTICE_EVENTS = [...LIVE_EVENTS, 'hold_ending', 'item_overdue'] as const;

/** One of {@link NOTICE_EVENTS}. */
export type NoticeEvent = (typeof NOTICE_EVENTS)[number];

/** A person's choice. */
export const noticeSettings = z.object({
  /** Shown on an open page. */
  screen: z.array(z.enum(LIVE_EVENTS)),
  /** With a sound. */
  sound: z.array(z.enum(LIVE_EVENTS)),
  /** Pushed to devices. */
  push: z.array(z.enum(NOTICE_EVENTS)),
  /** `HH:MM` in Asia/Kolkata, or null: hours without sound and push. */
  quiet_from: optionalText,
  quiet_to: optionalText,
});
export type NoticeSettings = z.output<typeof noticeSettings>;

/** Whether an event is one that open pages tell of. */
export const isLiveEvent = (event: NoticeEvent): event is LiveEvent =>
  LIVE_EVENTS.some((live) => live === event);

/** An event as the settings name it. */
export const EVENT_LABELS: Record<NoticeEvent, string> = {
  enquiry_new: 'New enquiry',
  message_new: 'New message',
  enquiry_answered: 'Enquiry changed or withdrawn',
  quote_answered: 'Quote answered',
  payment_claimed: 'Payment reported',
  hold_ending: 'Hold ends soon',
  item_overdue: 'Return overdue',
};

const ONE_AND_MANY: Record<LiveEvent, readonly [one: string, many: string]> = {
  enquiry_new: ['New enquiry', 'new enquiries'],
  message_new: ['New message', 'new messages'],
  enquiry_answered: ['An enquiry was answered', 'answers to enquiries'],
  quote_answered: ['A quote was answered', 'answers to quotes'],
  payment_claimed: ['A payment was reported', 'payments reported'],
};

/** `New enquiry`, `3 new enquiries`; `4 pieces of news` for events of several kinds. */
export function newsText(events: readonly LiveEvent[]): string {
  const [first] = events;
  if (!first || events.some((event) => event !== first)) return `${events.length} pieces of news`;
  const [one, many] = ONE_AND_MANY[first];
  return events.length === 1 ? one : `${events.length} ${many}`;
}

/** Whether this moment is in the quiet hours, which may go over midnight. */
export function isQuiet(
  { quiet_from, quiet_to }: Pick<NoticeSettings, 'quiet_from' | 'quiet_to'>,
  now: Date,
): boolean {
  if (quiet_from === null || quiet_to === null) return false;
  const time = studioMinute(now).slice(11);
  return quiet_from < quiet_to
    ? time >= quiet_from && time < quiet_to
    : time >= quiet_from || time < quiet_to;
}
