import { expect, test } from 'vitest';
import { randomStep, randomWants, type Kinded } from '#tests/support/availability-history.ts';
import { createModel, dateOf } from '#tests/support/availability-model.ts';
import { readRows, studioToday } from '#tests/support/availability-rows.ts';
import { addOrder, attempt } from '#tests/support/availability-scene.ts';
import { createDice, type Dice } from '#tests/support/dice.ts';
import { useStaffStock } from './staff-stock.ts';

/**
 * Seeded random histories with late orders and returns; after each step `conflicts` and what shows its days are compared
 * with the model.
 */
const SEED = Number(process.env['TEST_SEED'] ?? 1);
const STEPS = 50;

const { studio, call, item, contain } = useStaffStock();
const today = studioToday();

/** An order of the past three days that is in progress, so that its pieces are late. Null: its turnaround is not free. */
async function runLate(dice: Dice, things: readonly Kinded[]): Promise<string | null> {
  const from = today - 1 - dice.below(3);
  const wants = randomWants(dice, things).map((want) => ({
    ...want,
    rented: { from, end: from + 1 + dice.below(today - from) },
  }));
  const result = await attempt(studio.db.owner, (tx) => addOrder(tx, wants, 'in_progress'));
  return 'made' in result ? result.made : null;
}

async function conflicts(): Promise<string[]> {
  const listed = await call<{ id: string; days: string[]; short: number }[]>('conflicts');
  return listed.map(({ id, days, short }) => `${id} ${days.join()} ${short}`).toSorted();
}

/** The red days of a calendar of 92 days, as `item days`. */
async function redDays(): Promise<string[]> {
  const { rows } = await call<{ rows: { id: string; short_days: string[] }[] } & { id: string }>(
    'timeline',
    { by: 'items', from_day: dateOf(today), days: 92, size: 500 },
  );
  return rows
    .filter(({ short_days }) => short_days.length > 0)
    .map(({ id, short_days }) => `${id} ${short_days.join()}`)
    .toSorted();
}

/** Text of each item's page: its red days and the most pieces, and the same of the check above them. */
async function onItsPage({ id, type }: Kinded): Promise<[string[], string[]]> {
  const stock = await call<{ days: { day: string; short: number }[] } & { id: string }>(
    'item_reservations',
    { type, id, days: 366 },
  );
  const short = stock.days.filter((day) => day.short > 0);
  const check = await call<
    { short: number; short_days: number; first_days: string[] } & { id: string }
  >('stock_check', { type, ids: [id] });
  const most = Math.max(0, ...short.map((day) => day.short));
  const days = short.map(({ day }) => day);
  const told = [`${check.short_days} ${check.first_days.join()} ${check.short}`];
  return [
    short.length > 0 ? [`${id} ${days.join()} ${most}`] : [],
    `${days.length} ${days.slice(0, 5).join()} ${most}` === told[0] ? [] : [`${id}: ${told[0]}`],
  ];
}

test.each([SEED])(
  'conflicts, red days and the pages of items are the days without a promised piece (seed %i)',
  expectSameDays,
);
test.each([SEED + 1])('and of another history (seed %i)', { tags: ['long'] }, expectSameDays);

async function expectSameDays(seed: number): Promise<void> {
  const sql = studio.db.owner;
  const made = await Promise.all([
    ...[1, 2, 3].map(async (pieces) => ({ id: await item(pieces), type: 'prop' })),
    ...[1, 2].map(async (pieces) => ({ id: await item(pieces, 'clothes'), type: 'cloth' })),
  ]);
  const kit = { id: await item(1, 'sets'), type: 'set' };
  await contain(kit.id, { [made[0]!.id]: 1, [made[3]!.id]: 1 });
  const history = { things: [...made, kit], orders: [] as string[], facts: [] as string[] };
  const seen = { today: 0, later: 0 };
  for (let at = 0; at < STEPS; at += 1) {
    const dice = createDice(seed, at);
    const chance = dice.below(10);
    let what = '';
    if (chance < 3) {
      const late = await runLate(dice, history.things);
      if (late) history.orders.push(late);
      what = 'late';
    } else if (chance < 5 && history.orders.length > 0) {
      const order = dice.of(history.orders);
      what = dice.of(['returned', 'in_progress']);
      await attempt(sql, (tx) => tx`update orders set status = ${what} where id = ${order}`);
    } else ({ what } = await randomStep(sql, dice, history));
    const expected = createModel(await readRows(sql)).conflicts(Date.now(), today);
    expect([at, what, await conflicts()]).toEqual([at, what, expected]);
    const red = expected.map((each) => each.replace(/ \d+$/, ''));
    expect([at, what, await redDays()]).toEqual([at, what, red]);
    const pages = await Promise.all(history.things.map(onItsPage));
    const shown = pages.flatMap(([days]) => days).toSorted();
    const ours = expected.filter((each) => history.things.some(({ id }) => each.startsWith(id)));
    expect([at, what, shown, pages.flatMap(([, differs]) => differs)]).toEqual([
      at,
      what,
      ours,
      [],
    ]);
    for (const [, days = ''] of expected.map((each) => each.split(' '))) {
      if (days.includes(dateOf(today))) seen.today += 1;
      if (days !== dateOf(today)) seen.later += 1;
    }
  }
  expect(Math.min(seen.today, seen.later)).toBeGreaterThan(5);
}
