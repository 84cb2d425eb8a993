import type { Sql } from 'postgres';
import { beforeAll } from 'vitest';
import { useCatalogue } from './catalogue.ts';

/** The dates of a rental, both inclusive. */
export type Dates = { from: string; to: string };

/** An active item, and what is free of it on some dates. */
export type Known = {
  id: string;
  kind: string;
  name: string;
  price: number;
  brand: string | null;
  category: string | null;
  category_slug: string | null;
  colour: string | null;
  colour_slug: string | null;
  free: number | null;
  of: number | null;
};

const WORDS = ['red', 'Wing chair', 'brass', 'lamp', 'Urban', 'throw', 'low_table'];

/**
 * A catalogue whose items are booked, held, out of service and sub-rented at random on the next weeks:
 * with kits, turnarounds, closed days, expired holds, items that are not counted, switched off and
 * deleted.
 */
export function useBookedCatalogue() {
  const catalogue = useCatalogue();
  beforeAll(() => fill(catalogue.sql), 60_000);
  return Object.assign(catalogue, { judged: (dates: Dates) => judge(catalogue.sql, dates) });
}

async function fill(sql: Sql): Promise<void> {
  // Enough that some pages are read in index order and others from the matches.
  await sql`insert into props (name, brand_id, color_id, category_id, price, active, created_at)
    select w[1 + n % 7] || ' ' || w[1 + n / 7 % 7] || ' ' || n % 50, brand.id, color.id, category.id, n % 9, n % 13 > 0,
      now() - n % 200 * interval '1 minute'
    from generate_series(1, 700) n cross join (select ${WORDS}::text[] as w) as words
      left join (select id, row_number() over (order by name) as place from prop_brands) brand on brand.place = n % 4
      left join (select id, row_number() over (order by name) as place from colors) color on color.place = n % 6
      left join (select id, row_number() over (order by name) as place from prop_categories) category
        on category.place = n / 7 % 6`;
  await sql`select setseed(0.17)`;
  await sql`update props set quantity = floor(random() * 4)`;
  await sql`update clothes set quantity = 1`;
  await sql`update sets set quantity = 1`;
  await sql`update private.catalogue_kinds set turnaround_days = 2 where kind = 'prop'`;
  await sql`update private.availability_settings set closed_weekdays = '{7}'`;
  await sql`insert into private.closed_days (day) values (private.today() + 9), (private.today() + 10)`;
  await sql`update items set turnaround_days = floor(random() * 4) where random() < 0.3`;
  // Some props are kits of two or three others.
  await sql`
    with listed as (select id, row_number() over (order by id) as n from items where kind = 'prop' and removed_at is null)
    insert into item_components (kit_id, component_id, quantity)
    select kit.id, part.id, 1 + part.n % 2 from listed as kit join listed as part
      on part.n between 20 * kit.n + 1 and 20 * kit.n + 2 + kit.n % 2
    where kit.n <= 40`;
  await sql.begin(async (tx) => {
    await tx`select set_config('studio.facts', 'on', true), setseed(0.4)`;
    const [customer] = await tx<
      { id: string }[]
    >`insert into customers (first_name, last_name, mobile, email)
      values ('Asha', 'Rao', '+919800000001', 'asha@example.test') returning id`;
    const [order] = await tx<{ id: string }[]>`
      insert into orders (customer_id, status, total_price) values (${customer!.id}, 'confirmed', 0) returning id`;
    await tx`insert into order_items (order_id, item_type, item_id, quantity, price, rental_from, rental_to)
      select ${order!.id}, kind, id, quantity, 0, begins, begins + lasts
      from (
        select kind, id, 1 + floor(random() * 2)::int as quantity,
          private.today() + floor(random() * 25)::int as begins, floor(random() * 4)::int as lasts
        from items cross join generate_series(1, 2) where removed_at is null and random() < 0.5
      ) as line`;
    await tx`insert into reservations (item_id, quantity, kind, status, rented, blocked)
      select id, 1, kind, 'booked', days, days
      from (
        select id, case when random() < 0.7 then 'out_of_service' else 'sub_rental' end as kind,
          daterange(begins, begins + 1 + floor(random() * 9)::int) as days
        from (select id, private.today() + floor(random() * 25)::int as begins from items where random() < 0.15) as listed
      ) as fact`;
    const [enquiry] = await tx<{ id: string }[]>`
      insert into enquiry_orders (customer_id, total_price) values (${customer!.id}, 0) returning id`;
    await tx`
      with line as (
        insert into enquiry_items (enquiry_order_id, item_type, item_id, quantity, price)
        select ${enquiry!.id}, kind, id, 1, 0 from items where random() < 0.25 returning id, item_id
      )
      insert into reservations (item_id, quantity, kind, status, rented, blocked, expires_at, enquiry_item_id)
      select item_id, 1, 'hold', 'held', days, days, clock_timestamp() + interval '1 hour', id
      from (
        select line.*, daterange(begins, begins + 1 + floor(random() * 5)::int) as days
        from (select *, private.today() + floor(random() * 25)::int as begins from line) as line
      ) as held`;
    // why an update: a writer releases expired holds of its items.
    await tx`update reservations set expires_at = clock_timestamp() - interval '1 second'
      where kind = 'hold' and random() < 0.5`;
  });
  // Entries move to other counts and positions while days are full.
  await sql`update props set name = name || ' again' where random() < 0.1`;
  await sql`update props set color_id = null where random() < 0.1`;
  await sql`update props set active = not active where random() < 0.05`;
  await sql`update items set turnaround_days = 3 where random() < 0.05`;
  await sql`delete from props where random() < 0.02`;
  await sql`update props set quantity = quantity + 1 where random() < 0.05`;
  // Free pieces day by day: a sum over reservations that uses none of the tables of the reads.
  await sql`
    create table judged_days as
    select item.id as item_id, day::date as day, item.quantity as owned,
      greatest(0, greatest(0, item.quantity + sums.added) - sums.promised) as free
    from items as item
      cross join generate_series(private.today()::timestamp, private.today() + 45, '1 day') as day
      cross join lateral (
        select
          coalesce(sum(case r.kind when 'sub_rental' then r.quantity when 'out_of_service' then -r.quantity end), 0) as added,
          coalesce(sum(r.quantity) filter (where r.kind in ('rental', 'hold')
            and not (r.status = 'held' and r.expires_at <= now())), 0) as promised
        from reservations as r
        where r.item_id = item.id and r.status <> 'released' and r.blocked @> day::date
      ) as sums
    where item.quantity > 0 or item.removed_at is not null`;
  await sql`create index on judged_days (item_id, day)`;
  await sql`analyze`;
}

