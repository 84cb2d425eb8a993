import type { Sql } from 'postgres';
import { createModel, dateOf, dayOf, type Want } from './availability-model.ts';
import { readRows, studioToday } from './availability-rows.ts';
import { addFact, addOrder, attempt } from './availability-scene.ts';
import type { Dice } from './dice.ts';

/** Days ahead within which everything happens. */
const HORIZON = 12;
export type Kinded = { id: string; type: string };
/** Orders and facts of a history so far. */
export type History = { things: readonly Kinded[]; orders: string[]; facts: string[] };

/** One to four days within the horizon. */
export function randomDays(dice: Dice): Want['rented'] {
  const from = studioToday() + dice.below(HORIZON);
  return { from, end: from + 1 + dice.below(4) };
}

/** One to four lines, each on its own days. */
export const randomWants = (dice: Dice, things: readonly Kinded[]): Want[] =>
  Array.from({ length: 1 + dice.below(4) }, () => ({
    item: dice.of(things).id,
    quantity: 1 + dice.below(2),
    rented: randomDays(dice),
  }));

/** First and last day. */
export const datesOf = ({ from, end }: Want['rented']) => [dateOf(from), dateOf(end - 1)] as const;

/** One random step of a history. @returns why it was refused, and what the model says */
export async function randomStep(sql: Sql, dice: Dice, { things, orders, facts }: History) {
  const today = studioToday();
  const before = await readRows(sql);
  const model = createModel(before);
  const order = orders.length > 0 ? dice.of(orders) : null;
  const reservedFor = async (id: string) => {
    const lines = await sql<
      { id: string; item: string; quantity: number; first: string; last: string }[]
    >`
      select id, item_id as item, quantity, rental_from::text as first, rental_to::text as last
      from order_items where order_id = ${id}`;
    const own = new Set(lines.map((line) => line.id));
    const kept = before.reservations.filter(({ orderItem }) => own.has(orderItem ?? ''));
    return { lines, kept };
  };
  const chance = dice.below(100);
  if (chance < 45 || !order) {
    const wants = randomWants(dice, things);
    const result = await attempt(sql, (tx) => addOrder(tx, wants));
    if ('made' in result) orders.push(result.made);
    return { what: 'book', result, expected: model.shortOf(wants, Date.now(), today) };
  }
  if (chance < 60) {
    const { lines, kept } = await reservedFor(order);
    const moved = randomDays(dice);
    const [{ status }] = await sql<
      [{ status: string }]
    >`select status from orders where id = ${order}`;
    const wants = lines.map(({ item, quantity }) => ({ item, quantity, rented: moved }));
    const [first, last] = datesOf(moved);
    const result = await attempt(
      sql,
      (tx) =>
        tx`update order_items set rental_from = ${first}, rental_to = ${last} where order_id = ${order}`,
    );
    const live = status === 'confirmed' || status === 'in_progress';
    return {
      what: 'extend',
      result,
      expected: live ? model.shortOf(wants, Date.now(), today, kept) : [],
    };
  }
  if (chance < 75) {
    const status = dice.of([
      'cancelled',
      'cancelled',
      'confirmed',
      'in_progress',
      'returned',
      'completed',
    ]);
    const { lines, kept } = await reservedFor(order);
    const wants = lines.map(({ item, quantity, first, last }) => ({
      item,
      quantity,
      rented: { from: dayOf(first), end: dayOf(last) + 1 },
    }));
    const [{ now }] = await sql<
      [{ now: string }]
    >`select status as now from orders where id = ${order}`;
    const result = await attempt(
      sql,
      (tx) => tx`update orders set status = ${status} where id = ${order}`,
    );
    const isLive = (each: string) => each === 'confirmed' || each === 'in_progress';
    const reserves = isLive(status) && !isLive(now);
    const starts = status === 'in_progress' && now !== status;
    const away = starts ? model.notHere(wants, today) : [];
    const short = reserves ? model.shortOf(wants, Date.now(), today, kept) : [];
    return { what: status, result, expected: away.length > 0 ? away : short };
  }
  const kind = dice.of(['out_of_service', 'sub_rental'] as const);
  const [want] = randomWants(dice, things);
  const result = await attempt(sql, async (tx): Promise<unknown> => {
    if (chance < 80) return tx`delete from orders where id = ${order}`;
    if (chance < 90) return facts.push(await addFact(tx, kind, want!));
    const fact = facts.shift();
    if (chance < 95 && fact)
      return tx`update reservations set status = 'released' where id = ${fact}`;
    return tx`update props set quantity = ${dice.below(5)} where id = ${want!.item}`;
  });
  if (chance < 80) orders.splice(orders.indexOf(order), 1);
  return { what: 'fact', result, expected: [] };
}
