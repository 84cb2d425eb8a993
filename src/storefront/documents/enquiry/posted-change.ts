import type { PublicApi } from '#data/backend.ts';
import { answerEnquiry } from '#data/linked-enquiries.ts';
import { randomUuid } from '#domain/uuid.ts';
import { NOTE_LENGTH } from '../posted-answer.ts';
import { formRefusal, postedKey, postedText, type FormRefusal } from '../posted-form.ts';

const ACTIONS = ['change', 'withdraw', 'withdraw-sure'] as const;

/** A button of the page; `withdraw` asks whether the customer is sure. */
export type EnquiryAction = (typeof ACTIONS)[number];

/** The texts of the page's forms as typed, and what is wrong with them. */
export interface EnquiryDraft {
  /** The form that was posted; null on a page that was only opened. */
  action: EnquiryAction | null;
  /** The wish, or why it is withdrawn. */
  note: string;
  /** The error beside the text. */
  error: string;
  /** A problem of no field. */
  alert: string;
  /** Belongs to the next post, so that one sent twice counts once. */
  key: string;
}

/** The forms of a page that was only opened. */
export const newChange = (): EnquiryDraft => ({
  action: null,
  note: '',
  error: '',
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
  return { ...newChange(), action, key, note: postedText(form, 'note', NOTE_LENGTH) };
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
  const note = draft.note.trim();
  if (action === 'withdraw') return { status: 200, draft };
  if (action === 'change' && note === '') {
    return { status: 422, draft: { ...draft, error: 'Write what should change' } };
  }
  const answer = action === 'change' ? 'change' : 'withdraw';
  try {
    return (await answerEnquiry(api, { secret, answer, note, key })) ? 'saved' : 'unknown';
  } catch (error) {
    const { status, message, field, isUnsure, retryAfter } = formRefusal(error);
    const problem = field === 'note' ? { error: message } : { alert: message };
    const next = isUnsure ? key : randomUuid();
    return { status, retryAfter, draft: { ...draft, ...problem, key: next } };
  }
}
