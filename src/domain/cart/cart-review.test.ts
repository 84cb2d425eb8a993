import { describe, expect, it } from 'vitest';
import type { CartLine } from './cart-line.ts';
import { readPriceNotes, reviewCart, writePriceNotes, type LineNote } from './cart-review.ts';

const line = (n: number, price = 500): CartLine => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  name: `Lamp ${n}`,
  price,
  type: 'prop',
  quantity: 2,
  addedAt: '',
});

const fact = (n: number, price: number | null = 500, active = true) => ({
  type: 'prop' as const,
  id: line(n).id,
  name: `Lamp ${n}`,
  price,
  active,
});

const key = (n: number) => `prop:${line(n).id}`;
const ids = (...numbers: number[]) => numbers.map((n) => line(n).id);
const priced = (from: number, to: number): LineNote => ({ kind: 'price', from, to });
const gone: LineNote = { kind: 'unavailable' };
const cart = (lines: CartLine[], ...notes: [string, LineNote][]) => ({
  lines,
  notes: new Map(notes),
});

describe('comparing a cart with the catalogue', () => {
  it('adds no notes without changes', () => {
    expect(reviewCart(cart([line(1)]), [fact(1)], ids(1))).toEqual(cart([line(1)]));
  });

  it('updates a changed price and notes the old and the new one', () => {
    expect(reviewCart(cart([line(1, 10)]), [fact(1, 750.5)], ids(1))).toEqual(
      cart([line(1, 750.5)], [key(1), priced(10, 750.5)]),
    );
  });

  it('updates a changed name without a note, and keeps the name if none is returned', () => {
    const made = { ...line(1), name: 'Made up' };
    expect(reviewCart(cart([made]), [fact(1)], ids(1))).toEqual(cart([line(1)]));
    expect(reviewCart(cart([made]), [{ ...fact(1), name: '' }], []).lines[0]?.name).toBe('Made up');
  });

  it('marks requested items that are missing as unavailable', () => {
    expect(reviewCart(cart([line(1), line(2)]), [fact(2)], ids(1, 2))).toEqual(
      cart([line(1), line(2)], [key(1), gone]),
    );
  });

  it('leaves lines that were not requested unchanged', () => {
    expect(reviewCart(cart([line(1), line(2)]), [fact(2)], ids(2)).notes.size).toBe(0);
  });

  it('distinguishes items with the same id and different types', () => {
    const { notes } = reviewCart(cart([line(1)]), [{ ...fact(1), type: 'cloth' }], ids(1));
    expect(notes.get(key(1))).toEqual(gone);
  });

  it('marks an inactive item as unavailable, with or without a price', () => {
    const { lines, notes } = reviewCart(cart([line(1), line(2)]), [fact(2, null, false)], []);
    expect([...notes]).toEqual([[key(2), gone]]);
    expect(lines[1]?.price).toBe(500);
  });
});

describe('repeated checks', () => {
  it('keep a price note while the price differs', () => {
    const before = cart([line(1)], [key(1), priced(10, 500)]);
    expect(reviewCart(before, [fact(1)], ids(1))).toEqual(before);
  });

  it('keep the first price the visitor saw', () => {
    const before = cart([line(1)], [key(1), priced(10, 500)]);
    expect(reviewCart(before, [fact(1, 600)], ids(1)).notes.get(key(1))).toEqual(priced(10, 600));
  });

  it('remove the note once the price is back', () => {
    const before = cart([line(1)], [key(1), priced(10, 500)]);
    expect(reviewCart(before, [fact(1, 10)], ids(1))).toEqual(cart([line(1, 10)]));
  });

  it('remove "unavailable" once the item is back', () => {
    expect(reviewCart(cart([line(1)], [key(1), gone]), [fact(1)], ids(1)).notes.size).toBe(0);
  });

  it('keep the notes of lines that were not checked', () => {
    const before = cart([line(1), line(2), line(3)], [key(1), gone], [key(2), priced(1, 500)]);
    expect(reviewCart(before, [fact(3)], ids(3))).toEqual(before);
  });

  it('drop the notes of removed lines', () => {
    expect(reviewCart(cart([line(1)], [key(2), gone]), [fact(1)], ids(1)).notes.size).toBe(0);
  });
});

describe('stored price notes', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const lines = [{ ...line(1, 280), addedAt: at }, line(2)];
  const notes = new Map([[key(1), priced(1, 280)]]);
  const kept = writePriceNotes(cart(lines, [key(1), priced(1, 280)], [key(2), gone]));

  it('survive a round trip, without "unavailable" notes', () => {
    expect(readPriceNotes(kept, lines)).toEqual(notes);
    expect(writePriceNotes(cart(lines, [key(2), gone]))).toBeNull();
  });

  it('use the price on the line, and disappear once it is back', () => {
    const now = (price: number) => readPriceNotes(kept, [{ ...line(1, price), addedAt: at }]);
    expect(now(300)).toEqual(new Map([[key(1), priced(1, 300)]]));
    expect(now(1).size).toBe(0);
  });

  it('do not apply to an item that was removed and added again', () => {
    expect(
      readPriceNotes(kept, [{ ...line(1, 280), addedAt: '2026-11-21T10:00:00.000Z' }]).size,
    ).toBe(0);
    expect(readPriceNotes(kept, [line(2)]).size).toBe(0);
  });

  it.each([
    null,
    '',
    '{',
    '7',
    'null',
    '[]',
    `{"${key(1)}":null}`,
    `{"${key(1)}":{"addedAt":"${at}"}}`,
  ])('are empty for the stored text %s', (text) =>
    expect(readPriceNotes(text, lines).size).toBe(0),
  );
});
