import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { field, useStaffStock } from './staff-stock.ts';
import type { Given } from './staff-stock.ts';

const { studio, call, said, item, book, days, reserved, of } = useStaffStock();

describe('components', () => {
  const set = async (
    kit: string,
    parts: [id: string, quantity: unknown][],
    caller = 'inventory_user',
  ) => call<Given[]>('set_components', await listed(kit, parts), caller as 'admin');
  const listed = async (kit: string, parts: [id: string, quantity: unknown][]) => ({
    ...(await of(kit)),
    components: await Promise.all(
      parts.map(async ([id, quantity]) => ({ ...(await of(id)), quantity })),
    ),
  });
  const refused = async (kit: string, parts: [id: string, quantity: unknown][]) => {
    const answer = await said('set_components', await listed(kit, parts), 'inventory_user');
    expect(answer.code).toBe('PT422');
    expect(JSON.parse(answer.detail ?? '')).toMatchObject({ field: 'components' });
    return answer.message;
  };
  const partsOf = async (kit: string) =>
    Object.fromEntries(
      (
        await studio.db.owner<{ part_id: string; quantity: number }[]>`
          select part_id, quantity from private.kit_parts where kit_id = ${kit}`
      ).map((row) => [row.part_id, row.quantity]),
    );
  const nameOf = async (id: string) =>
    (await studio.db.owner<{ name: string }[]>`select name from items where id = ${id}`)[0]?.name;

  test('are saved in their order, and the parts of every kit around follow', async () => {
    const [inner, outer] = [await item(1, 'sets'), await item(1, 'sets')];
    const [sofa, lamp] = [await item(4), await item(0)];
    const told = await set(inner, [
      [lamp, 2],
      [sofa, 1],
    ]);
    expect(told.map((each) => [each['id'], each['quantity'], each['of']])).toEqual([
      [lamp, 2, null],
      [sofa, 1, 4],
    ]);
    expect(await call('components', await of(inner), 'inventory_user')).toEqual(told);
    await set(outer, [
      [inner, 3],
      [sofa, 1],
    ]);
    expect(await partsOf(outer)).toEqual({ [inner]: 3, [lamp]: 6, [sofa]: 4 });
    const order = await book({ item: inner });
    await set(inner, [[sofa, 2]]);
    expect(await partsOf(outer)).toEqual({ [inner]: 3, [sofa]: 7 });
    // A booking keeps the parts that it has.
    expect(await reserved(sofa)).toEqual(['rental booked 1']);
    await call('change_order_dates', {
      id: order.id,
      rental_from: today(20),
      rental_to: today(20),
      key: randomUUID(),
    });
    expect(await days(sofa)).toEqual(['20: 4/1/0/0']);
    expect(await set(inner, [])).toEqual([]);
    expect(await partsOf(outer)).toEqual({ [inner]: 3, [sofa]: 1 });
  });

  test('never contain their kit, at any depth, nor lie more than four levels deep', async () => {
    const kits = await Promise.all([1, 2, 3, 4, 5, 6].map(() => item(1, 'sets')));
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = kits;
    expect(await refused(a, [[a, 1]])).toBe(`"${await nameOf(a)}" cannot contain itself.`);
    await set(a, [[b, 1]]);
    await set(b, [[c, 1]]);
    expect(await refused(c, [[a, 1]])).toMatch(/^"Item \w+" cannot contain itself\.$/);
    await set(c, [[d, 1]]);
    await set(d, [[e, 1]]);
    expect(await refused(e, [[f, 1]])).toBe(
      `"${await nameOf(a)}" would be nested more than four levels deep.`,
    );
    expect(await partsOf(a)).toEqual({ [b]: 1, [c]: 1, [d]: 1, [e]: 1 });
  });

  test('need items, each once, with sensible quantities', async () => {
    const [kit, sofa] = [await item(1, 'sets'), await item(1)];
    for (const quantity of [0, 1001, 1.5, '1', null]) {
      expect(await refused(kit, [[sofa, quantity]])).toContain(await nameOf(sofa));
    }
    expect(
      await refused(kit, [
        [sofa, 1],
        [sofa, 2],
      ]),
    ).toBe(`"${await nameOf(sofa)}" is listed twice.`);
    const many = await item(1, 'sets');
    await set(many, [[sofa, 600]]);
    expect(await refused(kit, [[many, 2]])).toContain('more than 1,000 pieces');
    await studio.db.owner`delete from props where id = ${sofa}`;
    expect(await refused(kit, [[sofa, 1]])).toContain('no longer there');
    for (const components of [
      null,
      'x',
      {},
      [null],
      [7],
      [{}],
      [{ type: 'prop', id: 'x', quantity: 1 }],
    ]) {
      const answer = await said('set_components', { ...(await of(kit)), components }, 'admin');
      expect(answer).toMatchObject(field('components'));
    }
    expect(await said('components', { type: 'prop', id: sofa })).toMatchObject({ code: 'PT404' });
  });
});
