import { beforeAll, expect, it } from 'vitest';
import { createPublicClient } from '#data/catalogue/public-client.ts';
import { useGateway } from '#tests/support/gateway.ts';

const gateway = useGateway({ seeded: true });

// why before the first request: the schema is read again only after two seconds.
beforeAll(async () => {
  await gateway.db.owner.unsafe(`
    create view public.timeouts as select current_setting('statement_timeout') as allowed;
    create view public.sleepers as select pg_sleep(30)::text as slept;
    grant select on public.timeouts, public.sleepers to anon, service_role;
    create function public.timeout_of_calls() returns text stable language sql
      return current_setting('statement_timeout');
    grant execute on function public.timeout_of_calls() to anon`);
});

const list = (count: number, each: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => each(at)).join(',');

const HINT =
  'Without signing in, a read may have at most 60 columns, 20 filters, 200 values in all filters, ' +
  '3 like and ilike filters, 3 wildcards in each of these, 5 columns in order, ' +
  '4 embedded resources, 1 level of these.';

async function read(path: string, key = gateway.anonKey) {
  const response = await fetch(`${gateway.url}/rest/v1/${path}`, { headers: { apikey: key } });
  return { status: response.status, body: (await response.json()) as unknown };
}

const PATTERN = 'catalogue_items?select=id&name=ilike.*e*a*e*';
const EMBEDS = 'prop_categories?select=id,props(id,prop_categories(id))';

/** Excess of a read, and the read, which a visitor may not make. */
const COSTLY: [string, string][] = [
  [
    '20 filters',
    `catalogue_items?select=id&or=(${list(480, (at) => `name.ilike.*e*a*e*a*z${at}`)})`,
  ],
  ['20 filters', `props?select=id&not.and=(and(${list(21, () => 'price.gt.0')}))`],
  ['20 filters', `prop_categories?select=id,props(id)&props.or=(${list(21, () => 'id.is.null')})`],
  [
    '20 filters',
    `rpc/search_catalogue?kind=prop&or=(${list(21, () => 'total.gt.0')})&select=total`,
  ],
  [
    '3 like and ilike filters',
    `catalogue_items?select=id&or=(${list(4, (at) => `name.ilike.*z${at}*`)})`,
  ],
  ['3 wildcards in each of these', PATTERN],
  ['200 values in all filters', `catalogue_items?select=id&code=in.(${list(201, String)})`],
  ['60 columns', `props?select=${list(61, (at) => `a${at}:name`)}`],
  ['5 columns in order', 'props?select=id&order=name,price,code,slug,id,quantity'],
  ['4 embedded resources', `prop_categories?select=id,${list(5, (at) => `a${at}:props(id)`)}`],
  ['1 level of these', EMBEDS],
];

it.each(COSTLY)('a visitor is refused more than %s', async (limit, path) => {
  const { status, body } = await read(path);
  expect({ status, body }).toEqual({
    status: 400,
    body: {
      code: 'PGRST100',
      message: `The query asks for more than ${limit}`,
      details: null,
      hint: HINT,
    },
  });
});

it('other reads are not limited in that way', async () => {
  expect((await read(EMBEDS, gateway.serviceKey)).status).toBe(200);
  expect((await read(PATTERN, gateway.serviceKey)).status).toBe(200);
  const [first] = await gateway.db.owner<{ id: string }[]>`select id from public.props`;
  const usual = await read(`props?select=*,prop_categories(*),colors(*)&id=eq.${first?.id ?? ''}`);
  expect(usual).toMatchObject({ status: 200, body: [{ id: first?.id }] });
});

it('the answer of a read is at most 1 MB, that of a service 4 MB', async () => {
  const wide = 'props?select=*,again:description,more:description';
  const [rows] = await gateway.db.owner<{ bytes: string }[]>`
    select sum(octet_length(row_to_json(p)::text)) as bytes from (select * from props limit 1000) p`;
  // The demo's props alone are within it.
  expect(Number(rows?.bytes)).toBeLessThan(1_000_000);
  expect((await read('props?select=*')).status).toBe(200);
  const two = `prop_categories?select=*,${list(2, (at) => `a${at}:props(*)`)}`;
  expect(await read(two)).toMatchObject({ status: 400, body: { code: '54000' } });
  expect((await read(two, gateway.serviceKey)).status).toBe(200);
  expect((await read(`${wide}&limit=100`)).status).toBe(200);
});

it('the cart reads its 100 items', async () => {
  const rows = await gateway.db.owner<{ id: string }[]>`
    select id from public.catalogue_items where active limit 100`;
  const config = { url: gateway.url, anonKey: gateway.anonKey, chatScriptUrl: null };
  const visitor = createPublicClient({ config, origin: gateway.url });
  const ids = rows.map(({ id }) => id);
  const items = await visitor.itemsById(ids, new AbortController().signal);
  expect(items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  const absent = Array.from({ length: 100 }, () => crypto.randomUUID());
  expect(await visitor.itemsById(absent, new AbortController().signal)).toEqual([]);
});

it('a read of a visitor has a second, a call of a function three', async () => {
  expect((await read('timeouts?select=allowed')).body).toEqual([{ allowed: '1s' }]);
  expect((await read('rpc/timeout_of_calls')).body).toEqual('3s');
  expect((await read('timeouts?select=allowed', gateway.serviceKey)).body).toEqual([
    { allowed: '1min' },
  ]);
});

it('a read that the database cannot finish in time is answered 503, to be repeated', async () => {
  const { status, body } = await read('sleepers?select=slept');
  expect({ status, body }).toMatchObject({ status: 503, body: { code: '57014' } });
});
