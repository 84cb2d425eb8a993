import { expect, test } from 'vitest';
import { notHereTexts, ordersWithPieces, type NotHereItem } from './not-here.ts';

const item = (more: Partial<NotHereItem>): NotHereItem => ({
  type: 'prop',
  id: 'chair',
  name: 'Chair',
  wanted: 1,
  here: 0,
  out: [],
  out_of_service: [],
  hired: [],
  ...more,
});
const out = {
  id: 'late',
  order_number: 'ORD-00012',
  customer: 'Asha Rao',
  quantity: 1,
  late_days: 2,
};

test.each<[string, Partial<NotHereItem>]>([
  ['Chair: none here. 1 out with ORD-00012, Asha Rao, late by 2 days.', { out: [out] }],
  [
    'Chair: none here. 1 out with ORD-00012, late by 1 day.',
    { out: [{ ...out, customer: null, late_days: 1 }] },
  ],
  [
    'Chair: 1 of 4 here. 2 out with ORD-00012, Asha Rao; 1 out of service until 3 Dec 2026; 1 hired in from 4 Dec 2026.',
    {
      wanted: 4,
      here: 1,
      out: [
        { ...out, quantity: 2, late_days: 0 },
        { ...out, id: 'own', order_number: 'ORD-00013' },
      ],
      out_of_service: [{ quantity: 1, until: '2026-12-03' }],
      hired: [{ quantity: 1, from: '2026-12-04' }],
    },
  ],
  ['Chair: 1 of 2 here.', { wanted: 2, here: 1 }],
])('%s', (text, more) => {
  expect(notHereTexts([item(more)], 'own')).toEqual([text]);
});

test('each other order is named once', () => {
  const own = { ...out, id: 'own', order_number: 'ORD-00013' };
  const items = [item({ out: [out, own] }), item({ id: 'lamp', out: [out] })];
  expect(ordersWithPieces(items, 'own')).toEqual(['ORD-00012']);
});
