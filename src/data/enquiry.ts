import type { ContactValues } from '#domain/enquiry/contact-rules.ts';
import { enquiryAnswer, type EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import type { EnquiryRequest } from '#domain/enquiry/enquiry-request.ts';
import type { PublicApi } from './backend.ts';
import { dataOf } from './failure.ts';

/** How long sending may take before the connection counts as lost. */
const PATIENCE_MS = 15_000;

/**
 * Sends an enquiry: whole or not at all, and once for each key (design §4, `submit_enquiry`).
 * @param key uuid that belongs to exactly this request
 * @throws {Failure} when it was refused, failed, or no answer came in 15 seconds
 */
export async function submitEnquiry(
  api: PublicApi,
  key: string,
  request: EnquiryRequest,
): Promise<EnquiryAnswer> {
  const client = await api();
  const answer = await client
    .rpc('submit_enquiry', { idempotency_key: key, ...request })
    .abortSignal(AbortSignal.timeout(PATIENCE_MS));
  return enquiryAnswer.parse(dataOf(answer));
}

/**
 * Sends the message of the contact form: whole or not at all, and once for each key (design §4,
 * `submit_contact_enquiry`).
 * @param key uuid that belongs to exactly this message
 * @throws {Failure} when it was refused, failed, or no answer came in 15 seconds
 */
export async function submitContactEnquiry(
  api: PublicApi,
  key: string,
  message: ContactValues,
): Promise<void> {
  const client = await api();
  const answer = await client
    .rpc('submit_contact_enquiry', { idempotency_key: key, ...message })
    .abortSignal(AbortSignal.timeout(PATIENCE_MS));
  dataOf(answer);
}
