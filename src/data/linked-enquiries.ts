import type { StudioDate } from '#domain/dates.ts';
import { callFunction } from './answer-call.ts';
import type { PublicApi } from './backend.ts';

/** An enquiry as its link shows it. */
export interface LinkedEnquiry {
  number: string;
  /** `withdrawn`: by the customer; `closed`: by the studio; `cancelled`: the order made from it. */
  state: 'open' | 'quoted' | 'ordered' | 'cancelled' | 'withdrawn' | 'closed';
  /** The status that staff see. */
  status: string;
  /** A point in time, ISO 8601. */
  created_at: string;
  rental_from: StudioDate | null;
  rental_to: StudioDate | null;
  rental_days: number;
  /** Rupees for all days, without GST. */
  total: number;
  /** End of a hold, ISO 8601; null without one. */
  held_until: string | null;
  items: {
    name: string;
    image: string | null;
    quantity: number;
    /** Rupees a day for one. */
    price: number;
  }[];
  /** The last answer of the customer. */
  answer: { answer: 'change' | 'withdraw'; note: string | null; at: string } | null;
  /** The last answer is a change that the studio has not answered. */
  change_waits: boolean;
  quote: {
    number: string;
    /** Rupees with GST. */
    total: number;
    valid_until: StudioDate | null;
    state: 'open' | 'accepted' | 'declined' | 'expired';
    /** The link of the enquiry opens it too. */
    opens: boolean;
  } | null;
  order: {
    number: string;
    status: string;
    rental_from: StudioDate | null;
    rental_to: StudioDate | null;
  } | null;
}

/** An answer of a customer to their enquiry. */
export interface EnquiryChange {
  secret: string;
  answer: 'change' | 'withdraw';
  note: string;
  /** uuid that belongs to exactly this answer. */
  key: string;
}

type Opened = Record<'linked_enquiry' | 'answer_enquiry', LinkedEnquiry | null>;

/** Milliseconds until sending times out. */
const TIMEOUT_MS = 15_000;

const load = (api: PublicApi) => Promise.all([api(), import('./linked-enquiry-answers.ts')]);

/** The enquiry of a link; null for a link that is unknown, expired or revoked. @throws {Failure} */
export async function readLinkedEnquiry(api: PublicApi, secret: string) {
  const [{ client }, { LINKED_ENQUIRY_ANSWERS }] = await load(api);
  return callFunction<Opened, 'linked_enquiry'>(client, LINKED_ENQUIRY_ANSWERS, 'linked_enquiry', {
    secret,
  });
}

/**
 * Asks for a change or withdraws an enquiry, once per key; null for a link that is unknown, expired or revoked.
 * @throws {Failure} when it was refused, failed, or got no answer in 15 seconds
 */
export async function answerEnquiry(api: PublicApi, change: EnquiryChange) {
  const [{ client }, { LINKED_ENQUIRY_ANSWERS }] = await load(api);
  return callFunction<Opened, 'answer_enquiry'>(
    client,
    LINKED_ENQUIRY_ANSWERS,
    'answer_enquiry',
    { ...change },
    AbortSignal.timeout(TIMEOUT_MS),
  );
}
