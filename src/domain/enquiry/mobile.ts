import { latinDigits } from '../digits.ts';

/** Prefix of every stored mobile number. */
export const MOBILE_PREFIX = '+91';

const CODE = '91';
const DIGITS = 10;

/** From this many digits on, no more are counted to a typed number of another country. */
const LONGEST = 12;

/** Texts under the mobile field for typed signs that it does not take (docs/product/enquiry.md). */
export const MOBILE_REFUSALS = {
  excess: 'Only 10 digits fit after +91. What you added was left out.',
  code: '+91 is already there, so 91 was not taken twice.',
} as const;

/** Calling codes of one and two digits (ITU-T E.164); all others have three. */
const CALLING_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{1,3})/;

/** An edit of the mobile field: the value before, the raw value after it, and the caret. */
export interface MobileEdit {
  /** Canonical value before the edit: the prefix and up to 10 digits. */
  previous: string;
  /** The raw value after the edit. */
  raw: string;
  /** Caret position in `raw`; null if unknown. */
  caret: number | null;
  /** `hidden` of the edit before; '' for the first. */
  hidden?: string;
}

/** The mobile field after an edit. */
export interface EditedMobile {
  value: string;
  caret: number;
  /** Typed signs that the value does not show: `+` or zeros before a country code, or another country's number. */
  hidden: string;
  /** The signs that were not taken, in words; null if all were. */
  refusal: string | null;
}

/**
 * The mobile field after an edit: always `+91` and at most 10 digits (docs/product/enquiry.md). Typing,
 * pasting, dictating and autofill mean the same:
 * - a deleted prefix is restored; only the digits after it can be deleted;
 * - a country code (`+91`, `0091`, `91` before 10 digits) or trunk zero is that of the prefix. An eleventh
 *   digit behind `91…` shows that `91` was the code: the number is short of a digit then, and never another one;
 * - a whole number replaces the digits that are there;
 * - what would make more than ten digits is not taken, nor is a number of another country: no part of a longer
 *   number is somebody else's.
 */
export function editMobile({ previous, raw, caret, hidden = '' }: MobileEdit): EditedMobile {
  const at = Math.min(caret ?? raw.length, raw.length);
  const tail = raw.slice(at);
  // why: autofill and scripts replace the whole value, so it is not an edit of the previous one.
  if (!previous.startsWith(MOBILE_PREFIX) || !previous.endsWith(tail)) return filled(raw);
  const end = previous.length - tail.length;
  const start = commonLength(previous.slice(0, end), raw.slice(0, at));
  const inserted = raw.slice(start, at);
  if (inserted !== '' && tail === '' && start < MOBILE_PREFIX.length) return filled(raw);
  const before = previous.slice(MOBILE_PREFIX.length, Math.max(MOBILE_PREFIX.length, start));
  const after = previous.slice(Math.max(MOBILE_PREFIX.length, end));
  const lead = tail === '' && inserted !== '' ? hidden : '';
  const kept = { before, after };
  if (before + after !== '' && lead === '') {
    const whole = readNumber(inserted);
    if (whole.foreign !== null) return refused(kept, foreignText(whole.foreign));
    const number = filled(inserted);
    if (number.value.length === MOBILE_PREFIX.length + DIGITS) return number;
    if (before !== '') return composed(before + onlyDigits(inserted), kept);
  }
  const read = readNumber(lead + before + inserted);
  if (read.foreign !== null) {
    const refusal = foreignText(read.foreign);
    return refused({ before: '', after }, refusal, lead === '' ? '' : read.hidden);
  }
  return composed(read.digits, kept, read.hidden);
}

/**
 * A whole number in any notation as it is stored, `+91` and 10 digits. A text that the mobile field would not take
 * whole is returned as it is, so that the check refuses it. Twin of `private.whole_mobile` in SQL.
 */
export function wholeMobile(text: string): string {
  const { value, refusal } = filled(text);
  return refusal === null || refusal === MOBILE_REFUSALS.code ? value : text;
}

/** Whether the value is `+91` and 10 digits, the first in 6-9. */
export function isMobile(value: string): boolean {
  return /^\+91[6-9]\d{9}$/.test(value);
}

/** Enough of a number for its owner to see a slip, and no more: `…43210`. */
export function maskedMobile(mobile: string): string {
  return `…${mobile.slice(-5)}`;
}

/**
 * Why a text is no Indian mobile number where it has the code of another country; null otherwise. Twin of
 * `private.foreign_mobile_problem` in SQL.
 */
export function foreignProblem(text: string): string | null {
  const { foreign } = readNumber(text);
  return foreign === null ? null : foreignText(foreign);
}

function foreignText(digits: string): string {
  return `+${CALLING_CODE.exec(digits)?.[0]} is not India: only Indian mobile numbers, +91 and 10 digits.`;
}

/** The digits before and after what an edit inserts. */
interface KeptDigits {
  before: string;
  after: string;
}

/** The field with a text that replaces its whole value. */
function filled(text: string): EditedMobile {
  const read = readNumber(text);
  const kept = { before: '', after: '' };
  if (read.foreign !== null) return refused(kept, foreignText(read.foreign));
  return composed(read.digits, kept, read.hidden);
}

/** The field as it was before the edit, and why. */
function refused({ before, after }: KeptDigits, refusal: string, hidden = ''): EditedMobile {
  const value = MOBILE_PREFIX + before + after;
  return { value, caret: MOBILE_PREFIX.length + before.length, hidden, refusal };
}

/** The field with the digits up to the caret, or as it was where they do not fit before those after it. */
function composed(edited: string, kept: KeptDigits, hidden = ''): EditedMobile {
  let digits = edited;
  let refusal: string | null = null;
  if (kept.after === '') {
    while (digits.length > DIGITS && digits.startsWith(CODE)) {
      digits = withoutZeros(digits.slice(CODE.length));
      refusal = digits.length < DIGITS ? MOBILE_REFUSALS.code : null;
    }
  }
  if (digits.length + kept.after.length > DIGITS) return refused(kept, MOBILE_REFUSALS.excess);
  const value = MOBILE_PREFIX + digits + kept.after;
  return { value, caret: MOBILE_PREFIX.length + digits.length, hidden, refusal };
}

interface ReadNumber {
  /** Without country code and trunk zero. */
  digits: string;
  /** See {@link EditedMobile}. */
  hidden: string;
  /** The digits of a number with the code of another country, code first; null for any other. */
  foreign: string | null;
}

function readNumber(said: string): ReadNumber {
  // The field's own prefix before a number with a code of its own, as where a page's script came late.
  const text = latinDigits(said).replace(/^\+91\s*(?=\+|00)/, '');
  const digits = onlyDigits(text);
  const rest = withoutZeros(digits);
  const zeros = digits.length - rest.length;
  const isPlus = /^\D*\+/.test(text);
  if (!isPlus && zeros < 2) {
    return { digits: rest, hidden: rest === '' ? '0'.repeat(zeros) : '', foreign: null };
  }
  if (rest.startsWith(CODE)) {
    return { digits: withoutZeros(rest.slice(CODE.length)), hidden: '', foreign: null };
  }
  const lead = isPlus ? '+' : '00';
  if (CODE.startsWith(rest)) return { digits: rest, hidden: lead, foreign: null };
  return { digits: '', hidden: rest.length < LONGEST ? lead + rest : '', foreign: rest };
}

function onlyDigits(text: string): string {
  return latinDigits(text).replace(/\D/g, '');
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '');
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return length;
}
