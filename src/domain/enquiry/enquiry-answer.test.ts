import { describe, expect, it } from 'vitest';
import { readAnswer } from './enquiry-answer.ts';

const answer = {
  enquiry_number: 'ENQ-00042',
  status: 'pending',
  rental_from: '2026-11-21',
  rental_to: '2026-11-23',
  rental_days: 3,
  total_price: 4500,
  items: [{ type: 'prop', id: 'a', name: 'Lamp', quantity: 3, price: 500 }],
};

describe('the saved answer', () => {
  it('survives a round trip', () => {
    expect(readAnswer(JSON.stringify(answer))).toEqual(answer);
  });

  it('keeps what was free when it was sent', () => {
    const [item] = answer.items;
    const withFree = {
      ...answer,
      items: [
        { ...item, free: 2, of: 3 },
        { ...item, free: null },
      ],
    };
    expect(readAnswer(JSON.stringify(withFree))).toEqual(withFree);
  });

  it.each([
    null,
    '',
    'x',
    '{}',
    JSON.stringify({ ...answer, items: null }),
    JSON.stringify({ ...answer, rental_from: 'soon' }),
    JSON.stringify({ ...answer, items: [{ ...answer.items[0], free: 'two' }] }),
    JSON.stringify({ ...answer, total_price: '4500' }),
  ])('is null for %j', (text) => {
    expect(readAnswer(text)).toBeNull();
  });
});
