import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { useStaffStock } from './staff-stock.ts';
import type { Given } from './staff-stock.ts';
import type { CallerName } from './studio.ts';

const { studio, call, said, item, enquire, book, hold, of, contain, expire } = useStaffStock();

type Rental = { id: string; number: string; customer: string; customer_id: string };
interface Bar {
  id: string;
  kind: string;
  status: string;
  quantity: number;
  from: string;
  to: string;
  blocked_to: string;
  overdue: boolean;
  lines: string[];
  whole: boolean;
  order: Rental | null;
  enquiry: Rental | null;
  expires_at: string | null;
  reason: string | null;
}
interface Row {
  type: string;
  id: string;
  code: string;
  name: string | null;
  category: string | null;
  of: number | null;
  status: string | null;
  pieces: number | null;
  bars: Bar[];
  short_days: string[];
}
interface Timeline {
  rows: Row[];
  total: number | null;
  total_is_exact: boolean;
  next: string | null;
}

/** The timeline of some days, by default of the ten days from the 8th day on. */
const timeline = (given: Given = {}, caller?: CallerName) =>
  call<Timeline>('timeline', { by: 'items', from_day: today(8), days: 10, ...given }, caller);
const rowOf = ({ rows }: Timeline, id: string) => rows.find((row) => row.id === id);
/** A bar in short: `status quantity first-last+turnaround`, days counted from today. */
const inShort = (row: Row | undefined) =>
  row?.bars.map(({ status, quantity, from, to, blocked_to, overdue }) => {
    const days = [from, to, blocked_to].map(
      (day) => (Date.parse(day) - Date.parse(today())) / 86_400_000,
    );
    return `${status} ${quantity} ${days[0]}–${days[1]}+${(days[2] ?? 0) - (days[1] ?? 0)}${overdue ? ' overdue' : ''}`;
  });

