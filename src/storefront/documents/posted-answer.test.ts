import { describe, expect, it } from 'vitest';
import { amountOf, readPostedAnswer } from './posted-answer.ts';

const KEY = '0b9c9d1e-6a0f-4f0e-9d55-0c7a4f6f2a11';
const posted = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ key: KEY, hash: 'ab'.repeat(32), ...fields })) {
    form.set(name, value);
  }
  return readPostedAnswer(form);
};

describe('a posted form', () => {
  it('has its fields as typed, and the wishes by line', () => {
    const form = posted({
      action: 'change',
      note: 'One\r\ntwo',
      'change-3': ' smaller ',
      'change-12': '   ',
      'change-x': 'no line',
    });
    expect(form).toMatchObject({
      hash: 'ab'.repeat(32),
      draft: { action: 'change', key: KEY, values: { note: 'One\ntwo', name: '' }, errors: {} },
    });
    expect([...(form?.draft.changes ?? [])]).toEqual([[3, ' smaller ']]);
  });

  it('cuts texts that are longer than their field', () => {
    const form = posted({ action: 'accept', name: 'x'.repeat(1000), 'change-1': 'y'.repeat(1000) });
    expect(form?.draft.values.name).toHaveLength(120);
    expect(form?.draft.changes.get(1)).toHaveLength(500);
  });

  it('is refused without a known action or a key', () => {
    expect(posted({})).toBeNull();
    expect(posted({ action: 'pay' })).toBeNull();
    expect(posted({ action: 'accept', key: 'x' })).toBeNull();
  });
});

describe('a typed amount', () => {
  it.each([
    ['12,596.80', 12_596.8],
    ['₹ 12596.8', 12_596.8],
    ['Rs. 500', 500],
    ['1,00,000', 100_000],
    ['0.01', 0.01],
    ['', null],
    ['0', null],
    ['-5', null],
    ['1.234', null],
    ['12e3', null],
    ['99999999999', null],
    ['five', null],
  ])('%j is %s rupees', (typed, rupees) => {
    expect(amountOf(typed)).toBe(rupees);
  });
});
