import * as z from 'zod/mini';
import { nameProblem } from '#domain/plain-name.ts';
import { isStudioDate, rentalDays, type StudioDate } from '../days.ts';
import { isEmail, plainEmail } from '../email.ts';
import { foreignProblem, isMobile, MOBILE_PREFIX } from './mobile.ts';

/** The values of the enquiry form; the keys are the field names in the database's errors. */
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

/** The empty form, its fields in display order. */
export const EMPTY_ENQUIRY: EnquiryValues = {
  rental_from: '',
  rental_to: '',
  first_name: '',
  last_name: '',
  mobile: MOBILE_PREFIX,
  email: '',
  message: '',
};

/** Longest texts, in Unicode code points; the database has the same limits. */
export const LIMITS = { first_name: 80, last_name: 80, email: 254, message: 2000 } as const;

/** Longest rental in days, first and last included; the database has the same limit. */
const MAX_DAYS = 365;

/** The validation messages (docs/product/enquiry.md). */
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

const characters = (text: string) => Array.from(text).length;

/** Removes control characters and lone surrogates. why: PostgreSQL cannot store NUL, nor JSON lone surrogates. */
const visible = z.overwrite<string>((text) => text.replaceAll(/[^\P{Cc}\t\n\r]|\p{Cs}/gu, ''));

const atMost = (field: keyof typeof LIMITS, label: string) =>
  z.refine<string>((text) => characters(text) <= LIMITS[field], {
    error: `${label} must be at most ${LIMITS[field]} characters`,
  });

/** A text that can be a name (`nameProblem`). */
const isName = z.refine<string>((text) => nameProblem(text) === '', {
  error: ({ input }) => nameProblem(typeof input === 'string' ? input : ''),
});

/** Validation of the four identity fields, shared by the enquiry and the contact form. */
export const identityFields = {
  first_name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: MESSAGES.firstName }),
      atMost('first_name', 'First name'),
      isName,
    ),
  last_name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: MESSAGES.lastName }),
      atMost('last_name', 'Last name'),
      isName,
    ),
  mobile: z.string().check(
    z.refine(isMobile, {
      error: ({ input }) => foreignProblem(String(input)) ?? MESSAGES.mobile,
    }),
  ),
  email: z.string().check(
    z.overwrite<string>(plainEmail),
    z.refine((text) => isEmail(text) && nameProblem(text) === '', { error: MESSAGES.email }),
    atMost('email', 'Email'),
  ),
};

/** Validation of the optional message. */
export const messageField = z.string().check(visible, z.trim(), atMost('message', 'Message'));

/** A rule over both dates; its error appears at the end date. */
const datesRule = (holds: (form: EnquiryValues) => boolean, error: string) =>
  z.refine<EnquiryValues>(holds, {
    path: ['rental_to'],
    error,
    // why: by default zod runs this only once every other field is valid. For the same reason no
    // check here uses `abort`: an aborted field would skip this rule.
    when: ({ value }) => hasBothDates(value),
  });

/**
 * Validation of the enquiry form (docs/product/enquiry.md).
 * @param today the studio's date, the earliest rental start
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
