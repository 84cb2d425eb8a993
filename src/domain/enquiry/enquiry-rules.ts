import * as z from 'zod/mini';
import { isStudioDate, rentalDays, type StudioDate } from '#domain/dates.ts';
import { isMobile, MOBILE_PREFIX } from './mobile.ts';

/** What a visitor types; named as the database names it, so that its refusals find their field. */
export interface EnquiryValues {
  first_name: string;
  last_name: string;
  /** `+91` and up to 10 digits. */
  mobile: string;
  email: string;
  rental_from: StudioDate;
  rental_to: StudioDate;
  message: string;
}

export type EnquiryField = keyof EnquiryValues;

/** The form before anything is typed. */
export const EMPTY_ENQUIRY: EnquiryValues = {
  first_name: '',
  last_name: '',
  mobile: MOBILE_PREFIX,
  email: '',
  rental_from: '',
  rental_to: '',
  message: '',
};

/** Longest texts, in characters as people count them (an emoji is one). The database's own limits. */
export const LIMITS = { first_name: 80, last_name: 80, email: 254, message: 2000 } as const;

/** Longest rental in days, both ends counted. The database's own limit. */
const MAX_DAYS = 365;

/** The messages of the spec, public side §5, and those for what the spec leaves open. */
export const MESSAGES = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  mobile: 'Please enter a valid Indian mobile number (+91 followed by 10 digits starting with 6-9)',
  email: 'Please enter a valid email address',
  rentalFrom: 'Rental start date is required',
  rentalTo: 'Rental end date is required',
  reversed: 'To date must be the same or after the from date.',
  past: 'Rental start date cannot be in the past',
  tooLong: 'A rental can last at most 365 days',
} as const;

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

const characters = (text: string) => Array.from(text).length;

/** why: PostgreSQL's text holds no null byte, JSON no half of an emoji; nobody can see or type one. */
const visible = z.overwrite<string>((text) => text.replaceAll(/[^\P{Cc}\t\n\r]|\p{Cs}/gu, ''));

const atMost = (field: keyof typeof LIMITS, label: string) =>
  z.refine<string>((text) => characters(text) <= LIMITS[field], {
    error: `${label} must be at most ${LIMITS[field]} characters`,
  });

/** The four fields that say who asks; the same in the enquiry and the contact form (spec §2). */
export const identityFields = {
  first_name: z
    .string()
    .check(
      visible,
      z.trim(),
      z.minLength(1, { error: MESSAGES.firstName }),
      atMost('first_name', 'First name'),
    ),
  last_name: z
    .string()
    .check(
      visible,
      z.trim(),
      z.minLength(1, { error: MESSAGES.lastName }),
      atMost('last_name', 'Last name'),
    ),
  mobile: z.string().check(z.refine(isMobile, { error: MESSAGES.mobile })),
  email: z
    .string()
    .check(visible, z.trim(), z.regex(EMAIL, { error: MESSAGES.email }), atMost('email', 'Email')),
};

/** An optional message of a visitor. */
export const messageField = z.string().check(visible, z.trim(), atMost('message', 'Message'));

/** A rule over both dates; said at the end date. */
const datesRule = (holds: (form: EnquiryValues) => boolean, error: string) =>
  z.refine<EnquiryValues>(holds, {
    path: ['rental_to'],
    error,
    // why: by default this waits until every other field is right. For the same reason no check
    // here says `abort`: an aborted field keeps this rule from running at all.
    when: ({ value }) => hasBothDates(value),
  });

/**
 * The rules of the enquiry form with the exact messages of the spec, public side §5.
 * @param today the studio's date: no rental starts before it
 */
export function enquirySchema(today: StudioDate) {
  return z
    .object({
      ...identityFields,
      rental_from: z.string().check(
        z.refine(isStudioDate, { error: MESSAGES.rentalFrom }),
        z.refine<string>((date) => date >= today, { error: MESSAGES.past }),
      ),
      rental_to: z.string().check(z.refine(isStudioDate, { error: MESSAGES.rentalTo })),
      message: messageField,
    })
    .check(
      datesRule((form) => form.rental_to >= form.rental_from, MESSAGES.reversed),
      datesRule(
        (form) => rentalDays(form.rental_from, form.rental_to) <= MAX_DAYS,
        MESSAGES.tooLong,
      ),
    );
}

function hasBothDates(value: unknown): boolean {
  const { rental_from, rental_to } = value as Record<string, unknown>;
  return [rental_from, rental_to].every((date) => typeof date === 'string' && isStudioDate(date));
}
