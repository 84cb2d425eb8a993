import { hash } from 'node:crypto';
import type { Sql } from 'postgres';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Ledger } from './crowd.ts';

/** Rows that only a partial write could have left. Can be called at any time, also under load. */
export async function tornRows(sql: Sql): Promise<string[]> {
  const rows = await sql<{ torn: string }[]>`
    select 'enquiry without items: ' || enquiry_number as torn from enquiry_orders as asked
    where not exists (select from enquiry_items where enquiry_order_id = asked.id)
    union all
    select 'order with other lines than its enquiry: ' || order_number from orders as made
    where made.enquiry_order_id is not null
      and (select count(*) from order_items where order_id = made.id)
      is distinct from (select nullif(count(*), 0) from enquiry_items
        where enquiry_order_id = made.enquiry_order_id)
    union all
    select 'order without lines: ' || order_number from orders as made
    where not exists (select from order_items where order_id = made.id)
    union all
    select 'converted without an order, or an order without that: ' || enquiry_number
    from enquiry_orders as asked
    where (status = 'converted') <> exists (select from orders where enquiry_order_id = asked.id)
    union all
    select 'total is not that of the lines: ' || enquiry_number from enquiry_orders as asked
    where total_price is distinct from rental_days
      * (select sum(price * quantity) from enquiry_items where enquiry_order_id = asked.id)
    union all
    select 'event is missing or doubled: ' || enquiry_number from enquiry_orders as asked
    left join (
      select subject_id, count(*) as times from crm_events where what = 'created' group by 1
    ) as told on told.subject_id = asked.id
    where times is distinct from 1
    union all
    select 'key without its answer: ' || key::text from private.idempotency_keys
    where response is null
    union all
    select 'half an edit: ' || string_agg(name || ' ' || price, ', ') from props
    where name like 'Shelf %' group by split_part(name, ' ', 2)
    having count(distinct (name, description, price)) <> 1`;
  return rows.map(({ torn }) => torn);
}

/** Compares the database with a crowd's confirmations, after all requests have finished. */
export async function expectAllThere(sql: Sql, ledger: Ledger): Promise<void> {
  expect(await tornRows(sql)).toEqual([]);
  const enquiries = await sql`
    select enquiry_number as number, mobile, (
      select count(*)::int from enquiry_items where enquiry_order_id = asked.id) as lines
    from enquiry_orders as asked join customers on customers.id = customer_id order by 1`;
  const told = [...ledger.enquiries.values()].toSorted((a, b) => (a.number < b.number ? -1 : 1));
  expect([...enquiries]).toEqual(told);

  const orders = await sql<{ asked: string; made: string }[]>`
    select enquiry_number as asked, order_number as made
    from orders join enquiry_orders as asked on asked.id = enquiry_order_id`;
  expect(new Map(orders.map(({ asked, made }) => [asked, made]))).toEqual(ledger.orders);
  expect(orders).toHaveLength(ledger.orders.size);

  const notes = (await sql<{ note: string }[]>`select note from customer_notes`).map(
    (row) => row.note,
  );
  expect([...ledger.notes].filter((note) => !notes.includes(note))).toEqual([]);
  expect(notes.filter((note) => !ledger.notesSent.has(note))).toEqual([]);
  expect(new Set(notes).size).toBe(notes.length);

  const shelves = await sql<{ shelf: string; price: number }[]>`
    select distinct 'Shelf ' || split_part(name, ' ', 2) as shelf, price::int from props
    where name like 'Shelf %'`;
  expect(new Map(shelves.map(({ shelf, price }) => [shelf, price]))).toEqual(ledger.shelves);
}

/** Reads every stored object through the site: each is complete, and the confirmed one. */
export async function expectPicturesWhole(sql: Sql, ledger: Ledger, address: string) {
  const rows = await sql<{ name: string; size: number; etag: string }[]>`
    select name, (metadata ->> 'size')::int as size, metadata ->> 'eTag' as etag
    from storage.objects`;
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...ledger.pictures.keys()].toSorted());
  for (const { name, size, etag } of rows) {
    const answer = await fetch(`${address}/storage/v1/object/public/catalogue/${name}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([name, answer.status, bytes.length, `"${hash('md5', bytes)}"`]).toEqual([
      name,
      200,
      size,
      etag,
    ]);
    const pixels = await sharp(bytes).removeAlpha().raw().toBuffer();
    expect([name, pixels.equals(ledger.pictures.get(name) ?? Buffer.alloc(0))]).toEqual([
      name,
      true,
    ]);
  }
}
