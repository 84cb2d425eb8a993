import { expect, it } from 'vitest';
import { shortTexts, validityText } from './quote-warnings.ts';

const SHORT = {
  position: 2,
  wanted: 9,
  free: 7,
  of: 7,
  short_days: ['2026-11-15', '2026-11-16'],
  rental_from: '2026-11-14',
  rental_to: '2026-11-16',
  next_free: null,
  holds: 0,
};
const LINES = [
  { position: 1, text: 'Sofa' },
  { position: 2, text: 'Lamp' },
];

it('says of each short line what is wanted, free and held, and when it fits', () => {
  const texts = [
    SHORT,
    { ...SHORT, position: 1, free: 0, holds: 1, next_free: '2026-11-18' },
    { ...SHORT, position: 9, holds: 2 },
  ];
  expect(shortTexts(texts, LINES).map(({ text }) => text)).toEqual([
    'Lamp: 9 wanted, 7 free on 15–16 Nov.',
    'Sofa: 9 wanted, 0 free on 15–16 Nov, held for another enquiry. Free from 18 Nov.',
    'Line 9: 9 wanted, 7 free on 15–16 Nov, held for 2 other enquiries.',
  ]);
});

it.each([
  ['2026-11-13', '2026-11-14', null],
  ['2026-11-14', '2026-11-14', 'The rental begins on 14 Nov, before this quote ends.'],
  ['2026-11-20', null, null],
  [null, '2026-11-14', null],
])('a quote until %s for a rental from %s: %s', (until, first, text) => {
  expect(validityText(until, first)).toBe(text);
});
