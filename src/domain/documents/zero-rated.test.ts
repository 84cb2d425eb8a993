import { expect, it } from 'vitest';
import { documentSums, type SumLine } from './sums.ts';
import { zeroRatedSupply } from './zero-rated.ts';

const SEZ = { state_code: '29', zero_rated: 'with_payment' } as const;
const LINE: SumLine = {
  kind: 'item',
  rate: 18,
  place: 'premises',
  quantity: 1,
  days: 1,
  unit_price: 1000,
  discount_percent: null,
  discount_amount: null,
};

it('is all that goes to an SEZ, and what has its place abroad', () => {
  expect(zeroRatedSupply('29', SEZ)).toBe('SEZWP');
  expect(zeroRatedSupply('27', { ...SEZ, zero_rated: 'without_payment' })).toBe('SEZWOP');
  const abroad = { state_code: '96', zero_rated: 'without_payment' } as const;
  expect(zeroRatedSupply('96', abroad)).toBe('EXPWOP');
  // Used on the studio's premises.
  expect(zeroRatedSupply('29', abroad)).toBeNull();
  expect(zeroRatedSupply('96', null)).toBe('EXPWP');
  expect(zeroRatedSupply('29', { state_code: '29', zero_rated: null })).toBeNull();
});

it.each([
  ['SEZWP', 180],
  ['SEZWOP', 0],
] as const)('%s: IGST of ₹%d inside the state, on the premises too', (zeroRated, igst) => {
  const { sums } = documentSums([LINE], {
    discount_percent: null,
    discount_amount: null,
    studioState: '29',
    placeOfSupply: '29',
    zeroRated,
    roundOff: false,
  });
  expect(sums).toMatchObject({ cgst: 0, sgst: 0, igst, total: 1000 + igst });
});
