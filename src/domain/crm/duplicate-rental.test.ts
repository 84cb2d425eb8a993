import { describe, expect, it } from 'vitest';
import { duplicateRental, type Repeated } from './duplicate-rental.ts';
import type { FoundCustomer } from './found-customer.ts';
import { emptyRental } from './new-rental.ts';
import type { OrderLine } from './rental-line.ts';

const asha = { id: 'asha', customer_number: 'CUS-00012' } as FoundCustomer;

const line = (changed: Partial<OrderLine>) =>
  ({
    item_type: 'prop',
    item_id: 'lamp',
    name: 'Lamp',
    code: 'PRP-00001',
    quantity: 2,
    price: 90,
    active: true,
    charge: null,
    rental_from: '2026-12-10',
    rental_to: '2026-12-11',
    ...changed,
  }) as OrderLine;

const order = (items: OrderLine[], changed: Partial<Repeated> = {}): Repeated => ({
  items,
  discount_percent: null,
  discount_amount: null,
  ...changed,
});

const quantities = (items: OrderLine[]) =>
  duplicateRental(order(items), asha, 'key').draft.lines.map(({ id, quantity }) => [id, quantity]);

describe('a rental that is repeated', () => {
  it('has the customer and the items, and no dates', () => {
    expect(duplicateRental(order([line({})]), asha, 'key')).toEqual({
      draft: {
        ...emptyRental('key'),
        customer: asha,
        lines: [
          {
            type: 'prop',
            id: 'lamp',
            name: 'Lamp',
            code: 'PRP-00001',
            price: 90,
            active: true,
            quantity: 2,
          },
        ],
      },
      left: [],
    });
  });

  it('has each item once, with as many pieces as were rented at the same time', () => {
    const later = { rental_from: '2026-12-19', rental_to: '2026-12-20' };
    expect(quantities([line({}), line({ ...later, quantity: 3 })])).toEqual([['lamp', 3]]);
    const overlapping = { rental_from: '2026-12-11', rental_to: '2026-12-14' };
    expect(quantities([line(overlapping), line({}), line(later)])).toEqual([['lamp', 4]]);
    const undated = { rental_from: null, rental_to: null };
    expect(quantities([line(undated), line({ ...undated, quantity: 1 })])).toEqual([['lamp', 3]]);
    expect(quantities([line({ quantity: 700 }), line({ quantity: 700 })])).toEqual([
      ['lamp', 1000],
    ]);
  });

  it('names what it lacks, but for the charges of a return', () => {
    const text = { item_type: null, item_id: null, name: null };
    const { draft, left } = duplicateRental(
      order(
        [
          line({ ...text, description: 'Delivery to Bandra' }),
          line({ item_id: 'gone', name: null }),
          line({ ...text, description: 'Lamp, two days late', charge: 'late' }),
        ],
        { discount_percent: 10 },
      ),
      null,
      'key',
    );
    expect(draft).toEqual(emptyRental('key'));
    expect(left).toEqual(['Delivery to Bandra', 'an item that no longer exists', 'the discount']);
  });
});
