import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import type { Reply } from '#tests/fault/asking.ts';
import { openJournal, readJournal, restartJournal } from './availability-journal.ts';
import { dateOf } from './availability-model.ts';
import { quietFaults, studioToday } from './availability-rows.ts';
import { addEnquiries, deadlocksOf } from './availability-storm.ts';
import { RPC, staffOf, type StormSite } from './availability-work.ts';
import { createDice } from './dice.ts';

/** An item of an order line, or a part of a kit on it. */
type Piece = { order: string; line: string; item: string };

/** Refusals of the desk that are right whenever somebody else was first. */
const REASONS = new Set(
  'more_than_there more_than_out later_movement undone status pieces_out pieces_back handed_over changed busy not_free'.split(
    ' ',
  ),
);
const MESSAGES = [
  /^Only (an?|the|a) /,
  /^There is no such/,
  /is no longer part of the order/,
  /running order/,
];

export type HandOverReport = {
  faults: string[];
  /** Answers by operation and kind. */
  answers: Record<string, number>;
  deadlocks: number;
};

/** Items of few pieces, a kit that shares one, and orders of them from today on. */
export async function prepareDesk(sql: Sql, site: StormSite, orders: number): Promise<Piece[]> {
  await openJournal(sql);
  await sql`select private.set_limit(name, null) from private.settings`;
  const props = await sql<{ id: string }[]>`
    insert into props (name, price, quantity) select 'Lamp ' || n, 100, ${orders * 2}
    from generate_series(1, 6) n returning id`;
  const [kit] = await sql<{ id: string }[]>`
    insert into sets (name, category, price, quantity) values ('Loft', 'package', 100, 0) returning id`;
  await sql`insert into item_components (kit_id, component_id, quantity)
    values (${kit!.id}, ${props[0]!.id}, 1), (${kit!.id}, ${props[1]!.id}, 2)`;
  const today = studioToday();
  const wanted = Array.from({ length: orders }, (_, at) => ({
    lines: [props[at % 6]!, at % 3 === 0 ? kit! : props[(at + 2) % 6]!].map(({ id }) => ({
      item: id,
      quantity: 5,
    })),
    dates: { from: today, end: today + 1 + (at % 3) },
  }));
  for (const [at, { id }] of (await addEnquiries(sql, wanted)).entries()) {
    await staffOf(site, at).ask(`${RPC}/convert_enquiry_to_order`, { body: { id } });
  }
  return sql<Piece[]>`
    select piece.order_id as order, piece.line_id as line, piece.item_id as item
    from private.order_pieces(array(select id from orders)) as piece`;
}

/**
 * Random hand-overs, returns, undoing, edits and status changes from many clients at once on few orders; after each
 * round stock, item-days, reservations and movements must agree with the model.
 */
export async function runDesk(
  sql: Sql,
  site: StormSite,
  pieces: readonly Piece[],
  { operations, round, clients, seed }: Record<'operations' | 'round' | 'clients' | 'seed', number>,
): Promise<HandOverReport> {
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  const movements: string[] = [];
  let next = 0;
  for (let done = 0; done < operations; done += round) {
    const start = await restartJournal(sql);
    const end = Math.min(operations, done + round);
    const lane = async (at: number) => {
      while (next < end) {
        const dice = createDice(seed, (next += 1));
        const { order, line, item } = dice.of(pieces);
        const staff = staffOf(site, at);
        const key = randomUUID();
        const call = (name: string, body: object) => staff.ask(`${RPC}/${name}`, { body });
        const moved = [{ line, item, quantity: 1 + dice.below(2) }];
        const to = dateOf(studioToday() + dice.below(4));
        const movement = movements.length > 0 ? dice.of(movements) : randomUUID();
        const works: [number, string, () => Promise<Reply | null>][] = [
          [26, 'hand_over', () => call('hand_over', { id: order, lines: moved, key })],
          [2, 'hand_over all', () => call('hand_over', { id: order, key })],
          [26, 'take_back', () => call('take_back', { id: order, lines: moved, key })],
          [1, 'take_back all', () => call('take_back', { id: order, key })],
          [14, 'undo', () => call('undo_movement', { id: movement, reason: 'A mistake', key })],
          [
            8,
            'quantity',
            () =>
              call('change_order', {
                id: order,
                changes: [{ action: 'quantity', line, quantity: 1 + dice.below(9) }],
                key,
              }),
          ],
          [
            6,
            'dates',
            () =>
              call('change_order_dates', {
                id: order,
                rental_from: dateOf(studioToday()),
                rental_to: to,
                key,
              }),
          ],
          [
            8,
            'status',
            () =>
              staff.ask(`/rest/v1/orders?id=eq.${order}`, {
                method: 'PATCH',
                body: {
                  status: dice.of([
                    'cancelled',
                    'confirmed',
                    'confirmed',
                    'in_progress',
                    'returned',
                  ]),
                },
              }),
          ],
        ];
        let left = dice.below(works.reduce((sum, [weight]) => sum + weight, 0));
        const [, what, send] = works.find(([weight]) => (left -= weight) < 0) ?? works[0]!;
        const reply = await send();
        const kind = kindOf(reply);
        answers[`${what} ${kind}`] = (answers[`${what} ${kind}`] ?? 0) + 1;
        if (kind === 'wrong')
          faults.push(`${what}: ${reply?.status} ${JSON.stringify(reply?.body)}`);
        const made = (reply?.body ?? {}) as { movement?: string };
        if (kind === 'done' && made.movement) movements.push(made.movement);
      }
    };
    await Promise.all(Array.from({ length: clients }, (_, at) => lane(at)));
    const journal = await readJournal(sql, start);
    // why: pieces that are out again after an undone return are a fact, which may go beyond the room.
    const facts = await sql<{ item: string }[]>`
      select distinct moved.item_id as item from order_movement_lines as moved
        join order_movements as movement on movement.id = moved.movement_id
      where movement.kind = 'return' and movement.undone_at is not null`;
    const excused = new Set(facts.map(({ item }) => item));
    faults.push(
      ...journal.faults.filter((fault) => !excused.has(fault.split(' ')[0] ?? '')),
      ...(await quietFaults(sql)),
    );
    if (faults.length > 100) break;
  }
  return { faults, answers, deadlocks: await deadlocksOf(sql) };
}

function kindOf(reply: Reply | null): string {
  if (!reply || reply.status >= 500) return 'wrong';
  if (reply.status < 300) return 'done';
  const { message = '', details } = (reply.body ?? {}) as { message?: string; details?: string };
  if (reply.status !== 409)
    return MESSAGES.some((each) => each.test(message)) ? 'expected' : 'wrong';
  const reason = /"reason": ?"(\w+)"/.exec(details ?? '')?.[1] ?? '';
  if (REASONS.has(reason)) return reason;
  return MESSAGES.some((each) => each.test(message)) ? 'expected' : 'wrong';
}
