import type { Dice } from '#tests/support/dice.ts';

/** Strings that break parsers, types and encodings. None resembles our own SQL. */
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  "'",
  '"',
  '\\',
  '`',
  ';',
  "'; drop table props; --",
  '" or 1=1 --',
  '$1',
  '%',
  '%s%n',
  '_',
  '*',
  '(',
  ')',
  '((((((((((((',
  '{',
  '}',
  '[]',
  '.',
  '..',
  '...',
  ':',
  '::int',
  '->',
  '->>x',
  '!inner',
  '!',
  '-1',
  '-0',
  '1.5',
  '1_000',
  '0x10',
  '1e400',
  'NaN',
  'Infinity',
  '-infinity',
  '9'.repeat(15),
  '9'.repeat(40),
  '2147483648',
  '9223372036854775808',
  'null',
  'true',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  '{a,b}',
  '{{{{{{{{{',
  '{"a":"b}',
  '[1,2)',
  '(,)',
  '294277-01-01',
  '0000-00-00',
  '2026-02-30',
  '24:00:01',
  '2026-11-21T25:00:00+99:99',
  'P1Y',
  '00000000-0000-0000-0000-000000000000',
  '00000000-0000-0000-0000-00000000000g',
  '😀'.repeat(20),
  '\u202egnp.exe',
  '\ufeff',
  '\ufffe\uffff',
  '\u200d\u200c',
  'İıſK',
  'ﷺ'.repeat(30),
  'Z̷̢̛̗̑a̴l̸g̶o',
  '\ud800',
  '\udc00x',
  'a'.repeat(300),
  'a'.repeat(4000),
  '\r\n\r\n',
  '\t\v\f',
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  'http://evil.example/',
  'javascript:alert(1)',
];

/** A random hostile string. */
export const hostileText = (dice: Dice): string =>
  dice.may(0.15) ? dice.of(TEXTS) + dice.of(TEXTS) : dice.of(TEXTS);

const SIGNS = ['\u{1f600}', 'é', ...'().,:;*!?&=%+-_$"\'\\/<>[]{}|~^`@# \0'.split('')];

/** Mutates a string in a few places: insert, delete, repeat, truncate, reverse. */
export function mangled(text: string, dice: Dice): string {
  let changed = text;
  for (let left = 1 + dice.below(3); left > 0; left -= 1) {
    const at = dice.below(changed.length + 1);
    const [before, after] = [changed.slice(0, at), changed.slice(at)];
    changed = dice.of([
      () => before + dice.of(SIGNS) + after,
      () => before + after.slice(1),
      () => before + after.slice(0, 5) + after,
      () => before,
      () => after + before,
      () => before + hostileText(dice) + after,
      () => before + dice.of(SIGNS).repeat(1 + dice.below(40)) + after,
    ])();
  }
  return changed;
}

/** Percent-encodes UTF-8; lone surrogates become invalid bytes. */
const percent = (text: string) =>
  text.replaceAll(/[\s\S]/gu, (sign) =>
    /^[\ud800-\udfff]$/.test(sign) ? '%ED%A0%80' : encodeURIComponent(sign),
  );

/** Encodes a string for a URL, mostly correctly, sometimes wrongly. */
export const encoded = (text: string, dice: Dice): string =>
  dice.may(0.75)
    ? percent(text)
    : dice.of([
        () => percent(percent(text)),
        () => percent(text).toLowerCase(),
        () => percent(text).replaceAll('%', dice.of(['%', '%%', '%u00', '%2'])),
        () => percent(text) + dice.of(['%', '%zz', '%E0%A4%A', '%C0%80', '%FF', '%00', '%']),
        () => text.replaceAll(/[\0-\x20\x7f-\u{10ffff}#]/gu, (sign) => percent(sign)),
        () => percent(text).replaceAll('%20', '+'),
      ])();

const NUMBERS = [
  '-0',
  '1e400',
  '-1e-400',
  '0.1e1',
  '9'.repeat(400),
  '1E+2',
  '01',
  '.5',
  '1e',
  'NaN',
];

/** A JSON value as text: any type, deeply nested or invalid. */
export function hostileJson(dice: Dice, depth = 0): string {
  const nested = () => (depth > 3 ? '0' : hostileJson(dice, depth + 1));
  return dice.of([
    () => JSON.stringify(hostileText(dice)),
    () => JSON.stringify(hostileText(dice)),
    () => dice.of(NUMBERS),
    () => dice.of(['null', 'true', 'false', '{}', '[]', '""', '0', '-1']),
    () => `[${dice.some(4, nested).join(',')}]`,
    () => `{${dice.some(4, () => `${JSON.stringify(hostileText(dice))}:${nested()}`).join(',')}}`,
    () => '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    () => '['.repeat(2000) + ']'.repeat(2000),
    () => '{"a":'.repeat(300) + '1' + '}'.repeat(300),
  ])();
}
