import type { PublicApi } from '#data/backend.ts';
import { submitEnquiry } from '#data/enquiry.ts';
import { Failure } from '#data/failure.ts';
import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { attemptFor, randomUuid, type EnquiryRequest } from '#domain/enquiry/enquiry-request.ts';
import { sendProblem, type SendFailure, type SendProblem } from '#domain/enquiry/send-problem.ts';
import { createBrowserText } from '#storefront/cart/browser-text.ts';

const attempts = createBrowserText('enquiryAttempt');

/** How sending ended. */
export type Sent = { answer: EnquiryAnswer } | { problem: SendProblem };

/**
 * Sends an enquiry so that trying again after a lost connection, a reload or a closed tab makes no
 * second one: the key is kept in the browser before anything is sent, and goes only with success or
 * when the request changes (design §4).
 */
export async function sendEnquiry(api: PublicApi, request: EnquiryRequest): Promise<Sent> {
  const first = await attempt(api, request);
  if (!('problem' in first) || first.problem.kind !== 'key') return first;
  attempts.write(null);
  return attempt(api, request);
}

async function attempt(api: PublicApi, request: EnquiryRequest): Promise<Sent> {
  const { key, ...rest } = attemptFor(request, attempts.reload(), randomUuid);
  attempts.write(JSON.stringify({ key, ...rest }));
  try {
    const answer = await submitEnquiry(api, key, request);
    attempts.write(null);
    return { answer };
  } catch (error) {
    return { problem: sendProblem(failureOf(error)) };
  }
}

function failureOf(error: unknown): SendFailure {
  if (error instanceof Failure) return error;
  // why: an answer that nobody can read is no answer; sending again is safe.
  return { status: 0, code: '', message: '', details: '', hint: '' };
}
