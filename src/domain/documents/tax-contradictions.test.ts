import { expect, it } from 'vitest';
import { billingContradictions, panContradiction } from './tax-contradictions.ts';

const OWN = '29AAGCB7383J1Z4';
const KARNATAKA = { gstin: '29ABCPE1234F1Z1', state_code: '29' };

it.each([
  [
    '12 Hill Road\nMumbai, Maharashtra',
    ['The GSTIN is of Karnataka, the address names Maharashtra.'],
  ],
  ['12 MG Road\nBengaluru, KARNATAKA', []],
  ['Near Kerala Bhavan, Bengaluru, Karnataka', []],
  ['12 Hill Road, Pune', []],
  ['Goalpara', []],
])('an address that names another state than the GSTIN: %s', (address, found) => {
  expect(billingContradictions({ ...KARNATAKA, address }, OWN)).toEqual(found);
});

it('the state of a customer without a GSTIN, and the studio’s own GSTIN', () => {
  const address = 'Srinagar, Jammu & Kashmir';
  expect(billingContradictions({ gstin: '', state_code: '27', address }, OWN)).toEqual([
    'The state is Maharashtra, the address names Jammu and Kashmir.',
  ]);
  expect(billingContradictions({ gstin: OWN, state_code: '29', address: '' }, OWN)).toEqual([
    'This is the studio’s own GSTIN.',
  ]);
  expect(billingContradictions({ gstin: '', state_code: '', address }, '')).toEqual([]);
});

it('a PAN that is not the one in the GSTIN', () => {
  expect(panContradiction('AAPFU0939F', OWN)).toBe('The GSTIN has another PAN: AAGCB7383J.');
  expect(panContradiction('AAGCB7383J', OWN)).toBeNull();
  expect(panContradiction('AAGCB', OWN)).toBeNull();
  expect(panContradiction('AAPFU0939F', '')).toBeNull();
});
