import { expect, it } from 'vitest';
import { lookupNameProblem, usesText } from './lookup-name.ts';

it('a name of a list is there, short enough and unlike the others in any case', () => {
  expect(lookupNameProblem('Oak', ['Teak'])).toBeNull();
  expect(lookupNameProblem('', [])).toBe('Name is required');
  expect(lookupNameProblem('x'.repeat(81), [])).toBe('Name can have at most 80 characters');
  expect(lookupNameProblem('TEAK', ['Teak'])).toBe('Teak is in the list already');
});

it('says where a value is in use', () => {
  expect(
    usesText([
      { plural: 'Props', count: 1200, names: ['Bench', 'Stool', 'Wing chair'] },
      { plural: 'Clothes', count: 1, names: ['Sari'] },
    ]),
  ).toBe('1,200 Props (Bench, Stool, Wing chair …); 1 Clothes (Sari)');
});
