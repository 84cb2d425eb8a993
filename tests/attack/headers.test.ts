import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '#backend/auth/users.ts';
import { leaksIn, postgresLogOf } from '#tests/support/log-leaks.ts';
import { createAsker, type Answer, type Question } from './support/ask.ts';
import { useAttackedSite } from './support/attacked-site.ts';
import { sendRaw } from './support/raw-request.ts';
import { wrongWith } from './support/security-headers.ts';

const TOKEN = 'a-token-for-prometheus';
const site = useAttackedSite({ METRICS_TOKEN: TOKEN, LIMIT_REFRESHES: '1' });
const asker = createAsker(4);
const OWNER = { email: 'owner@studio.example', password: 'the-owner-of-it-all' };

beforeAll(async () => {
  const { id } = await createUser(site.sql, OWNER);
  await site.sql`insert into public.user_profiles (id, role) values (${id}, 'admin')`;
});

/** Headers of every request. */
let besides: Record<string, string> = {};
const ask = (path: string, { headers, ...question }: Question = {}) =>
  asker(site.address + path, { ...question, headers: { ...headers, ...besides } });
const keyed = (path: string, { headers, ...question }: Question = {}) =>
  ask(path, { ...question, headers: { apikey: site.anonKey, ...headers } });
const raw = (bytes: string) => sendRaw(site.address, bytes);
const again = async (path: string) => {
  const { headers } = await ask(path);
  const etag = String(headers['etag'] ?? '');
  const since = String(headers['last-modified'] ?? '');
  return ask(path, {
    headers: { ...(etag && { 'if-none-match': etag }), 'if-modified-since': since },
  });
};
const refresh = () =>
  keyed('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    body: { refresh_token: 'x' },
  });

