import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { startSession, sessionJson } from '#backend/auth/sessions.ts';
import type { Keys } from '#backend/core/keys.ts';
import { LIMITS } from '#backend/core/limits.ts';
import type { Reply } from '#tests/fault/asking.ts';
import { openJournal, readJournal, restartJournal, type Refusal } from './availability-journal.ts';
import { dateOf, type Want } from './availability-model.ts';
import { quietFaults } from './availability-rows.ts';
import {
  pick,
  RPC,
  staffOf,
  wish,
  type Asked,
  type Line,
  type Made,
  type StormSite,
  type Thing,
} from './availability-work.ts';
import { createStaff } from './database.ts';
import { createDice } from './dice.ts';

export type StormReport = {
  faults: string[];
  /** Answers by operation and kind. */
  answers: Record<string, number>;
  refusals: number;
  transactions: number;
  /** In this database so far. */
  deadlocks: number;
};

/** Access tokens of new admins, whose sessions are real. */
export const staffTokens = (sql: Sql, keys: Keys, count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const id = await createStaff({ owner: sql }, 'admin');
      const encrypted_password = 'none that anybody could type';
      await sql`update auth.users set encrypted_password = ${encrypted_password} where id = ${id}`;
      const account = { id, encrypted_password } as Parameters<typeof startSession>[1];
      const session = await startSession(sql, account, LIMITS);
      return (await sessionJson(session, keys, 'test')).access_token;
    }),
  );

/** Stock for a storm: few pieces, clothes with turnaround, kits that share parts, one not counted. */
async function fillStock(sql: Sql): Promise<Thing[]> {
  await sql`select private.set_limit(name, null) from private.settings`;
  const made = await sql<Thing[]>`
    with prop as (
      insert into props (name, price, quantity) select 'Lamp ' || n, 100, 1 + n % 4
      from generate_series(1, 9) n returning id, quantity
    ), cloth as (
      insert into clothes (name, price, quantity) select 'Sari ' || n, 100, n
      from generate_series(1, 2) n returning id, quantity
    ), uncounted as (
      insert into props (name, price, quantity) values ('Uncounted', 100, 0) returning id, quantity
    ), kit as (
      insert into sets (name, category, price, quantity) select 'Kit ' || n, 'package', 100, n - 1
      from generate_series(1, 2) n returning id, quantity
    )
    select id, 'prop' as type, 'props' as table, quantity from prop
    union all select id, 'cloth', 'clothes', quantity from cloth
    union all select id, 'prop', 'props', quantity from uncounted
    union all select id, 'set', 'sets', quantity from kit`;
  return [...made];
}

/** Prepares a database: the journal, the stock, and its kits by the staff's function. */
export async function prepareStorm(sql: Sql, site: StormSite): Promise<Thing[]> {
  await openJournal(sql);
  const things = await fillStock(sql);
  const [one, other, third] = things.filter(
    ({ type, quantity }) => type === 'prop' && quantity > 1,
  );
  const staff = staffOf(site, 0);
  for (const [at, { id }] of things.filter(({ type }) => type === 'set').entries()) {
    const components = [at === 0 ? one : third, other].map((part, place) => ({
      type: 'prop',
      id: part?.id,
      quantity: place + 1,
    }));
    const reply = await staff.ask(`${RPC}/set_components`, {
      body: { type: 'set', id, components },
    });
    if (reply?.status !== 200)
      throw new Error(`The kit was not made: ${JSON.stringify(reply?.body)}`);
  }
  return things;
}

/** Adds enquiries with these lines and days, as submitted ones are. */
export async function addEnquiries(
  sql: Sql,
  wanted: { lines: Omit<Line, 'id'>[]; dates: Want['rented'] }[],
): Promise<Asked[]> {
  const asked = wanted.map(({ lines, dates }) => ({
    id: randomUUID() as string,
    lines: lines.map((line) => ({ ...line, id: randomUUID() as string })),
    dates,
    held: false,
  }));
  const rows = asked.map(({ id, lines, dates }) => ({
    id,
    lines,
    first: dateOf(dates.from),
    last: dateOf(dates.end - 1),
  }));
  await sql.begin(async (tx) => {
    await tx`insert into customers (first_name, last_name, mobile, email)
      values ('Asha', 'Rao', '+919800000077', 'asha@example.test') on conflict do nothing`;
    await tx`insert into enquiry_orders (id, customer_id, rental_from, rental_to, total_price)
      select asked.id, customer.id, asked.first, asked.last, 100
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as asked (id uuid, first date, last date),
        (select id from customers where mobile = '+919800000077') as customer`;
    await tx`insert into enquiry_items (id, enquiry_order_id, item_type, item_id, quantity, price,
        rental_from, rental_to, position)
      select line.id, asked.id, item.kind, item.id, line.quantity, item.price, asked.first, asked.last, 1
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
          as asked (id uuid, first date, last date, lines jsonb),
        jsonb_to_recordset(asked.lines) as line (id uuid, item uuid, quantity integer)
        join items as item on item.id = line.item`;
  });
  return asked;
}

