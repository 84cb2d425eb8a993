import { expect, it } from 'vitest';
import { lookupNameProblem } from './lookup-name.ts';

it('a lookup name is required, limited in length and unique ignoring case', () => {
  expect(lookupNameProblem('Oak', ['Teak'])).toBeNull();
  expect(lookupNameProblem('', [])).toBe('Name is required');
  expect(lookupNameProblem('x'.repeat(81), [])).toBe('Name can have at most 80 characters');
  expect(lookupNameProblem('TEAK', ['Teak'])).toBe('Teak is in the list already');
});
