import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';

const SEED = join(import.meta.dirname, '../../supabase/seed');
const PUBLIC = '/storage/v1/object/public/';

const seeded = useDatabase({ seeded: true });
const migrated = useDatabase();

const TABLES = [
  { table: 'props', least: 2100, most: 2200 },
  { table: 'clothes', least: 290, most: 320 },
  { table: 'backdrops', least: 55, most: 70 },
  { table: 'gear', least: 230, most: 270 },
  { table: 'sets', least: 36, most: 46 },
  { table: 'crews', least: 38, most: 42 },
] as const;

describe.each(TABLES)('the demo $table', ({ table, least, most }) => {
  test('are as many as in a real studio, with unique names', async () => {
    const { owner } = seeded.db;
    const [found] =
      await owner`select count(*)::int as items, count(distinct lower(name))::int as names
      from ${owner(table)}`;
    expect(found?.items).toBeGreaterThanOrEqual(least);
    expect(found?.items).toBeLessThanOrEqual(most);
    expect(found?.names).toBe(found?.items);
  });

  test('cost from ₹0 to ₹12,500 a day, in round figures', async () => {
    const { owner } = seeded.db;
    const wrong = await owner`select name, price from ${owner(table)}
      where price < 0 or price > 12500 or price % 10 <> 0`;
    expect(wrong).toEqual([]);
  });

  test('have one to three stored pictures', async () => {
    const { owner } = seeded.db;
    const wrong = await owner`select name, images from ${owner(table)}
      where cardinality(images) not between 1 and 3
        or exists (select from unnest(images) as image where not exists (
          select from storage.objects where ${PUBLIC} || bucket_id || '/' || name = image))`;
    expect(wrong).toEqual([]);
  });

  test('often have a second picture', async () => {
    const { owner } = seeded.db;
    const [share] = await owner<{ second: number }[]>`
      select avg((cardinality(images) > 1)::int)::float as second from ${owner(table)}`;
    expect(share?.second).toBeGreaterThan(0.1);
  });

  test('have a description', async () => {
    const { owner } = seeded.db;
    const wrong = await owner`select name from ${owner(table)}
      where char_length(description) not between 20 and 400 or name ~ '[{}|]|null' or name ~ '  '`;
    expect(wrong).toEqual([]);
  });
});

test('every stored picture has a file of its size, and every file a row', async () => {
  const rows = await seeded.db.owner<{ name: string; size: number; type: string }[]>`
    select bucket_id || '/' || name as name, (metadata ->> 'size')::int as size,
      metadata ->> 'mimetype' as type
    from storage.objects`;
  const objects = join(SEED, 'objects');
  const wrong = rows.filter(({ name, size, type }) => {
    const file = join(objects, name);
    return type !== 'image/webp' || !existsSync(file) || statSync(file).size !== size;
  });
  expect(wrong).toEqual([]);
  const files = readdirSync(join(objects, 'catalogue'), { recursive: true, encoding: 'utf8' });
  const pictures = files.filter((file) => file.endsWith('.webp'));
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    pictures.map((file) => `catalogue/${file}`).toSorted(),
  );
  expect(pictures.length).toBeLessThanOrEqual(590);
});

test('some items are free, some stay in the studio, a few are inactive', async () => {
  const [share] = await seeded.db.owner`select
      count(*) filter (where price = 0) / count(*)::float as free,
      count(*) filter (where in_studio) / count(*)::float as in_studio,
      count(*) filter (where not active) / count(*)::float as off
    from props`;
  expect(share?.free).toBeGreaterThan(0.005);
  expect(share?.free).toBeLessThan(0.06);
  expect(share?.in_studio).toBeGreaterThan(0.02);
  expect(share?.off).toBeGreaterThan(0.02);
  expect(share?.off).toBeLessThan(0.07);
});

test('each kind that can be free has free items', async () => {
  const free = await seeded.db.owner<{ type: string; items: number }[]>`
    select type, count(*)::int as items from free_items_unified_view group by type order by type`;
  expect(free.map(({ type }) => type)).toEqual(['backdrop', 'cloth', 'gear', 'prop']);
  const backdrops = free.find(({ type }) => type === 'backdrop')?.items;
  expect(backdrops).toBeGreaterThanOrEqual(3);
  expect(backdrops).toBeLessThanOrEqual(10);
});

