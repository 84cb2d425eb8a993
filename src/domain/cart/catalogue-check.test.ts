import { describe, expect, it } from 'vitest';
import type { CartLine } from './cart-line.ts';
import { checkCart, mergeNotes, type LineNote } from './catalogue-check.ts';

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

describe('comparing a cart with the catalogue', () => {
  it('says nothing where nothing changed', () => {
    const { lines, notes } = checkCart([line(1)], [fact(1)], { complete: true });
    expect(lines).toEqual([line(1)]);
    expect(notes.size).toBe(0);
  });

  it('takes a changed price into the cart and says old and new', () => {
    const { lines, notes } = checkCart([line(1, 10)], [fact(1, 750.5)], { complete: true });
    expect(lines[0]).toEqual(line(1, 750.5));
    expect(notes.get(key(1))).toEqual({ kind: 'price', from: 10, to: 750.5 });
  });

  it('takes a changed name without a word', () => {
    const { lines, notes } = checkCart([{ ...line(1), name: 'Made up' }], [fact(1)], {
      complete: true,
    });
    expect(lines[0]?.name).toBe('Lamp 1');
    expect(notes.size).toBe(0);
  });

  it('marks what the catalogue does not show any more', () => {
    const { lines, notes } = checkCart([line(1), line(2)], [fact(2)], { complete: true });
    expect([...notes]).toEqual([[key(1), { kind: 'unavailable' }]]);
    expect(lines).toHaveLength(2);
  });

  it('takes the same id of another type for another item', () => {
    const { notes } = checkCart([line(1)], [{ ...fact(1), type: 'cloth' }], { complete: true });
    expect(notes.get(key(1))).toEqual({ kind: 'unavailable' });
  });

  it('concludes nothing from rows that a refusal leaves out', () => {
    const { notes } = checkCart([line(1), line(2)], [fact(2, null, false)], { complete: false });
    expect([...notes]).toEqual([[key(2), { kind: 'unavailable' }]]);
  });
});

describe('notes over several checks', () => {
  const price = (from: number, to: number): LineNote => ({ kind: 'price', from, to });
  const gone: LineNote = { kind: 'unavailable' };

  it('keeps a price note when the next check finds nothing new', () => {
    const before = new Map([[key(1), price(10, 500)]]);
    expect(mergeNotes(before, new Map(), [line(1)])).toEqual(before);
  });

  it('keeps the first price the visitor saw', () => {
    const merged = mergeNotes(
      new Map([[key(1), price(10, 500)]]),
      new Map([[key(1), price(500, 600)]]),
      [line(1, 600)],
    );
    expect(merged.get(key(1))).toEqual(price(10, 600));
  });

  it('forgets the note when the price is back', () => {
    const merged = mergeNotes(
      new Map([[key(1), price(10, 500)]]),
      new Map([[key(1), price(500, 10)]]),
      [line(1, 10)],
    );
    expect(merged.size).toBe(0);
  });

  it('follows the newest check on what is offered', () => {
    const before = new Map([[key(1), gone]]);
    expect(mergeNotes(before, new Map(), [line(1)]).size).toBe(0);
    expect(mergeNotes(new Map(), before, [line(1)])).toEqual(before);
  });

  it('drops notes of lines that are gone', () => {
    expect(mergeNotes(new Map([[key(2), price(1, 2)]]), new Map(), [line(1)]).size).toBe(0);
  });
});
