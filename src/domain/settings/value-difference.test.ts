import { expect, it } from 'vitest';
import type { Rule } from './rules/rule.ts';
import { rowTitle, valueDifferences, settingValueText } from './value-difference.ts';

const TEXT: Rule = { type: 'text', max: 2000 };
const PRICES = {
  rule: {
    type: 'list',
    min: 0,
    max: 9,
    of: {
      picture: { type: 'picture' },
      title: TEXT,
      price: { type: 'number', min: 0, max: 999, step: 1 },
    },
  },
  row: { name: 'price row', fields: { title: 'Name', price: 'Price' } },
} as const;
const row = (title: string, price: number) => ({ picture: { url: null, alt: '' }, title, price });
const ROWS = [row('Floor', 500), row('Set', 700), row('Light', 100)];
const found = (became: unknown) =>
  valueDifferences(PRICES, ROWS, became).map(({ place, was, became }) => [place, was, became]);

it('of a list names the rows that were changed, added and removed', () => {
  expect(found(ROWS)).toEqual([]);
  expect(found([ROWS[0], row('Set', 750), ROWS[2]])).toEqual([
    ['price row 2, Price', '700', '750'],
  ]);
  expect(found([...ROWS, row('Van', 50)])).toEqual([['price row 4', null, 'none · Van · 50']]);
  expect(found([ROWS[1], ROWS[2]])).toEqual([['price row 1', 'none · Floor · 500', null]]);
  expect(found([ROWS[0], row('Stage', 700)])).toEqual([
    ['price row 2, Name', 'Set', 'Stage'],
    ['price row 3', 'none · Light · 100', null],
  ]);
});

it('of a list in another order shows both orders', () => {
  const [[place, was, became] = []] = found([ROWS[2], ROWS[0], ROWS[1]]);
  expect(place).toBe('order');
  expect(was).toMatch(/^1\. .*Floor.*\n2\. .*Set/);
  expect(became).toMatch(/^1\. .*Light.*\n2\. .*Floor/);
});

it('cuts long texts to the part that differs', () => {
  const story = (word: string) =>
    `${'Once there was a chair. '.repeat(20)}${word} ${'It stood there. '.repeat(20)}`;
  const [difference] = valueDifferences({ rule: TEXT }, story('teal'), story('red'));
  expect(difference?.was).toMatch(/^… .{20,60}teal .{20,60} …$/);
  expect(difference?.became).toMatch(/^… .{20,60}red .{20,60} …$/);
  expect(valueDifferences({ rule: TEXT }, 'teal', 'red')).toEqual([
    { place: null, was: 'teal', became: 'red' },
  ]);
});

it('says a value and a row in words', () => {
  expect(settingValueText(PRICES.rule, [])).toBe('empty');
  expect(settingValueText({ type: 'picture' }, { url: '/a/b.webp', alt: 'A chair' })).toBe(
    'picture “A chair”',
  );
  const of = { picture: { type: 'picture' }, text: TEXT } as const;
  const rule = { type: 'list', min: 0, max: 9, of } as const;
  const picture = { url: '/a/b.webp', alt: 'A chair' };
  expect(rowTitle(rule, { id: '0', fields: { picture, text: 'Chairs' } })).toBe('Chairs');
  expect(rowTitle(rule, { id: '0', fields: { picture, text: ' ' } })).toBe('A chair');
});
