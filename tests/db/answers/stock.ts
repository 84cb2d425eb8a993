import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { convertEnquiry, enquiriesQuery } from '#data/crm/enquiries.ts';
import { submitEnquiry } from '#data/crm/enquiry.ts';
import {
  changeStock,
  checkStock,
  componentsQuery,
  foundItemsQuery,
  itemOfCodeQuery,
  itemStockQuery,
  releaseReservation,
  setComponents,
  setTurnaround,
  stockCheckQuery,
} from '#data/stock/stock.ts';
import { withComponent } from '#domain/stock/kit-components.ts';
import { contact, daysAhead, today, type StudioDay } from './studio-day.ts';

/** Reservations, turnaround and parts of an item and a kit. */
export function stockAnswers(studio: StudioDay): void {
  it('staff look after the stock of an item and of a kit', async () => {
    const { staff, visitor, gateway, queries } = studio;
    const [prop] = await gateway.db.owner<{ id: string }[]>`
      insert into props (name, price, quantity) values ('Reading lamp of glass', 20, 3) returning id`;
    const [kit] = await gateway.db.owner<{ id: string }[]>`
      select id from sets where active order by set_id limit 1`;
    const item = { type: 'prop', id: prop!.id } as const;
    const set = { type: 'set', id: kit!.id } as const;
    const days = { rental_from: daysAhead(20), rental_to: daysAhead(21) };
    const repair = {
      ...item,
      ...days,
      kind: 'out_of_service',
      quantity: 1,
      reason: 'Glue',
    } as const;
    const key = randomUUID();
    const made = await changeStock(staff, repair, key);
    expect(await changeStock(staff, repair, key)).toBe(made);
    await changeStock(staff, { ...repair, kind: 'sub_rental', reason: 'Next door' }, randomUUID());
    await setTurnaround(staff, item, 2);
    const lines = [{ ...item, price: 20, quantity: 1 }];
    const book = async () => {
      await submitEnquiry(visitor, randomUUID(), { ...contact(), ...days, items: lines });
      const search = { tab: 'enquiries', q: '9812345678' } as const;
      const asked = await queries.fetchQuery({ ...enquiriesQuery(staff, search), staleTime: 0 });
      return asked.items[0]!;
    };
    await convertEnquiry(staff, (await book()).id);
    const held = await book();
    await gateway.db.owner`
      insert into reservations (item_id, quantity, kind, status, rented, blocked, enquiry_item_id, expires_at)
      select line.item_id, 1, 'hold', 'held', days, days, line.id, now() + interval '1 hour'
      from enquiry_items as line, daterange(line.rental_from, line.rental_to, '[]') as days
      where line.enquiry_order_id = ${held.id}`;
    const stock = () =>
      queries.fetchQuery({
        ...itemStockQuery(staff, item, { from: today, days: 60 }),
        staleTime: 0,
      });
    const before = await stock();
    expect(before).toMatchObject({ turnaround_days: 2, own_turnaround_days: 2 });
    expect(before.reservations.map(({ kind }) => kind).toSorted()).toEqual([
      'hold',
      'out_of_service',
      'rental',
      'sub_rental',
    ]);
    expect(before.days.find(({ day }) => day === days.rental_from)).toMatchObject({
      room: before.of,
      booked: 1,
      held: 1,
    });
    expect(await checkStock(staff, 'prop', [item.id], 1)).toMatchObject({
      reservations: 2,
      next_day: days.rental_from,
      short: 1,
    });
    await queries.fetchQuery(stockCheckQuery(staff, item));
    await releaseReservation(staff, { id: made });
    expect((await stock()).reservations).toHaveLength(3);
    await setTurnaround(staff, item, null);

    expect((await queries.fetchQuery(foundItemsQuery(staff, 'chair'))).length).toBeGreaterThan(1);
    const [found] = await queries.fetchQuery(foundItemsQuery(staff, 'lamp'));
    expect(await queries.fetchQuery(itemOfCodeQuery(staff, found!.code))).toEqual(found);
    expect(await queries.fetchQuery(itemOfCodeQuery(staff, 'PRP-99999'))).toBeNull();
    await setComponents(staff, set, withComponent(withComponent([], found!), found!));
    expect(await queries.fetchQuery(componentsQuery(staff, set))).toMatchObject([
      { id: found!.id, quantity: 2 },
    ]);
    const inside = { ...found!, ...set, name: '', code: '' };
    const refused = setComponents(staff, set, withComponent([], inside));
    expect(await refused.catch((error: unknown) => error)).toMatchObject({ status: 422 });
  });
}
