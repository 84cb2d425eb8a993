import type { ContactValues } from '#domain/enquiry/contact-rules.ts';
import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import type { EnquiryRequest } from '#domain/enquiry/enquiry-request.ts';
import { callFunction } from '../core/answer-call.ts';
import { ENQUIRY_ANSWERS } from './enquiry-answers.ts';
import type { PublicApi } from '../catalogue/public-api.ts';

/** Milliseconds until sending times out. */
const TIMEOUT_MS = 15_000;

/**
 * Sends an enquiry: all or nothing, and once per key.
 * @param key uuid of this request
 * @param amends the key was sent before, with an answer that was lost: this takes the place of what it saved
 * @throws {Failure} when it was refused, failed, or got no answer in 15 seconds
 */
export async function submitEnquiry(
  api: PublicApi,
  key: string,
  request: EnquiryRequest,
  amends = false,
): Promise<EnquiryAnswer> {
  const { client } = await api();
  const args = { idempotency_key: key, ...request, ...(amends && { amends }) };
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  return callFunction(client, ENQUIRY_ANSWERS, 'submit_enquiry', args, timeout);
}

/**
 * Sends the message of the contact form: all or nothing, and once per key.
 * @param key uuid of this message
 * @param amends as of {@link submitEnquiry}
 * @throws {Failure} when it was refused, failed, or got no answer in 15 seconds
 */
export async function submitContactEnquiry(
  api: PublicApi,
  key: string,
  message: ContactValues,
  amends = false,
): Promise<void> {
  const { client } = await api();
  const args = { idempotency_key: key, ...message, ...(amends && { amends }) };
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  await callFunction(client, ENQUIRY_ANSWERS, 'submit_contact_enquiry', args, timeout);
}
