import { expect, it } from 'vitest';
import {
  hiredText,
  progressText,
  reasonText,
  refusedCountTexts,
  savedText,
  tooManyText,
  waitingText,
} from './desk-text.ts';
import { dayName, readTodaySearch } from './today.ts';

it('says whose pieces were hired in, and for which order', () => {
  const pieces = {
    id: 'a',
    item: { type: 'prop', code: 'PRP-00012', name: 'Lamp' },
    quantity: 2,
  } as const;
  expect(hiredText({ ...pieces, supplier: null, order_number: null })).toBe('PRP-00012');
  expect(hiredText({ ...pieces, supplier: 'Light House', order_number: 'ORD-00007' })).toBe(
    'PRP-00012 · from Light House · for ORD-00007',
  );
});

it('says where the pieces of a line are', () => {
  const texts = [
    { quantity: 5, out: 0, back: 0, missing: 0 },
    { quantity: 1, out: 1, back: 0, missing: 0 },
    { quantity: 5, out: 5, back: 0, missing: 0 },
    { quantity: 5, out: 3, back: 1, missing: 1 },
    { quantity: 5, out: 0, back: 5, missing: 0 },
    { quantity: 5, out: 0, back: 4, missing: 1 },
  ].map(progressText);
  expect(texts).toEqual([
    '5 pieces',
    'Out',
    'All 5 out',
    '3 of 5 out · 1 back · 1 missing',
    'All 5 back',
    '4 back · 1 missing',
  ]);
});

it('measures the age of an enquiry against the promised 24 hours', () => {
  expect([0.2, 5.5, 23.9, 24, 47.9, 50].map((hours) => waitingText(hours, 24))).toEqual([
    '0 h old · 24 h left',
    '5 h old · 19 h left',
    '23 h old · 1 h left',
    '24 h old · late',
    '47 h old · late',
    '2 days old · late',
  ]);
});

it('says what was saved', () => {
  expect(savedText('hand-over', 12, 0)).toBe('12 pieces handed over');
  expect(savedText('return', 12, 1)).toBe('11 pieces taken back, 1 missing');
  expect(savedText('return', 1, 1)).toBe('1 piece missing');
});

it('explains a refusal with the present figures', () => {
  const line = { line: 'L1', item: 'a', name: 'Lamp', quantity: 5, out: 5, back: 0, missing: 0 };
  const rows = [line, { ...line, line: 'L2', name: 'Chair', out: 2 }].map((one) => ({
    ...one,
    type: 'prop' as const,
    code: '',
    image: null,
    place: null,
    rental_from: null,
    rental_to: null,
    late_days: 0,
    part_of: null,
    price: 0,
    pieces: [],
  }));
  const refused = ['L1', 'L2', 'L3'].map((id) => ({ line: id, item: 'a', quantity: 4, out: 0 }));
  expect(refusedCountTexts(rows, refused, ({ quantity, out }) => quantity - out)).toEqual([
    'Lamp: none left, all 5 out.',
    'Chair: 3 pieces left, not 4.',
    'A line was removed from the order.',
  ]);
});

it('says why a movement needed a reason', () => {
  const movement = {
    id: 'M1',
    kind: 'hand_over' as const,
    day: '2026-11-27',
    created_at: '2026-11-27T06:00:00Z',
    by: null,
    reason: 'Found in the book',
    not_here: false,
    undone_at: null,
    undo_reason: null,
    lines: [],
  };
  expect(
    [
      movement,
      { ...movement, not_here: true },
      { ...movement, day: '2026-11-23' },
      { ...movement, day: '2026-11-23', not_here: true },
    ].map(reasonText),
  ).toEqual([
    '',
    'not here by the records: Found in the book',
    'for 23 Nov: Found in the book',
    'for 23 Nov, not here by the records: Found in the book',
  ]);
});

it('reads the address of Today and drops what is invalid', () => {
  const search = { day: '2026-11-14', owner: 'me', order: 'ORD-00012', desk: 'return' };
  expect(readTodaySearch(search)).toEqual(search);
  expect(readTodaySearch({ day: '2026-02-30', owner: 'x', desk: 'return', order: ['a'] })).toEqual(
    {},
  );
  expect(readTodaySearch({ order: 'ORD-00012', desk: 'lunch' })).toEqual({ order: 'ORD-00012' });
});

it('names the days beside today', () => {
  const names = ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03'].map((day) =>
    dayName(day, '2026-12-01'),
  );
  expect(names).toEqual(['Yesterday', 'Today', 'Tomorrow', null]);
});

it('says how many pieces are left where more were typed', () => {
  expect([tooManyText('return', 3), tooManyText('return', 0), tooManyText('hand-over', 1)]).toEqual(
    ['Only 3 left to take back.', 'None left to take back.', 'Only 1 left to hand over.'],
  );
});
