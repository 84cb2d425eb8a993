import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { customerQuery, foundCustomersQuery } from '#data/crm/customers.ts';
import { dashboardQuery } from '#data/desk/dashboard.ts';
import {
  convertEnquiry,
  enquiriesQuery,
  enquiryQuery,
  existingOrderNumber,
  readEnquiries,
} from '#data/crm/enquiries.ts';
import { submitEnquiry } from '#data/crm/enquiry.ts';
import {
  changedMeanwhile,
  changeEnquiry,
  changeOrder,
  itemPricesQuery,
  makeRental,
  waitForItems,
  type Undo,
} from '#data/crm/rental-changes.ts';
import { issueDocument, makeDocument } from '#data/documents/documents.ts';
import { orderQuery, ordersQuery } from '#data/crm/orders.ts';
import {
  conflictsQuery,
  freeQuery,
  holdEnquiry,
  refusedItems,
  releaseHold,
  swapSearchQuery,
  swapsQuery,
} from '#data/stock/reservations.ts';
import { statusesQuery } from '#data/crm/statuses.ts';
import { datesCheckQuery, timelineQuery, type TimelineQuestion } from '#data/desk/timeline.ts';
import type { RecordChange } from '#domain/crm/record-change.ts';
import { contact, daysAhead, type StudioDay } from './studio-day.ts';

