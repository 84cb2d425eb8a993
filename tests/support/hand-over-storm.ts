import type { Sql } from 'postgres';
import type { Reply } from '#tests/fault/asking.ts';
import { openJournal, readJournal, restartJournal } from './availability-journal.ts';
import { quietFaults, studioToday } from './availability-rows.ts';
import { addEnquiries, deadlocksOf } from './availability-storm.ts';
import { RPC, staffOf, type StormSite } from './availability-work.ts';
import { createDice } from './dice.ts';
import { conflictFaults, deskFaults } from './hand-over-faults.ts';
import { pickDeskWork, type Desk, type Piece } from './hand-over-work.ts';

/** Refusals of the desk that are right whenever somebody else was first. */
const REASONS = new Set(
  `more_than_there more_than_out later_movement undone status pieces_out pieces_back handed_over changed busy
  not_free not_here held extended_twice merged later_merge`.split(/\s+/),
);
const MESSAGES = [
  /^Only (an?|the|a) /,
  /^Enquiry \S+ was already converted/,
  /^There is no such/,
  /is no(t| longer) part of the order/,
  /running order/,
  /^These pieces were handed over after this day/,
  /^An? (hold|customer) (must end|cannot be merged)/,
  /^An order needs at least one line/,
];

export type HandOverReport = {
  faults: string[];
  /** Answers by operation and kind. */
  answers: Record<string, number>;
  deadlocks: number;
};

/** Items of few pieces, a kit that shares some, orders of them, and open enquiries for the rest. */
export async function prepareDesk(sql: Sql, site: StormSite, orders: number): Promise<Desk> {
  await openJournal(sql);
  await sql`select private.set_limit(name, null) from private.settings`;
  const props = await sql<{ id: string }[]>`
    insert into props (name, price, quantity) select 'Lamp ' || n, 100, ${orders * 3}
    from generate_series(1, 6) n returning id`;
  const [kit] = await sql<{ id: string }[]>`
    insert into sets (name, category, price, quantity) values ('Loft', 'package', 100, 0) returning id`;
  await sql`insert into item_components (kit_id, component_id, quantity)
    values (${kit!.id}, ${props[0]!.id}, 1), (${kit!.id}, ${props[1]!.id}, 2)`;
  const today = studioToday();
  // Some begin later and can be handed over early, some are over and will be overdue.
  const wanted = Array.from({ length: orders * 2 }, (_, at) => ({
    lines: [props[at % 6]!, at % 3 === 0 ? kit! : props[(at + 2) % 6]!].map(({ id }) => ({
      item: id,
      quantity: at < orders ? 5 : 2,
    })),
    dates:
      at >= orders
        ? { from: today + 1, end: today + 3 + (at % 3) }
        : at % 8 === 7
          ? { from: today - 4, end: today }
          : { from: today + Number(at % 8 === 6), end: today + 2 + (at % 3) },
  }));
  const asked = await addEnquiries(sql, wanted);
  const customers = await sql<{ id: string }[]>`
    insert into customers (first_name, last_name, mobile)
    select 'Customer', 'Number ' || n, '+9197000000' || n from generate_series(10, 21) n returning id`;
  await sql`update enquiry_orders set customer_id = (${customers.map(({ id }) => id)}::uuid[])[
      1 + abs(hashtext(id::text)) % ${customers.length}::int],
    total_price = rental_days * (select sum(price * quantity) from enquiry_items where enquiry_order_id = enquiry_orders.id)`;
  for (const [at, { id }] of asked.slice(0, orders).entries())
    await staffOf(site, at).ask(`${RPC}/convert_enquiry_to_order`, { body: { id } });
  // why: the first entries of the log belong to the customer that the enquiries had at first.
  await sql`update crm_events as event set customer_id = asked.customer_id
    from enquiry_orders as asked where asked.id = event.subject_id`;
  const pieces = await sql<Piece[]>`
    select piece.order_id as order, piece.line_id as line, piece.item_id as item
    from private.order_pieces(array(select id from orders)) as piece`;
  return {
    pieces: [...pieces],
    items: props.map(({ id }) => id),
    customers: customers.map(({ id }) => id),
    enquiries: asked.map(({ id }) => id),
    movements: [],
    merges: [],
    added: [],
    undos: [],
    facts: [],
  };
}

/**
 * Random hand-overs, returns with missing and damaged pieces, undoing, edits, holds and merges from many clients at
 * once on few orders; a tenth is sent twice with the same key. After each round stock, item-days, reservations,
 * movements and conflicts must agree with the model, the records with each other, and no promise may have been made
 * beyond what was free at that moment.
 * @param given after `operations` it goes on until enough is done: on a slow machine most of them find others busy
 */
export async function runDesk(
  sql: Sql,
  site: StormSite,
  desk: Desk,
  given: Record<'operations' | 'round' | 'clients' | 'seed', number> & {
    isEnough?: (answers: Readonly<Record<string, number>>) => boolean;
  },
): Promise<HandOverReport> {
  const { operations, round, clients, seed, isEnough = () => true } = given;
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  let next = 0;
  for (let done = 0; done < operations || !isEnough(answers); done += round) {
    const start = await restartJournal(sql);
    const end = done < operations ? Math.min(operations, done + round) : done + round;
    const lane = async (at: number) => {
      while (next < end) {
        const dice = createDice(seed, (next += 1));
        const work = pickDeskWork(dice, desk);
        if (!work) continue;
        const { what, path, body, method } = work;
        const send = () => staffOf(site, at).ask(path, { body, ...(method && { method }) });
        const isTwice = 'key' in body && dice.may(0.1);
        const replies = await Promise.all(isTwice ? [send(), send()] : [send()]);
        for (const reply of replies) {
          const kind = kindOf(reply);
          answers[`${what} ${kind}`] = (answers[`${what} ${kind}`] ?? 0) + 1;
          if (kind === 'wrong')
            faults.push(`${what}: ${reply?.status} ${JSON.stringify(reply?.body)}`);
        }
        const accepted = replies.filter((reply) => reply && reply.status < 300);
        if (new Set(accepted.map((reply) => JSON.stringify(reply?.body))).size > 1)
          faults.push(`${what} was done twice with one key`);
        if (accepted[0]) work.done?.((accepted[0].body ?? {}) as Record<string, unknown>);
      }
    };
    await Promise.all(Array.from({ length: clients }, (_, at) => lane(at)));
    await sql`select private.roll_overdue()`;
    const journal = await readJournal(sql, start);
    faults.push(
      ...journal.faults,
      ...(await quietFaults(sql)),
      ...(await deskFaults(sql)),
      ...(await conflictFaults(sql, staffOf(site, 0))),
    );
    if (faults.length > 100) break;
  }
  return { faults, answers, deadlocks: await deadlocksOf(sql) };
}

function kindOf(reply: Reply | null): string {
  if (!reply || reply.status >= 500) return 'wrong';
  if (reply.status < 300) return 'done';
  const { message = '', details } = (reply.body ?? {}) as { message?: string; details?: string };
  const reason = /"reason": ?"(\w+)"/.exec(details ?? '')?.[1] ?? '';
  if (reply.status === 409 && REASONS.has(reason)) return reason;
  return MESSAGES.some((each) => each.test(message)) ? 'expected' : 'wrong';
}
