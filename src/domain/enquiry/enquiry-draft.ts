import type { StudioDate } from '#domain/dates.ts';
import { draftDate, packDraft, unpackDraft } from './draft-dates.ts';
import { EMPTY_ENQUIRY, LIMITS, type EnquiryField, type EnquiryValues } from './enquiry-rules.ts';
import { editMobile } from './mobile.ts';

/** Serialises a draft for storage. */
export function writeDraft(form: Partial<EnquiryValues>, now: Date): string {
  return packDraft(form, now);
}

/**
 * Parses a stored draft; the empty form if it is missing, expired or invalid. Dates in the past are
 * dropped. Never throws.
 */
export function readDraft(text: string | null, now: Date, today: StudioDate): EnquiryValues {
  const form = unpackDraft(text, now);
  if (!form) return { ...EMPTY_ENQUIRY };
  const field = (name: EnquiryField, most: number) => {
    const value = form[name];
    return typeof value === 'string' ? value.slice(0, most) : '';
  };
  return {
    first_name: field('first_name', LIMITS.first_name * 2),
    last_name: field('last_name', LIMITS.last_name * 2),
    mobile: editMobile({ previous: '', raw: field('mobile', 40), caret: null }).value,
    email: field('email', LIMITS.email * 2),
    rental_from: draftDate(form['rental_from'], today),
    rental_to: draftDate(form['rental_to'], today),
    message: field('message', LIMITS.message * 2),
  };
}
