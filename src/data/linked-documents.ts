import type { FrozenDocument } from '#domain/documents/frozen-document.ts';
import { callFunction } from './answer-call.ts';
import type { PublicApi } from './backend.ts';

/** A customer's answer to a quote. */
export type LinkedAnswer = 'accepted' | 'declined' | 'change';

/** A document as its link shows it. */
export interface LinkedDocument {
  document: FrozenDocument;
  state: 'open' | 'accepted' | 'declined' | 'expired' | 'superseded' | 'invoice';
  /** The acceptance, else the last answer. */
  answer: {
    answer: LinkedAnswer;
    name: string | null;
    note: string | null;
    changes: LineChange[];
    /** A point in time, ISO 8601. */
    at: string;
  } | null;
  /** Number of the order that the document belongs to or became. */
  order: string | null;
  /** The link was made for an earlier revision. */
  newer: boolean;
  /** Opened by staff before it is sent: it cannot be answered. */
  preview: boolean;
  /** Of what is shown; an answer carries it. */
  hash: string;
  /** Rupees; null where no money is expected. */
  paid: { received: number; due: number } | null;
  /** How to pay; null when nothing is due. */
  pay: {
    upi: { id: string; name: string } | null;
    bank: { account_name: string; bank: string; account: string; ifsc: string } | null;
    reference: string;
    /** Rupees. */
    amount: number;
  } | null;
  /** Root-relative. */
  policy_url: string;
}

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

type Opened = Record<
  'linked_document' | 'answer_document' | 'claim_payment',
  LinkedDocument | null
>;

/** Milliseconds until sending times out. */
const TIMEOUT_MS = 15_000;

const load = (api: PublicApi) => Promise.all([api(), import('./linked-document-answers.ts')]);

/** The document of a link; null for a link that is unknown, expired or revoked. @throws {Failure} */
export async function readLinkedDocument(api: PublicApi, secret: string) {
  const [{ client }, { LINKED_DOCUMENT_ANSWERS }] = await load(api);
  return callFunction<Opened, 'linked_document'>(
    client,
    LINKED_DOCUMENT_ANSWERS,
    'linked_document',
    { secret },
  );
}

/**
 * Answers a quote, once per key; null for a link that is unknown, expired or revoked.
 * @throws {Failure} when it was refused, failed, or got no answer in 15 seconds
 */
export async function answerDocument(api: PublicApi, request: AnswerRequest) {
  const [{ client }, { LINKED_DOCUMENT_ANSWERS }] = await load(api);
  return callFunction<Opened, 'answer_document'>(
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
  return callFunction<Opened, 'claim_payment'>(
    client,
    LINKED_DOCUMENT_ANSWERS,
    'claim_payment',
    { ...request },
    AbortSignal.timeout(TIMEOUT_MS),
  );
}
