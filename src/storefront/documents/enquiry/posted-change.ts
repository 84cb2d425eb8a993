import type { PublicApi } from '#data/catalogue/public-api.ts';
import { answerEnquiry } from '#data/crm/linked-enquiries.ts';
import { isStudioDate } from '#domain/days.ts';
import { identityFields, LIMITS } from '#domain/enquiry/enquiry-rules.ts';
import { wholeMobile } from '#domain/enquiry/mobile.ts';
import { formatMobile } from '#domain/phone.ts';
import { randomUuid } from '#domain/uuid.ts';
import { NOTE_LENGTH } from '../posted-answer.ts';
import { formRefusal, postedKey, postedText, type FormRefusal } from '../posted-form.ts';

const ACTIONS = ['change', 'correct', 'withdraw', 'withdraw-sure'] as const;

/** A button of the page; `withdraw` asks whether the customer is sure. */
export type EnquiryAction = (typeof ACTIONS)[number];

/** The texts of the page's forms as typed, and what is wrong with them. */
export interface EnquiryDraft {
  /** The form that was posted; null on a page that was only opened. */
  action: EnquiryAction | null;
  /** The wish, or why it is withdrawn. */
  note: string;
  /** Other days that are wished for, as the fields send them; '' for none. */
  from: string;
  to: string;
  /** The right number and address, as typed; '' for what needs no correction. */
  mobile: string;
  email: string;
  /** By name of the field. */
  errors: Readonly<Partial<Record<'note' | 'from' | 'to' | 'mobile' | 'email', string>>>;
  /** A problem of no field. */
  alert: string;
  /** Belongs to the next post, so that one sent twice counts once. */
  key: string;
}

/** The forms of a page that was only opened. */
export const newChange = (): EnquiryDraft => ({
  action: null,
  note: '',
  from: '',
  to: '',
  mobile: '',
  email: '',
  errors: {},
  alert: '',
  key: randomUuid(),
});

/** Reads a posted form; null for one that is not of this page. */
export function readPostedChange(
  form: FormData,
): (EnquiryDraft & { action: EnquiryAction }) | null {
  const action = ACTIONS.find((known) => known === form.get('action'));
  const key = postedKey(form);
  if (!action || key === null) return null;
  return {
    ...newChange(),
    action,
    key,
    note: postedText(form, 'note', NOTE_LENGTH),
    from: postedText(form, 'from', DATE_LENGTH),
    to: postedText(form, 'to', DATE_LENGTH),
    mobile: postedText(form, 'mobile', MOBILE_LENGTH),
    email: postedText(form, 'email', LIMITS.email),
  };
}

/** Length of a date as a field sends it, `2026-12-01`, with room for what is none. */
const DATE_LENGTH = 20;

/** Longest mobile number as typed, with its code, spaces and dashes. */
export const MOBILE_LENGTH = 40;

/** The right number and address as a sentence for staff, or the errors beside the fields. */
function correctionOf(draft: EnquiryDraft): { note: string } | { errors: EnquiryDraft['errors'] } {
  const typed = { mobile: wholeMobile(draft.mobile.trim()), email: draft.email };
  const parts: string[] = [];
  const errors: Partial<Record<'mobile' | 'email', string>> = {};
  for (const name of ['mobile', 'email'] as const) {
    if (draft[name].trim() === '') continue;
    const { data, error } = identityFields[name].safeParse(typed[name]);
    if (error) errors[name] = error.issues[0]?.message ?? '';
    else if (name === 'mobile') parts.push(`my mobile number to ${formatMobile(data)}`);
    else parts.push(`my e-mail address to ${data}`);
  }
  if (Object.keys(errors).length > 0) return { errors };
  if (parts.length === 0) return { errors: { mobile: 'Type the right number or address' } };
  return { note: `Please correct ${parts.join(' and ')}.` };
}

/** Fields of the form by the names that the database has. */
const FIELDS: Readonly<Record<string, 'note' | 'from' | 'to'>> = {
  note: 'note',
  rental_from: 'from',
  rental_to: 'to',
};

const NO_DATE = 'Please enter a valid date';

/** The other days that are wished for, none, or the errors beside the fields. */
function daysOf({
  from,
  to,
}: EnquiryDraft):
  | { rental_from?: string; rental_to?: string }
  | { errors: EnquiryDraft['errors'] } {
  if (from.trim() === '' && to.trim() === '') return {};
  // why the first day alone is enough: it is a rental of one day.
  const last = to.trim() === '' ? from : to;
  if (!isStudioDate(from)) return { errors: { from: NO_DATE } };
  if (!isStudioDate(last)) return { errors: { to: NO_DATE } };
  return { rental_from: from, rental_to: last };
}

/** A page that is shown again instead of saving. */
export interface UnsavedChange {
  draft: EnquiryDraft;
  /** HTTP status of the page: 200 for the question whether the customer is sure. */
  status: 200 | FormRefusal['status'];
  /** Seconds until a limit allows another try. */
  retryAfter?: number | undefined;
}

/** Sends a posted form. @returns 'saved', 'unknown' for a link that is not valid, or the page to show again */
export async function sendPostedChange(
  api: PublicApi,
  secret: string,
  draft: NonNullable<ReturnType<typeof readPostedChange>>,
): Promise<'saved' | 'unknown' | UnsavedChange> {
  const { action, key } = draft;
  if (action === 'withdraw') return { status: 200, draft };
  const written = action === 'correct' ? correctionOf(draft) : { note: draft.note.trim() };
  if ('errors' in written) return { status: 422, draft: { ...draft, ...written } };
  const { note } = written;
  const days = action === 'change' ? daysOf(draft) : {};
  if ('errors' in days) return { status: 422, draft: { ...draft, ...days } };
  if (action === 'change' && note === '' && !days.rental_from) {
    return { status: 422, draft: { ...draft, errors: { note: 'Write what should change' } } };
  }
  const answer = action === 'withdraw-sure' ? 'withdraw' : 'change';
  try {
    return (await answerEnquiry(api, { secret, answer, note, ...days, key })) ? 'saved' : 'unknown';
  } catch (error) {
    const { status, message, field, isUnsure, retryAfter } = formRefusal(error);
    const at = action === 'correct' ? undefined : FIELDS[field ?? ''];
    const problem = at ? { errors: { [at]: message } } : { alert: message };
    const next = isUnsure ? key : randomUuid();
    return { status, retryAfter, draft: { ...draft, ...problem, key: next } };
  }
}
