import { expect, it } from 'vitest';
import { documentSums, type SumLine } from './sums.ts';

const line = (unit_price: number, quantity = 1, rest: Partial<SumLine> = {}): SumLine => ({
  kind: 'item',
  rate: 18,
  place: 'recipient',
  quantity,
  days: 1,
  unit_price,
  discount_percent: null,
  discount_amount: null,
  ...rest,
});
const TABLE = [
  line(1250, 2, { days: 3, discount_percent: 10 }),
  line(899.5, 3, { discount_percent: 10 }),
  line(333.33, 1, { rate: 5 }),
  line(1200, 1, { kind: 'text' }),
];
const options = {
  discount_percent: null,
  discount_amount: null,
  studioState: '29',
  placeOfSupply: '29',
  roundOff: false,
};

it('the worked table of decision 0076, inside the state', () => {
  const { lines, sums } = documentSums(TABLE, options);
  expect(
    lines.map(({ gross, discount, taxable, cgst, sgst, igst }) => [
      gross,
      discount,
      taxable,
      cgst,
      sgst,
      igst,
    ]),
  ).toEqual([
    [7500, 750, 6750, 607.5, 607.5, 0],
    [2698.5, 269.85, 2428.65, 218.58, 218.58, 0],
    [333.33, 0, 333.33, 8.33, 8.33, 0],
    [1200, 0, 1200, 108, 108, 0],
  ]);
  expect(sums).toEqual({
    gross: 11_731.83,
    discount: 1019.85,
    taxable: 10_711.98,
    cgst: 942.41,
    sgst: 942.41,
    igst: 0,
    round_off: 0,
    total: 12_596.8,
  });
});

it('the worked table, outside the state', () => {
  const { lines, sums } = documentSums(TABLE, { ...options, placeOfSupply: '27' });
  expect(lines.map(({ igst }) => igst)).toEqual([1215, 437.16, 16.67, 216]);
  expect([sums.cgst, sums.sgst, sums.igst, sums.total]).toEqual([0, 0, 1884.83, 12_596.81]);
});

it('a shared discount is split by largest remainder', () => {
  const { lines, sums } = documentSums(TABLE, { ...options, discount_amount: 500 });
  expect(lines.map((one) => one.shared_discount)).toEqual([315.07, 113.36, 15.56, 56.01]);
  expect(sums.taxable).toBe(10_211.98);
});

it('rounds the total to whole rupees where the studio wants it', () => {
  const { sums } = documentSums(TABLE, { ...options, roundOff: true });
  expect([sums.round_off, sums.total]).toEqual([0.2, 12_597]);
});

it('what is used on the premises is taxed in the studio’s state; a heading has no amounts', () => {
  const { lines } = documentSums(
    [line(100, 1, { place: 'premises' }), line(100), line(5, 1, { kind: 'heading' })],
    { ...options, placeOfSupply: '27' },
  );
  expect(lines.map(({ gross, cgst, igst }) => [gross, cgst, igst])).toEqual([
    [100, 9, 0],
    [100, 0, 18],
    [0, 0, 0],
  ]);
});

it('is exact where a double is not', () => {
  const { lines } = documentSums([line(9_999_999.99, 999)], options);
  expect(lines[0]).toMatchObject({ gross: 9_989_999_990.01, cgst: 899_099_999.1 });
});
