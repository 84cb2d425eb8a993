import { expect, it } from 'vitest';
import { randomUuid } from './uuid.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('generates random version 4 UUIDs', () => {
  const some = Array.from({ length: 50 }, randomUuid);
  expect(some.every((one) => UUID.test(one))).toBe(true);
  expect(new Set(some).size).toBe(50);
});
