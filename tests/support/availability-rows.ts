import type { Sql } from 'postgres';
import {
  createModel,
  dateOf,
  dayOf,
  type Reservation,
  type Rows,
  type Span,
} from './availability-model.ts';

/** A reservation as JSON of its row. */
export type ReservationRow = {
  id: string;
  item_id: string;
  quantity: number;
  kind: Reservation['kind'];
  status: Reservation['status'];
  rented: string;
  blocked: string;
  order_item_id: string | null;
  enquiry_item_id: string | null;
  expires_at: string | null;
};

/** The days of a `daterange` as PostgreSQL prints it. */
function spanIn(range: string): Span {
  const [, from = '', end = ''] = /^\[([\d-]+),([\d-]+)\)$/.exec(range) ?? [];
  if (!from) throw new Error(`${range} is no range of days.`);
  return { from: dayOf(from), end: dayOf(end) };
}

/** A reservation of the model from its row. */
export const reservationOf = (row: ReservationRow): Reservation => ({
  id: row.id,
  item: row.item_id,
  quantity: row.quantity,
  kind: row.kind,
  status: row.status,
  rented: spanIn(row.rented),
  blocked: spanIn(row.blocked),
  expires: row.expires_at === null ? null : Date.parse(row.expires_at),
  orderItem: row.order_item_id,
  enquiryItem: row.enquiry_item_id,
});

/** Reads what the model computes from, in one snapshot, from tables only. */
export async function readRows(sql: Sql): Promise<Rows> {
  const [read] = await sql<
    [
      {
        rows: {
          items: {
            id: string;
            kind: string;
            quantity: number;
            gone: boolean;
            turnaround: number;
          }[];
          components: Rows['components'];
          reservations: ReservationRow[];
          weekdays: number[];
          days: string[];
        };
      },
    ]
  >`
    select jsonb_build_object(
      'items', (select coalesce(jsonb_agg(jsonb_build_object('id', item.id, 'kind', item.kind,
          'quantity', item.quantity, 'gone', item.removed_at is not null,
          'turnaround', coalesce(item.turnaround_days, kind.turnaround_days))), '[]')
        from public.items as item join private.catalogue_kinds as kind on kind.kind = item.kind),
      'components', (select coalesce(jsonb_agg(jsonb_build_object('kit', kit_id,
          'component', component_id, 'quantity', quantity)), '[]') from public.item_components),
      'reservations', (select coalesce(jsonb_agg(to_jsonb(reserved)), '[]')
        from public.reservations as reserved where status <> 'released'),
      'weekdays', (select to_jsonb(closed_weekdays) from private.availability_settings),
      'days', (select coalesce(jsonb_agg(day), '[]') from private.closed_days)) as rows`;
  const { items, components, reservations, weekdays, days } = read.rows;
  return {
    items: items.map(({ gone, ...item }) => ({ ...item, isDeleted: gone })),
    components,
    reservations: reservations.map(reservationOf),
    closedWeekdays: weekdays,
    closedDays: days.map(dayOf),
  };
}

/** Today in the studio's time zone, from this process's clock. */
export const studioToday = (now = Date.now()): number =>
  Math.floor((now + 5.5 * 3_600_000) / 86_400_000);

/** Differences between `private.item_days` and the model, from today on. */
export async function itemDayFaults(sql: Sql): Promise<string[]> {
  const today = studioToday();
  const expected = createModel(await readRows(sql)).itemDays(today);
  const stored = await sql<{ key: string; day: string }[]>`
    select item_id || ' ' || day as key,
      concat_ws(' ', room, booked, held, short) as day
    from private.item_days where day >= ${dateOf(today)}::text::date`;
  const found = new Map(stored.map(({ key, day }) => [key, day]));
  const faults: string[] = [];
  for (const [key, { room, booked, held, short }] of expected) {
    const right = `${room} ${booked} ${held} ${short}`;
    if (found.get(key) !== right) faults.push(`${key} is ${found.get(key)}, not ${right}`);
    found.delete(key);
  }
  return [...faults, ...[...found].map(([key, day]) => `${key} is ${day}, and nothing is there`)];
}

/** Lines of orders whose live reservations are not what the order's status and dates say. */
export async function orderFaults(sql: Sql): Promise<string[]> {
  const rows = await readRows(sql);
  const model = createModel(rows);
  const lines = await sql<
    {
      id: string;
      item: string;
      quantity: number;
      first: string | null;
      last: string | null;
      status: string;
    }[]
  >`
    select line.id, line.item_id as item, line.quantity, line.rental_from::text as first,
      line.rental_to::text as last, made.status
    from public.order_items as line join public.orders as made on made.id = line.order_id`;
  const ofLine = Map.groupBy(
    rows.reservations.filter(({ kind }) => kind === 'rental'),
    ({ orderItem }) => orderItem,
  );
  const faults: string[] = [];
  for (const { id, item, quantity, first, last, status } of lines) {
    const wanted = { confirmed: 'booked', in_progress: 'out' }[status];
    const found = (ofLine.get(id) ?? []).map(
      (each) =>
        `${each.item} ${each.quantity} ${each.status} ${dateOf(each.rented.from)} ${dateOf(each.rented.end - 1)}`,
    );
    ofLine.delete(id);
    // why: what a returned order still occupies depends on the day it was returned.
    if (status === 'returned' || status === 'completed') continue;
    const expected =
      wanted && first && last
        ? [...model.partsOf(item)].map(
            ([part, each]) => `${part} ${each * quantity} ${wanted} ${first} ${last}`,
          )
        : [];
    const [right, is] = [expected.toSorted().join(), found.toSorted().join()];
    if (right !== is) faults.push(`line ${id} of an order ${status} has [${is}], not [${right}]`);
  }
  return [...faults, ...[...ofLine.keys()].map((id) => `a rental of no order line: ${id}`)];
}

/** Everything that must hold whenever no request runs. Empty: all is right. */
export async function quietFaults(sql: Sql): Promise<string[]> {
  const faults = [...(await itemDayFaults(sql)), ...(await orderFaults(sql))];
  const [{ repaired }] = await sql<[{ repaired: number }]>`
    select private.recount_stock() as repaired`;
  if (repaired > 0) faults.push(`recount_stock() repaired ${repaired}`);
  return faults;
}
