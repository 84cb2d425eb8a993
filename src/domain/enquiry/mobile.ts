/** Prefix of every stored mobile number. */
export const MOBILE_PREFIX = '+91';

const CODE = '91';
const DIGITS = 10;

/** From this many digits on, no more are counted to a typed number of another country. */
const LONGEST = 12;

/** What the mobile field says under it when it does not take what was typed (docs/product/enquiry.md). */
export const MOBILE_REFUSALS = {
  excess: 'Only 10 digits fit after +91. What came after them was left out.',
  code: '+91 is already there, so 91 was not taken twice.',
  foreign: 'Only Indian mobile numbers: +91 and 10 digits.',
} as const;

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
  /** What was typed and the value does not show: `+` or zeros before a country code, or another country's number. */
  hidden: string;
  /** What was not taken, in words; null if all of it was. */
  refusal: string | null;
}

/**
 * The mobile field after an edit: always `+91` and at most 10 digits (docs/product/enquiry.md). Typing,
 * pasting, dictating and autofill mean the same:
 * - a deleted prefix is restored; only the digits after it can be deleted;
 * - a country code (`+91`, `0091`, `91` before 10 digits) or trunk zero is that of the prefix. An eleventh
 *   digit behind `91…` shows that `91` was the code: the number is short of a digit then, and never another one;
 * - digits beyond the tenth are left out of the inserted text, never of the digits after it.
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
  if (before !== '' && lead === '') return composed(before + onlyDigits(inserted), after);
  const read = readNumber(lead + before + inserted);
  if (read.isForeign) return foreign(after, lead === '' ? '' : read.hidden);
  return composed(read.digits, after, read.hidden);
}

/**
 * A whole number in any notation as it is stored, `+91` and 10 digits. A text that the mobile field would not take
 * whole is returned as it is, so that the check refuses it.
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

/** The field with a text that replaces its whole value. */
function filled(text: string): EditedMobile {
  const read = readNumber(text);
  return read.isForeign ? foreign('', '') : composed(read.digits, '', read.hidden);
}

/** The field without the number of another country. */
function foreign(after: string, hidden: string): EditedMobile {
  const caret = MOBILE_PREFIX.length;
  return { value: MOBILE_PREFIX + after, caret, hidden, refusal: MOBILE_REFUSALS.foreign };
}

/** The field with the digits before the caret and those after it. */
function composed(before: string, after: string, hidden = ''): EditedMobile {
  let digits = before;
  let refusal: string | null = null;
  if (after === '') {
    while (digits.length > DIGITS && digits.startsWith(CODE)) {
      digits = withoutZeros(digits.slice(CODE.length));
      refusal = digits.length < DIGITS ? MOBILE_REFUSALS.code : null;
    }
  }
  const taken = digits.slice(0, DIGITS - after.length);
  return {
    value: MOBILE_PREFIX + taken + after,
    caret: MOBILE_PREFIX.length + taken.length,
    hidden,
    refusal: taken === digits ? refusal : MOBILE_REFUSALS.excess,
  };
}

interface ReadNumber {
  /** Without country code and trunk zero. */
  digits: string;
  /** See {@link EditedMobile}. */
  hidden: string;
  /** It has the code of another country. */
  isForeign: boolean;
}

function readNumber(text: string): ReadNumber {
  const digits = onlyDigits(text);
  const rest = withoutZeros(digits);
  const zeros = digits.length - rest.length;
  const isPlus = /^\D*\+/.test(text);
  if (!isPlus && zeros < 2) {
    return { digits: rest, hidden: rest === '' ? '0'.repeat(zeros) : '', isForeign: false };
  }
  if (rest.startsWith(CODE)) {
    return { digits: withoutZeros(rest.slice(CODE.length)), hidden: '', isForeign: false };
  }
  const lead = isPlus ? '+' : '00';
  if (CODE.startsWith(rest)) return { digits: rest, hidden: lead, isForeign: false };
  return { digits: '', hidden: rest.length < LONGEST ? lead + rest : '', isForeign: true };
}

function onlyDigits(text: string): string {
  return text.replace(/\D/g, '');
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '');
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return length;
}
