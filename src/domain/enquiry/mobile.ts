/** What an Indian mobile number begins with here (spec, public side §5). */
export const MOBILE_PREFIX = '+91';

const DIGITS = 10;

/** An edit of the mobile field: what it held, what the browser made of it, and where the caret is. */
export interface MobileEdit {
  /** Canonical value before the edit: the prefix and up to 10 digits. */
  previous: string;
  /** The raw value after the edit. */
  raw: string;
  /** Caret in `raw`; null when the browser does not tell. */
  caret: number | null;
}

/**
 * What the mobile field shall hold after an edit, and where its caret goes: always `+91`, then at
 * most 10 digits, nothing else (spec, public side §5). Works for typing, deleting (into the prefix
 * too), pasting in any of the usual spellings, and filling by the browser:
 * - what an edit takes out of the prefix comes back; only digits after it are really deleted;
 * - a pasted country code (`+91`, `0091`, `91` before 10 digits) or trunk zero is not repeated;
 * - digits that do not fit are dropped from what was put in, never from what stood behind it.
 */
export function editMobile({ previous, raw, caret }: MobileEdit): { value: string; caret: number } {
  const at = Math.min(caret ?? raw.length, raw.length);
  const tail = raw.slice(at);
  if (!previous.startsWith(MOBILE_PREFIX) || !previous.endsWith(tail)) {
    // why: not an edit of what stood there (filled by the browser or a script): read it whole.
    const digits = nationalDigits(raw, DIGITS);
    return { value: MOBILE_PREFIX + digits, caret: MOBILE_PREFIX.length + digits.length };
  }
  const end = previous.length - tail.length;
  const start = commonLength(previous.slice(0, end), raw.slice(0, at));
  const before = previous.slice(MOBILE_PREFIX.length, Math.max(MOBILE_PREFIX.length, start));
  const after = previous.slice(Math.max(MOBILE_PREFIX.length, end));
  const room = DIGITS - before.length - after.length;
  const put = raw.slice(start, at);
  const digits = before === '' ? nationalDigits(put, room) : onlyDigits(put).slice(0, room);
  return {
    value: MOBILE_PREFIX + before + digits + after,
    caret: MOBILE_PREFIX.length + before.length + digits.length,
  };
}

/** Whether the value is `+91` and 10 digits, the first in 6-9 (spec, public side §5). */
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
