import { Failure } from '#data/core/failure.ts';
import { attemptFor } from '#domain/enquiry/enquiry-request.ts';
import { randomUuid } from '#domain/uuid.ts';
import { sendProblem, type SendFailure, type SendProblem } from '#domain/enquiry/send-problem.ts';
import type { BrowserText } from '#storefront/shared/browser-text.ts';

/** The key of a request. `amends`: it takes the place of what the key may have saved before. */
export interface SendKey {
  key: string;
  amends: boolean;
}

/** The outcome of sending. */
export type Sent<Answer> = { answer: Answer } | { problem: SendProblem };

/**
 * Sends a request idempotently: its key is saved in the browser before sending and removed only after
 * success, so a retry after a lost connection, a reload or a closed tab creates no second record, changed or not
 * (docs/product/enquiry.md).
 * @param stored where this form's key is saved
 * @param submit sends the request under that key
 */
export async function sendOnce<Answer>(
  stored: BrowserText,
  request: object,
  submit: (key: SendKey) => Promise<Answer>,
): Promise<Sent<Answer>> {
  const first = await attempt(stored, request, submit);
  if (!('problem' in first) || first.problem.kind !== 'key') return first;
  stored.write(null);
  return attempt(stored, request, submit);
}

async function attempt<Answer>(
  stored: BrowserText,
  request: object,
  submit: (key: SendKey) => Promise<Answer>,
): Promise<Sent<Answer>> {
  const now = { at: Date.now(), newKey: randomUuid };
  const { attempt: own, amends } = attemptFor(request, stored.reload(), now);
  stored.write(JSON.stringify(own));
  try {
    const answer = await submit({ key: own.key, amends });
    stored.write(null);
    return { answer };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** Maps an error of sending to the problem that the form shows. */
export function problemOf(error: unknown): SendProblem {
  // why: an unreadable answer counts as a lost one; the key makes a retry safe.
  const lost: SendFailure = { status: 0, code: '', message: '', details: '', hint: '' };
  return sendProblem(error instanceof Failure ? error : lost);
}
