import { expect, it } from 'vitest';
import { createDice, type Dice } from '#tests/support/dice.ts';
import { MAX_LINES } from './cart-line.ts';
import { holdsList, listHash, readList } from './list-hash.ts';

const NAMES = [
  'Lamp',
  'Chandigarh Cane-Back Chair, Ebonised Teak',
  'Chef’s Coat',
  'गुलाबी साड़ी',
  '',
];

function randomLines(dice: Dice, count: number) {
  const hex = (length: number) =>
    Array.from({ length }, () => dice.below(16).toString(16)).join('');
  return Array.from({ length: count }, (_, at) => ({
    id: `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`,
    name: NAMES[at % NAMES.length] ?? '',
    quantity: 1 + dice.below(999),
  }));
}

it('comes back as it was shared, for lists of any length', () => {
  const dice = createDice(3, 0);
  for (let round = 0; round < 40; round += 1) {
    const lines = randomLines(dice, 1 + dice.below(MAX_LINES));
    const hash = listHash(lines);
    expect(hash).toMatch(/^#list=[\w-]+$/);
    const read = readList(hash) ?? [];
    expect(read.map(({ id, quantity }) => ({ id, quantity }))).toEqual(
      lines.map(({ id, quantity }) => ({ id, quantity })),
    );
    for (const [at, { name }] of read.entries()) {
      expect((lines[at]?.name || 'Unnamed item').startsWith(name)).toBe(true);
    }
  }
});

it('fits in an address: 50 lines in 4,100 characters', () => {
  const lines = randomLines(createDice(5, 0), 50).map((line) => ({
    ...line,
    name: 'n'.repeat(200),
  }));
  expect(listHash(lines).length).toBeLessThan(4100);
  expect(readList(listHash(lines))?.[0]?.name).toBe('n'.repeat(40));
  const few = lines.slice(0, 25).map((line) => ({ ...line, name: 'Oval Coffee Table, White' }));
  expect(listHash(few).length).toBeLessThan(1500);
});

it('is nothing where it is cut off, changed or something else', () => {
  const dice = createDice(11, 0);
  const hash = listHash(randomLines(dice, 12));
  for (let length = 0; length < hash.length; length += 7) {
    expect(readList(hash.slice(0, length)), `cut to ${length}`).toBeNull();
  }
  for (const bad of [
    '',
    '#',
    '#list=',
    '#list=%%%',
    '#list=AA',
    '#list=AQE',
    `${hash}A`,
    '#other',
    `${hash}AAAA`,
  ]) {
    expect(readList(bad)).toBeNull();
  }
  for (let round = 0; round < 300; round += 1) {
    const at = '#list='.length + dice.below(hash.length - 6);
    const changed = hash.slice(0, at) + 'AZaz09-_'.charAt(dice.below(8)) + hash.slice(at + 1);
    for (const { id, quantity, name } of readList(changed) ?? []) {
      expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      expect(quantity).toBeGreaterThanOrEqual(1);
      expect(quantity).toBeLessThanOrEqual(999);
      expect(name).not.toMatch(/[<>]/);
    }
  }
});

it('shows no name that could be markup, a link or invisible', () => {
  const [line] = randomLines(createDice(1, 0), 1);
  for (const name of ['<b>free</b>', 'see http://evil.example', 'a\u202Eb', 'a\u0000b']) {
    expect(readList(listHash([{ ...line!, name }]))?.[0]?.name).toBe('Unnamed item');
  }
});

it('joins an item that is listed twice', () => {
  const [line] = randomLines(createDice(2, 0), 1);
  const twice = [
    { ...line!, quantity: 600 },
    { ...line!, quantity: 600 },
  ];
  expect(readList(listHash(twice))).toEqual([{ ...line, name: 'Lamp', quantity: 999 }]);
  expect([holdsList('#list=x'), holdsList('list=x'), holdsList('#lists')]).toEqual([
    true,
    true,
    false,
  ]);
});
