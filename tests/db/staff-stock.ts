import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { today } from './enquiry.ts';
import { committedAs, refusal, useStudio } from './studio.ts';
import type { CallerName, Refusal } from './studio.ts';

/** Arguments of a staff function; objects and lists are sent as JSON. */
export type Given = Record<string, unknown>;
export type Answer = Record<string, unknown> & { id: string };
/** A line of an enquiry: the item, its pieces, and days from today. */
export type Line = { item: string; quantity?: number; from?: number; to?: number };

const CASTS: Record<string, string> = {
  id: 'uuid',
  ids: 'uuid[]',
  key: 'uuid',
  choices: 'jsonb',
  changes: 'jsonb',
  charges: 'jsonb',
  draft: 'jsonb',
  waiting: 'boolean',
  components: 'jsonb',
  turnaround: 'jsonb',
  closed_days: 'jsonb',
  closed_weekdays: 'smallint[]',
  quantity: 'integer',
  days: 'integer',
  count: 'integer',
  retired: 'boolean',
  codes: 'text[]',
  rental_from: 'date',
  rental_to: 'date',
  from_day: 'date',
  day: 'date',
  customer: 'uuid',
  person: 'uuid',
  one: 'uuid',
  other: 'uuid',
  apart: 'boolean',
  item: 'uuid',
  busy_only: 'boolean',
  size: 'integer',
  lines: 'uuid[]',
  until: 'timestamptz',
  expected_updated_at: 'timestamptz',
  document: 'uuid',
  enquiry: 'uuid',
  order: 'uuid',
  preview: 'boolean',
  version: 'integer',
  record: 'uuid',
  paused: 'boolean',
  most: 'integer',
};
const isJson = (name: string) => CASTS[name] === 'jsonb';

