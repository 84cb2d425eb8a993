import type { Sql } from 'postgres';
import { useStudio } from './studio.ts';

export type Line = { item: string; quantity?: number; from: string; to: string; type?: string };
export type Refused = { type: string; id: string; wanted: number; free: number; days: string[] };

/** A studio whose items, orders and reservations a test makes. Everything runs as the owner and stays. */
export function useStock() {
  const studio = useStudio();
  const stock = {
    studio,
    get sql(): Sql {
      return studio.db.owner;
    },
    /** Makes an item and returns its id. */
    item: async (quantity: number, table = 'props', name = 'Chair'): Promise<string> => {
      const extra = { sets: `, category`, backdrops: ', length_feet, width_feet' }[table] ?? '';
      const values = { sets: `, 'set'`, backdrops: ', 1, 1' }[table] ?? '';
      const [row] = await studio.db.owner.unsafe<{ id: string }[]>(
        `insert into public.${table} (name, quantity${extra}) values ($1, $2${values}) returning id`,
        [name, quantity],
      );
      return row!.id;
    },
    /** Makes an order with lines and returns its id. */
    order: (lines: Line[], status = 'confirmed', sql: Sql = studio.db.owner): Promise<string> =>
      sql
        .begin(async (tx) => {
          const [made] = await tx<{ id: string }[]>`
            insert into orders (customer_id, status, total_price)
            values (${studio.ids.customer}, ${status}, 0) returning id`;
          await tx`
            insert into order_items (order_id, item_type, item_id, quantity, price, rental_from, rental_to, position)
            select ${made!.id}, item.kind, line.item, coalesce(line.quantity, 1), 0, line.from, line.to, line.place
            from jsonb_to_recordset(${tx.json(lines.map((line, place) => ({ ...line, place })))})
              as line (item uuid, quantity integer, "from" date, "to" date, place smallint)
              join items as item on item.id = line.item`;
          return made!.id;
        })
        .then((id) => id),
    setStatus: (order: string, status: string) =>
      studio.db.owner`update orders set status = ${status} where id = ${order}`,
    /** Inserts a fact or a hold, with its days as dates. */
    reserve: async (row: {
      kind: string;
      item: string;
      quantity?: number;
      from: string;
      to: string;
      expires?: string;
      enquiryItem?: string;
    }): Promise<string> => {
      const rented = `[${row.from},${row.to}]`;
      const [made] = await studio.db.owner<{ id: string }[]>`
        insert into reservations (item_id, quantity, kind, status, rented, blocked, expires_at, enquiry_item_id)
        values (${row.item}, ${row.quantity ?? 1}, ${row.kind}, ${row.kind === 'hold' ? 'held' : 'booked'},
          ${rented}::daterange, ${rented}::daterange, ${row.expires ?? null}, ${row.enquiryItem ?? null})
        returning id`;
      return made!.id;
    },
    /** A line of a new enquiry, to hang a hold on. */
    enquiryItem: async (item: string): Promise<string> => {
      const [made] = await studio.db.owner<{ id: string }[]>`
        with enquiry as (
          insert into enquiry_orders (customer_id, total_price) values (${studio.ids.customer}, 0) returning id
        )
        insert into enquiry_items (enquiry_order_id, item_type, item_id, quantity, price)
        select enquiry.id, item.kind, item.id, 1, 0 from enquiry, items as item where item.id = ${item}
        returning id`;
      return made!.id;
    },
    /** The item-days of an item: `2030-01-07 booked 2 of 3`. */
    days: async (item: string): Promise<string[]> => {
      const rows = await studio.db.owner<{ line: string }[]>`
        select day || case when booked > 0 then ' booked ' || booked else '' end
          || case when held > 0 then ' held ' || held else '' end || ' of ' || room
          || case when short > 0 then ' short ' || short else '' end as line
        from private.item_days where item_id = ${item} order by day`;
      return rows.map(({ line }) => line);
    },
    /** The reservations of an order: `booked 2 [2030-01-07,2030-01-10) [2030-01-07,2030-01-11)`. */
    reservations: async (order: string): Promise<string[]> => {
      const rows = await studio.db.owner<{ line: string }[]>`
        select concat_ws(' ', r.status, r.quantity, r.rented, nullif(r.blocked, r.rented)) as line
        from order_items as l join reservations as r on r.order_item_id = l.id
        where l.order_id = ${order} order by l.position, r.item_id = l.item_id desc, r.quantity`;
      return rows.map(({ line }) => line);
    },
    /** Differences of item-days from a sum over reservations that is written apart from the engine. */
    drift: async (sql: Sql = studio.db.owner): Promise<string[]> => {
      const rows = await sql<{ wrong: string }[]>`
        with days as (
          select item.id, day::date as day,
            case when item.removed_at is null then item.quantity else 0 end as quantity, live.*
          from items as item
            cross join generate_series(private.today()::timestamp, '2031-12-31'::timestamp, '1 day') as day
            cross join lateral (
              select count(*) as many,
                sum(r.quantity) filter (where r.kind = 'rental') as booked,
                sum(r.quantity) filter (where r.kind = 'hold') as held,
                sum(r.quantity) filter (where r.kind = 'out_of_service') as broken,
                sum(r.quantity) filter (where r.kind = 'sub_rental') as hired
              from reservations as r
              where r.item_id = item.id and r.status <> 'released' and r.blocked @> day::date
                and not (r.status = 'returned' and upper(r.blocked) = upper(r.rented))
            ) as live
          where (item.quantity > 0 or item.removed_at is not null) and exists (
            select from reservations as r where r.item_id = item.id
          )
        ), ought as (
          select id, day, quantity, greatest(0, quantity - coalesce(broken, 0) + coalesce(hired, 0)) as room,
            coalesce(booked, 0) as booked, coalesce(held, 0) as held
          from days where many > 0
        ), expected as (
          select id, day, room, booked, held, greatest(0, booked + held - room) as short
          from ought where booked > 0 or held > 0 or room <> quantity
        ), stored as (
          select item_id, day, room, booked, held, short from private.item_days where day >= private.today()
        )
        select 'not ' || stored::text as wrong from (select * from stored except select * from expected) as stored
        union all
        select 'but ' || expected::text from (select * from expected except select * from stored) as expected
        limit 20`;
      return rows.map(({ wrong }) => wrong);
    },
    /** Fails when item-days differ from the sum of reservations. */
    requireNoDrift: async (): Promise<void> => {
      const drift = await stock.drift();
      if (drift.length > 0) throw new Error(`Item-days are wrong:\n${drift.join('\n')}`);
    },
  };
  return stock;
}

/** The lines of a refusal. */
export const shortLines = (refusal: { detail?: string }): Refused[] =>
  (JSON.parse(refusal.detail ?? '{}') as { lines: Refused[] }).lines;
