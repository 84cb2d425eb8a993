import { callFunction } from '../core/answer-call.ts';
import type { PublicApi } from '../catalogue/public-api.ts';

/** A customer's answer to a quote. */
export type LinkedAnswer = 'accepted' | 'declined' | 'change';

/** A change that a customer asks for. */
export interface LineChange {
  /** Of the line. */
  position: number;
  text: string;
}

/** An answer to send. */
export interface AnswerRequest {
  secret: string;
  answer: LinkedAnswer;
  name: string;
  note: string;
  changes: readonly LineChange[];
  /** Of the document that the customer saw. */
  hash: string;
  /** uuid that belongs to exactly this answer. */
  key: string;
}

/** A payment that a customer reported. */
export interface ClaimRequest {
  secret: string;
  /** Rupees. */
  amount: number;
  /** Reference of the transfer. */
  utr: string;
  /** uuid that belongs to exactly this message. */
  key: string;
}

/** Milliseconds until sending times out. */
const TIMEOUT_MS = 15_000;

const load = (api: PublicApi) => Promise.all([api(), import('./linked-document-answers.ts')]);

/** The document of a link; null for a link that is unknown, expired or revoked. @throws {Failure} */
export async function readLinkedDocument(api: PublicApi, secret: string) {
  const [{ client }, { LINKED_DOCUMENT_ANSWERS }] = await load(api);
  return callFunction(client, LINKED_DOCUMENT_ANSWERS, 'linked_document', { secret });
}

/**
 * Answers a quote, once per key; null for a link that is unknown, expired or revoked.
 * @throws {Failure} when it was refused, failed, or got no answer in 15 seconds
 */
export async function answerDocument(api: PublicApi, request: AnswerRequest) {
  const [{ client }, { LINKED_DOCUMENT_ANSWERS }] = await load(api);
  return callFunction(
    client,
    LINKED_DOCUMENT_ANSWERS,
    'answer_document',
    { ...request },
    AbortSignal.timeout(TIMEOUT_MS),
  );
}

/**
 * Tells the studio of a payment, once per key; null for a link that is unknown, expired or revoked.
 * @throws {Failure} when it was refused, failed, or got no answer in 15 seconds
 */
export async function claimPayment(api: PublicApi, request: ClaimRequest) {
  const [{ client }, { LINKED_DOCUMENT_ANSWERS }] = await load(api);
  return callFunction(
    client,
    LINKED_DOCUMENT_ANSWERS,
    'claim_payment',
    { ...request },
    AbortSignal.timeout(TIMEOUT_MS),
  );
}
