/** Prefix of every stored mobile number. */
export const MOBILE_PREFIX = '+91';

const DIGITS = 10;

/** An edit of the mobile field: the value before, the raw value after it, and the caret. */
export interface MobileEdit {
  /** Canonical value before the edit: the prefix and up to 10 digits. */
  previous: string;
  /** The raw value after the edit. */
  raw: string;
  /** Caret position in `raw`; null if unknown. */
  caret: number | null;
}

/**
 * The value and the caret of the mobile field after an edit: always `+91` and at most 10 digits
 * (docs/product/enquiry.md). Handles typing, deleting (even in the prefix), pasting and autofill:
 * - a deleted prefix is restored; only the digits after it can be deleted;
 * - a pasted country code (`+91`, `0091`, `91` before 10 digits) or trunk zero is dropped;
 * - excess digits are dropped from the inserted text, never from the digits after it.
 */
export function editMobile({ previous, raw, caret }: MobileEdit): { value: string; caret: number } {
  const at = Math.min(caret ?? raw.length, raw.length);
  const tail = raw.slice(at);
  if (!previous.startsWith(MOBILE_PREFIX) || !previous.endsWith(tail)) {
    // why: autofill and scripts replace the whole value, so it is not an edit of the previous one.
    const digits = nationalDigits(raw, DIGITS);
    return { value: MOBILE_PREFIX + digits, caret: MOBILE_PREFIX.length + digits.length };
  }
  const end = previous.length - tail.length;
  const start = commonLength(previous.slice(0, end), raw.slice(0, at));
  const before = previous.slice(MOBILE_PREFIX.length, Math.max(MOBILE_PREFIX.length, start));
  const after = previous.slice(Math.max(MOBILE_PREFIX.length, end));
  const room = DIGITS - before.length - after.length;
  const inserted = raw.slice(start, at);
  const digits =
    before === '' ? nationalDigits(inserted, room) : onlyDigits(inserted).slice(0, room);
  return {
    value: MOBILE_PREFIX + before + digits + after,
    caret: MOBILE_PREFIX.length + before.length + digits.length,
  };
}

/** Whether the value is `+91` and 10 digits, the first in 6-9. */
export function isMobile(value: string): boolean {
  return /^\+91[6-9]\d{9}$/.test(value);
}

function onlyDigits(text: string): string {
  return text.replace(/\D/g, '');
}

function nationalDigits(text: string, room: number): string {
  const international = /^\s*\+/.test(text);
  const digits = onlyDigits(text);
  const zeros = digits.length - digits.replace(/^0+/, '').length;
  const rest = digits.slice(zeros);
  const withCode =
    rest.startsWith('91') && (international || zeros >= 2 || rest.length >= DIGITS + 2);
  return (withCode ? rest.slice(2).replace(/^0+/, '') : rest).slice(0, room);
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return length;
}
