import { describe, expect, it } from 'vitest';
import { editMobile, isMobile } from './mobile.ts';

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
    ['+91|', '98765432109999', '+919876543210|'],
    ['+91|', '9198765432', '+919198765432|'],
    ['+91|', '<b>98765</b>', '+9198765|'],
    ['+91|', '९८७६५४३२१०', '+91|'],
    ['[+91]', '098765 43210', '+919876543210|'],
    ['[+91]', '+91-98765-43210', '+919876543210|'],
    ['[+919999988888]', '9876543210', '+919876543210|'],
    ['[+919999988888]', '+91-98765-43210', '+919876543210|'],
    ['+91[9999988888]', '+91-98765-43210', '+919876543210|'],
    ['+9198|10', '7654321', '+9198765432|10'],
    ['+919876|', '543210999', '+919876543210|'],
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