/** Number of deadlocks that PostgreSQL has ended in this database. */
export async function deadlocksOf(sql: Sql): Promise<number> {
  // why: a connection publishes its counters when it has been idle for a second.
  await sleep(1100);
  const [counted] = await sql<[{ deadlocks: number }]>`
    select deadlocks::int from pg_stat_database where datname = current_database()`;
  return counted.deadlocks;
}

/** Refusals that are right whatever is free: somebody else was first, or the record is past that. */
const EXPECTED = [
  /^Enquiry \S+ was already converted/,
  /^Only a pending enquiry can be converted/,
  /^Only an open enquiry can be held/,
  /^A hold can be extended twice/,
  /^A hold must end in the future/,
  /^Only the dates of a confirmed or running order/,
  /^There is no such (order|reservation|item)/,
  /^The other item is no longer there/,
  /^Not all of these pieces are here/,
];

/**
 * Random work of staff on few items from many clients at once, in rounds; after each round, when
 * nothing runs, stock, item-days and orders must equal the model, and each refusal must have been
 * right at some moment of its request (`readJournal`).
 */
export async function runStorm(
  sql: Sql,
  site: StormSite,
  things: readonly Thing[],
  { operations, round, clients, seed }: Record<'operations' | 'round' | 'clients' | 'seed', number>,
): Promise<StormReport> {
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  let [refusals, transactions] = [0, 0];
  const orders: Made[] = [];
  const facts: string[] = [];
  let next = 0;
  for (let done = 0; done < operations; done += round) {
    const start = await restartJournal(sql);
    const dice = createDice(seed, done);
    const enquiries = await addEnquiries(
      sql,
      Array.from({ length: Math.ceil(round / 2) }, () => wish(dice, things)),
    );
    const judged: Refusal[] = [];
    const end = Math.min(operations, done + round);
    const lane = async (at: number) => {
      while (next < end) {
        const own = createDice(seed, (next += 1));
        const work = pick(own, { site, at, things, enquiries, orders, facts });
        if (!work) continue;
        const began = Date.now() - 1;
        const reply = await work.send();
        const ended = Date.now() + 1;
        const kind = kindOf(reply);
        answers[`${work.what} ${kind}`] = (answers[`${work.what} ${kind}`] ?? 0) + 1;
        if (kind === 'not_free') {
          const lines = linesOf(reply);
          if (work.wants) judged.push({ what: work.what, began, ended, lines, ...work.wants });
          else faults.push(`${work.what} was refused: ${JSON.stringify(reply?.body)}`);
        } else if (kind === 'wrong') {
          faults.push(`${work.what}: ${reply?.status} ${JSON.stringify(reply?.body)}`);
        } else if (kind === 'done') work.done?.(reply?.body);
      }
    };
    await Promise.all(Array.from({ length: clients }, (_, at) => lane(at)));
    const journal = await readJournal(sql, start);
    faults.push(...journal.faults, ...(await quietFaults(sql)));
    faults.push(...judged.map(journal.faultOf).filter((fault) => fault !== ''));
    refusals += judged.length;
    transactions += journal.transactions;
    if (faults.length > 100) break;
  }
  const deadlocks = await deadlocksOf(sql);
  return { faults, answers, refusals, transactions, deadlocks };
}

function kindOf(reply: Reply | null): 'done' | 'not_free' | 'busy' | 'expected' | 'wrong' {
  if (!reply) return 'wrong';
  if (reply.status < 300) return 'done';
  const { message = '', details = '' } = (reply.body ?? {}) as Record<string, string>;
  if (reply.status === 409 && message === 'not_free') return 'not_free';
  if (details?.includes('"busy"') && (reply.status === 409 || reply.status === 429)) return 'busy';
  return reply.status < 500 && EXPECTED.some((each) => each.test(message)) ? 'expected' : 'wrong';
}

function linesOf(reply: Reply | null): Refusal['lines'] {
  const { details } = (reply?.body ?? {}) as { details: string };
  return (JSON.parse(details) as { lines: Refusal['lines'] }).lines;
}