/** Every active item with what is free on these dates. */
async function judge(sql: Sql, { from, to }: Dates): Promise<Known[]> {
  return sql<Known[]>`
    with last as (
      select turnaround, upper(private.blocked_range(daterange(${from}::date, ${to}::date, '[]'), turnaround)) - 1 as day
      from generate_series(0, 4) as turnaround
    ), part as (
      select id as item_id, id as part_id, 1 as quantity from items
      union all select kit_id, part_id, quantity from private.kit_parts
    ), figure as (
      select part.item_id, min(judged.least_free / part.quantity) as free, min(judged.owned / part.quantity) as of
      from part join items as item on item.id = part.part_id
        join private.catalogue_kinds as listed on listed.kind = item.kind
        join last on last.turnaround = coalesce(item.turnaround_days, listed.turnaround_days)
        cross join lateral (
          select owned, min(free) as least_free from judged_days
          where item_id = item.id and day between ${from} and last.day group by owned
        ) as judged
      group by part.item_id
    )
    select item.id, item.kind, item.name, item.price::float8 as price, b.name as brand, k.name as category,
      k.slug as category_slug, c.name as colour, c.slug as colour_slug, figure.free::int as free, figure.of::int as of
    from items as item left join figure on figure.item_id = item.id
      left join props as p on p.id = item.id left join prop_brands as b on b.id = p.brand_id
      left join prop_categories as k on k.id = p.category_id left join colors as c on c.id = p.color_id
    where item.active`;
}
