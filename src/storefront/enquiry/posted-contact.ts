import * as z from 'zod/mini';
import { submitContactEnquiry } from '#data/crm/enquiry.ts';
import type { PublicApi } from '#data/catalogue/public-api.ts';
import { failureDetails } from '#data/core/failure-details.ts';
import { contentKey } from '#domain/content-key.ts';
import { studioToday } from '#domain/days.ts';
import { contactSchema, EMPTY_CONTACT, type ContactValues } from '#domain/enquiry/contact-rules.ts';
import { LIMITS } from '#domain/enquiry/enquiry-rules.ts';
import { wholeMobile } from '#domain/enquiry/mobile.ts';
import { UNEXPECTED } from '#domain/enquiry/send-problem.ts';
import { problemOf } from './send-once.ts';

/** A contact form that was posted without JavaScript and could not be accepted. */
export interface RejectedContact {
  /** The values as typed. */
  values: ContactValues;
  errors: Partial<Record<keyof ContactValues, string>>;
  /** A problem of no single field: a limit, or a message that may not have arrived. */
  alert: string;
  /** HTTP status of the answer. */
  status: 422 | 429 | 503;
  /** Of a message that may have arrived: what is sent with it takes that message's place. */
  key?: string;
  /** Seconds until a reached limit allows another try; 0 without a limit. */
  retryAfter: number;
}

/** Longest text, in UTF-16 units, that is sent back to the browser; above every field's limit. */
const LONGEST = LIMITS.message * 2;

/** Reads a posted contact form. Missing fields are empty; the mobile number gets its +91. */
export function readPostedContact(posted: FormData): ContactValues {
  const values = { ...EMPTY_CONTACT };
  for (const name of Object.keys(values) as (keyof ContactValues)[]) {
    const text = posted.get(name);
    // why: browsers post line breaks as CRLF.
    if (typeof text === 'string') values[name] = text.replaceAll('\r\n', '\n').slice(0, LONGEST);
  }
  return { ...values, mobile: wholeMobile(values.mobile) };
}

/**
 * Submits a contact form that was posted without JavaScript.
 * @param posted the key of an earlier try that may have arrived; null for a first one
 * @returns null when it was saved
 */
export async function sendPostedContact(
  api: PublicApi,
  values: ContactValues,
  posted: string | null,
): Promise<RejectedContact | null> {
  const refused = {
    values,
    errors: {},
    alert: '',
    status: 422,
    retryAfter: 0,
    ...(posted && { key: posted }),
  } as const;
  const checked = contactSchema.safeParse(values);
  if (!checked.success) {
    const errors: RejectedContact['errors'] = {};
    for (const { path, message } of checked.error.issues) {
      errors[path[0] as keyof ContactValues] ??= message;
    }
    return { ...refused, errors };
  }
  const key = posted ?? (await keyOf(checked.data));
  try {
    await submitContactEnquiry(api, key, checked.data, posted !== null);
    return null;
  } catch (error) {
    const problem = problemOf(error);
    if (problem.kind === 'field') {
      return { ...refused, errors: { [problem.field]: problem.message } };
    }
    if (problem.kind === 'refused') {
      const retryAfter = secondsToWait(error);
      return { ...refused, alert: problem.message, status: retryAfter ? 429 : 422, retryAfter };
    }
    const alert = problem.kind === 'notice' ? problem.title : UNEXPECTED;
    return { ...refused, alert, status: 503, key };
  }
}

const limitDetails = z.object({ retry_after: z.number() });

/** The seconds until the next try that a limit's error names: details {"retry_after": seconds}. */
function secondsToWait(error: unknown): number {
  return failureDetails(error, 'PT429', limitDetails)?.retry_after ?? 0;
}

/**
 * The idempotency key of a posted message: the same message on the same day has the same key.
 * why not a key in the form: the page with the form is cached and shared by all visitors.
 */
const keyOf = (values: ContactValues): Promise<string> => contentKey([studioToday(), values]);
