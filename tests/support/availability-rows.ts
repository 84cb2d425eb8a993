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

type Moved = {
  line: string;
  item: string;
  out: number;
  /** The day of the first hand-over. */
  first: string | null;
  back: [day: string, quantity: number][];
};

/** Movements that count, by line and item. `counted`: orders with a hand-over. */
async function readMovements(sql: Sql) {
  const lines = await sql<
    {
      order: string;
      line: string;
      item: string;
      kind: string;
      day: string;
      quantity: number;
      id: string;
    }[]
  >`
    select movement.order_id as order, movement.id, moved.order_item_id as line, moved.item_id as item,
      movement.kind, movement.day::text as day, sum(moved.quantity)::int as quantity
    from public.order_movements as movement
      join public.order_movement_lines as moved on moved.movement_id = movement.id
    where movement.undone_at is null
    group by movement.id, moved.order_item_id, moved.item_id`;
  const counted = new Set(
    lines.filter(({ kind }) => kind === 'hand_over').map(({ order }) => order),
  );
  const moved = new Map<string, Moved>();
  for (const { line, item, kind, day, quantity } of lines) {
    const key = `${line} ${item}`;
    const own = moved.get(key) ?? { line, item, out: 0, first: null, back: [] };
    if (kind === 'hand_over') {
      own.out += quantity;
      if (!own.first || day < own.first) own.first = day;
    } else own.back.push([day, quantity]);
    moved.set(key, own);
  }
  return { counted, moved };
}
const backOf = ({ back }: Moved) => back.reduce((sum, [, quantity]) => sum + quantity, 0);

/** Lines of which more was handed over than they have, or more taken back than was out. */
export async function movementFaults(sql: Sql): Promise<string[]> {
  const { moved } = await readMovements(sql);
  const pieces = await sql<{ line: string; item: string; quantity: number; counted: boolean }[]>`
    select piece.line_id as line, piece.item_id as item, piece.quantity, exists (
      select from public.order_movements as movement where movement.order_id = piece.order_id
        and movement.kind = 'hand_over' and movement.undone_at is null) as counted
    from private.order_pieces(array(select distinct order_id from public.order_movements)) as piece`;
  return pieces.flatMap(({ line, item, quantity, counted }) => {
    const own = moved.get(`${line} ${item}`);
    if (!own) return [];
    const back = backOf(own);
    const most = counted ? own.out : quantity;
    if (own.out <= quantity && back <= most) return [];
    return [`line ${line}: ${own.out} of ${quantity} handed over, ${back} back`];
  });
}

/** Lines of orders whose live reservations are not what the order's status, dates and movements say. */
export async function orderFaults(sql: Sql): Promise<string[]> {
  const rows = await readRows(sql);
  const model = createModel(rows);
  const { counted, moved } = await readMovements(sql);
  const lines = await sql<
    {
      id: string;
      order: string;
      item: string;
      quantity: number;
      first: string | null;
      last: string | null;
      status: string;
    }[]
  >`
    select line.id, line.order_id as order, line.item_id as item, line.quantity, line.rental_from::text as first,
      line.rental_to::text as last, made.status
    from public.order_items as line join public.orders as made on made.id = line.order_id
    where line.item_id is not null`;
  const ofLine = Map.groupBy(
    rows.reservations.filter(({ kind }) => kind === 'rental'),
    ({ orderItem }) => orderItem,
  );
  const faults: string[] = [];
  for (const { id, order, item, quantity, first, last, status } of lines) {
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
        ? [...model.partsOf(item)].flatMap(([part, each]) => {
            const none = { line: id, item: part, out: 0, first: null, back: [] };
            const own = moved.get(`${id} ${part}`) ?? none;
            const from = own.first && own.first < first ? own.first : first;
            const left = each * quantity - backOf(own);
            const outside =
              wanted === 'out' ? (counted.has(order) ? own.out - backOf(own) : left) : 0;
            // Pieces that went out while others of the line did not.
            const gone = outside < left ? outside : 0;
            const isOut = outside > gone;
            const main = [left - gone, isOut ? 'out' : 'booked', isOut ? from : first] as const;
            const present = [main, [gone, 'out', from] as const]
              .filter(([pieces]) => pieces > 0)
              .map(([pieces, is, since]) => `${part} ${pieces} ${is} ${since} ${last}`);
            const back = own.back.map(
              ([day, pieces]) => `${part} ${pieces} returned ${day < from ? day : from} ${day}`,
            );
            return [...present, ...back];
          })
        : [];
    const [right, is] = [expected.toSorted().join(), found.toSorted().join()];
    if (right !== is) faults.push(`line ${id} of an order ${status} has [${is}], not [${right}]`);
  }
  return [...faults, ...[...ofLine.keys()].map((id) => `a rental of no order line: ${id}`)];
}

/** Everything that must hold whenever no request runs. Empty: all is right. */
export async function quietFaults(sql: Sql): Promise<string[]> {
  const faults = [
    ...(await itemDayFaults(sql)),
    ...(await orderFaults(sql)),
    ...(await movementFaults(sql)),
  ];
  const [{ repaired }] = await sql<[{ repaired: number }]>`
    select private.recount_stock() as repaired`;
  if (repaired > 0) faults.push(`recount_stock() repaired ${repaired}`);
  return faults;
}
