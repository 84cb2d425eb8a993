import { describe, expect, it } from 'vitest';
import {
  emptyRental,
  isTouched,
  newRental,
  rentalProblems,
  withOneMore,
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
  active: true,
};
const draft = (facts: Partial<RentalDraft> = {}): RentalDraft => ({
  ...emptyRental('key'),
  mobile: '+919876543210',
  first_name: ' Asha ',
  last_name: 'Rao',
  from: '2026-12-14',
  to: '2026-12-16',
  lines: [lamp],
  ...facts,
});

describe('the form of a new enquiry or order', () => {
  it('is touched once something is typed', () => {
    expect(isTouched(emptyRental('a'))).toBe(false);
    expect(isTouched({ ...emptyRental('a'), message: 'x' })).toBe(true);
  });

  it.each<[string, Partial<RentalDraft>, boolean, object]>([
    ['nothing wrong', {}, false, {}],
    ['a known customer needs no name', { first_name: '', last_name: '' }, true, {}],
    ['no e-mail address', { email: '' }, false, {}],
    ['a short number', { mobile: '+91987' }, false, { mobile: expect.any(String) }],
    [
      'no name',
      { first_name: ' ', last_name: '' },
      false,
      { first_name: expect.any(String), last_name: expect.any(String) },
    ],
    ['a wrong e-mail address', { email: 'asha@' }, false, { email: expect.any(String) }],
    ['no dates', { from: '', to: '' }, false, { from: 'Enter both dates.' }],
    ['one date', { to: '' }, false, { to: 'Enter both dates.' }],
    ['reversed dates', { to: '2026-12-13' }, false, { to: 'The last day is before the first.' }],
    ['a past day', { from: '2026-12-09' }, false, { from: 'The first day is past.' }],
    ['no items', { lines: [] }, false, { lines: 'Add at least one item.' }],
  ])('%s', (_, facts, isKnown, problems) => {
    expect(rentalProblems(draft(facts), isKnown, TODAY)).toEqual(problems);
  });

  it('is sent with a new customer, or with the id of a known one', () => {
    expect(newRental('order', draft({ message: ' At 9 ' }), null)).toEqual({
      make: 'order',
      customer: { first_name: 'Asha', last_name: 'Rao', mobile: '+919876543210' },
      rental_from: '2026-12-14',
      rental_to: '2026-12-16',
      lines: [{ type: 'prop', item: 'lamp', quantity: 2 }],
      message: 'At 9',
      key: 'key',
    });
    expect(newRental('enquiry', draft(), 'customer').customer).toEqual({ id: 'customer' });
  });

  it('counts an item that is scanned again', () => {
    const stock = { ...lamp, quantity: 7 };
    const once = withOneMore([], stock);
    expect(once).toEqual([{ ...lamp, quantity: 1 }]);
    expect(withOneMore(once, stock)).toEqual([{ ...lamp, quantity: 2 }]);
  });
});
