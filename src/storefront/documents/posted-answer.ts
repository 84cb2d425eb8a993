import * as z from 'zod/mini';
import type { PublicApi } from '#data/catalogue/public-api.ts';
import { Failure } from '#data/core/failure.ts';
import { failureDetails } from '#data/core/failure-details.ts';
import { invalidField, invalidIndex } from '#data/core/invalid-field.ts';
import { answerDocument, claimPayment, type LineChange } from '#data/documents/linked-documents.ts';
import { frozenDocument, type FrozenDocument } from '#domain/documents/frozen-document.ts';
import { randomUuid } from '#domain/uuid.ts';
import { formRefusal, postedKey, postedText, type FormRefusal } from './posted-form.ts';

/** Id of the form that answers a quote: all fields of the page belong to it, so that each button sends all of them. */
export const ANSWER_FORM = 'answer-form';

/** Longest texts, in characters. */
export const NAME_LENGTH = 120;
export const CHANGE_LENGTH = 500;
export const NOTE_LENGTH = 2000;
export const UTR_LENGTH = 40;

/** Longest amount as typed: `₹99,99,99,999.99` with spaces. */
export const AMOUNT_LENGTH = 20;

/** Name and id of the field beside a line. */
export const changeField = (position: number): string => `change-${position}`;

const ACTIONS = ['accept', 'accept-sure', 'decline', 'change', 'claim'] as const;

/** A button of the page; `accept` asks which is meant where wishes were typed too. */
export type AnswerAction = (typeof ACTIONS)[number];

const FIELDS = {
  name: NAME_LENGTH,
  agreed: 3,
  reason: NOTE_LENGTH,
  note: NOTE_LENGTH,
  amount: AMOUNT_LENGTH,
  utr: UTR_LENGTH,
} as const;

/** The texts of the page's forms as typed, and their errors. */
export interface AnswerDraft {
  /** The form that was posted; null on a page that was only opened. */
  action: AnswerAction | null;
  values: Record<keyof typeof FIELDS, string>;
  /** Wishes by the position of their line. */
  changes: ReadonlyMap<number, string>;
  /** By name of the field. */
  errors: Readonly<Record<string, string>>;
  /** Wishes were typed and Accept was pressed: the page asks which is meant. */
  asksWhichIsMeant: boolean;
  /** A problem of no single field. */
  alert: string;
  /** Belongs to the next post, so that one sent twice counts once. */
  key: string;
}

/** The forms of a page that was only opened. */
export const newDraft = (): AnswerDraft => ({
  action: null,
  values: { name: '', agreed: '', reason: '', note: '', amount: '', utr: '' },
  changes: new Map(),
  errors: {},
  asksWhichIsMeant: false,
  alert: '',
  key: randomUuid(),
});

/** A posted form. */
export interface PostedAnswer {
  /** Of the document that the customer saw. */
  hash: string;
  draft: AnswerDraft & { action: AnswerAction };
}

/** Reads a posted form; null for one that is not of this page. */
export function readPostedAnswer(form: FormData): PostedAnswer | null {
  const text = (name: string, most: number) => postedText(form, name, most);
  const action = ACTIONS.find((known) => known === form.get('action'));
  const key = postedKey(form);
  if (!action || key === null) return null;
  const draft = newDraft();
  for (const [name, most] of Object.entries(FIELDS)) {
    draft.values[name as keyof typeof FIELDS] = text(name, most);
  }
  const changes = new Map<number, string>();
  for (const name of form.keys()) {
    const position = /^change-(\d{1,4})$/.exec(name)?.[1];
    const wish = text(name, CHANGE_LENGTH);
    if (position !== undefined && wish.trim() !== '') changes.set(Number(position), wish);
  }
  return { hash: text('hash', 64), draft: { ...draft, action, changes, key } };
}

/** A posted form that was not saved. */
export interface RefusedAnswer {
  draft: AnswerDraft;
  /** HTTP status of the page: 200 for the question which is meant. */
  status: 200 | FormRefusal['status'];
  /** The document that the customer saw, after a newer revision replaced it. */
  seen?: FrozenDocument | null;
  /** Seconds until a limit allows another try. */
  retryAfter?: number;
}

/** Sends a posted form. @returns 'saved', 'unknown' for a link that is not valid, or why it was refused */
export async function sendPostedAnswer(
  api: PublicApi,
  secret: string,
  posted: PostedAnswer,
): Promise<'saved' | 'unknown' | RefusedAnswer> {
  const errors = missingIn(posted.draft);
  if (Object.keys(errors).length > 0) return refused(posted, 422, { errors });
  if (posted.draft.action === 'accept' && hasWishes(posted.draft)) {
    return refused(posted, 200, { asksWhichIsMeant: true });
  }
  try {
    return (await send(api, secret, posted)) ? 'saved' : 'unknown';
  } catch (error) {
    return refusal(error, posted);
  }
}

