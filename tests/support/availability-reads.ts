import type { TransactionSql } from 'postgres';
import { datesOf, randomDays, type Kinded } from './availability-history.ts';
import { createModel, dateOf, isCounted, type Want } from './availability-model.ts';
import { readRows, studioToday } from './availability-rows.ts';
import { asRole } from './database.ts';
import type { Database } from '#backend/postgres/database.ts';
import type { Dice } from './dice.ts';

/** Answer of `availability` about a line. */
export type Told = {
  type: string;
  id: string;
  quantity: number;
  free: number | null;
  of: number | null;
  next_free: string | null;
};

const asVisitor = <T>(db: Database, run: (sql: TransactionSql) => Promise<T>) =>
  asRole(db, { role: 'anon' }, run);

/** `availability` as a visitor. */
export const availability = (
  db: Database,
  rented: Want['rented'],
  items: Pick<Told, 'type' | 'id' | 'quantity'>[],
): Promise<Told[]> =>
  asVisitor(db, async (sql) => {
    const [first, last] = datesOf(rented);
    const [row] = await sql<[{ answer: Told[] }]>`
      select availability(${first}::text::date, ${last}::text::date,
        ${JSON.stringify(items)}::text::jsonb) as answer`;
    return row.answer;
  });

/** Where search, cart or calendar differ from the model, on random days. */
export async function readFaults(
  db: Database,
  dice: Dice,
  things: readonly Kinded[],
): Promise<string[]> {
  const sql = db.owner;
  const today = studioToday();
  const model = createModel(await readRows(sql));
  const faults: string[] = [];
  const rented = randomDays(dice);
  const [first, last] = datesOf(rented);
  const listed = await sql<{ id: string; kind: string }[]>`select id, kind from items where active`;
  const lines = listed.map(({ id, kind }) => ({ type: kind, id, quantity: 1 }));
  const told = await availability(db, rented, lines);
  for (const line of told) {
    const free = model.leastFree(line.id, rented, Date.now());
    const of = model.ownedOf(line.id);
    if (line.free !== free || line.of !== of)
      faults.push(
        `availability of ${line.type} ${line.id} on ${first}–${last}: ${line.free} of ${line.of}, not ${free} of ${of}`,
      );
  }
  const freeOf = new Map(told.map((line) => [line.id, line.free]));
  for (const kind of ['prop', 'cloth', 'set']) {
    const found = await asVisitor(db, async (tx) => {
      const [row] = await tx<
        [
          {
            all: { total: number; free_total: number; items: Told[] };
            free: { total: number; items: Told[] };
          },
        ]
      >`
        select search_catalogue(kind => ${kind}, rental_from => ${first}::text::date,
            rental_to => ${last}::text::date) as all,
          search_catalogue(kind => ${kind}, rental_from => ${first}::text::date,
            rental_to => ${last}::text::date, only_free => true) as free`;
      return row;
    });
    const ofKind = told.filter(({ type }) => type === kind);
    const expected = ofKind.filter(({ free }) => free !== 0).map(({ id }) => id);
    const totals = JSON.stringify([found.all.total, found.all.free_total, found.free.total]);
    const right = JSON.stringify([ofKind.length, expected.length, expected.length]);
    if (totals !== right)
      faults.push(`search of ${kind} on ${first}–${last}: ${totals}, not ${right}`);
    const free = found.free.items.map(({ id }) => id).toSorted();
    if (free.join() !== expected.toSorted().join())
      faults.push(`search of ${kind}: other free items`);
    for (const { id, free } of found.all.items)
      if (free !== freeOf.get(id))
        faults.push(`search of ${id} says ${free}, availability ${freeOf.get(id)}`);
  }
  const { id, type } = dice.of(things);
  const calendar = await asVisitor(db, async (tx) => {
    const [row] = await tx<
      [{ answer: { of: number | null; days: { day: string; free: number }[] } }]
    >`
      select item_calendar(${type}, ${id}, ${dateOf(today)}::text::date, 20) as answer`;
    return row.answer;
  });
  const parts = [...model.partsOf(id)].filter(([part]) => isCounted(model.itemOf(part)));
  const expected = Array.from({ length: 20 }, (_, at) => today + at).flatMap((day) => {
    const free = Math.min(
      ...parts.map(([part, each]) => Math.floor(model.dayFor(part, day, Date.now()).free / each)),
    );
    const of = model.ownedOf(id);
    return of !== null && free < of ? [{ day: dateOf(day), free }] : [];
  });
  const [is, ought] = [JSON.stringify(calendar.days), JSON.stringify(expected)];
  if (is !== ought) faults.push(`calendar of ${id}: ${is}, not ${ought}`);
  return faults;
}
