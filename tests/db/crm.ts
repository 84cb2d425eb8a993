import { beforeAll, expect } from 'vitest';
import { useStudio } from './studio.ts';
import type { CallerName } from './studio.ts';

/** A page of one of the CRM's searches. */
export type CrmPage = {
  /** Null on a page after the first. */
  total: number | null;
  total_is_exact: boolean;
  items: (Record<string, unknown> & { id: string })[];
  next: string | null;
};
export type CrmSearch = 'search_leads' | 'search_enquiries' | 'search_orders';
/** Named arguments, invalid values included. */
export type Arguments = Record<string, string | number | boolean | string[] | null>;

/** The rows of each search, as a table `t`. */
export const FROM: Record<CrmSearch, string> = {
  search_leads: 'customers t',
  search_enquiries: `(select o.*, c.first_name, c.last_name, c.mobile, c.email from enquiry_orders o
    join customers c on c.id = customer_id where status <> 'converted') t`,
  search_orders: `(select o.*, c.first_name, c.last_name, c.mobile, c.email from orders o
    join customers c on c.id = customer_id) t`,
};
export const ids = (items: { id: string }[]) => items.map((item) => item.id);

const NAMES = ['Asha', 'ÄNNE', 'Bina_B', 'chand', '100% Dev', 'Esha\\F', 'Özge'];

/** The CRM with 60 leads, 180 enquiries and 90 orders in a fixed random order; some share a time. */
export function useCrm() {
  const studio = useStudio();
  beforeAll(async () => {
    const sql = studio.db.owner;
    await sql`insert into customers (first_name, last_name, mobile, email, created_at, assigned_to)
      select (${NAMES}::text[])[1 + n % 7], (${NAMES}::text[])[1 + (n * 3) % 5] || ' ' || n % 4,
        '+9197' || lpad((n * 7919)::text, 8, '0'), 'Lead' || n || '@Studio' || n % 3 || '.test',
        now() - (n / 3) * interval '1 day', case when n % 4 = 0 then ${studio.ids.spareProfile}::uuid end
      from generate_series(1, 60) n`;
    await sql`insert into enquiry_orders (customer_id, status, total_price, rental_from, rental_to, created_at)
      select c.id, (array['pending', 'contacted', 'closed', 'converted'])[1 + (n + c.at) % 4], n * 10,
        case when n <> 2 then date '2030-01-01' + (c.at * 5 % 17)::int end, date '2030-03-01',
        now() - ((n + c.at) % 20) * interval '7 hours'
      from (select *, row_number() over (order by mobile) as at from customers where mobile like '+9197%') c,
        generate_series(1, 3) n`;
    await sql`insert into orders (customer_id, status, payment_status, total_price, rental_from, created_at)
      select customer_id, (array['confirmed', 'returned', 'cancelled'])[1 + row_number() over () % 3],
        (array['pending', 'fully_paid'])[1 + row_number() over () % 2], total_price, rental_from, created_at
      from enquiry_orders where total_price in (10, 20) and status <> 'closed'`;
    await sql`insert into enquiry_items (enquiry_order_id, item_type, item_id, quantity, price, position)
      select o.id, i.type, i.id, 1, i.price, n from enquiry_orders o, generate_series(1, 2) n,
        lateral (select * from catalogue_items order by md5(id::text || o.id || n) limit 1) i`;
    // Orders name an item that was deleted since.
    const [gone] = await sql<
      { id: string }[]
    >`insert into gear (name) values ('Gone') returning id`;
    await sql`insert into order_items (order_id, item_type, item_id, quantity, price)
      select o.id, 'gear', ${gone?.id ?? ''}, 2, 5 from orders o`;
    await sql`delete from gear where id = ${gone?.id ?? ''}`;
    await sql`insert into contact_enquiries (customer_id, message)
      select id, 'Hello' from customers where mobile like '%3'`;
  });
  const search = async (
    name: CrmSearch,
    given: Arguments = {},
    caller: CallerName = 'crm_user',
  ): Promise<CrmPage> =>
    studio.as(caller, async (sql) => {
      const named = Object.keys(given).map((key, at) => `${key} => $${at + 1}`);
      const [row] = await sql.unsafe<{ page: CrmPage }[]>(
        `select ${name}(${named.join(', ')}) as page`,
        Object.values(given),
      );
      if (!row) throw new Error('No answer.');
      return row.page;
    });
  return {
    studio,
    search,
    /** The expected ids in order, by brute force: no index, no function of the product. */
    expected: async (from: string, where: string, order: string) => {
      const rows = await studio.db.owner.unsafe<{ id: string }[]>(
        `select t.id from ${from} where ${where} order by ${order}`,
      );
      return rows.map((row) => row.id);
    },
    /** All items of a search, page by page. */
    everything: async (name: CrmSearch, given: Arguments = {}, size = 7) => {
      const items: CrmPage['items'] = [];
      let cursor: string | null = null;
      do {
        const page: CrmPage = await search(name, { ...given, size, cursor });
        expect(page.items.length).toBeLessThanOrEqual(size);
        items.push(...page.items);
        cursor = page.next;
      } while (cursor !== null && items.length < 2000);
      return items;
    },
  };
}
