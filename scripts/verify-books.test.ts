import { expect, it } from 'vitest';
import { repeatedNumbersWarning } from './verify-books.ts';

const AT = '2026-11-23T10:00:00Z';
const invoices = (last: number) => ({ series: 'INV/26-27', last });

it('says which numbers would repeat after a restore', () => {
  expect(
    repeatedNumbersWarning([invoices(45), { series: 'CN/26-27', last: 2 }], [invoices(42)], AT),
  ).toBe(
    'Numbers would repeat: documents up to INV/26-27/0045, CN/26-27/0002 were issued after this backup. Give these series other prefixes in the settings before you issue any.',
  );
});

it('names the last numbers of the backup where nothing tells of later ones', () => {
  expect(repeatedNumbersWarning([], [invoices(42)], AT)).toBe(
    `Documents that were issued after ${AT} are not in this backup, and their numbers would repeat. The last numbers in it: INV/26-27/0042.`,
  );
  expect(repeatedNumbersWarning([], [], AT)).toBeNull();
});
