import { randomUUID } from 'node:crypto';
import { createClient, REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionJson, startSession } from '#backend/auth/sessions.ts';
import { loadKeys } from '#backend/core/keys.ts';
import { LIMITS } from '#backend/core/limits.ts';
import { createStaff, urlOf, useDatabase } from '#tests/support/database.ts';
import { scaled } from '#tests/support/scale.ts';
import { anonKeyOf, useSites } from '#tests/support/site-process.ts';
import { eventually } from '#tests/support/waiting.ts';
import { visitor, type Reply } from './asking.ts';
import { fillCatalogue, OWNER, VARIABLES } from './studio.ts';

const ENQUIRIES = scaled(500, 60);
const CONVERSIONS = scaled(500, 100);
const STAFF = 100;

const database = useDatabase();
const { newFolder, start, stopAll } = useSites({ keep: true });

type Fleet = {
  addresses: string[];
  apikey: string;
  /** Access tokens of a hundred staff. */
  tokens: string[];
  items: readonly { id: string; price: number }[];
};
let fleet: Fleet = { addresses: [], apikey: '', tokens: [], items: [] };

beforeAll(async () => {
  const sites = [1, 2, 3].map(() =>
    start(newFolder(), {
      ...VARIABLES,
      DATABASE_URL: urlOf(database.owner),
      TRUSTED_PROXIES: '127.0.0.1',
    }),
  );
  const addresses = await Promise.all(sites.map((site) => site.ready));
  const { owner } = database.db;
  const { items } = await fillCatalogue(owner);
  const keys = await loadKeys(owner, {});
  const tokens = await Promise.all(
    Array.from({ length: STAFF }, async () => {
      const id = await createStaff(database.db, 'admin');
      const encrypted_password = 'none that anybody could type';
      await owner`update auth.users set encrypted_password = ${encrypted_password} where id = ${id}`;
      const account = { id, encrypted_password } as Parameters<typeof startSession>[1];
      const session = await startSession(owner, account, LIMITS);
      return (await sessionJson(session, keys, 'test')).access_token;
    }),
  );
  fleet = { addresses, apikey: await anonKeyOf(addresses[0] ?? ''), tokens, items };
});
afterAll(stopAll);

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

const enquiry = (mobile: string) => ({
  idempotency_key: randomUUID(),
  first_name: 'Asha',
  last_name: 'Rao',
  mobile,
  email: 'asha@example.test',
  rental_from: day(2),
  rental_to: day(3),
  message: '',
  items: fleet.items.slice(0, 3).map((item) => ({ type: 'prop', quantity: 2, ...item })),
});

