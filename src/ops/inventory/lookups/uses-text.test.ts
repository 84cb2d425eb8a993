import { expect, it } from 'vitest';
import { usesText } from './uses-text.ts';

it('says where a value is in use', () => {
  expect(
    usesText([
      { plural: 'Props', count: 1200, names: ['Bench', 'Stool', 'Wing chair'] },
      { plural: 'Clothes', count: 1, names: ['Sari'] },
    ]),
  ).toBe('1,200 Props (Bench, Stool, Wing chair …); 1 Clothes (Sari)');
});
