import { expect, it } from 'vitest';
import { waitText } from './wait-text.ts';

it.each([
  [1, '1 second'],
  [40, '40 seconds'],
  [60, '60 seconds'],
  [61, '2 minutes'],
  [900, '15 minutes'],
])('formats %i seconds as %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});
