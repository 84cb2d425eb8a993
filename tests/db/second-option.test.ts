import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { useStaffStock } from './staff-stock.ts';
import type { Given } from './staff-stock.ts';

const { studio, call, said, item, enquire, convert, book, hold, events } = useStaffStock();

const wait = (id: string, waiting = true) => call('wait_for_items', { id, waiting });
const record = (id: string) => call<Given>('enquiry_record', { id });
const log = async (id: string) => (await events(id)).map(([what = '']) => what);
const fits = async (id: string) => {
  const [row] = await studio.db.owner<{ fits: boolean }[]>`select private.can_hold(${id}) as fits`;
  return row?.fits;
};

test('an enquiry waits for what another one holds, and can be held once that ends', async () => {
  const [sofa, lamp] = [await item(1), await item(2)];
  const first = await enquire({ item: sofa });
  const second = await enquire({ item: sofa }, { item: lamp });
  await hold(first.id);
  expect(await record(second.id)).toMatchObject({ waiting_since: null, can_hold: false });
  const waiting = await wait(second.id);
  expect(waiting['waiting_since']).toEqual(expect.any(String));
  expect(waiting).not.toHaveProperty('message');
  expect(await wait(second.id)).toEqual(waiting);
  expect(await fits(second.id)).toBe(false);
  await call('release_hold', { id: first.id });
  expect(await record(second.id)).toMatchObject({ can_hold: true });
  expect(await fits(second.id)).toBe(true);
  await hold(second.id);
  expect(await record(second.id)).toMatchObject({ waiting_since: null, can_hold: true });
  expect(await log(second.id)).toEqual(
    expect.arrayContaining(['waiting', 'waiting_ended', 'held']),
  );
});

test('waiting ends when it is ended, closed or converted', async () => {
  for (const end of [
    async (id: string) => wait(id, false),
    async (id: string) =>
      studio.db.owner`update enquiry_orders set status = 'closed' where id = ${id}`,
    async (id: string) => convert(id),
  ]) {
    const { id } = await enquire({ item: await item(1) });
    await wait(id);
    await end(id);
    expect(await record(id)).toMatchObject({ waiting_since: null });
    expect((await log(id)).filter((what) => what.startsWith('waiting'))).toEqual([
      'waiting',
      'waiting_ended',
    ]);
  }
});

test('a status in which somebody still acts on it keeps it waiting', async () => {
  const { id } = await enquire({ item: await item(1) });
  await wait(id);
  await studio.db.owner`update enquiry_orders set status = 'contacted' where id = ${id}`;
  expect((await record(id))['waiting_since']).not.toBeNull();
});

test('nothing can be held of what is booked, has begun or has no dates', async () => {
  const sofa = await item(1);
  await book({ item: sofa });
  const booked = await enquire({ item: sofa });
  const begun = await enquire({ item: await item(1), from: 0, to: 1 });
  const [undated] = await studio.db.owner<{ id: string }[]>`
    insert into enquiry_orders (customer_id, total_price) values (${studio.ids.customer}, 1) returning id`;
  for (const id of [booked.id, begun.id, undated?.id ?? '']) {
    expect(await record(id)).toMatchObject({ can_hold: false });
    expect(await fits(id)).toBe(false);
  }
});

test('waiting is refused for a hold of its own, a closed and an unknown enquiry, and other callers', async () => {
  const { id } = await enquire({ item: await item(1) });
  await hold(id);
  expect(await said('wait_for_items', { id, waiting: true })).toMatchObject({
    code: 'PT409',
    detail: '{"reason": "held"}',
  });
  await studio.db.owner`update enquiry_orders set status = 'closed' where id = ${id}`;
  expect(await said('wait_for_items', { id, waiting: true })).toMatchObject({ code: 'PT409' });
  expect(await said('wait_for_items', { id, waiting: null })).toMatchObject({ code: 'PT422' });
  expect(await said('wait_for_items', { id: randomUUID(), waiting: true })).toMatchObject({
    code: 'PT404',
  });
  for (const caller of ['anon', 'no profile', 'inventory_user'] as const) {
    const known = await said('wait_for_items', { id, waiting: true }, caller);
    expect(known.code).toBe('42501');
    expect(await said('wait_for_items', { id: randomUUID(), waiting: true }, caller)).toEqual(
      known,
    );
  }
});

test('a converted line remembers the price of the catalogue', async () => {
  const sari = await item(3, 'clothes', 70);
  const { id, lines } = await enquire({ item: await item(1) }, { item: await item(1) });
  const swap = { line: lines[1], action: 'swap', type: 'cloth', item: sari };
  const order = await convert(id, [swap]);
  expect(
    await studio.db.owner`
      select price, list_price, rental_from::text from order_items where order_id = ${order.id} order by position`,
  ).toEqual([
    { price: '100.00', list_price: '100.00', rental_from: today(10) },
    { price: '70.00', list_price: '70.00', rental_from: today(10) },
  ]);
});
