import { expect, test } from 'vitest';
import { promisedBy } from './promise.ts';

test('an answer is promised some hours after sending', () => {
  expect(promisedBy('2026-11-26T05:40:00.000Z', 24)).toBe('2026-11-27T05:40:00.000Z');
});
