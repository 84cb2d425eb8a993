import { describe, expect, it } from 'vitest';
import { editSolutions } from './edit-solutions.ts';
import type { RecordChange } from './record-change.ts';
import type { OrderLine } from './rental-line.ts';
import type { ShortItem } from './short-lines.ts';

const now = new Date('2026-12-10T06:00:00Z');
const LAMP = 'lamp';

const line: OrderLine = {
  id: 'line',
  item_type: 'prop',
  item_id: LAMP,
  description: null,
  quantity: 2,
  price: 100,
  rental_days: 1,
  name: 'Lamp',
  code: 'PRP-00001',
  rental_from: '2026-12-14',
  rental_to: '2026-12-14',
  availability: {
    free: 3,
    of: 3,
    short_days: [],
    next_free: null,
    others: [],
    others_total: 0,
    holds: [
      {
        enquiry_id: 'enquiry',
        number: 'ENQ-00012',
        customer: 'Asha Rao',
        quantity: 1,
        expires_at: '2026-12-10T12:30:00Z',
      },
    ],
  },
  slug: null,
  image: null,
  active: true,
  stock: 3,
  per_day: true,
  list_price: 100,
  price_reason: null,
  charge: null,
  charge_for: null,
  out: 0,
  back: 0,
  missing: 0,
};
const order = { noun: 'order', items: [line] } as const;
const short = (facts: Partial<ShortItem> = {}): ShortItem => ({
  type: 'prop',
  id: LAMP,
  wanted: 5,
  free: 3,
  days: ['2026-12-14'],
  ...facts,
});
const change: RecordChange = { action: 'quantity', line: 'line', quantity: 5, expected: 2 };

describe('the ways out of a refused edit', () => {
  it('fewer pieces, a hold taken over, pieces hired in', () => {
    const found = editSolutions([change], [short()], order, now);
    expect(found.map(({ label }) => label.replaceAll('\u202f', ' '))).toEqual([
      'Save 3',
      'Take over from ENQ-00012, Asha Rao: 1 until today 6\u00A0pm, 6 h left',
      'Hire in 2',
    ]);
    expect(found.map(({ changes }) => changes)).toEqual([
      [{ ...change, quantity: 3 }],
      [{ action: 'take_over', line: 'line', enquiry: 'enquiry' }, change],
      [change, { action: 'sub_rental', line: 'line', quantity: 2 }],
    ]);
  });

  it('no fewer pieces than the line has', () => {
    const labels = editSolutions([change], [short({ free: 2 })], order, now);
    expect(labels.map(({ label }) => label)).not.toContain('Save 2');
  });

  it('parts of a kit are hired in by their own names', () => {
    const kit: RecordChange = { action: 'add', line: 'new', type: 'set', item: 'kit', quantity: 1 };
    const parts = [short({ id: 'part', wanted: 4, free: 1 })];
    expect(editSolutions([kit], parts, order, now)).toEqual([
      {
        label: 'Hire in 3',
        changes: [kit, { action: 'sub_rental', line: 'new', quantity: 3, item: 'part' }],
      },
    ]);
  });

  it('only fewer pieces in an enquiry, which cannot have the others', () => {
    const enquiry = { noun: 'enquiry', items: [line] } as const;
    const found = editSolutions([change], [short()], enquiry, now);
    expect(found).toEqual([
      { label: 'Save 3', changes: [{ ...change, quantity: 3 }], done: 'Lamp: 3 pieces' },
    ]);
  });

  it('none for dates of the whole order', () => {
    const dates = { rental_from: '2026-12-20', rental_to: '2026-12-21' };
    expect(editSolutions([{ action: 'dates', ...dates }], [short()], order, now)).toEqual([]);
  });
});
