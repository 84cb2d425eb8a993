import { describe, expect, it } from 'vitest';
import { testBar, testRow } from './test-bar.ts';
import { barLabel, barLook, barName, movedText, rowDetail, shortLineText } from './bar-text.ts';

const now = new Date('2026-11-16T06:00:00Z');
const hold = testBar({
  kind: 'hold',
  status: 'held',
  order: null,
  enquiry: { id: 'e', number: 'ENQ-00009', customer: null, customer_id: 'c' },
  expires_at: '2026-11-19T12:30:00Z',
  lines: [],
});
const broken = testBar({ kind: 'out_of_service', order: null, lines: [], reason: 'Broken leg' });

describe('a bar', () => {
  it('has one look for each state', () => {
    expect(barLook(testBar({ status: 'out' }))).toBe('out');
    expect(barLook(testBar({ status: 'out', overdue: true }))).toBe('overdue');
    expect(barLook(hold)).toBe('held');
    expect(barLook(broken)).toBe('out-of-service');
    expect(barLook(testBar({ kind: 'sub_rental' }))).toBe('hired-in');
  });

  it('is named in one sentence', () => {
    const out = testBar({ status: 'out', quantity: 2, from: '2026-11-14' });
    expect(barName(out, testRow(), now)).toBe(
      'ORD-00012 Asha Rao, 2 of Club chair, 14–16 Nov, out',
    );
    expect(barName(hold, testRow(), now).replaceAll(/\s/g, ' ')).toBe(
      'ENQ-00009, 1 of Club chair, 16 Nov, held until Thu 6 pm',
    );
    expect(barName(broken, testRow(), now)).toBe(
      'Out of service, Broken leg, 1 of Club chair, 16 Nov',
    );
    const row = testRow({ type: 'order', code: 'ORD-00012', name: 'Asha Rao' });
    expect(barName(testBar({ quantity: 5 }), row, now)).toBe(
      'ORD-00012 Asha Rao, 5 pieces, 16 Nov, booked',
    );
    expect(barName(testBar({ order: null }), testRow(), now)).toBe(
      'Rental, 1 of Club chair, 16 Nov, booked',
    );
  });

  it('is labelled by who has it and how many', () => {
    expect(barLabel(testBar({ quantity: 2 }), testRow())).toBe('Asha Rao · 2');
    expect(barLabel(hold, testRow())).toBe('ENQ-00009');
    expect(barLabel(broken, testRow())).toBe('Broken leg');
    expect(barLabel(testBar({ quantity: 2 }), testRow({ type: 'order' }))).toBe('2 pieces');
  });
});

it('a row tells its code and pieces', () => {
  expect(rowDetail(testRow())).toBe('PRP-00007 · 3 pieces');
  expect(rowDetail(testRow({ of: null }))).toBe('PRP-00007 · not counted');
  expect(rowDetail(testRow({ code: 'ORD-00012', of: null, pieces: 1 }))).toBe(
    'ORD-00012 · 1 piece',
  );
});

it('a move and what is short are told in words', () => {
  expect(movedText(testBar(), { from: '2026-11-15', to: '2026-11-17' })).toBe(
    'ORD-00012: 15–17 Nov · 3 days',
  );
  const line = { line: 'l', type: 'prop', id: 'i', name: 'Club chair', quantity: 2 } as const;
  expect(shortLineText({ ...line, free: 1, days: ['2026-11-15'] })).toBe(
    'Club chair: 2 wanted, 1 free on 15 Nov',
  );
  expect(shortLineText({ ...line, free: null, days: ['2026-11-15'] })).toBe(
    'Club chair: 2 wanted on 15 Nov',
  );
});