const ANSWERS: [string, number, () => Promise<Answer>][] = [
  ['a page', 200, () => ask('/rent-props')],
  ['a page’s head', 200, () => ask('/rent-props', { method: 'HEAD' })],
  ['the back office', 200, () => ask('/ops')],
  ['a preview', 200, () => ask(`/about?preview=${'a'.repeat(64)}`)],
  ['no preview', 200, () => ask('/about?preview=1')],
  ['no page', 404, () => ask('/nothing/here')],
  ['a page that moved', 308, () => ask('/hire-crew')],
  ['a bad path', 400, () => ask('/props/%00')],
  ['a method not allowed', 405, () => ask('/rent-props', { method: 'DELETE' })],
  ['a file', 200, () => ask('/favicon.svg')],
  ['a picture of the pages', 200, () => ask('/pictures/about-480.webp')],
  ['no asset', 404, () => ask('/assets/none.js')],
  ['robots.txt', 200, () => ask('/robots.txt')],
  ['the sitemap', 200, () => ask('/sitemap.xml')],
  ['data', 200, () => keyed('/rest/v1/props?select=name')],
  ['data without a key', 401, () => ask('/rest/v1/props')],
  ['data that is refused', 401, () => keyed('/rest/v1/customers')],
  ['no data', 404, () => keyed('/rest/v1/nothing')],
  [
    'a page behind the end',
    416,
    () => keyed('/rest/v1/props?offset=9', { headers: { prefer: 'count=exact' } }),
  ],
  ['a bad body', 400, () => keyed('/rest/v1/props', { method: 'POST', body: new Uint8Array([1]) })],
  [
    'a body too long',
    413,
    () => keyed('/rest/v1/props', { method: 'POST', body: 'x'.repeat(1_100_000) }),
  ],
  [
    'another content type',
    415,
    () =>
      keyed('/rest/v1/props', {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: 'a',
      }),
  ],
  [
    'a sign-in',
    200,
    () => keyed('/auth/v1/token?grant_type=password', { method: 'POST', body: OWNER }),
  ],
  [
    'a sign-in refused',
    400,
    () =>
      keyed('/auth/v1/token?grant_type=password', {
        method: 'POST',
        body: { ...OWNER, password: 'x' },
      }),
  ],
  ['a limit', 429, () => refresh().then(refresh)],
  ['no object', 404, () => ask('/storage/v1/object/public/catalogue/none.webp')],
  [
    'an upload refused',
    403,
    () => keyed('/storage/v1/object/catalogue/a.webp', { method: 'POST', body: 'x' }),
  ],
  ['no function', 404, () => ask('/functions/v1/none')],
  ['live changes without a socket', 404, () => ask('/realtime/v1/websocket')],
  ['a preflight', 204, () => ask('/rest/v1/props', { method: 'OPTIONS' })],
  ['health', 200, () => ask('/healthz')],
  ['readiness', 200, () => ask('/readyz')],
  ['metrics without the token', 401, () => ask('/metrics')],
  ['metrics', 200, () => ask('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })],
  [
    'a page of who offers HTTP/2',
    200,
    () =>
      ask('/rent-props', {
        headers: {
          connection: 'Upgrade, HTTP2-Settings',
          upgrade: 'h2c',
          'http2-settings': 'AAMAAABkAAQCAAAAAAIAAAAA',
        },
      }),
  ],
];

describe.each([
  ['over plain HTTP', {}, false],
  ['behind TLS', { 'x-forwarded-proto': 'https' }, true],
] as const)('every answer %s', (_, more, isTls) => {
  beforeAll(() => {
    besides = more;
  });

  it.each(ANSWERS)('%s (%i) carries the security headers', async (name, status, send) => {
    const answer = await send();
    expect(answer.status).toBe(status);
    // Only the back office scans labels with the camera.
    const mayUseCamera = name === 'the back office';
    const isPreview = name === 'a preview';
    expect(wrongWith(answer.headers, isTls, { mayUseCamera, isPreview })).toEqual([]);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('unchanged ones too', async () => {
    const html = (await ask('/rent-props')).text;
    const asset = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? '';
    const statuses: number[] = [];
    for (const path of [asset, '/favicon.svg', '/pictures/about-480.webp', '/rent-props']) {
      const answer = await again(path);
      statuses.push(answer.status);
      expect([path, wrongWith(answer.headers, isTls)]).toEqual([path, []]);
    }
    expect(statuses.every((status) => status === 200 || status === 304)).toBe(true);
  });

  it.each([
    ['a path that there is not', '/realtime/v1/other?vsn=2.0.0', 404],
    ['a page', '/rent-props', 404],
    ['another version', '/realtime/v1/websocket?vsn=1.0.0', 400],
    ['no key', '/realtime/v1/websocket?vsn=2.0.0', 401],
    ['a handshake that is none', '/realtime/v1/websocket?vsn=2.0.0&apikey=', 400],
  ])('a WebSocket refused for %s too', async (_, path, status) => {
    const lines = [
      `GET ${path}${path.endsWith('apikey=') ? site.anonKey : ''} HTTP/1.1`,
      'Host: a',
      'Connection: Upgrade',
      'Upgrade: websocket',
      ...Object.entries(more).map(([name, value]) => `${name}: ${value}`),
    ];
    const answer = await raw(`${lines.join('\r\n')}\r\n\r\n`);
    expect(answer.status).toBe(status);
    expect(wrongWith(answer.headers, isTls)).toEqual([]);
  });

  it.each([
    ['a request that is none', 'NONSENSE\r\n\r\n', 400],
    [
      'one with two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'no expectation to meet',
      'GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\nConnection: close\r\n\r\n',
      417,
    ],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 405],
  ])('bytes refused as %s too', async (_, bytes, status) => {
    const answer = await raw(bytes);
    expect(answer.status).toBe(status);
    // Bytes that are not a request do not show whether TLS was used.
    expect(wrongWith(answer.headers, false)).toEqual([]);
    expect(answer.text).not.toMatch(/at .*\.js|node:/);
  });
});

it('no site but its own shows a page in a frame, and that only a preview of a visitors’ page', async () => {
  besides = {};
  const secret = `preview=${'a'.repeat(64)}`;
  const frames = async (path: string) => {
    const { headers } = await ask(path);
    const policy = String(headers['content-security-policy']);
    return [/frame-ancestors [^;]*/.exec(policy)?.[0], headers['x-frame-options']];
  };
  expect(await frames(`/?${secret}`)).toEqual(["frame-ancestors 'self'", 'SAMEORIGIN']);
  for (const path of ['/', `/ops?${secret}`, `/ops/settings/site?${secret}`, '/about?preview=x']) {
    expect([path, await frames(path)]).toEqual([path, ["frame-ancestors 'none'", 'DENY']]);
  }
});

it('an internal error has them too, and reveals nothing', async () => {
  besides = {};
  await site.sql.unsafe(`create function public.broken() returns trigger language plpgsql as
      $$ begin raise exception 'qanary inside' using errcode = 'XX001'; end $$;
    create trigger broken before insert on public.customers execute function public.broken()`);
  const sent = {
    idempotency_key: randomUUID(),
    first_name: 'Zubeida',
    last_name: 'Quadros',
    mobile: '+919812345670',
    email: 'zubeida@visitor.example',
    message: 'Secret words of a visitor',
  };
  const broken = await keyed('/rest/v1/rpc/submit_contact_enquiry', { method: 'POST', body: sent });
  await site.sql.unsafe('drop function public.broken() cascade');
  expect(broken.status).toBe(500);
  expect(broken.text).not.toMatch(/qanary|XX001|plpgsql|Zubeida/);
  expect(wrongWith(broken.headers, false)).toEqual([]);
});

it('leaves no secret or note of a link in a log, a metric, a referrer or a cache', async () => {
  besides = {};
  // why letters only: the log hides long numbers anyway.
  const [calendar, sheet, quote, asked] = Array.from({ length: 4 }, () =>
    randomBytes(32).toString('hex').replaceAll(/\d/g, 'd'),
  );
  const note = 'Qanary note at gate 2';
  await site.sql`insert into private.links (kind, for_studio, token)
    values ('calendar', true, sha256(convert_to(${calendar!}, 'UTF8')))`;
  const [crew] = await site.sql`insert into public.crews (name) values ('Ravi') returning id`;
  await site.sql`insert into private.links (kind, item_id, day, note, expires_at, token)
    values ('day_sheet', ${crew!['id']}, private.today(), ${note}, now() + interval '1 day',
      sha256(convert_to(${sheet!}, 'UTF8')))`;
  const [enquiry] = await site.sql`
    with customer as (
      insert into public.customers (first_name, last_name, mobile)
      values ('Asha', 'Rao', '+919800000777') returning id
    )
    insert into public.enquiry_orders (customer_id, total_price) select id, 0 from customer
    returning id, customer_id`;
  await site.sql`insert into public.documents (kind, enquiry_order_id, customer_id, valid_until)
    values ('quote', ${enquiry!['id']}, ${enquiry!['customer_id']}, private.today())`;
  await site.sql`select private.freeze_document(id) from public.documents
    where enquiry_order_id = ${enquiry!['id']}`;
  await site.sql`insert into private.links (kind, document_id, customer_id, expires_at, token)
    select 'document', id, customer_id, now() + interval '1 day', sha256(convert_to(${quote!}, 'UTF8'))
    from public.documents where enquiry_order_id = ${enquiry!['id']}`;
  await site.sql`insert into private.enquiry_links (enquiry_order_id, is_personal, expires_at, token)
    values (${enquiry!['id']}, false, now() + interval '1 day', sha256(convert_to(${asked!}, 'UTF8')))`;
  const opened = () =>
    Promise.all([
      ask(`/calendar/${calendar}.ics`),
      ask(`/day-sheet?k=${sheet}`),
      ask(`/enquiry?k=${asked}`),
    ]);
  const answers = [...(await opened()), await ask(`/calendar/${'0'.repeat(64)}.ics`)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
  expect(answers[1]?.text).toContain(note);
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    });
    expect(headers['etag']).toBeUndefined();
  }
  for (const [name, secret] of [
    ['calendar_feed', calendar],
    ['day_sheet', sheet],
    ['linked_document', quote],
    ['linked_enquiry', asked],
  ]) {
    const told = await keyed(`/rest/v1/rpc/${name}`, { method: 'POST', body: { secret } });
    expect(told.status).toBe(200);
    // A refused call with a secret or a note says neither.
    const refused = await keyed(`/rest/v1/rpc/${name}?secret=${secret}&note=${note}`);
    expect(refused.text).not.toContain(secret);
  }
  // Answers that are refused: an outdated page, a wrong amount.
  const typed = { secret: quote, note, key: randomUUID() };
  const answered = await keyed('/rest/v1/rpc/answer_document', {
    method: 'POST',
    body: { ...typed, answer: 'accepted', name: note, hash: 'outdated' },
  });
  expect([answered.status, answered.text]).toEqual([409, expect.stringContaining('"revised')]);
  const claimed = await keyed('/rest/v1/rpc/claim_payment', {
    method: 'POST',
    body: { secret: quote, amount: 0, utr: '412356789012', key: randomUUID() },
  });
  expect(claimed.status).toBe(422);
  const changed = await keyed('/rest/v1/rpc/answer_enquiry', {
    method: 'POST',
    body: { ...typed, secret: asked, answer: 'accepted' },
  });
  expect(changed.status).toBe(422);
  for (const { text } of [answered, claimed, changed]) {
    expect([quote!, asked!].filter((secret) => text.includes(secret))).toEqual([]);
  }
  const signedIn = await keyed('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: OWNER,
  });
  const { access_token: token } = JSON.parse(signedIn.text) as { access_token: string };
  const call = (name: string, body: object) =>
    keyed(`/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
  const made = await call('make_calendar_link', { subject: 'studio', key: randomUUID() });
  const { secret: fresh } = JSON.parse(made.text) as { secret: string };
  const unbooked = { item: randomUUID(), day: '2027-01-01', note, key: randomUUID() };
  expect((await call('make_day_sheet_link', unbooked)).status).toBe(404);

  const metrics = await ask('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
  const places = {
    log: site.process.log(),
    'log of PostgreSQL': readFileSync(postgresLogOf(site.dataDir), 'utf8'),
    metrics: metrics.text,
  };
  expect(places.log).toContain('"path":"/calendar/….ics"');
  expect(metrics.status).toBe(200);
  for (const [place, text] of Object.entries(places)) {
    const found = [calendar!, sheet!, quote!, asked!, fresh, note].filter((each) =>
      text.includes(each),
    );
    expect([place, found]).toEqual([place, []]);
  }
  await site.sql`update private.links set revoked_at = now()`;
  await site.sql`update private.enquiry_links set revoked_at = now()`;
  expect((await opened()).map(({ status }) => status)).toEqual([404, 404, 404]);
});

it('leaves no personal data in any line of the logs', () => {
  const log = readFileSync(postgresLogOf(site.dataDir), 'utf8');
  expect(log).toContain('ready to accept connections');
  expect(leaksIn(log)).toEqual([]);
  expect(site.process.log()).toContain('/rest/v1/rpc/submit_contact_enquiry');
  expect(leaksIn(site.process.log())).toEqual([]);
  const planted = [
    '{"message":"Request","path":"/props/+91 98123 45670"}',
    'mobile 9812345670 is taken',
    '{"message":"asha.rao@visitor.example"}',
    `{"error":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIi"}`,
    `token ${randomUUID()}.3.${'a'.repeat(43)}`,
    `{"path":"/calendar/${'0f'.repeat(32)}.ics"}`,
    'DETAIL:  Key (mobile)=(x) already exists.',
    '{"body":{"first_name":"Asha"}}',
    '$2b$10$abcdefghijklmnopqrstuv',
  ];
  expect(leaksIn(planted.join('\n')).map((leak) => leak.split(': ')[1])).toHaveLength(
    planted.length,
  );
});
