import { z } from 'zod';

const text = z.string().nullable();

/** A queued message, as `outbox_message` tells of it. */
export const queued = z.object({
  state: z.enum(['waiting', 'sending', 'sent', 'failed', 'skipped']),
  reason: text,
  problem: text,
  attempts: z.number(),
});

/** The channels, as `message_channels` returns them. */
export const channels = z.array(
  z.object({
    channel: z.string(),
    paused_at: text,
    paused_by: text,
    is_refused: z.boolean(),
    problem: text,
    /** When a worker asked for messages last, to the minute. */
    asked_at: text,
  }),
);

type Message = z.output<typeof queued>;
type EmailChannel = z.output<typeof channels>[number];

/** Workers ask four times a minute. */
const ASKED_WITHIN_MS = 180_000;

/** Whether a worker asks for e-mails, and gets them. */
export const canBeSent = (email?: EmailChannel): boolean =>
  email !== undefined && email.paused_at === null && isAsked(email);

const isAsked = (email?: EmailChannel) =>
  Date.now() - Date.parse(email?.asked_at ?? '') < ASKED_WITHIN_MS;

/** A sentence for the screen: what became of a test. */
export function outcomeText(message: Message, to: string, email?: EmailChannel): string {
  const { state, reason, problem, attempts } = message;
  const said = endOf(problem);
  if (state === 'sent') return `The test was sent to ${to}.`;
  if (state === 'skipped') return skippedText(reason, to);
  if (state === 'failed') return `The mail server refused the test to ${to}${said}`;
  if (email?.is_refused) {
    return `The mail server refuses the studio's login or sender, so e-mails wait${endOf(email.problem)}`;
  }
  if (email?.paused_at) {
    return `Sending is paused by ${email.paused_by ?? 'a colleague'}, so the test waits.`;
  }
  if (attempts > 0) {
    return state === 'sending'
      ? 'The mail server has not answered yet. The test is tried again if it does not.'
      : `The mail server did not take the test, which is tried again${said}`;
  }
  return isAsked(email)
    ? 'The test waits for other e-mails before it.'
    : 'The test waits, because no mail server is set up on the server (SMTP_URL).';
}

const endOf = (problem: string | null) => (problem === null ? '.' : `: ${problem}`);

function skippedText(reason: string | null, to: string): string {
  if (reason === 'no_address') return 'Your account has no e-mail address.';
  if (reason === 'reserved_domain') return `No e-mail can arrive at ${to}.`;
  return 'The test was not sent.';
}