const counted = (replies: Reply[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe.each([
  ['one process', 1],
  ['three processes behind a round-robin', 3],
])('%s', (_name, size) => {
  let turn = 0;
  const next = () => fleet.addresses[(turn += 1) % size] ?? '';
  const anyone = () => visitor(next, fleet.apikey, {});
  const staff = (n: number) =>
    visitor(next, fleet.apikey, { authorization: `Bearer ${fleet.tokens[n % STAFF]}` });
  const someMobile = (n: number) => `+91${9_000_000_000 + size * 100_000 + n}`;

  async function newEnquiry(mobile: string) {
    const { body } = await anyone().settle('/rest/v1/rpc/submit_enquiry', {
      body: enquiry(mobile),
    });
    const { enquiry_number: number } = body as { enquiry_number: string };
    const [found] = await database.db.owner<[{ id: string; customer_id: string }]>`
      select id, customer_id from enquiry_orders where enquiry_number = ${number}`;
    return { number, ...found };
  }

  test(`${ENQUIRIES} enquiries at once, each sent three times, are ${ENQUIRIES}`, async () => {
    const sent = Array.from({ length: ENQUIRIES }, (_, n) => enquiry(someMobile(n % 50)));
    const thrice = [...sent, ...sent.toReversed(), ...sent];
    const replies = await Promise.all(
      thrice.map((body) => anyone().settle('/rest/v1/rpc/submit_enquiry', { body })),
    );
    expect(counted(replies)).toEqual({ 200: thrice.length });
    const answers = new Map<string, Set<string>>();
    replies.forEach(({ body }, at) => {
      const key = thrice[at]?.idempotency_key ?? '';
      // Each reply has a link of its own.
      const same = JSON.stringify({ ...Object(body), link: '' });
      answers.set(key, (answers.get(key) ?? new Set()).add(same));
    });
    expect([...answers.values()].filter((same) => same.size !== 1)).toEqual([]);
    const [rows] = await database.db.owner`
      select count(*)::int as enquiries, count(distinct enquiry_number)::int as numbers,
        count(distinct customer_id)::int as customers, sum((
          select count(*) from enquiry_items where enquiry_order_id = asked.id))::int as items
      from enquiry_orders as asked join customers on customers.id = customer_id
      where mobile between ${someMobile(0)} and ${someMobile(49)}`;
    expect(rows).toEqual({
      enquiries: ENQUIRIES,
      numbers: ENQUIRIES,
      customers: 50,
      items: ENQUIRIES * 3,
    });
  });

  test(`${CONVERSIONS} conversions of one enquiry make one order`, async () => {
    const { id, number } = await newEnquiry(someMobile(60));
    const replies = await Promise.all(
      Array.from({ length: CONVERSIONS }, (_, n) =>
        staff(n).settle('/rest/v1/rpc/convert_enquiry_to_order', { body: { id } }),
      ),
    );
    expect(counted(replies)).toEqual({ 200: 1, 409: CONVERSIONS - 1 });
    const made = await database.db.owner<{ order_number: string; lines: number }[]>`
      select order_number, (select count(*)::int from order_items where order_id = made.id) as lines
      from orders as made where enquiry_order_id = ${id}`;
    expect(made).toMatchObject([{ lines: 3 }]);
    const told = replies.filter(({ status }) => status === 409).map(({ body }) => body);
    const message = `Enquiry ${number} was already converted to order ${made[0]?.order_number}.`;
    expect(new Set(told.map((body) => (body as { message: string }).message))).toEqual(
      new Set([message]),
    );
  });

  test(`${STAFF} of the staff change one record: one succeeds, the others are told`, async () => {
    const { id, customer_id } = await newEnquiry(someMobile(70));
    const { owner } = database.db;
    const [customer] = await owner<[{ updated_at: Date }]>`
      select to_json(updated_at)#>>'{}' as updated_at from customers where id = ${customer_id}`;
    const corrected = await Promise.all(
      Array.from({ length: STAFF }, (_, n) =>
        staff(n).settle('/rest/v1/rpc/correct_customer', {
          body: {
            id: customer_id,
            first_name: 'Asha',
            last_name: 'Rao',
            email: `asha.${n}@example.test`,
            expected_updated_at: customer.updated_at,
          },
        }),
      ),
    );
    expect(counted(corrected)).toEqual({ 200: 1, 409: STAFF - 1 });
    const winner = corrected.findIndex(({ status }) => status === 200);
    const [now] = await owner`select email from customers where id = ${customer_id}`;
    expect(now).toEqual({ email: `asha.${winner}@example.test` });

    const [item] = await owner<[{ id: string; updated_at: string }]>`
      select id, to_json(updated_at)#>>'{}' as updated_at from props where id = ${fleet.items[7]?.id ?? ''}`;
    const seen = `id=eq.${item.id}&updated_at=eq.${encodeURIComponent(item.updated_at)}`;
    const edited = await Promise.all(
      Array.from({ length: STAFF }, (_, n) =>
        staff(n).settle(`/rest/v1/props?${seen}`, {
          method: 'PATCH',
          body: { description: `By ${n} of ${size}` },
          headers: { prefer: 'return=representation' },
        }),
      ),
    );
    expect(counted(edited)).toEqual({ 200: STAFF });
    expect(edited.filter(({ body }) => (body as unknown[]).length === 1)).toHaveLength(1);

    const contacted = await Promise.all(
      Array.from({ length: STAFF }, (_, n) =>
        staff(n).settle(`/rest/v1/enquiry_orders?id=eq.${id}`, {
          method: 'PATCH',
          body: { status: 'contacted' },
        }),
      ),
    );
    expect(counted(contacted)).toEqual({ 204: STAFF });
    const events = await owner`
      select what, count(*)::int from crm_events where subject_id in (${id}, ${customer_id})
      group by what order by what`;
    expect([...events]).toEqual([
      { what: 'corrected', count: 1 },
      { what: 'created', count: 2 },
      { what: 'status', count: 1 },
    ]);
  });

  test('the limit of enquiries from one mobile holds, however many arrive at once', async () => {
    const { owner } = database.db;
    await owner`select private.set_limit('enquiries_by_mobile', 6)`;
    const replies = await Promise.all(
      Array.from({ length: 30 }, () =>
        anyone().settle('/rest/v1/rpc/submit_enquiry', { body: enquiry(someMobile(80)) }),
      ),
    );
    await owner`select private.set_limit('enquiries_by_mobile', null)`;
    expect(counted(replies)).toEqual({ 200: 6, 429: 24 });
  });
});

test('a session of one process receives changes made in any process', async () => {
  const { addresses, apikey } = fleet;
  const auth = { persistSession: false, autoRefreshToken: false };
  const clients = addresses.map((address) => createClient(address, apikey, { auth }));
  const [first] = clients;
  const { data } = (await first?.auth.signInWithPassword(OWNER)) ?? { data: { session: null } };
  if (!data.session) throw new Error('Nobody signed in.');
  for (const client of clients.slice(1)) {
    expect((await client.auth.setSession(data.session)).error).toBeNull();
  }
  const heard = clients.map((): unknown[] => []);
  const joined = new Set<number>();
  clients.forEach((client, at) => {
    const wanted = { event: 'INSERT' as const, schema: 'public', table: 'enquiry_orders' };
    client
      .channel('enquiries')
      .on('postgres_changes', wanted, (change) => heard[at]?.push(change.new['enquiry_number']))
      .subscribe((status) => {
        if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) joined.add(at);
      });
  });
  await eventually(() => expect(joined.size).toBe(3));
  const told: unknown[] = [];
  for (const [at, address] of addresses.entries()) {
    const mobile = `+91${9_111_111_110 + at}`;
    const { settle } = visitor(() => address, apikey, {});
    const { body } = await settle('/rest/v1/rpc/submit_enquiry', { body: enquiry(mobile) });
    told.push((body as { enquiry_number: string }).enquiry_number);
    // why: some earlier requests may still be in flight.
    const all = expect.arrayContaining(told) as unknown;
    await eventually(() => expect(heard).toEqual([all, all, all]));
  }
  await Promise.all(clients.map((client) => client.removeAllChannels()));
});
