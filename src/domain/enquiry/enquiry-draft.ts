import type { StudioDate } from '../days.ts';
import { draftDate, packDraft, unpackDraft } from './draft-dates.ts';
import { EMPTY_ENQUIRY, type EnquiryField, type EnquiryValues } from './enquiry-rules.ts';
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
  // why not cut to the limits: what is too long is refused at its field, and nothing typed is lost.
  const field = (name: EnquiryField) => {
    const value = form[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    rental_from: draftDate(form['rental_from'], today),
    rental_to: draftDate(form['rental_to'], today),
    first_name: field('first_name'),
    last_name: field('last_name'),
    mobile: editMobile({ previous: '', raw: field('mobile'), caret: null }).value,
    email: field('email'),
    message: field('message'),
  };
}
