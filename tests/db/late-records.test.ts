// @module-tag long
import { expect, test } from 'vitest';
import { createModel, dateOf } from '#tests/support/availability-model.ts';
import { itemDayFaults, readRows, studioToday } from '#tests/support/availability-rows.ts';
import { createDice } from '#tests/support/dice.ts';
import { useMovements } from './movement-calls.ts';

/**
 * What the desk records late counts at once: after each hand-over, return and undoing of a random history, figures and
 * conflicts are those of the model, and nothing is left for the next look for overdue pieces.
 */

const SEED = Number(process.env['TEST_SEED'] ?? 1);
const STEPS = 40;

const { stock, call, handOver, takeBack, undo, linesOf } = useMovements();

test(`records of earlier days count at once (TEST_SEED=${SEED})`, async () => {
  const today = studioToday();
  const chair = await stock.item(2);
  const sari = await stock.item(2, 'clothes');
  const kit = await stock.item(1, 'sets');
  await stock.sql`insert into item_components (kit_id, component_id, quantity) values (${kit}, ${chair}, 1)`;
  const orders: string[] = [];
  const movements: string[] = [];
  const seen = { late: 0, conflicts: 0 };
  for (let at = 0; at < STEPS; at += 1) {
    const dice = createDice(SEED, at);
    const order = orders.length > 0 ? dice.of(orders) : null;
    const chance = dice.below(10);
    const ago = dice.below(6);
    const entered = { day: dateOf(today - ago), reason: 'Found in the book' };
    const anyway = dice.may(0.5);
    const some = async (id: string) => {
      const lines = await linesOf(id);
      return dice.may(0.5) ? null : [{ line: dice.of(lines), quantity: 1 }];
    };
    const run = async () => {
      if (!order || chance < 3) {
        const from = today - dice.below(7);
        const to = from + dice.below(6);
        const lines = Array.from({ length: 1 + dice.below(2) }, () => ({
          item: dice.of([chair, sari, kit]),
          quantity: 1 + dice.below(2),
          from: dateOf(from),
          to: dateOf(to),
        }));
        orders.push(await stock.order(lines));
      } else if (chance < 6) {
        const made = await handOver(order, await some(order), { ...entered, anyway });
        movements.push(made.movement);
        if (ago > 0) seen.late += 1;
      } else if (chance < 8)
        movements.push((await takeBack(order, await some(order), entered)).movement);
      else if (chance < 9 && movements.length > 0) await undo(dice.of(movements));
      else await stock.setStatus(order, dice.of(['in_progress', 'returned', 'confirmed']));
    };
    const what = await run().then(
      () => 'done',
      (error: { code?: string }) => {
        if (!error.code?.startsWith('PT4')) throw error;
        return 'refused';
      },
    );
    const model = createModel(await readRows(stock.sql));
    const expected = model.conflicts(Date.now(), today);
    const listed = await call<{ id: string; days: string[]; short: number }[]>('conflicts', {});
    const found = listed.map(({ id, days, short }) => `${id} ${days.join()} ${short}`).toSorted();
    const [late] = await stock.sql<{ rows: number }[]>`
      select count(*)::int as rows from reservations
      where status = 'out' and greatest(rolled_on, upper(rented) - 1) < private.today()`;
    expect([at, chance, what, found, late!.rows]).toEqual([at, chance, what, expected, 0]);
    expect([at, chance, await itemDayFaults(stock.sql)]).toEqual([at, chance, []]);
    if (found.length > 0) seen.conflicts += 1;
  }
  expect(seen.late).toBeGreaterThan(3);
  expect(seen.conflicts).toBeGreaterThan(3);
});

test('of a line that is over only the piece that is out is late', async () => {
  const chair = await stock.item(2);
  const days = { from: dateOf(studioToday() - 3), to: dateOf(studioToday() - 1) };
  const order = await stock.order([{ item: chair, quantity: 2, ...days }]);
  const [line] = await linesOf(order);
  const late = { day: days.from, reason: 'Found in the book' };
  const { movement } = await handOver(order, [{ line: line!, quantity: 1 }], late);
  expect(await stock.days(chair)).toEqual([`${dateOf(studioToday())} booked 1 of 2`]);
  await undo(movement);
  expect(await stock.days(chair)).toEqual([]);
});
