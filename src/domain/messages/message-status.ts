import type { ChannelState, ListedMessage } from './listed-message.ts';
import { MESSAGE_TEXTS } from './message-texts.ts';
import { TEMPLATES } from './templates.ts';

/** Name of a message's kind: 'Quote', 'Test of Quote'. */
export function messageName({
  template,
  sample_of,
}: Pick<ListedMessage, 'template' | 'sample_of'>): string {
  const known = TEMPLATES.find((name) => name === template);
  if (known) return MESSAGE_TEXTS[known].label;
  return sample_of ? `Test of “${MESSAGE_TEXTS[sample_of].label}”` : 'Test';
}

/** To whom a message goes: 'Studio', or a name. */
export function messageRecipient({ audience, to }: Pick<ListedMessage, 'audience' | 'to'>): string {
  if (audience === 'studio') return 'Studio';
  return to ?? (audience === 'customer' ? 'Erased customer' : 'Former staff');
}

/** The state of a message, in one or two words. */
export function messageStatus({
  state,
  attempts,
  reason,
}: Pick<ListedMessage, 'state' | 'attempts' | 'reason'>): string {
  if (state === 'waiting') return attempts > 0 ? 'Trying again' : 'Waiting';
  if (state === 'skipped') return reason === 'cancelled' ? 'Cancelled' : 'Not sent';
  return { sending: 'Sending', sent: 'Sent', failed: 'Failed' }[state];
}

const REASONS: Readonly<Record<string, string>> = {
  fanned_out: 'Passed on to the devices of those who are told.',
  refused: 'The mail server refused this e-mail for good.',
  gave_up: 'The mail server did not take it within 72 hours.',
  gone: 'What it was about is gone, or no longer true.',
  limit: 'This address had its e-mails already: one an hour, three a day.',
  expired: 'Its time was over before it could be sent.',
  erased: 'The customer’s data was erased.',
  off: 'These messages are switched off.',
  no_address: 'There is no e-mail address that it could go to.',
  waited: 'Waited 3 days without being sent.',
  restored: 'It waited when the backup was made, and may have been sent since.',
  reserved_domain: 'The address is one for examples, where nothing arrives.',
};

/** Why a message failed or was not sent, as a sentence; null where nothing has to be explained. */
export function messageReason({ reason }: Pick<ListedMessage, 'reason'>): string | null {
  if (reason === null || reason === 'cancelled') return null;
  return Object.hasOwn(REASONS, reason) ? (REASONS[reason] ?? null) : 'It was not sent.';
}

/** Whether the site sends e-mails, writes them into a folder, or leaves them waiting. */
export type EmailWay = 'sent' | 'written' | 'waits';

/** Milliseconds without a question after which nothing seems to send. A question comes every minute at least. */
const SILENCE_MS = 5 * 60_000;

const countOf = (count: number) =>
  count === 1 ? '1 e-mail' : `${count >= 1000 ? '1,000 or more' : count} e-mails`;
const waits = (count: number) => (count === 1 ? 'waits' : 'wait');

/** Whether a process of the site has asked for messages of a channel lately. `now`: epoch milliseconds. */
export const isAsked = ({ asked_at }: ChannelState, now: number): boolean =>
  asked_at !== null && now - Date.parse(asked_at) <= SILENCE_MS;

/**
 * A sentence about trouble with e-mails for staff; null while all is well. A pause that holds nothing up, and a mail
 * server that nobody needs yet, are no problem.
 * @param now epoch milliseconds
 */
export function emailProblem(email: ChannelState, now: number): string | null {
  const { paused_at, is_refused, waiting, late, failed } = email;
  const held = `${countOf(waiting)} ${waits(waiting)}.`;
  if (is_refused) return `The mail server refuses the login. ${held}`;
  if (paused_at !== null) return waiting > 0 ? `E-mails are paused. ${held}` : failedText(failed);
  if (late > 0) {
    return isAsked(email, now) ? `E-mails are late. ${held}` : `Nothing sends e-mails. ${held}`;
  }
  return failedText(failed);
}

const failedText = (failed: number) => (failed > 0 ? `${countOf(failed)} failed.` : null);
