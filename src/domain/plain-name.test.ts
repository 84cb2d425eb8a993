import { expect, it } from 'vitest';
import { nameProblem } from './plain-name.ts';
import { NAME_CASES } from './plain-name-cases.ts';

it.each(NAME_CASES)('$text: $problem', ({ text, isMultiline, problem }) => {
  expect(nameProblem(text, isMultiline)).toBe(problem);
});

it('refuses half of a character, which the database cannot store', () => {
  expect(nameProblem('Asha\ud83c')).not.toBe('');
});