/** A small studio, and its staff at work on enquiries, orders and stock. */
export function useStaffStock() {
  const studio = useStudio();
  const call = async <T = Answer>(
    name: string,
    given: Given = {},
    caller: CallerName = 'crm_user',
  ): Promise<T> =>
    committedAs(studio.db, studio.who(caller), async (sql) => {
      const named = Object.keys(given).map(
        (key, at) => `"${key}" => $${at + 1}::text::${CASTS[key] ?? 'text'}`,
      );
      const values = Object.entries(given).map(([key, value]) => {
        if (value === null || value === undefined) return null;
        if (Array.isArray(value) && !isJson(key)) return `{${value.join(',')}}`;
        return isJson(key) ? JSON.stringify(value) : `${value as string | number}`;
      });
      const [row] = await sql.unsafe<{ told: T }[]>(
        `select ${name}(${named.join(', ')}) as told`,
        values,
      );
      if (!row) throw new Error('No answer.');
      return row.told;
    });
  const said = (name: string, given: Given, caller: CallerName = 'crm_user') =>
    refusal(call(name, given, caller));
  const item = async (quantity: number, table = 'props', price = 100) => {
    const [row] = await studio.db.owner<{ id: string }[]>`
      insert into ${studio.db.owner(table)} ${studio.db.owner({
        name: `Item ${randomUUID().slice(0, 8)}`,
        price,
        quantity,
        ...(table === 'sets' && { category: 'package' }),
      })} returning id`;
    return row?.id ?? '';
  };
  /** A pending enquiry; its lines are for the days from 10 to 12 days ahead. */
  const enquire = async (...lines: Line[]) => {
    const sql = studio.db.owner;
    const [made] = await sql<{ id: string; number: string }[]>`
      insert into enquiry_orders (customer_id, rental_from, rental_to, total_price, message)
      values (${studio.ids.customer}, ${today(10)}, ${today(12)}, 300, 'Secret wish')
      returning id, enquiry_number as number`;
    const id = made?.id ?? '';
    const ids: string[] = [];
    for (const [place, { item: of, quantity = 1, from = 10, to = 12 }] of lines.entries()) {
      const [line] = await sql<{ id: string }[]>`
        insert into enquiry_items (enquiry_order_id, item_type, item_id, quantity, price, rental_from,
          rental_to, position)
        select ${id}, kind, id, ${quantity}, price, ${today(from)}, ${today(to)}, ${place + 1}
        from items where id = ${of} returning id`;
      ids.push(line?.id ?? '');
    }
    return { id, number: made?.number ?? '', lines: ids };
  };
  const convert = (id: string, choices?: unknown, caller: CallerName = 'crm_user') =>
    call('convert_enquiry_to_order', { id, ...(choices !== undefined && { choices }) }, caller);
  /** An order of these lines, made through an enquiry. */
  const book = async (...lines: Line[]) => convert((await enquire(...lines)).id);
  const hold = (id: string, hours = 24, key = randomUUID()) =>
    call('hold_enquiry', {
      id,
      until: new Date(Date.now() + hours * 3_600_000).toISOString(),
      key,
    });
  /** The item's days that are not all free: `day: room/booked/held/short`, days counted from today. */
  const days = async (of: string) => {
    const rows = await studio.db.owner<{ day: number; figures: string }[]>`
      select day - private.today() as day, concat_ws('/', room, booked, held, short) as figures
      from private.item_days where item_id = ${of} order by day`;
    return rows.map(({ day, figures }) => `${day}: ${figures}`);
  };
  /** The item's reservations: `kind status quantity`, sorted. */
  const reserved = async (of: string) => {
    const rows = await studio.db.owner<{ text: string }[]>`
      select concat_ws(' ', kind, status, quantity) as text from reservations where item_id = ${of}`;
    return rows.map(({ text }) => text).toSorted();
  };
  return {
    studio,
    call,
    said,
    item,
    enquire,
    convert,
    book,
    hold,
    days,
    reserved,
    /** The item as an argument: type and id. */
    of: async (id: string) => {
      const [row] = await studio.db.owner<{ type: string }[]>`
        select kind as type from items where id = ${id}`;
      return { type: row?.type ?? '', id };
    },
    /** Makes `kit` contain these items. */
    contain: async (kit: string, parts: Record<string, number>) => {
      for (const [part, quantity] of Object.entries(parts)) {
        await studio.db.owner`insert into item_components (kit_id, component_id, quantity)
          values (${kit}, ${part}, ${quantity})`;
      }
    },
    events: async (subject: string) => {
      const rows = await studio.db.owner<{ what: string; from: string; to: string }[]>`
        select what, from_value as "from", to_value as "to" from crm_events
        where subject_id = ${subject} order by created_at, id`;
      return rows.map(({ what, from, to }) => [what, from, to]);
    },
    setStatus: (order: string, status: string) =>
      studio.db.owner`update orders set status = ${status} where id = ${order}`,
    /** Moves an order's lines and reservations some days into the past. */
    shift: async (order: string, days: number) => {
      const sql = studio.db.owner;
      await sql`update reservations as moved set
          rented = daterange(lower(rented) - ${days}::int, upper(rented) - ${days}::int),
          blocked = daterange(lower(blocked) - ${days}::int, upper(blocked) - ${days}::int),
          line_from = line_from - ${days}::int, line_to = line_to - ${days}::int
        from order_items as line where line.id = moved.order_item_id and line.order_id = ${order}`;
      await sql`alter table order_items disable trigger user`;
      await sql`update order_items set rental_from = rental_from - ${days}::int, rental_to = rental_to - ${days}::int
        where order_id = ${order}`;
      await sql`alter table order_items enable trigger user`;
    },
    /** Lets a hold end a second ago, without any writer having noticed. */
    expire: (enquiry: string) => studio.db.owner`
      with ended as (
        update enquiry_orders set held_until = clock_timestamp() - interval '1 second'
        where id = ${enquiry} returning held_until
      )
      update reservations set expires_at = held_until from ended
      where enquiry_item_id in (select id from enquiry_items where enquiry_order_id = ${enquiry})`,
  };
}

/** The refusal of a value of this field. */
export const field = (name: string) => ({ code: 'PT422', detail: `{"field": "${name}"}` });

/** Expects a PT409 not_free with exactly these lines; days are counted from today. */
export function expectShort(
  answer: Refusal,
  lines: { id: string; wanted: number; free: number; days: number[] }[],
): void {
  expect(answer).toMatchObject({ code: 'PT409', message: 'not_free' });
  const details = JSON.parse(answer.detail ?? '') as { reason: string; lines: Given[] };
  expect(details.reason).toBe('not_free');
  expect(details.lines).toHaveLength(lines.length);
  expect(details.lines).toEqual(
    expect.arrayContaining(
      lines.map((line) => ({
        ...line,
        type: expect.any(String) as unknown,
        days: line.days.map((day) => today(day)),
      })),
    ),
  );
}
