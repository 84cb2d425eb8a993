import { randomUUID } from 'node:crypto';
import type { JSONValue } from 'postgres';
import { describe, expect, test } from 'vitest';
import { useMovements } from './movement-calls.ts';
import { refusal, type CallerName } from './studio.ts';

const { stock, call, handOver, takeBack, undo, day, linesOf } = useMovements();

type Due = {
  late: { days: number; total: number; lines: { quantity: number; days: number }[] } | null;
  lines: { condition: string; quantity: number }[];
};
type Moved = { status: string; movement: string | null; total_price: number };
const key = () => randomUUID();
const due = async (id: string, caller?: CallerName) =>
  (await call<{ charges_due: Due | null }>('pick_list', { id }, caller)).charges_due;
const isDue = async (id: string) =>
  (await call<{ charges_due: boolean }>('order_record', { id })).charges_due;
/** Whether Today says that somebody has to decide. */
const listed = async (id: string, caller?: CallerName) => {
  const { to_charge: rows } = await call<{ to_charge: { id: string }[] }>('due_today', {}, caller);
  return rows.some((row) => row.id === id);
};
const keeperTakes = (id: string, given: Record<string, JSONValue> = {}) =>
  call<Moved>('take_back', { id, key: key(), ...given }, 'storekeeper');
const decide = (id: string, charges: JSONValue, of = key(), caller?: CallerName) =>
  call<Moved>('charge_returns', { id, charges, key: of }, caller);
const charge = (line: string, price = 600) => ({
  description: 'Chair × 3, 2 days late',
  quantity: 1,
  price,
  charge: 'late',
  line,
});

/** An order of 3 chairs at 100 a day that are out and were due some days ago. */
async function out(lateDays: number) {
  const chair = await stock.item(3);
  const last = await day(-lateDays);
  const id = await stock.order([{ item: chair, quantity: 3, from: last, to: last }]);
  await stock.sql`update order_items set price = 100 where order_id = ${id}`;
  await stock.sql`update orders set total_price = 300 where id = ${id}`;
  await handOver(id);
  const [line = ''] = await linesOf(id);
  return { id, line };
}
const charges = async (order: string) => {
  const [row] = await stock.sql<{ of: number }[]>`
    select count(*)::integer as of from order_items where order_id = ${order} and charge is not null`;
  return row?.of;
};

describe('charges of a return', () => {
  test('are due where a storekeeper takes back what is late, damaged or missing', async () => {
    const { id } = await out(2);
    await keeperTakes(id);
    expect(await due(id)).toMatchObject({
      late: { days: 2, total: 600, lines: [{ quantity: 3, days: 2 }] },
      lines: [{ condition: 'good', quantity: 3 }],
    });
    expect(await isDue(id)).toBe(true);
    expect(await due(id, 'storekeeper')).toBeNull();
    expect([await listed(id), await listed(id, 'storekeeper')]).toEqual([true, false]);
    const broken = await out(0);
    await keeperTakes(broken.id, {
      lines: [{ line: broken.line, quantity: 3, condition: 'damaged' }],
      charges: [],
    });
    expect(await due(broken.id)).toMatchObject({ late: null, lines: [{ condition: 'damaged' }] });
  });

  test('are due where a scan takes back, and not where staff decided at once', async () => {
    const [scanned, decided, punctual] = [await out(1), await out(1), await out(0)];
    await takeBack(scanned.id);
    await takeBack(decided.id, null, { charges: [] });
    await keeperTakes(punctual.id);
    expect(await Promise.all([scanned, decided, punctual].map(({ id }) => isDue(id)))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('that are added are in the total, once, and go with the return', async () => {
    const { id, line } = await out(2);
    const before = await keeperTakes(id);
    const of = key();
    const first = await decide(id, [charge(line)], of);
    expect(first).toMatchObject({ status: 'returned', movement: null, total_price: 900 });
    expect(await decide(id, [charge(line)], of)).toEqual(first);
    expect([await due(id), await charges(id)]).toEqual([null, 1]);
    expect(await refusal(decide(id, []))).toMatchObject({
      code: 'PT409',
      detail: '{"reason": "charged"}',
    });
    const told = await stock.sql`
      select what, to_value from crm_events where subject_id = ${id} order by created_at, id`;
    expect(told.at(-1)).toEqual({ what: 'returns_charged', to_value: '1' });
    expect(await undo(before.movement ?? '')).toMatchObject({
      status: 'in_progress',
      total_price: 300,
    });
    expect(await charges(id)).toBe(0);
  });

  test('can be none, and then nothing waits', async () => {
    const { id } = await out(1);
    await keeperTakes(id);
    expect(await decide(id, [])).toMatchObject({ total_price: 300 });
    expect(await isDue(id)).toBe(false);
  });

  test('of several returns are decided together, and go with the newest of their line', async () => {
    const { id, line } = await out(2);
    const moved: Moved[] = [];
    for (const condition of ['good', 'damaged', 'missing']) {
      moved.push(await keeperTakes(id, { lines: [{ line, quantity: 1, condition }] }));
    }
    const told = await due(id);
    expect(told?.late).toMatchObject({ total: 600, lines: [{ quantity: 3, days: 2 }] });
    expect(told?.lines.map(({ condition }) => condition).toSorted()).toEqual([
      'damaged',
      'good',
      'missing',
    ]);
    await decide(id, [charge(line)]);
    expect(await charges(id)).toBe(1);
    await undo(moved[2]?.movement ?? '');
    expect(await charges(id)).toBe(0);
    await undo(moved[1]?.movement ?? '');
    expect(await due(id)).toBeNull();
  });

  test('of a cancelled order can be none only', async () => {
    const { id, line } = await out(1);
    await keeperTakes(id, { lines: [{ line, quantity: 3, condition: 'damaged' }] });
    await stock.sql`update orders set status = 'cancelled' where id = ${id}`;
    expect([await listed(id), await isDue(id)]).toEqual([true, true]);
    expect(await refusal(decide(id, [charge(line)]))).toMatchObject({
      code: 'PT409',
      detail: '{"reason": "status"}',
    });
    await decide(id, []);
    expect([await listed(id), await isDue(id)]).toEqual([false, false]);
  });

  test('of a return that was undone are not due', async () => {
    const { id } = await out(1);
    const { movement } = await keeperTakes(id);
    await undo(movement ?? '');
    expect([await due(id), await isDue(id)]).toEqual([null, false]);
  });

  test('are decided by admins and the CRM only, and checked', async () => {
    const { id, line } = await out(1);
    await keeperTakes(id);
    for (const caller of ['storekeeper', 'inventory_user', 'no profile', 'anon'] as const) {
      expect((await refusal(decide(id, [], key(), caller))).code).toBe('42501');
    }
    expect((await refusal(decide(randomUUID(), []))).code).toBe('PT404');
    expect(await refusal(decide(id, [charge(line, -1)]))).toMatchObject({ code: 'PT422' });
    expect(await isDue(id)).toBe(true);
  });
});