describe('rows of items', () => {
  test('have a bar for each reservation that touches the days, turnaround included', async () => {
    const sari = await item(3, 'clothes');
    const early = await book({ item: sari, from: 4, to: 7, quantity: 2 });
    await book({ item: sari, from: 18, to: 19 });
    const asked = await enquire({ item: sari, from: 9, to: 11 });
    await hold(asked.id);
    const row = rowOf(await timeline({ kind: 'cloth' }), sari);
    expect(row).toMatchObject({ type: 'cloth', of: 3, category: null, status: null, pieces: null });
    expect(inShort(row)).toEqual(['booked 2 4–7+1', 'held 1 9–11+1']);
    expect(row?.bars[0]).toMatchObject({
      kind: 'rental',
      whole: false,
      order: {
        id: early.id,
        number: early['order_number'],
        customer: 'Asha Rao',
        customer_id: studio.ids.customer,
      },
      enquiry: null,
      expires_at: null,
    });
    expect(row?.bars[0]?.lines).toHaveLength(1);
    expect(row?.bars[1]).toMatchObject({
      lines: [],
      order: null,
      enquiry: {
        id: asked.id,
        number: asked.number,
        customer: 'Asha Rao',
        customer_id: studio.ids.customer,
      },
    });
    // A day later the turnaround of the first is over, and the last day is inside.
    const later = await timeline({ kind: 'cloth', from_day: today(9) });
    expect(inShort(rowOf(later, sari))).toEqual(['held 1 9–11+1', 'booked 1 18–19+1']);
    await expire(asked.id);
    expect(inShort(rowOf(await timeline({ kind: 'cloth' }), sari))).toEqual(['booked 2 4–7+1']);
  });

  test('show what is out, overdue, out of service and short', async () => {
    const lamp = await item(1);
    const order = await book({ item: lamp, from: 0, to: 9 });
    const sql = studio.db.owner;
    await sql`update orders set status = 'in_progress' where id = ${order.id}`;
    await sql`update order_items set rental_from = ${today(-5)}, rental_to = ${today(-1)} where order_id = ${order.id}`;
    await call('set_out_of_service', {
      ...(await of(lamp)),
      quantity: 1,
      rental_from: today(12),
      rental_to: today(13),
      reason: 'Broken leg',
      key: randomUUID(),
    });
    const around = await timeline({ kind: 'prop', from_day: today(-3), days: 20 });
    expect(inShort(rowOf(around, lamp))).toEqual(['out 1 -5–-1+1 overdue', 'booked 1 12–13+0']);
    // It blocks today, so a timeline from today on shows it too.
    const now = await timeline({ kind: 'prop', from_day: today(), days: 1 });
    expect(inShort(rowOf(now, lamp))).toEqual(['out 1 -5–-1+1 overdue']);
    expect(rowOf(around, lamp)?.bars[1]).toMatchObject({
      kind: 'out_of_service',
      reason: 'Broken leg',
      order: null,
    });
    const sofa = await item(1);
    await book({ item: sofa, from: 9, to: 10 });
    await sql`update items set quantity = 1 where id = ${sofa}`;
    await call('set_out_of_service', {
      ...(await of(sofa)),
      quantity: 1,
      rental_from: today(10),
      rental_to: today(12),
      key: randomUUID(),
    });
    expect(rowOf(await timeline(), sofa)?.short_days).toEqual([today(10)]);
    expect(rowOf(await timeline({ days: 2 }), sofa)?.short_days).toEqual([]);
    expect(rowOf(await timeline({ from_day: today(11) }), sofa)?.short_days).toEqual([]);
  });

  test('count kits by their parts, and name the category', async () => {
    const [kit, chair] = [await item(2), await item(5)];
    await contain(kit, { [chair]: 4 });
    expect(rowOf(await timeline({ kind: 'prop' }), kit)).toMatchObject({ of: 1 });
    const used = await timeline({ q: 'wing ch' });
    expect(used.rows).toMatchObject([{ name: 'Wing chair', category: 'Used', of: null }]);
    expect(used).toMatchObject({ total: 1, next: null });
  });

  test('are filtered by kind, category, text, customer, owner and whether they are booked', async () => {
    const sql = studio.db.owner;
    const [other] = await sql<{ id: string }[]>`
      insert into customers (first_name, last_name, mobile, email)
      values ('Other', 'Person', '+919800000077', 'o@example.test') returning id`;
    const [chair, lamp] = [await item(2, 'gear'), await item(2, 'gear')];
    const order = await book({ item: chair });
    await book({ item: lamp });
    await sql`update orders set customer_id = ${other!.id} where id = ${order.id}`;
    const ids = async (given: Given) => (await timeline(given)).rows.map(({ id }) => id);
    expect(await ids({ kind: 'gear', customer: other!.id })).toEqual([chair]);
    expect(await ids({ customer: other!.id, kind: 'prop' })).toEqual([]);
    expect(new Set(await ids({ kind: 'gear', busy_only: true }))).toEqual(new Set([chair, lamp]));
    expect((await ids({ kind: 'gear' })).length).toBe(3);
    expect(await ids({ kind: 'gear', busy_only: true, from_day: today(13) })).toEqual([]);
    expect(await ids({ kind: 'prop', category: 'used' })).toEqual([studio.ids.prop]);
    expect(await ids({ kind: 'prop', category: 'none-such' })).toEqual([]);
    const me = studio.who('admin').sub!;
    await sql`update orders set assigned_to = ${me} where id = ${order.id}`;
    expect(await ids({ assignee: me })).toEqual([chair]);
    expect(await ids({ assignee: 'none', kind: 'gear' })).toEqual([lamp]);
    // The bars of a row are everybody's.
    await book({ item: chair });
    expect(rowOf(await timeline({ assignee: me }), chair)?.bars).toHaveLength(2);
  });

  test('are read page by page in the order of kind and name', async () => {
    for (const table of ['props', 'clothes', 'crews']) await item(1, table);
    const all = await timeline({ size: 500 });
    expect(all.total).toBe(all.rows.length);
    expect(all.next).toBeNull();
    const paged: Row[] = [];
    let after: string | null = null;
    do {
      const page: Timeline = await timeline({ size: 2, ...(after && { after }) });
      expect(page.total).toBe(after ? null : all.total);
      paged.push(...page.rows);
      after = page.next;
    } while (after);
    expect(paged).toEqual(all.rows);
    const kinds = all.rows.map(({ type }) => type);
    expect(kinds).toEqual(kinds.toSorted());
  });

  test('leave out deleted and archived items', async () => {
    const [gone, archived] = [await item(1), await item(1)];
    const sql = studio.db.owner;
    await sql`delete from props where id = ${gone}`;
    await sql`update items set archived_at = now() where id = ${archived}`;
    const { rows } = await timeline({ kind: 'prop', size: 500 });
    expect(rows.filter(({ id }) => id === gone || id === archived)).toEqual([]);
  });
});

