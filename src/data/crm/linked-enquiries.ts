import type { StudioDate } from '#domain/days.ts';
import { callFunction } from '../core/answer-call.ts';
import type { PublicApi } from '../catalogue/public-api.ts';

/** An answer of a customer to their enquiry. */
export interface EnquiryChange {
  secret: string;
  answer: 'change' | 'withdraw';
  note: string;
  /** Other days that are wished for. */
  rental_from?: StudioDate;
  rental_to?: StudioDate;
  /** uuid that belongs to exactly this answer. */
  key: string;
}

/** Milliseconds until sending times out. */
const TIMEOUT_MS = 15_000;

const load = (api: PublicApi) => Promise.all([api(), import('./linked-enquiry-answers.ts')]);

/** The enquiry of a link; null for a link that is unknown, expired or revoked. @throws {Failure} */
export async function readLinkedEnquiry(api: PublicApi, secret: string) {
  const [{ client }, { LINKED_ENQUIRY_ANSWERS }] = await load(api);
  return callFunction(client, LINKED_ENQUIRY_ANSWERS, 'linked_enquiry', {
    secret,
  });
}

/**
 * Asks for a change or withdraws an enquiry, once per key; null for a link that is unknown, expired or revoked.
 * @throws {Failure} when it was refused, failed, or got no answer in 15 seconds
 */
export async function answerEnquiry(api: PublicApi, change: EnquiryChange) {
  const [{ client }, { LINKED_ENQUIRY_ANSWERS }] = await load(api);
  return callFunction(
    client,
    LINKED_ENQUIRY_ANSWERS,
    'answer_enquiry',
    { ...change },
    AbortSignal.timeout(TIMEOUT_MS),
  );
}
