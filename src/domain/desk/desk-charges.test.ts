import { expect, it } from 'vitest';
import { dueCharges, proposedCharges, readAmount, readCharges } from './desk-charges.ts';
import type { DeskLine, PickList } from './pick-list.ts';

const lamp: DeskLine = {
  line: 'L1',
  item: 'lamp',
  type: 'prop',
  name: 'Brass Lamp',
  code: 'PRP-00012',
  image: null,
  place: null,
  quantity: 5,
  out: 5,
  back: 0,
  missing: 0,
  rental_from: '2026-11-14',
  rental_to: '2026-11-16',
  late_days: 2,
  part_of: null,
  price: 99.5,
  pieces: [],
};
const pick: PickList = {
  order: {
    id: 'o',
    order_number: 'ORD-00012',
    status: 'in_progress',
    customer: { id: 'c', number: 'CUS-00001', name: 'Asha Rao', mobile: '+919876543210' },
    rental_from: '2026-11-14',
    rental_to: '2026-11-16',
  },
  lines: [lamp],
  texts: [],
  late: {
    days: 2,
    lines: [
      { line: 'L1', description: 'Brass Lamp', quantity: 5, days: 2, price: 99.5, total: 995 },
    ],
    total: 995,
  },
  charges_due: null,
  movements: [],
};

it('proposes late days for the pieces returned, and for a missing one ten days’ price instead', () => {
  const moved = [
    { line: 'L1', item: 'lamp', quantity: 1, condition: 'missing' },
    { line: 'L1', item: 'lamp', quantity: 2, condition: 'good' },
  ] as const;
  expect(proposedCharges(pick, moved)).toEqual([
    {
      id: 'late:L1:2',
      charge: 'late',
      line: 'L1',
      description: 'Brass Lamp × 2, 2 days late',
      amount: 398,
    },
    {
      id: 'missing:L1:lamp',
      charge: 'missing',
      line: 'L1',
      description: 'Brass Lamp × 1, missing',
      amount: 995,
    },
  ]);
});

it('leaves the amount of a damaged piece to a person; without one there is no charge', () => {
  const moved = [{ line: 'L1', item: 'lamp', quantity: 1, condition: 'damaged' }] as const;
  const proposed = proposedCharges({ ...pick, late: null }, moved);
  expect(proposed).toMatchObject([{ id: 'damage:L1:lamp', amount: null }]);
  expect(readCharges(proposed, {})).toEqual({ charges: [], invalid: [], total: 0 });
  expect(readCharges(proposed, { 'damage:L1:lamp': { amount: '₹1,250.50' } })).toMatchObject({
    charges: [{ price: 1250.5, quantity: 1, charge: 'damage', line: 'L1' }],
    total: 1250.5,
  });
});

it('accepts, changes or drops a proposed charge', () => {
  const moved = [{ line: 'L1', item: 'lamp', quantity: 5, condition: 'good' }] as const;
  const proposed = proposedCharges(pick, moved);
  expect(readCharges(proposed, {}).total).toBe(995);
  expect(readCharges(proposed, { 'late:L1:2': { amount: '500' } }).total).toBe(500);
  expect(readCharges(proposed, { 'late:L1:2': { isDropped: true } }).charges).toEqual([]);
  expect(readCharges(proposed, { 'late:L1:2': { amount: 'a lot' } }).invalid).toEqual([
    'late:L1:2',
  ]);
});

it('reads rupees as people type them', () => {
  expect(['1,250', '99.5', '₹ 10', '', '0', ' '].map(readAmount)).toEqual([
    1250,
    99.5,
    10,
    null,
    null,
    null,
  ]);
  expect(['-1', '1.234', '1e9', '99999999'].map(readAmount)).toEqual(Array(4).fill('invalid'));
});

it('proposes for returns that wait for a decision what would have been proposed with them', () => {
  expect(dueCharges(pick)).toEqual([]);
  const back = { ...lamp, out: 0, back: 4, missing: 1, late_days: 0 };
  const due = {
    late: {
      days: 2,
      lines: [
        { line: 'L1', description: 'Brass Lamp', quantity: 1, days: 1, price: 99.5, total: 99.5 },
        { line: 'L1', description: 'Brass Lamp', quantity: 3, days: 2, price: 99.5, total: 597 },
      ],
      total: 696.5,
    },
    lines: [
      { line: 'L1', item: 'lamp', quantity: 1, condition: 'damaged' },
      { line: 'L1', item: 'lamp', quantity: 3, condition: 'good' },
    ],
  } satisfies PickList['charges_due'];
  const proposed = dueCharges({ ...pick, lines: [back], late: null, charges_due: due });
  expect(proposed.map(({ id, amount }) => [id, amount])).toEqual([
    ['late:L1:1', 99.5],
    ['late:L1:2', 597],
    ['damage:L1:lamp', null],
  ]);
});

it('proposes nothing to a storekeeper, who reads no prices', () => {
  const lines = [{ ...lamp, price: null }];
  const moved = [{ line: 'L1', item: 'lamp', quantity: 1, condition: 'missing' }] as const;
  expect(proposedCharges({ ...pick, lines, late: null }, moved)).toEqual([]);
});