describe('rows of orders', () => {
  const orders = (given: Given = {}) => timeline({ by: 'orders', ...given });

  test('have a bar for the lines of the same days, with the pieces; a hold is an enquiry’s', async () => {
    const [chair, lamp, kit] = [await item(9), await item(9), await item(1)];
    await contain(kit, { [chair]: 2 });
    const plain = await book({ item: chair, quantity: 3 }, { item: lamp, quantity: 2 });
    const mixed = await book({ item: kit }, { item: lamp, from: 11, to: 11 });
    const asked = await enquire({ item: lamp, from: 9, to: 9 });
    await hold(asked.id);
    const read = await orders();
    expect(rowOf(read, plain.id)).toMatchObject({
      type: 'order',
      code: plain['order_number'],
      name: 'Asha Rao',
      status: 'confirmed',
      pieces: 5,
      bars: [{ quantity: 5, whole: true, status: 'booked', from: today(10), to: today(12) }],
    });
    expect(rowOf(read, plain.id)?.bars[0]?.lines).toHaveLength(2);
    expect(inShort(rowOf(read, mixed.id))).toEqual(['booked 1 10–12+0', 'booked 1 11–11+0']);
    expect(rowOf(read, mixed.id)?.bars.map(({ whole }) => whole)).toEqual([false, false]);
    expect(rowOf(read, asked.id)).toMatchObject({
      type: 'enquiry',
      code: asked.number,
      bars: [{ kind: 'hold', lines: [], order: null, enquiry: { number: asked.number } }],
    });
    // Sorted by the first day.
    const first = read.rows.map(({ bars }) => bars[0]?.from ?? '');
    expect(first).toEqual(first.toSorted());
    await expire(asked.id);
    expect(rowOf(await orders(), asked.id)).toBeUndefined();
    await studio.db.owner`update orders set status = 'cancelled' where id = ${plain.id}`;
    expect(rowOf(await orders(), plain.id)).toBeUndefined();
  });

  test('are filtered and paged like items', async () => {
    const [softbox, sari] = [await item(5, 'gear'), await item(5, 'clothes')];
    const [lit, worn] = [await book({ item: softbox }), await book({ item: sari })];
    const ids = async (given: Given) => (await orders(given)).rows.map(({ id }) => id);
    expect(await ids({ kind: 'gear' })).toContain(lit.id);
    expect(await ids({ kind: 'gear' })).not.toContain(worn.id);
    expect(await ids({ kind: 'gear', category: 'used' })).toEqual([]);
    expect(await ids({ q: String(worn['order_number']) })).toEqual([worn.id]);
    expect(await ids({ q: 'asha rao', kind: 'cloth' })).toContain(worn.id);
    expect(await ids({ q: 'nobody' })).toEqual([]);
    expect(await ids({ customer: randomUUID() })).toEqual([]);
    const all = await orders();
    const first = await orders({ size: 1 });
    expect(first).toMatchObject({ rows: all.rows.slice(0, 1), total: all.rows.length });
    const rest = await orders({ after: first.next });
    expect(rest).toEqual({
      rows: all.rows.slice(1),
      total: null,
      total_is_exact: false,
      next: null,
    });
  });

  test('name the days on which a piece is missing', async () => {
    const [kit, lens] = [await item(1), await item(1)];
    await contain(kit, { [lens]: 1 });
    const order = await book({ item: kit });
    await call('set_out_of_service', {
      ...(await of(lens)),
      quantity: 1,
      rental_from: today(12),
      rental_to: today(14),
      key: randomUUID(),
    });
    expect(rowOf(await orders(), order.id)?.short_days).toEqual([today(12)]);
  });
});

describe('who may read it', () => {
  test('an inventory_user reads items without orders and customers', async () => {
    const lamp = await item(1);
    await book({ item: lamp });
    const row = rowOf(await timeline({}, 'inventory_user'), lamp);
    expect(row?.bars).toMatchObject([{ status: 'booked', order: null, enquiry: null }]);
    for (const given of [{ by: 'orders' }, { customer: randomUUID() }, { assignee: 'none' }]) {
      const asked = { by: 'items', from_day: today(), ...given };
      expect(await said('timeline', asked, 'inventory_user')).toMatchObject({ code: '42501' });
    }
    const order = { id: randomUUID(), rental_from: today(), rental_to: today() };
    expect(await said('check_dates', order, 'inventory_user')).toMatchObject({ code: '42501' });
  });

  test.each(['anon', 'no profile'] as const)('%s reads nothing', async (caller) => {
    const given = { by: 'items', from_day: today() };
    expect(await said('timeline', given, caller)).toMatchObject({ code: '42501' });
  });

  test('invalid arguments are refused', async () => {
    const given = { by: 'items', from_day: today() };
    const { next } = await timeline({ size: 1 });
    for (const wrong of [
      { by: 'rooms' },
      { by: null },
      { from_day: null },
      { from_day: 'infinity' },
      { days: 0 },
      { days: 93 },
      { days: null },
      { size: 0 },
      { size: 501 },
      { kind: 'boat' },
      { category: 'used' },
      { assignee: 'somebody' },
      { after: 'x' },
      { after: next, by: 'orders' },
    ]) {
      expect(await said('timeline', { ...given, ...wrong })).toMatchObject({ code: 'PT400' });
    }
  });
});

describe('other days for an order', () => {
  test('are checked without its own reservations, part by part', async () => {
    const lamp = await item(1);
    const first = await book({ item: lamp, from: 10, to: 12 });
    await book({ item: lamp, from: 14, to: 15 });
    const check = (from: number, to: number, more: Given = {}) =>
      call<Given[]>('check_dates', {
        id: first.id,
        rental_from: today(from),
        rental_to: today(to),
        ...more,
      });
    expect(await check(11, 13)).toEqual([]);
    expect(await check(12, 15)).toMatchObject([
      { type: 'prop', id: lamp, quantity: 1, free: 0, days: [today(14), today(15)] },
    ]);
    expect(await check(12, 15, { lines: [randomUUID()] })).toEqual([]);
    const given = { id: first.id, rental_from: today(3), rental_to: today(2) };
    expect(await said('check_dates', given)).toMatchObject({
      code: 'PT422',
      detail: '{"field": "rental_to"}',
    });
    expect(await said('check_dates', { ...given, id: randomUUID() })).toMatchObject({
      code: 'PT404',
    });
  });
});
