import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { urlOf, useDatabase } from '#tests/support/database.ts';
import { anonKeyOf, useSites } from '#tests/support/site-process.ts';
import { eventually } from '#tests/support/waiting.ts';

const database = useDatabase();
const { newFolder, start, stopAll } = useSites({ keep: true });

let owner: Sql;
let addresses: string[] = [];

beforeAll(async () => {
  ({ owner } = database.db);
  const url = urlOf(database.owner);
  const sites = [1, 2].map(() => start(newFolder(), { DATABASE_URL: url, HOST: '127.0.0.1' }));
  addresses = await Promise.all(sites.map((site) => site.ready));
});

afterAll(stopAll);

/** The page as each process sends it for the same public address. */
const everywhere = (path: string, headers: Record<string, string> = {}) =>
  Promise.all(addresses.map((address) => fetch(address + path, { headers })));

const texts = async (path: string) =>
  Promise.all((await everywhere(path)).map((answer) => answer.text()));

/** Waits until every process shows the change. */
const shown = (path: string, text: string, isThere = true) =>
  eventually(async () => {
    const found = (await texts(path)).map((html) => html.includes(text));
    expect([text, ...found]).toEqual([text, isThere, isThere]);
  });

describe('pages of two processes on one database', () => {
  it('show what is inserted, changed and deleted', async () => {
    await everywhere('/rent-props');
    const [prop] = await owner`insert into props (name, price) values ('Brass lamp', 450)
      returning id, slug`;
    const path = `/props/${prop?.['slug']}`;
    await shown('/rent-props', 'Brass lamp');
    await shown(path, '₹450');
    const id = String(prop?.['id']);
    await owner`update props set price = 475 where id = ${id}`;
    await shown('/rent-props', '₹475');
    await shown(path, '₹475');
    await owner`update props set images = array['/pictures/lamp-seen-anew.webp'] where id = ${id}`;
    await shown('/rent-props', 'lamp-seen-anew');
    await shown(path, 'lamp-seen-anew');
    const [category] =
      await owner`insert into prop_categories (name) values ('Lamps') returning id`;
    await owner`update props set category_id = ${category?.['id']} where id = ${id}`;
    await shown(path, 'Lamps');
    await owner`update prop_categories set name = 'Lanterns' where id = ${category?.['id']}`;
    await shown(path, 'Lanterns');
    await shown('/rent-props', 'Lanterns');
    await owner`update props set active = false where id = ${id}`;
    await shown('/rent-props', 'Brass lamp', false);
    expect((await everywhere(path)).map(({ status }) => status)).toEqual([404, 404]);
    await owner`update props set active = true where id = ${id}`;
    await shown('/rent-props', 'Brass lamp');
    await owner`delete from props where id = ${id}`;
    await shown('/rent-props', 'Brass lamp', false);
    await shown(path, 'Prop Not Found');
  });

  it(
    'are the same to the byte in all of them, and before and after a change elsewhere',
    { tags: ['long'] },
    async () => {
      const [prop] = await owner`insert into props (name) values ('Steady chair') returning slug`;
      await shown('/rent-props', 'Steady chair');
      const host = 'studio.example';
      const tags = async (path: string) =>
        Promise.all(
          addresses.map(async (address) => {
            const html = await (await fetch(address + path)).text();
            return html.replaceAll(address, host);
          }),
        );
      for (const path of ['/', '/rent-props', `/props/${prop?.['slug']}`, '/my-order']) {
        const [one, other] = await tags(path);
        expect(one).toBe(other);
        const [answer] = await everywhere(path);
        await owner`insert into crews (name, active) values ('Nobody sees me', false)`;
        const headers = { 'if-none-match': answer?.headers.get('etag') ?? '' };
        const again = await fetch(addresses[0] + path, { headers });
        expect([path, again.status]).toEqual([path, 304]);
      }
    },
  );

  it('and answers with dates follow a booking at once, and the end of a hold', async () => {
    const [prop] = await owner`
      insert into props (name, quantity) values ('Wanted stool', 1) returning id, slug`;
    const id = String(prop?.['id']);
    const rental = { rental_from: '2030-03-04', rental_to: '2030-03-05' };
    const keys = await Promise.all(addresses.map(anonKeyOf));
    const ask = async (at: number, name: string, body: object) => {
      const headers = { apikey: keys[at] ?? '', 'content-type': 'application/json' };
      const answer = await fetch(`${addresses[at]}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...body, ...rental }),
      });
      return answer.json() as Promise<Record<string, unknown>>;
    };
    /** Pieces free by each read in each process. */
    const everyFigure = () =>
      Promise.all(
        addresses.flatMap((_, at) => [
          ask(at, 'availability', { items: [{ type: 'prop', id, quantity: 1 }] }).then(
            (lines) => (Object.values(lines)[0] as { free: number }).free,
          ),
          ask(at, 'search_catalogue', { kind: 'prop', q: 'wanted stool', only_free: true }).then(
            ({ total }) => Number(total),
          ),
          ask(at, 'search_by_words', { q: 'wanted stool' }).then(({ free_total }) =>
            Number(free_total),
          ),
        ]),
      );
    const all = (free: number) => Array.from({ length: 6 }, () => free);
    expect(await everyFigure()).toEqual(all(1));
    const [customer] = await owner`
      insert into customers (first_name, last_name, mobile, email)
      values ('Asha', 'Rao', '+919800000001', 'asha@example.test') returning id`;
    const customerId = String(customer?.['id']);
    const [order] = await owner`
      with made as (
        insert into orders (customer_id, status, total_price) values (${customerId}, 'confirmed', 0) returning id
      )
      insert into order_items (order_id, item_type, item_id, quantity, price, rental_from, rental_to)
      select id, 'prop', ${id}, 1, 0, '2030-03-05', '2030-03-06' from made returning order_id`;
    expect(await everyFigure()).toEqual(all(0));
    await owner`update orders set status = 'cancelled' where id = ${String(order?.['order_id'])}`;
    expect(await everyFigure()).toEqual(all(1));
    const [line] = await owner`
      with made as (
        insert into enquiry_orders (customer_id, total_price) values (${customerId}, 0) returning id
      )
      insert into enquiry_items (enquiry_order_id, item_type, item_id, quantity, price)
      select id, 'prop', ${id}, 1, 0 from made returning id`;
    await owner`
      insert into reservations (item_id, quantity, kind, status, rented, blocked, expires_at, enquiry_item_id)
      select ${id}, 1, 'hold', 'held', days, days, clock_timestamp() + interval '1 hour', ${String(line?.['id'])}
      from (select daterange('2030-03-04', '2030-03-05') as days) as held`;
    expect(await everyFigure()).toEqual(all(0));
    const [ending] = await owner`
      update reservations set expires_at = clock_timestamp() + interval '1 second'
      where item_id = ${id} and kind = 'hold' returning expires_at`;
    // Also kept answers, of before its end.
    await everyFigure();
    await owner`select pg_sleep_until(${ending?.['expires_at'] as Date} + interval '10 ms')`;
    expect(await everyFigure()).toEqual(all(1));
  });

  it(
    'are rendered anew while the connection for notifications is lost',
    { tags: ['long'] },
    async () => {
      await everywhere('/rent-props');
      const [away] =
        await owner`select count(pg_terminate_backend(pid))::int as n from pg_stat_activity
      where datname = current_database() and application_name = 'studio-catalogue'`;
      expect(away?.['n']).toBeGreaterThanOrEqual(2);
      await owner`insert into props (name) values ('Unheard stool')`;
      await shown('/rent-props', 'Unheard stool');
    },
  );
});
