import { expect, it } from 'vitest';
import { changedLines } from './type-changes.ts';

it('names the lines that went and came, and nothing when none did', () => {
  const before = 'props: {\n  name: string;\n  price: number;\n}\n';
  const after = 'props: {\n  name: string;\n  price: string;\n  weight_kg: number;\n}\n';
  expect(changedLines(before, after)).toEqual([
    '- price: number;',
    '+ price: string;',
    '+ weight_kg: number;',
  ]);
  expect(changedLines(before, before)).toEqual([]);
});