/** Enquiries that are converted, shortages, the timeline, and orders for callers. */
export function rentalAnswers(studio: StudioDay): void {
  it('staff convert an enquiry', async () => {
    const { staff, queries } = studio;
    const search = { tab: 'enquiries', q: '9812345678' } as const;
    const part = { page: 1, size: 2 };
    const { items } = await readEnquiries(staff, search, part, new AbortController().signal);
    const [enquiry] = items;
    const number = enquiry?.enquiry_number ?? '';
    await queries.fetchQuery(enquiryQuery(staff, number));
    const order = await convertEnquiry(staff, enquiry!.id);
    const again = await convertEnquiry(staff, enquiry!.id).catch((thrown: unknown) => thrown);
    expect(existingOrderNumber(again as Error)).toBe(order);
    await queries.fetchQuery({ ...enquiryQuery(staff, number), staleTime: 0 });
    expect(await queries.fetchQuery(enquiryQuery(staff, 'ENQ-99999'))).toBeNull();
    expect((await queries.fetchQuery(orderQuery(staff, order)))?.enquiry?.enquiry_number).toBe(
      number,
    );
    expect(await queries.fetchQuery(orderQuery(staff, 'ORD-99999'))).toBeNull();
    const customer = customerQuery(staff, enquiry!.customer.customer_number);
    expect((await queries.fetchQuery({ ...customer, staleTime: 0 }))?.orders).toHaveLength(1);
    await queries.fetchQuery(ordersQuery(staff, { tab: 'orders' }));
    await queries.fetchQuery(dashboardQuery(staff));
    for (const kind of ['enquiry', 'order', 'payment'] as const) {
      expect((await queries.fetchQuery(statusesQuery(staff, kind))).length).toBeGreaterThan(0);
    }
  });

  it('staff solve shortages', async () => {
    const { staff, account, visitor, gateway, queries } = studio;
    const [lamp] = await gateway.db.owner<{ id: string; code: string; price: number }[]>`
      insert into props (name, description, quantity, price) values ('Zinnober', 'Brass', 3, 150)
      returning id, prop_id as code, price::float`;
    await gateway.db.owner`
      insert into props (name, description, quantity, price) values ('Zinnober too', 'Iron', 3, 150)`;
    const dates = { rental_from: daysAhead(20), rental_to: daysAhead(22) };
    const send = async (mobile: string, quantity: number) => {
      const items = [{ type: 'prop' as const, id: lamp!.id, price: lamp!.price, quantity }];
      const person = contact({ mobile });
      const sent = await submitEnquiry(visitor, randomUUID(), { ...person, ...dates, items });
      return sent.enquiry_number;
    };
    const wanting = await send('+919812345671', 3);
    const holder = await send('+919812345672', 1);
    const enquiry = async (number: string) =>
      (await queries.fetchQuery({ ...enquiryQuery(staff, number), staleTime: 0 }))!;
    const { id: holderId } = await enquiry(holder);
    const until = `${daysAhead(10)}T12:30:00.000Z`;
    await holdEnquiry(staff, { id: holderId, until, key: randomUUID() });
    expect((await enquiry(holder)).held_until).not.toBeNull();
    await releaseHold(staff, holderId);
    await holdEnquiry(staff, { id: holderId, until, key: randomUUID() });
    await queries.fetchQuery(enquiriesQuery(staff, { tab: 'enquiries', q: holder }));
    const record = await enquiry(wanting);
    const [line] = record.items;
    expect(line?.availability).toMatchObject({ free: 2, of: 3 });
    const error = await convertEnquiry(staff, record.id).catch((thrown: unknown) => thrown);
    expect(refusedItems(error)).toMatchObject([{ id: lamp!.id, wanted: 3, free: 2 }]);
    const question = { kind: 'prop', id: lamp!.id, quantity: 3, ...dates } as const;
    expect((await queries.fetchQuery(swapsQuery(staff, question))).length).toBeGreaterThan(0);
    const found = await queries.fetchQuery(swapSearchQuery(staff, question, 'zinnober'));
    expect(found).toMatchObject([{ name: 'Zinnober too', free: 3, of: 3 }]);
    const byCode = (code: string) => queries.fetchQuery(swapSearchQuery(staff, question, code));
    expect(await byCode(found[0]!.code)).toEqual(found);
    expect(await byCode(lamp!.code)).toEqual([]);
    const order = await convertEnquiry(staff, record.id, {
      [line!.id]: { takeOver: [], solution: { action: 'lower', quantity: 2 } },
    });
    await gateway.db.owner`update props set quantity = 2 where id = ${lamp!.id}`;
    const made = await queries.fetchQuery({ ...orderQuery(staff, order), staleTime: 0 });
    expect(made?.items[0]?.availability?.short_days).toHaveLength(3);
    const conflicts = await queries.fetchQuery(conflictsQuery(staff));
    const short = conflicts.find(({ id }) => id === lamp!.id);
    expect(short).toMatchObject({
      orders: [{ order_number: order }],
      holds: [{ enquiry_number: holder }],
    });
    await gateway.db.owner`
      insert into reservations (item_id, quantity, kind, status, rented, blocked, reason)
      select id, 1, 'out_of_service', 'booked', days, days, 'Scratched'
      from props, daterange(${daysAhead(16)}::date, ${daysAhead(18)}::date) as days where name = 'Zinnober too'`;
    const period = { first: daysAhead(15), days: 14 };
    const rows = async (question: Omit<TimelineQuestion, 'period'>) => {
      const query = timelineQuery(staff, { ...question, period }, account.id);
      const { pages } = await queries.fetchInfiniteQuery(query);
      return pages.flatMap((page) => page.rows);
    };
    const [items, orders] = [
      await rows({ by: 'items', q: 'zinnober' }),
      await rows({ by: 'orders' }),
    ];
    const all = await rows({ by: 'items', kind: 'prop', show: 'all' });
    expect(all.length).toBeGreaterThan(items.length);
    expect(items.map(({ bars }) => bars.map(({ status }) => status).toSorted())).toEqual([
      ['booked', 'held'],
      ['booked'],
    ]);
    const { short_days, bars: whole } = orders.find(({ code }) => code === order)!;
    expect([short_days.length, whole.length]).toEqual([3, 1]);
    const later = { from: daysAhead(21), to: daysAhead(23) };
    const check = await queries.fetchQuery(datesCheckQuery(staff, whole[0]!, later));
    expect(check).toMatchObject([{ id: lamp!.id, quantity: 2, free: 1 }]);
    const moved = {
      id: made!.id,
      rental_from: daysAhead(30),
      rental_to: daysAhead(31),
      key: randomUUID(),
    };
    expect((await staff.rpc('change_order_dates', moved)).error).toBeNull();
  });

  it('staff make an order for a caller and edit it', async () => {
    const { staff, gateway, queries } = studio;
    const [lamp] = await gateway.db.owner<{ id: string }[]>`
      insert into props (name, description, quantity, price) values ('Safran', 'Brass', 2, 150) returning id`;
    const dates = { rental_from: daysAhead(40), rental_to: daysAhead(42) };
    const line = { type: 'prop', item: lamp!.id, quantity: 1 } as const;
    const person = { first_name: 'Asha', last_name: 'Caller', mobile: '+919812345680' };
    const call = { ...dates, customer: person, lines: [line], message: 'At noon' };
    const made = await makeRental(staff, { ...call, make: 'order', key: randomUUID() });
    const {
      items: [caller],
    } = await queries.fetchQuery(foundCustomersQuery(staff, person.mobile));
    expect(caller).toMatchObject({ customer_number: made.customer_number, email: null });
    const customer = { id: caller!.id };
    const waiting = await makeRental(staff, {
      ...call,
      make: 'enquiry',
      customer,
      lines: [{ ...line, quantity: 2 }],
      key: randomUUID(),
    });
    const delivery = {
      action: 'add_text',
      line: randomUUID(),
      description: 'Delivery',
      quantity: 1,
      price: 500,
      per_day: false,
    } as const;
    const enquiry = async () =>
      (await queries.fetchQuery({ ...enquiryQuery(staff, waiting.number), staleTime: 0 }))!;
    const { id: waitingId } = await enquiry();
    await waitForItems(staff, waitingId, true);
    expect(await enquiry()).toMatchObject({ can_hold: false, waiting_since: expect.any(String) });
    await queries.fetchQuery({
      ...enquiriesQuery(staff, { tab: 'enquiries', q: waiting.number }),
      staleTime: 0,
    });
    const changeWaiting = (changes: readonly RecordChange[] | Undo) =>
      changeEnquiry(staff, { id: waitingId, changes, key: randomUUID() });
    const [asked] = (await enquiry()).items;
    const draft = await makeDocument(staff, {
      kind: 'quote',
      enquiry: waitingId,
      key: randomUUID(),
    });
    await issueDocument(staff, { id: draft.id, version: draft.version, key: randomUUID() });
    const takesBack = await changeWaiting([
      { action: 'price', line: asked!.id, price: 120, reason: 'Regular', expected: 150 },
      { ...delivery, line: randomUUID() },
    ]);
    expect(await enquiry()).toMatchObject({
      items: [{ price: 120, list_price: 150 }, { description: 'Delivery' }],
      changed_quote: { id: draft.id, accepted: false },
    });
    await queries.fetchQuery({
      ...enquiriesQuery(staff, { tab: 'enquiries', q: waiting.number }),
      staleTime: 0,
    });
    await changeWaiting(takesBack!);
    const record = async () =>
      (await queries.fetchQuery({ ...orderQuery(staff, made.number), staleTime: 0 }))!;
    const order = await record();
    const [first] = order.items;
    const edit = (changes: readonly RecordChange[] | Undo) =>
      changeOrder(staff, { id: order.id, changes, key: randomUUID() });
    const undo = await edit([
      { action: 'quantity', line: first!.id, quantity: 2, expected: 1 },
      { action: 'price', line: first!.id, price: 120, reason: 'Regular', expected: 150 },
    ]);
    await edit(undo!);
    await edit([{ action: 'price', line: first!.id, price: 120, reason: 'Regular' }]);
    await edit([delivery]);
    await edit([{ action: 'discount', percent: 10, amount: null, reason: 'Friend' }]);
    expect((await record()).total_price).toBe((120 * 3 + 500) * 0.9);
    await edit([{ action: 'discount', percent: null, amount: 60, reason: 'Friend' }]);
    const short = edit([{ action: 'quantity', line: first!.id, quantity: 3 }]);
    expect(refusedItems(await short.catch((thrown: unknown) => thrown))).toMatchObject([
      { id: lamp!.id, wanted: 3, free: 2 },
    ]);
    const stale = edit([{ action: 'quantity', line: first!.id, quantity: 2, expected: 5 }]);
    expect(changedMeanwhile(await stale.catch((thrown: unknown) => thrown))).toMatchObject([
      { index: 0, line: first!.id, field: 'quantity', present: 1 },
    ]);
    await edit([{ action: 'dates', rental_from: daysAhead(50), rental_to: daysAhead(51) }]);
    await gateway.db.owner`
      insert into order_items (order_id, description, quantity, price, per_day, charge, charge_for, position)
      values (${order.id}, 'Late by 1 day', 1, 0, false, 'late', ${first!.id}, 9)`;
    const now = await record();
    expect(now).toMatchObject({ total_price: 120 * 2 + 500 - 60, discount_amount: 60 });
    expect(now.items.map(({ description }) => description)).toEqual([
      null,
      'Delivery',
      'Late by 1 day',
    ]);
    await queries.fetchQuery({
      ...ordersQuery(staff, { tab: 'orders', q: made.number }),
      staleTime: 0,
    });
    const period = { rental_from: daysAhead(50), rental_to: daysAhead(51) };
    const free = freeQuery(staff, period, [{ type: 'prop', id: lamp!.id, quantity: 2 }]);
    expect(await queries.fetchQuery(free)).toMatchObject([{ free: 1, of: 2 }]);
    const prices = await queries.fetchQuery(itemPricesQuery(staff, [lamp!.id]));
    expect(prices.get(lamp!.id)).toBe(150);
  });
}
