import { expect, test } from 'vitest';
import { parseViewed } from './recently-viewed.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

test('reads the newest eight ids, without duplicates', () => {
  const ids = Array.from({ length: 10 }, (_, number) => id(number));
  expect(parseViewed(JSON.stringify([id(0), ...ids]))).toEqual(ids.slice(0, 8));
});

test.each([null, '', '[', '{}', '7', '"text"', 'null', '[null, 7, {}, "no id", ["x"]]'])(
  'reads no ids from %j',
  (text) => expect(parseViewed(text)).toEqual([]),
);

test('skips invalid ids', () => {
  expect(parseViewed(JSON.stringify([id(1), 'x', null, id(2)]))).toEqual([id(1), id(2)]);
});
