import { describe, expect, it } from 'vitest';
import type { SwapItem } from './conversion-choices.ts';
import type { FoundCustomer } from './found-customer.ts';
import {
  emptyRental,
  isTouched,
  newRental,
  rentalProblems,
  withMore,
  withPiecesOf,
  withSwap,
  type DraftLine,
  type RentalDraft,
} from './new-rental.ts';

const TODAY = '2026-12-10';
const lamp: DraftLine = {
  type: 'prop',
  id: 'lamp',
  code: 'PRP-00001',
  name: 'Lamp',
  quantity: 2,
  price: 100,
  active: true,
};
const asha: FoundCustomer = {
  id: 'asha',
  customer_number: 'CUS-00012',
  first_name: 'Asha',
  last_name: 'Rao',
  mobile: '+919876543210',
  email: null,
  company: null,
  mobiles: [],
  orders: 0,
  open_enquiries: 0,
  last_from: null,
};
const draft = (facts: Partial<RentalDraft> = {}): RentalDraft => ({
  ...emptyRental('key'),
  isNew: true,
  mobile: '+919876543210',
  first_name: ' Asha ',
  last_name: 'Rao',
  from: '2026-12-14',
  to: '2026-12-16',
  lines: [lamp],
  ...facts,
});

const emptyCustomer = { isNew: false, mobile: '+91', first_name: '', last_name: '' };

describe('the form of a new enquiry or order', () => {
  it('is touched once something is typed', () => {
    expect(isTouched(emptyRental('a'))).toBe(false);
    expect(isTouched({ ...emptyRental('a'), message: 'x' })).toBe(true);
  });

  it.each<[string, Partial<RentalDraft>, object]>([
    ['nothing wrong', {}, {}],
    ['a found customer needs no details', { ...emptyCustomer, customer: asha }, {}],
    ['nobody', { ...emptyCustomer, said: 'asha' }, { said: expect.any(String) }],
    ['no e-mail address', { email: '' }, {}],
    ['a short number', { mobile: '+91987' }, { mobile: expect.any(String) }],
    [
      'no name',
      { first_name: ' ', last_name: '' },
      { first_name: expect.any(String), last_name: expect.any(String) },
    ],
    ['a wrong e-mail address', { email: 'asha@' }, { email: expect.any(String) }],
    ['no dates', { from: '', to: '' }, { from: 'Enter both dates.' }],
    ['one date', { to: '' }, { to: 'Enter both dates.' }],
    ['reversed dates', { to: '2026-12-13' }, { to: 'The last day is before the first.' }],
    ['a past day', { from: '2026-12-09' }, { from: 'The first day is past.' }],
    ['no items', { lines: [] }, { lines: 'Add at least one item.' }],
    [
      'a pasted line without an item',
      { left: [{ text: 'a unicorn', quantity: 1 }] },
      { lines: 'Search or remove the lines that were not found.' },
    ],
  ])('%s', (_, facts, problems) => {
    expect(rentalProblems(draft(facts), TODAY)).toEqual(problems);
  });

  it('is sent with a new customer, or with the id of a known one', () => {
    expect(newRental('order', draft({ message: ' At 9 ' }))).toEqual({
      make: 'order',
      customer: { first_name: 'Asha', last_name: 'Rao', mobile: '+919876543210' },
      rental_from: '2026-12-14',
      rental_to: '2026-12-16',
      lines: [{ type: 'prop', item: 'lamp', quantity: 2 }],
      message: 'At 9',
      key: 'key',
    });
    expect(newRental('enquiry', draft({ customer: asha, isNew: false })).customer).toEqual({
      id: 'asha',
    });
  });

  it('counts an item that is scanned again', () => {
    const stock = { ...lamp, quantity: 7 };
    const once = withMore([], stock, 1);
    expect(once).toEqual([{ ...lamp, quantity: 1 }]);
    const twice = withMore(once, stock, 1);
    expect(twice).toEqual([{ ...lamp, quantity: 2 }]);
    const chair = { ...lamp, id: 'chair' };
    expect(withPiecesOf([...twice, chair], lamp.id, 7)).toEqual([{ ...lamp, quantity: 7 }, chair]);
    const other: SwapItem = {
      kind: 'cloth',
      id: 'shawl',
      code: 'CLT-00001',
      name: 'Shawl',
      price: 50,
      images: [],
      free: 4,
      of: 4,
    };
    const { kind: type, id, code, name, price } = other;
    const shawl = { type, id, code, name, price, active: true, quantity: 2 };
    expect(withSwap([...twice, chair], lamp.id, other)).toEqual([shawl, chair]);
    expect(withSwap([...twice, chair, shawl], lamp.id, other)).toEqual([
      chair,
      { ...shawl, quantity: 4 },
    ]);
    expect(withPiecesOf(twice, lamp.id, 1001)).toEqual([{ ...lamp, quantity: 1000 }]);
  });
});
