import { describe, expect, it } from 'vitest';
import { MOBILE_CASES } from './mobile-cases.ts';
import { editMobile, foreignProblem, isMobile, maskedMobile, wholeMobile } from './mobile.ts';

/**
 * Edits a value like a browser: replaces the selection `[…]` or inserts at the caret `|`. `⌫` and `⌦`
 * are the Backspace and Delete keys. Returns the result with its caret.
 */
function edit(drawn: string, keys: string): string {
  const start = drawn.search(/[[|]/);
  const plain = drawn.replace(/[[\]|]/g, '');
  const length = drawn.includes('[') ? drawn.indexOf(']') - start - 1 : 0;
  let [from, to] = [start, start + length];
  let text = keys;
  if (keys === '⌫' || keys === '⌦') {
    text = '';
    if (length === 0 && keys === '⌫') from = Math.max(0, from - 1);
    if (length === 0 && keys === '⌦') to += 1;
  }
  const raw = plain.slice(0, from) + text + plain.slice(to);
  if (raw === plain) return drawn;
  const { value, caret } = editMobile({ previous: plain, raw, caret: from + text.length });
  return `${value.slice(0, caret)}|${value.slice(caret)}`;
}

describe('the mobile field', () => {
  it.each([
    // typing
    ['+91|', '9', '+919|'],
    ['+91987|', '6', '+919876|'],
    ['+9198|76', '5', '+91985|76'],
    ['+91|', '91', '+9191|'],
    ['+9191|', '9', '+91919|'],
    ['+919876543210|', '5', '+919876543210|'],
    ['+9198|76543210', '5', '+9198|76543210'],
    ['+9198|', 'a', '+9198|'],
    ['+9198|', ' ', '+9198|'],
    ['+9198|', '+', '+9198|'],
    ['+91|', '0', '+91|'],
    // typing inside the prefix
    ['|+91987', '6', '+916|987'],
    ['+|91987', '6', '+916|987'],
    ['+9|1987', '6', '+916|987'],
    ['+|91', 'x', '+91|'],
    // pasting
    ['+91|', '098765 43210', '+919876543210|'],
    ['+91|', '+91-98765-43210', '+919876543210|'],
    ['+91|', '9876543210', '+919876543210|'],
    ['+91|', '919876543210', '+919876543210|'],
    ['+91|', '0091 98765 43210', '+919876543210|'],
    ['+91|', '+91 (0) 98765-43210', '+919876543210|'],
    ['+91|', ' +91 98765 43210 ', '+919876543210|'],
    ['+91|', 'tel:+919876543210', '+919876543210|'],
    ['+91|', '98765432109999', '+91|'],
    ['+91|', '90000000012', '+91|'],
    ['+91900|', '9000000001', '+919000000001|'],
    ['+91900|', '+91 90000 00001', '+919000000001|'],
    ['+91|900', '9000000001', '+919000000001|'],
    ['+91900|', '90000000012', '+91900|'],
    ['+91900|', '+971 50 123 4567', '+91900|'],
    ['+919000000001|', '+971 50 123 4567', '+919000000001|'],
    ['+91|', '9198765432', '+919198765432|'],
    ['+91|', '<b>98765</b>', '+9198765|'],
    ['+91|', '९८७६५४३२१०', '+919876543210|'],
    ['+91|', '೯೮೭೬೫ ೪೩೨೧೦', '+919876543210|'],
    ['[+91]', '098765 43210', '+919876543210|'],
    ['[+91]', '+91-98765-43210', '+919876543210|'],
    ['[+919999988888]', '9876543210', '+919876543210|'],
    ['[+919999988888]', '+91-98765-43210', '+919876543210|'],
    ['+91[9999988888]', '+91-98765-43210', '+919876543210|'],
    ['+9198|10', '765432', '+9198765432|10'],
    ['+9198|10', '7654321', '+9198|10'],
    ['+919876|', '543210999', '+919876|'],
    // deleting
    ['+919876|', '⌫', '+91987|'],
    ['+9198|76', '⌫', '+919|76'],
    ['+9198|76', '⌦', '+9198|6'],
    ['+9198[76]5', '⌫', '+9198|5'],
    ['[+919876]', '⌫', '+91|'],
    // deleting into the prefix
    ['+91|9876', '⌫', '+91|9876'],
    ['+9|19876', '⌫', '+91|9876'],
    ['+|919876', '⌫', '+91|9876'],
    ['|+919876', '⌦', '+91|9876'],
    ['+9|19876', '⌦', '+91|9876'],
    ['+[9198]76', '⌫', '+91|76'],
    ['[+9]19876', '⌫', '+91|9876'],
    ['+91|', '⌫', '+91|'],
    ['+91|1111', '⌫', '+91|1111'],
    ['+9[19]111', '5', '+915|111'],
  ])('%s, then %s, gives %s', (before, keys, after) => {
    expect(edit(before, keys)).toBe(after);
  });

  it.each([
    ['+919876543210', 3, '+919876543210'],
    ['9876543210', 0, '+919876543210'],
    ['98765 43210', null, '+919876543210'],
    ['09876543210', 4, '+919876543210'],
    ['', 0, '+91'],
    ['hello', 2, '+91'],
  ])('normalises the autofilled %j (caret %j) to %s', (raw, caret, value) => {
    expect(editMobile({ previous: '+91', raw, caret }).value).toBe(value);
    expect(editMobile({ previous: '', raw, caret }).value).toBe(value);
  });

  /** The field after each character was typed at its end, starting with `+91`. */
  const typed = (keys: string) => {
    let field = editMobile({ previous: '+91', raw: '+91', caret: 3 });
    for (const key of keys) {
      const raw = field.value + key;
      field = editMobile({ previous: field.value, raw, caret: raw.length, hidden: field.hidden });
    }
    return field;
  };

  const NUMBER = '+919876543210';
  const NOTATIONS = [
    '98765 43210',
    '098765 43210',
    '+91 98765 43210',
    '+91-98765-43210',
    '919876543210',
    '91 98765 43210',
    '0091 98765 43210',
    '091 98765 43210',
    '+91 (0) 98765 43210',
    '+9191 98765 43210',
  ];

  it.each(NOTATIONS)('means the same number typed, pasted, filled and dictated: %s', (text) => {
    expect(typed(text)).toMatchObject({ value: NUMBER, refusal: null });
    expect(edit('+91|', text)).toBe(`${NUMBER}|`);
    expect(edit('[+919999988888]', text)).toBe(`${NUMBER}|`);
    for (const previous of ['', '+91', '+919999988888']) {
      const filled = editMobile({ previous, raw: text, caret: text.length });
      expect(filled).toMatchObject({ value: NUMBER, refusal: null });
    }
    // dictated in two parts
    const part = text.length - 5;
    const first = editMobile({
      previous: '+91',
      raw: `+91${text.slice(0, part)}`,
      caret: 3 + part,
    });
    const raw = first.value + text.slice(part);
    const { value, hidden } = first;
    expect(editMobile({ previous: value, raw, caret: raw.length, hidden }).value).toBe(NUMBER);
    expect(wholeMobile(text)).toBe(NUMBER);
  });

  it.each(['+91 91987 65432', '91987 65432', '919198765432', '0 91987 65432'])(
    'keeps a number that begins with 91: %s',
    (text) => {
      expect(typed(text).value).toBe('+919198765432');
      expect(edit('+91|', text)).toBe('+919198765432|');
    },
  );

  it.each([
    // a digit short after the country code: never the number of somebody else
    ['+91 98765 4321', '+91987654321', null],
    ['+91 98765 432', '+9198765432', null],
    ['91 98765 4321', '+91987654321', '+91 is already there, so 91 was not taken twice.'],
    ['98765 432109', '+919876543210', 'Only 10 digits fit after +91. What you added was left out.'],
    ['+977 98765 43210', '+91', null],
    ['+9876543210', '+91', '+98 is not India: only Indian mobile numbers, +91 and 10 digits.'],
    ['+', '+91', null],
    ['+9', '+919', null],
  ])('typed %s is %s, and says %s', (keys, value, refusal) => {
    expect(typed(keys)).toMatchObject({ value, refusal });
  });

  it.each([
    ['+971 50 123 4567', '+971'],
    ['+65 9123 4567', '+65'],
    ['0044 7911 123456', '+44'],
    ['+१ 212 555 0100', '+1'],
  ])('takes no number of another country: %s', (text, code) => {
    const refusal = `${code} is not India: only Indian mobile numbers, +91 and 10 digits.`;
    for (const previous of ['', '+91', '+919999988888']) {
      const filled = editMobile({ previous, raw: text, caret: text.length });
      expect(filled).toMatchObject({ value: '+91', refusal });
    }
    const pasted = editMobile({ previous: '+91', raw: `+91${text}`, caret: 3 + text.length });
    expect(pasted).toMatchObject({ value: '+91', refusal });
    expect(isMobile(typed(text).value)).toBe(false);
    expect(wholeMobile(text)).toBe(text);
    expect(foreignProblem(text)).toBe(refusal);
    expect(foreignProblem(`+91${text}`)).toBe(refusal);
    expect(foreignProblem('98765 43210')).toBe(null);
  });

  it.each(MOBILE_CASES)('reads the whole text $text', ({ text, stored, code }) => {
    const whole = wholeMobile(text);
    expect(isMobile(whole) ? whole : text).toBe(stored);
    const problem = `${code} is not India: only Indian mobile numbers, +91 and 10 digits.`;
    expect(foreignProblem(text)).toBe(code === '' ? null : problem);
  });

  it('keeps a number with too many digits as it was written', () => {
    expect(wholeMobile('98765432109')).toBe('98765432109');
  });

  it('shows the last five digits', () => {
    expect(maskedMobile('+919876543210')).toBe('…43210');
  });

  it.each([
    ['+919876543210', true],
    ['+916000000000', true],
    ['+915876543210', false],
    ['+91987654321', false],
    ['+9198765432100', false],
    ['9876543210', false],
    ['+91', false],
    ['', false],
    ['+919876543210\n', false],
  ])('accepts %j as a mobile number: %s', (value, expected) => {
    expect(isMobile(value)).toBe(expected);
  });
});
