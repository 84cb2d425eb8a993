import { expect, it } from 'vitest';
import { cutText, firstChoices, readWantedList, wantedText } from './wanted-list.ts';

const read = (typed: string) =>
  readWantedList(typed).map(({ text, quantity }) => `${quantity} × ${text}`);

it('a list is read as people write it', () => {
  expect(
    read(`
      Props for Friday's shoot
      - 2 x cane chair
      • velvet sofa
      3. brass lamp
      [ ] 6 wine glasses
      4× Teak stool; rug
      vase x 3
      candle (12)
      Clock - 2 pcs
      5 pcs of cushion
    `),
  ).toEqual([
    "1 × Props for Friday's shoot",
    '2 × cane chair',
    '1 × velvet sofa',
    '1 × brass lamp',
    '6 × wine glasses',
    '4 × Teak stool',
    '1 × rug',
    '3 × vase',
    '12 × candle',
    '2 × Clock',
    '5 × cushion',
  ]);
});

it('a number that measures or names is no quantity', () => {
  expect(
    read(
      '10 ft ladder\n8 x 10 ft backdrop\n35 mm lens\n3 seater sofa\n1950s radio\nPRP-00012\n24–70 mm lens',
    ),
  ).toEqual([
    '1 × 10 ft ladder',
    '1 × 8 x 10 ft backdrop',
    '1 × 35 mm lens',
    '1 × 3 seater sofa',
    '1 × 1950s radio',
    '1 × PRP-00012',
    '1 × 24–70 mm lens',
  ]);
});

it('quantities and lengths stay within what an order takes', () => {
  expect(read('0 x chair')).toEqual(['1 × chair']);
  expect(readWantedList('a'.repeat(500))[0]?.text).toHaveLength(80);
  expect(read(' \n - \n')).toEqual([]);
});

it('digits of Indian scripts count, and words keep them', () => {
  expect(read('२ x chair\nchair ५ x ३')).toEqual(['2 × chair', '3 × chair ५']);
});

it('what is cut is said, and can be written again', () => {
  const things = readWantedList(
    `1,200 x chair; stool x 1000\n${'b'.repeat(81)}\n2 lamps\n1950 radio\n5000 pcs cups`,
  );
  expect(things.map(({ quantity }) => quantity)).toEqual([999, 999, 1, 2, 1, 999]);
  expect(cutText(things)).toBe(
    '999 is the most of one thing: chair. 999 is the most of one thing: stool. 999 is the most of one thing: cups. A line is longer than 80 letters, of which only the first 80 are looked for.',
  );
  expect(things.map(wantedText)).toEqual([
    '1,200 x chair',
    'stool x 1000',
    'b'.repeat(81),
    '2 × lamps',
    '1950 radio',
    '5000 pcs cups',
  ]);
  expect(cutText(readWantedList('999 x chair\nlamp'))).toBe('');
  expect(cutText(readWantedList('lamp\n'.repeat(61)))).toBe(
    'The first 60 of 61 lines are looked for; the others stay.',
  );
});

it('the same words twice are two items, while there are two', () => {
  const [a, b] = [{ id: 'a' }, { id: 'b' }];
  expect(firstChoices([[a, b], [a, b], [a, b], [], [b]])).toEqual(['a', 'b', 'a', null, 'b']);
});
