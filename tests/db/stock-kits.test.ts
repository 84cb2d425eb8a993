import { afterEach, describe, expect, test } from 'vitest';
import { shortLines, useStock } from './stock.ts';
import { refusal } from './studio.ts';

const stock = useStock();

afterEach(() => stock.requireNoDrift());

const DAYS = { from: '2030-01-07', to: '2030-01-07' };

/** Enters that kit's components, replacing those it had. */
const contain = (kit: string, components: Record<string, number>) =>
  stock.sql.begin(async (tx) => {
    await tx`delete from item_components where kit_id = ${kit}`;
    const rows = Object.entries(components).map(([component_id, quantity]) => ({
      kit_id: kit,
      component_id,
      quantity,
    }));
    if (rows.length > 0) await tx`insert into item_components ${tx(rows)}`;
  });

const partsOf = async (kit: string) => {
  const rows = await stock.sql<{ part_id: string; quantity: number }[]>`
    select part_id, quantity from private.kit_parts where kit_id = ${kit}`;
  return Object.fromEntries(rows.map(({ part_id, quantity }) => [part_id, quantity]));
};

/** A loft with 2 tables of 4 chairs each, and 1 more chair. */
async function loft(pieces: { lofts: number; tables: number; chairs: number }) {
  const kit = await stock.item(pieces.lofts, 'sets', 'Loft');
  const table = await stock.item(pieces.tables, 'props', 'Table');
  const chair = await stock.item(pieces.chairs, 'props', 'Chair');
  await contain(table, { [chair]: 4 });
  await contain(kit, { [table]: 2, [chair]: 1 });
  return { kit, table, chair };
}

describe('a kit', () => {
  test('reserves itself and its parts at every depth', async () => {
    const { kit, table, chair } = await loft({ lofts: 1, tables: 5, chairs: 20 });
    expect(await partsOf(kit)).toEqual({ [table]: 2, [chair]: 9 });
    const order = await stock.order([{ item: kit, ...DAYS }]);
    expect(await stock.reservations(order)).toEqual([
      'booked 1 [2030-01-07,2030-01-08)',
      'booked 2 [2030-01-07,2030-01-08)',
      'booked 9 [2030-01-07,2030-01-08)',
    ]);
    expect(await stock.days(chair)).toEqual(['2030-01-07 booked 9 of 20']);
  });

  test('and a part of it in one order are added up', async () => {
    const { kit, table, chair } = await loft({ lofts: 1, tables: 2, chairs: 9 });
    const refused = await refusal(
      stock.order([
        { item: kit, ...DAYS },
        { item: chair, quantity: 2, ...DAYS },
      ]),
    );
    expect(shortLines(refused)).toEqual([
      { type: 'prop', id: chair, wanted: 11, free: 9, days: ['2030-01-07'] },
    ]);
    await stock.order([{ item: kit, ...DAYS }]);
    for (const item of [table, chair, kit]) {
      expect(await refusal(stock.order([{ item, ...DAYS }]))).toMatchObject({
        message: 'not_free',
      });
    }
  });

  test('that is booked keeps its parts; a new booking takes the parts of then', async () => {
    const { kit, table, chair } = await loft({ lofts: 0, tables: 9, chairs: 90 });
    const order = await stock.order([{ item: kit, ...DAYS }]);
    await contain(kit, { [table]: 1 });
    await stock.setStatus(order, 'in_progress');
    await stock.sql`update order_items set quantity = 2 where order_id = ${order}`;
    expect(await stock.days(table)).toEqual(['2030-01-07 booked 4 of 9']);
    expect(await stock.days(chair)).toEqual(['2030-01-07 booked 18 of 90']);
    await stock.order([{ item: kit, ...DAYS }]);
    expect(await stock.days(table)).toEqual(['2030-01-07 booked 5 of 9']);
    await stock.setStatus(order, 'cancelled');
    await contain(kit, {});
    await stock.setStatus(order, 'confirmed');
    expect(await stock.days(table)).toEqual(['2030-01-07 booked 1 of 9']);
    await stock.sql`delete from orders where id = ${order}`;
    expect(await stock.days(chair)).toEqual(['2030-01-07 booked 4 of 90']);
  });

  test('cannot contain itself, more than four levels, or too many pieces', async () => {
    const items = await Promise.all(Array.from({ length: 6 }, () => stock.item(1)));
    const [a, b, c, d, e, f] = items as [string, string, string, string, string, string];
    for (const [kit, part] of [
      [a, b],
      [b, c],
      [c, d],
      [d, e],
    ] as const)
      await contain(kit, { [part]: 1 });
    expect(await partsOf(a)).toEqual({ [b]: 1, [c]: 1, [d]: 1, [e]: 1 });
    expect(await refusal(contain(e, { [f]: 1 }))).toMatchObject({
      code: 'PT422',
      message: '"Chair" would be nested more than four levels deep.',
    });
    expect(await refusal(contain(d, { [b]: 1 }))).toMatchObject({
      code: 'PT422',
      message: '"Chair" cannot contain itself.',
    });
    expect((await refusal(contain(f, { [f]: 1 }))).code).toBe('23514');
    await contain(d, { [e]: 40 });
    expect(await refusal(contain(c, { [d]: 30 }))).toMatchObject({
      message: '"Chair" would contain more than 1,000 pieces of "Chair".',
    });
    expect(await partsOf(a)).toEqual({ [b]: 1, [c]: 1, [d]: 1, [e]: 40 });
  });

  test('two changes at once cannot make a circle', async () => {
    const [a, b] = [await stock.item(1), await stock.item(1)];
    const changes = await Promise.allSettled([contain(a, { [b]: 1 }), contain(b, { [a]: 1 })]);
    expect(changes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