test('the CRM has a history in every state', async () => {
  const { owner } = seeded.db;
  const unused = await owner`
    select value from crm_rental_enquiry_statuses
      where value not in (select status from enquiry_orders)
    union all select value from crm_rental_order_statuses
      where value not in (select status from orders)
    union all select value from order_payment_statuses
      where value not in (select payment_status from orders)`;
  expect(unused).toEqual([]);
  const [figures] = await owner`select
      (select count(*)::int from customers) as customers,
      (select count(*)::int from enquiry_orders) as enquiries,
      (select count(*)::int from contact_enquiries) as messages,
      (select count(*)::int from enquiry_orders where created_at > now()) as future,
      (select count(*)::int from enquiry_orders as e join customers as c on c.id = e.customer_id
        where e.created_at < c.created_at) as before_customer`;
  expect(figures).toMatchObject({ customers: 184, enquiries: 390, future: 0, before_customer: 0 });
  expect(figures?.messages).toBeGreaterThan(40);
});

test('enquiries and orders add up, name items that exist, and belong together', async () => {
  const { owner } = seeded.db;
  const wrong = await owner`
    select enquiry_number as number from enquiry_orders as e
      where total_price is distinct from rental_days * (
        select sum(price * quantity) from enquiry_items where enquiry_order_id = e.id)
    union all select order_number from orders as o
      where total_price is distinct from rental_days * (
        select sum(price * quantity) from order_items where order_id = o.id)
    union all select e.enquiry_number from enquiry_orders as e
      left join orders as o on o.enquiry_order_id = e.id
      where (e.status = 'converted') <> (o.id is not null)
    union all select item_type from enquiry_items as i
      where not exists (select from catalogue_items where type = i.item_type and id = i.item_id)`;
  expect(wrong).toEqual([]);
});

test('some messages are answered, some not; there are notes; activity is in order', async () => {
  const { owner } = seeded.db;
  const [figures] = await owner`select
      (select count(*)::int from contact_enquiries where handled_at is null) as waiting,
      (select count(*)::int from contact_enquiries where handled_at is not null) as answered,
      (select count(*)::int from customer_notes) as notes,
      (select count(*)::int from crm_events where created_at > now()) as future`;
  expect(figures?.waiting).toBeGreaterThan(3);
  expect(figures?.answered).toBeGreaterThan(20);
  expect(figures).toMatchObject({ notes: 24, future: 0 });
  const wrong = await owner`
    select enquiry_number as number from enquiry_orders as e
      where (select array_agg(actor || ' ' || what || ' ' || coalesce(to_value, '') order by created_at)
          from crm_events where subject_id = e.id)
        is distinct from array_remove(array['visitor created ', case
          when status = 'converted' then 'system converted ' || (select order_number from orders where enquiry_order_id = e.id)
          when status <> 'pending' then 'system status ' || status end], null)
    union all select order_number from orders as o
      where (select min(created_at) from crm_events where subject_id = o.id and what <> 'created') < created_at
        or status <> 'confirmed' and not exists (
          select from crm_events where subject_id = o.id and what = 'status' and to_value = o.status)`;
  expect(wrong).toEqual([]);
});

test('the money adds up: documents by their dates, payments as the payment field says', async () => {
  const { owner } = seeded.db;
  const [figures] = await owner`
    select (select count(*)::int from documents where kind = 'quote') as quotes,
      (select count(*)::int from documents where kind = 'invoice') as invoices,
      (select count(*)::int from documents where kind = 'invoice' and igst > 0) as outside,
      (select count(*)::int from payments where kind = 'tds') as tds,
      (select count(*)::int from payment_claims where state = 'open') as claims,
      (select count(*)::int from documents where state = 'draft' or date > private.today()) as wrong_documents,
      (select count(*)::int from payments where day > private.today()) as future,
      (select count(*)::int from private.studio_settings where key like 'identity.%') as settings,
      (select count(*)::int from documents where (frozen -> 'studio') - 'address'
        is distinct from private.studio_content() - 'address') as of_other_studios`;
  const { quotes, invoices, outside, tds } = figures ?? {};
  expect(Math.min(quotes, invoices, outside, tds)).toBeGreaterThan(2);
  expect(figures).toMatchObject({
    claims: 3,
    wrong_documents: 0,
    future: 0,
    settings: 7,
    of_other_studios: 0,
  });
  const wrong = await owner`
    select made.order_number, made.status, made.payment_status, sums.*
    from orders as made cross join private.ledger_sums(made.id) as sums
    where sums.expected > 0 and not case made.payment_status
        when 'pending' then sums.received = 0
        when 'advance_received' then sums.received > 0 and sums.due > 0
        when 'fully_paid' then sums.due = 0
        when 'refunded' then sums.received = 0 and sums.refunded > 0
      end
      or sums.held < 0
      or (sums.due, sums.received) is distinct from (
        select (due, received) from private.order_balances where order_id = made.id)`;
  expect(wrong).toEqual([]);
  const series = await owner`
    select kind, count(*)::int, max(sequence) as last from (
      select *, lag(date) over (partition by kind, fy order by sequence) > date as falls from documents
    ) as listed group by kind, fy having count(*) <> max(sequence) or bool_or(falls)`;
  expect(series).toEqual([]);
});