/** The fields that are missing or cannot be read, with the errors to show. */
function missingIn(draft: PostedAnswer['draft']): Record<string, string> {
  const { action, values } = draft;
  const errors: Record<string, string> = {};
  const need = (name: string, isThere: boolean, message: string) => {
    if (!isThere) errors[name] = message;
  };
  if (action === 'accept' || action === 'accept-sure') {
    need('name', values.name.trim() !== '', 'Please type your full name');
    need('agreed', values.agreed !== '', 'Please tick this box to accept');
  } else if (action === 'change') {
    need('note', hasWishes(draft), 'Write what should change, here or beside a line');
  } else if (action === 'claim') {
    need(
      'amount',
      amountOf(values.amount) !== null,
      'Enter the amount you paid, such as 12,596.80',
    );
    need('utr', values.utr.trim() !== '', 'Enter the reference number of the transfer');
  }
  return errors;
}

/** The rupees of a typed amount like `₹12,596.80`; null for other texts and for nothing. */
export function amountOf(typed: string): number | null {
  const digits = typed.replaceAll(/[₹,\s]|^rs\.?/gi, '');
  const amount = /^\d{1,9}(\.\d{1,2})?$/.test(digits) ? Number(digits) : 0;
  return amount > 0 ? amount : null;
}

/** The texts that were typed for the quote as a whole. */
const textsOf = ({ values }: AnswerDraft): string[] =>
  [values.note.trim(), values.reason.trim()].filter(Boolean);

const hasWishes = (draft: AnswerDraft): boolean =>
  draft.changes.size > 0 || textsOf(draft).length > 0;

/** The wishes in the order of their lines. */
const changesOf = ({ changes }: AnswerDraft): LineChange[] =>
  [...changes].map(([position, text]) => ({ position, text: text.trim() }));

function send(api: PublicApi, secret: string, { hash, draft }: PostedAnswer) {
  const { values, key } = draft;
  if (draft.action === 'claim') {
    const amount = amountOf(values.amount) ?? 0;
    return claimPayment(api, { secret, amount, utr: values.utr.trim(), key });
  }
  // why all of it with each answer: nothing that was typed is lost.
  const note = textsOf(draft).join('\n');
  const request = { secret, hash, key, name: '', note, changes: changesOf(draft) };
  if (draft.action === 'decline') return answerDocument(api, { ...request, answer: 'declined' });
  if (draft.action === 'change') return answerDocument(api, { ...request, answer: 'change' });
  return answerDocument(api, { ...request, answer: 'accepted', name: values.name.trim() });
}

const conflict = z.object({
  reason: z.string(),
  seen: z.optional(z.nullable(frozenDocument)),
});
function refusal(error: unknown, posted: PostedAnswer): RefusedAnswer {
  const { status, message, retryAfter, isUnsure } = formRefusal(error);
  if (error instanceof Failure && status === 422) {
    const field = fieldOf(error, posted);
    return refused(posted, 422, field ? { errors: { [field]: message } } : { alert: message });
  }
  if (error instanceof Failure && status === 409) {
    const details = failureDetails(error, 'PT409', conflict);
    const isRevised = details?.reason === 'revised';
    if (!isRevised) return refused(posted, 409, { alert: message });
    const seen = details.seen ?? null;
    return { ...refused(posted, 409, forRevision(posted, seen)), seen };
  }
  return {
    ...refused(posted, status, { alert: message, ...(isUnsure && { key: posted.draft.key }) }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/**
 * The typed texts for another revision: it has to be agreed to anew, and wishes for lines become part of the note, as
 * the lines may have other places.
 */
function forRevision({ draft }: PostedAnswer, seen: FrozenDocument | null): Partial<AnswerDraft> {
  const wishes = [...draft.changes].map(([position, wish]) => {
    const line = seen?.lines.find((one) => one.position === position);
    return line ? `${line.text}: ${wish}` : wish;
  });
  const note = [draft.values.note, ...wishes].filter(Boolean).join('\n').slice(0, NOTE_LENGTH);
  return { values: { ...draft.values, note, agreed: '' }, changes: new Map() };
}

/** The field of the page that an error of the database belongs to; '' for none. */
function fieldOf(error: Failure, { draft }: PostedAnswer): string {
  const field = invalidField(error);
  const at = invalidIndex(error);
  if (field === 'changes') {
    const position = at === null ? undefined : changesOf(draft)[at]?.position;
    return position === undefined ? 'note' : changeField(position);
  }
  if (field === 'note' && draft.values.note === '') return 'reason';
  return field in FIELDS ? field : '';
}

const refused = (
  { draft }: PostedAnswer,
  status: RefusedAnswer['status'],
  problem: Partial<AnswerDraft>,
): RefusedAnswer => ({ status, draft: { ...draft, key: randomUuid(), ...problem } });
