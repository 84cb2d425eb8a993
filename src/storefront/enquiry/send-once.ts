import { Failure } from '#data/failure.ts';
import { attemptFor } from '#domain/enquiry/enquiry-request.ts';
import { randomUuid } from '#domain/uuid.ts';
import { sendProblem, type SendFailure, type SendProblem } from '#domain/enquiry/send-problem.ts';
import type { BrowserText } from '#storefront/shared/browser-text.ts';

/** How sending ended. */
export type Sent<Answer> = { answer: Answer } | { problem: SendProblem };

/**
 * Sends a request so that trying again after a lost connection, a reload or a closed tab makes no
 * second one: its key is kept in the browser before anything is sent, and goes only with success or
 * when the request changes (design §4).
 * @param kept where the key is kept: one place for each form
 * @param submit sends the request with that key
 */
export async function sendOnce<Answer>(
  kept: BrowserText,
  request: object,
  submit: (key: string) => Promise<Answer>,
): Promise<Sent<Answer>> {
  const first = await attempt(kept, request, submit);
  if (!('problem' in first) || first.problem.kind !== 'key') return first;
  kept.write(null);
  return attempt(kept, request, submit);
}

async function attempt<Answer>(
  kept: BrowserText,
  request: object,
  submit: (key: string) => Promise<Answer>,
): Promise<Sent<Answer>> {
  const own = attemptFor(request, kept.reload(), randomUuid);
  kept.write(JSON.stringify(own));
  try {
    const answer = await submit(own.key);
    kept.write(null);
    return { answer };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** Decides what an error of sending means to the visitor. */
export function problemOf(error: unknown): SendProblem {
  // why: an answer that nobody can read is no answer; sending again is safe.
  const none: SendFailure = { status: 0, code: '', message: '', details: '', hint: '' };
  return sendProblem(error instanceof Failure ? error : none);
}