test('the year ahead has rentals in most months, kits, holds and repairs', async () => {
  const [figures] = await seeded.db.owner`select
      (select count(distinct date_trunc('month', lower(rented)))::int from reservations
        where kind = 'rental' and status = 'booked') as months,
      (select count(distinct kit_id)::int from item_components) as kits,
      (select count(*)::int from enquiry_orders where held_until > now()) as holds,
      (select count(distinct item_id)::int from reservations where kind = 'out_of_service') as away`;
  expect(figures?.months).toBeGreaterThanOrEqual(9);
  expect(figures).toMatchObject({ kits: 9, holds: 4, away: 7 });
});

test('some items are booked out within the fortnight, and one has a conflict', async () => {
  const [figures] = await seeded.db.owner`select
      (select count(distinct item_id)::int from private.item_days
        where booked + held >= room and day < current_date + 14) as full,
      (select count(distinct item_id)::int from private.item_days where short > 0) as conflicts`;
  expect(figures?.full).toBeGreaterThanOrEqual(20);
  expect(figures).toMatchObject({ conflicts: 1 });
});

test('the desk has work today: rentals going out, due and overdue; items have places and some have numbers', async () => {
  // why the day of the pieces: midnight may have passed since the seed.
  const [figures] = await seeded.db.owner`
    with seed as (select (min(created_at) at time zone 'Asia/Kolkata')::date as day from item_pieces)
    select count(distinct line.order_id) filter (where made.status = 'confirmed'
        and line.rental_from = seed.day)::int as out,
      count(distinct line.order_id) filter (where made.status = 'in_progress'
        and line.rental_to = seed.day)::int as due,
      count(distinct line.order_id) filter (where made.status = 'in_progress'
        and line.rental_to < seed.day)::int as overdue,
      (select count(*)::int from items where place is null and kind in ('prop', 'cloth', 'backdrop', 'gear')) as unplaced,
      (select count(distinct item_id)::int from item_pieces) as numbered
    from seed cross join orders as made join order_items as line on line.order_id = made.id`;
  expect(figures?.out).toBeGreaterThanOrEqual(2);
  expect(figures?.due).toBeGreaterThanOrEqual(2);
  expect(figures).toMatchObject({ overdue: 1, unplaced: 0, numbered: 3 });
});

test('people are clearly fictitious', async () => {
  const real = await seeded.db.owner`select mobile, email from customers
    where email not like '%@example.com' or mobile not like '+919000%'`;
  expect(real).toEqual([]);
});

describe('the same seed', () => {
  test(
    'makes the same studio in another database, and refuses to run twice',
    { tags: ['long'] },
    async () => {
      const files = readdirSync(SEED)
        .filter((file) => file.endsWith('.sql'))
        .toSorted();
      const apply = () =>
        migrated.db.owner.begin(async (tx) => {
          for (const file of files)
            await tx.unsafe(readFileSync(join(SEED, file), 'utf8')).simple();
        });
      await apply();
      const [first, second] = await Promise.all(
        [seeded.db, migrated.db].map(
          ({ owner }) => owner`
        select 'items' as what, md5(string_agg(concat_ws('/', type, id, code, name, slug, price,
          quantity, image, active, in_studio), E'\n' order by type, code)) as hash
        from catalogue_items
        union all select 'descriptions', md5(string_agg(description, E'\n' order by prop_id)) from props
        union all select 'enquiries', md5(string_agg(concat_ws('/', id, enquiry_number, customer_id,
          status, total_price, message), E'\n' order by enquiry_number)) from enquiry_orders
        union all select 'enquiry items', md5(string_agg(concat_ws('/', id, item_id, quantity, price,
          position), E'\n' order by id)) from enquiry_items`,
        ),
      );
      expect(first).toEqual(second);
      await expect(apply()).rejects.toThrow('The catalogue is not empty');
    },
  );
});

test('the demo studio needs no set-up', async () => {
  const rows = await seeded.db.owner`
    select value from private.studio_settings where key = 'setup.finished'`;
  expect([...rows]).toEqual([{ value: true }]);
});
