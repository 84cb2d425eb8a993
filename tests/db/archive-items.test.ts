import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useStaffStock } from './staff-stock.ts';
import { committedAs, refusal } from './studio.ts';
import type { CallerName } from './studio.ts';

const { studio, call, item, of, contain, enquire, book, hold } = useStaffStock();

type Row = Record<string, unknown>;
const archive = async (
  ids: string[],
  archived = true,
  key = randomUUID(),
  caller: CallerName = 'inventory_user',
) =>
  committedAs(studio.db, studio.who(caller), async (sql) => {
    const items = await Promise.all(ids.map((id) => of(id)));
    const [row] = await sql.unsafe<{ told: Row }[]>(
      'select archive_items($1::text::jsonb, $2, $3) as told',
      [JSON.stringify(items), archived, key],
    );
    return row?.told;
  });
const refused = async (promise: Promise<unknown>) => {
  const { code, detail, message } = await refusal(promise);
  return { code, message, ...(JSON.parse(detail ?? '{}') as Row) };
};
const activate = (id: string) =>
  committedAs(
    studio.db,
    studio.who('inventory_user'),
    (sql) => sql`update props set active = true where id = ${id}`,
  );
const listed = async (filters: Row, q = '') => {
  const page = await committedAs(studio.db, studio.who('inventory_user'), async (sql) => {
    const [row] = await sql.unsafe<{ told: { items: Row[]; total: number } }[]>(
      `select search_inventory('prop', $1, $2::text::jsonb, size => 100) as told`,
      [q, JSON.stringify(filters)],
    );
    return row!.told;
  });
  expect(page.items).toHaveLength(page.total);
  return page.items.map((row) => row['id']);
};

describe('archiving items', () => {
  test('takes them out of every list but "Archived", is logged, and can be restored', async () => {
    const [lamp, spare] = [await item(2), await item(2)];
    const key = randomUUID();
    expect(await archive([lamp], true, key)).toEqual({ changed: 1 });
    expect(await archive([lamp], true, key)).toEqual({ changed: 1 });
    expect(await archive([lamp])).toEqual({ changed: 0 });
    const [name] = await studio.db.owner<{ name: string; active: boolean }[]>`
      select name, active from items where id = ${lamp}`;
    expect(name?.active).toBe(false);
    expect(await listed({})).not.toContain(lamp);
    expect(await listed({ active: false })).not.toContain(lamp);
    expect(await listed({ archived: true })).toEqual([lamp]);
    expect(await listed({ archived: false })).toContain(spare);
    expect(await listed({}, name!.name)).toEqual([]);
    expect(await call('find_items', { q: name!.name })).toEqual([]);
    expect(
      await committedAs(
        studio.db,
        { role: 'anon' },
        (sql) => sql`select from catalogue_items where id = ${lamp}`,
      ),
    ).toHaveLength(0);
    const figures = await call<{ inventory: Record<string, Row> }>('dashboard_figures', {});
    expect(figures.inventory['prop']!['inactive']).toBe((await listed({ active: false })).length);

    expect(await refused(activate(lamp))).toMatchObject({ code: 'PT409', reason: 'archived' });
    const number = { ...(await of(lamp)), count: 1, key: randomUUID() };
    expect(await refused(call('number_pieces', number))).toMatchObject({
      code: 'PT409',
      reason: 'archived',
      message: `"${name!.name}" is archived. Restore it before you number its pieces.`,
    });
    const [log] = await call<Row[]>('item_log', { kind: 'prop' });
    expect(log).toMatchObject({
      what: 'archive',
      changed: 1,
      user_id: studio.who('inventory_user').sub,
    });
    const undone = committedAs(
      studio.db,
      studio.who('admin'),
      (sql) => sql`select undo_items(${log!['id'] as string})`,
    );
    expect(await refused(undone)).toMatchObject({ code: 'PT409' });

    expect(await archive([lamp], false)).toEqual({ changed: 1 });
    expect(await listed({ active: false })).toContain(lamp);
    await activate(lamp);
    expect(await listed({ active: true })).toContain(lamp);
  });

  test('is refused while pieces are booked, out or held, and names the records', async () => {
    const [lamp, held, old] = [await item(2), await item(1), await item(1)];
    const order = await book({ item: lamp });
    const enquiry = await enquire({ item: held });
    await hold(enquiry.id);
    expect(await refused(archive([lamp, held, old]))).toMatchObject({
      code: 'PT409',
      reason: 'reserved',
      orders: [order['order_number']],
      enquiries: [enquiry.number],
      message: `Still reserved, so it cannot be archived: ${order['order_number'] as string}, ${enquiry.number}. Take it out of these first.`,
    });
    expect(await listed({ archived: true })).toEqual([]);
    const status = (to: string) =>
      studio.db.owner`update orders set status = ${to} where id = ${order.id}`;
    await status('in_progress');
    expect(await refused(archive([lamp]))).toMatchObject({ reason: 'reserved' });
    await status('cancelled');
    expect(await archive([lamp])).toEqual({ changed: 1 });
    // The order still names the item.
    expect(await call<{ items: Row[] }>('order_record', { id: order.id })).toMatchObject({
      items: [{ item_id: lamp, name: expect.stringContaining('Item') }],
    });
    await archive([lamp], false);
  });

  test('is refused for components of kits that stay; an archived item joins no kit and no order', async () => {
    const [kit, part] = [await item(1), await item(4)];
    await contain(kit, { [part]: 2 });
    const { name } = (
      await studio.db.owner<{ name: string }[]>`select name from items where id = ${kit}`
    )[0]!;
    expect(await refused(archive([part]))).toMatchObject({
      code: 'PT409',
      reason: 'in_kit',
      kits: [{ id: kit }],
      items: [{ id: part }],
      message: `It is a component of "${name}". Remove it there first.`,
    });
    const order = await book({ item: kit });
    expect(await refused(archive([kit]))).toMatchObject({ reason: 'reserved' });
    await studio.db.owner`update orders set status = 'cancelled' where id = ${order.id}`;
    expect(await archive([kit, part])).toEqual({ changed: 2 });
    const other = await item(1);
    expect(await refused(contain(other, { [part]: 1 }))).toMatchObject({
      code: 'PT422',
      field: 'components',
    });
    const asked = await enquire({ item: part });
    expect(await refused(call('convert_enquiry_to_order', { id: asked.id }))).toMatchObject({
      code: 'PT409',
      reason: 'archived',
      items: [{ id: part }],
    });
  });

  test('refuses unknown items and other callers', async () => {
    const lamp = await item(1);
    const bad = committedAs(studio.db, studio.who('admin'), (sql) =>
      sql.unsafe('select archive_items($1::text::jsonb, true, $2)', [
        JSON.stringify([{ type: 'prop', id: randomUUID() }]),
        randomUUID(),
      ]),
    );
    expect(await refused(bad)).toMatchObject({ code: 'PT404' });
    for (const caller of ['anon', 'no profile', 'crm_user', 'service_role'] as const) {
      expect(await refused(archive([lamp], true, randomUUID(), caller))).toMatchObject({
        code: '42501',
      });
    }
  });

  test('beside a booking of the same item: one of both is refused', async () => {
    for (let round = 0; round < 6; round += 1) {
      const lamp = await item(1);
      const { id } = await enquire({ item: lamp, from: 20, to: 20 });
      const outcomes = await Promise.allSettled([
        call('convert_enquiry_to_order', { id }),
        archive([lamp]),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });
});
