import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachEmbedded, type ConnectionOptions, openPool } from '#backend';
import { postgresLogOf } from '#tests/support/log-leaks.ts';
import { anonKeyOf, useSites, type Site } from '#tests/support/site-process.ts';
import { eventually } from '#tests/support/waiting.ts';

const TOKEN = 'a-token-for-prometheus';
const OWNER = { email: 'owner@studio.example', password: 'the-owner-of-it-all' };
const PERSON = { first_name: 'Zubeida', last_name: 'Quadros', email: 'zubeida@visitor.example' };
const MOBILE = '+919812345670';
const { preparedFolder, start, stopAll } = useSites({ keep: true });

let site: Site;
let address = '';
let apikey = '';
let dataDir = '';
let prop = '';

const database = () => attachEmbedded({ dataDir }) as ConnectionOptions;
const startHere = () =>
  start(dataDir, {
    LOG_LEVEL: 'debug',
    METRICS_TOKEN: TOKEN,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    OPS_ADMIN_EMAIL: OWNER.email,
    OPS_ADMIN_PASSWORD: OWNER.password,
  });

beforeAll(async () => {
  dataDir = await preparedFolder();
  site = startHere();
  address = await site.ready;
  apikey = await anonKeyOf(address);
  const sql = openPool(database(), { max: 1, name: 'test' });
  const [row] = await sql<{ id: string }[]>`
    insert into public.props (name, price) values ('A lamp', 100) returning id`;
  prop = row?.id ?? '';
  await sql.end();
});
afterAll(stopAll);

const enquiry = () => ({
  ...PERSON,
  idempotency_key: randomUUID(),
  mobile: MOBILE,
  rental_from: '2099-01-01',
  rental_to: '2099-01-02',
  message: 'Secret words of a visitor',
  items: [{ type: 'prop', id: prop, quantity: 1, price: 100 }],
});

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(address + path, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

describe('health', () => {
  it('reports that it is alive and ready', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const answer = await fetch(address + path);
      expect([answer.status, await answer.text()]).toEqual([200, 'ok\n']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('is not ready while a migration is missing', { tags: ['long'] }, async () => {
    const sql = openPool(database(), { max: 1, name: 'test' });
    const history = sql('supabase_migrations.schema_migrations');
    const [last] = await sql`delete from ${history} where version =
      (select max(version) from ${history}) returning *`;
    await eventually(async () => {
      const answer = await fetch(`${address}/readyz`);
      expect([answer.status, await answer.text()]).toEqual([
        503,
        'The database lacks 1 migrations\n',
      ]);
    });
    await sql`insert into ${history} ${sql(last ?? {})}`;
    await sql.end();
    await eventually(async () => expect((await fetch(`${address}/readyz`)).ok).toBe(true));
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
  });
});

describe('metrics', () => {
  const metrics = (authorization?: string) =>
    fetch(`${address}/metrics`, { headers: authorization ? { authorization } : {} });

  it('require the token', async () => {
    expect((await metrics()).status).toBe(401);
    expect((await metrics('Bearer another-token-of-someone')).status).toBe(401);
    const answer = await metrics(`Bearer ${TOKEN}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  it('count requests, enquiries by what became of them, and the pool', async () => {
    expect((await post('/rest/v1/rpc/submit_enquiry', enquiry())).status).toBe(200);
    const refused = await post('/rest/v1/rpc/submit_enquiry', { ...enquiry(), mobile: 'none' });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    const text = await (await metrics(`Bearer ${TOKEN}`)).text();
    expect(text).toMatch(/^studio_submissions_total\{kind="enquiry",result="saved"\} 1$/m);
    expect(text).toMatch(/^studio_submissions_total\{kind="enquiry",result="refused"\} 1$/m);
    expect(text).toMatch(
      /^studio_http_request_duration_seconds_count\{area="rest",method="POST",status="200"\} 1$/m,
    );
    expect(text).toMatch(/^studio_pool_size 10$/m);
    await eventually(async () => {
      const now = await (await metrics(`Bearer ${TOKEN}`)).text();
      expect(now).toMatch(/^studio_pool_busy 0$/m);
      expect(now).toMatch(/^studio_pool_waiting 0$/m);
    });
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  });

  it('are not there without a token set', { tags: ['long'] }, async () => {
    const other = start(await preparedFolder());
    expect((await fetch(`${await other.ready}/metrics`)).status).toBe(404);
    other.process.kill('SIGTERM');
    await other.ended;
  });
});

describe('secrets', () => {
  it('are in files that only their owner may read', () => {
    const others = [dataDir, dirname(postgresLogOf(dataDir))].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
        const found = statSync(join(folder, name), { throwIfNoEntry: false });
        return found?.isFile() && (found.mode & 0o077) !== 0;
      }),
    );
    // The lock contains a process id, `home` a folder name; neither is secret.
    expect(others.filter((name) => !/^(lock|home)$/.test(name))).toEqual([]);
  });
});

// Last, because it stops the site.
describe('the log', () => {
  it('has one line per request, without personal data, tokens or bodies', async () => {
    const signedIn = await post('/auth/v1/token?grant_type=password', OWNER);
    const session = (await signedIn.json()) as { access_token: string; refresh_token: string };
    const bearer = { authorization: `Bearer ${session.access_token}` };
    const wrong = { ...OWNER, password: 'wrong-password-typed' };
    const mobile = encodeURIComponent(MOBILE);
    const first = await post('/rest/v1/rpc/submit_enquiry', enquiry());
    await post('/rest/v1/rpc/submit_contact_enquiry', {
      ...PERSON,
      mobile: MOBILE,
      idempotency_key: randomUUID(),
    });
    await post('/rest/v1/rpc/submit_enquiry', `{"mobile": "${MOBILE}", "email": "${PERSON.email}"`);
    await post('/rest/v1/rpc/submit_enquiry', { ...enquiry(), email: `${PERSON.email}x y` });
    await post('/rest/v1/customers', { ...PERSON, mobile: MOBILE }, bearer);
    await post('/rest/v1/customers', { ...PERSON, mobile: MOBILE }, bearer);
    await post('/auth/v1/token?grant_type=password', wrong);
    await post('/auth/v1/token?grant_type=refresh_token', session);
    const headers = { apikey, ...bearer };
    for (const path of [
      `/rest/v1/customers?mobile=eq.${mobile}&select=*`,
      `/rest/v1/customers?id=eq.${PERSON.email}`,
      `/rest/v1/${PERSON.email}`,
      `/rest/v1/props?apikey=${apikey}`,
      `/auth/v1/admin/users/${PERSON.email}`,
      `/${PERSON.email}`,
      `/props/${mobile}`,
      `/props/98123%2045670`,
      `/ops/customers?search=${mobile}`,
      `/rent-props?q=${PERSON.email}`,
      `/props/${session.access_token}`,
      `/storage/v1/object/catalogue/${PERSON.email}.webp?token=${session.access_token}`,
    ]) {
      await fetch(address + path, { headers });
    }
    const id = first.headers.get('x-request-id');
    site.process.kill('SIGTERM');
    expect(await site.ended).toBe(0);

    const lines = site
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const own = lines.filter(
      ({ request_id, message }) => request_id === id && message === 'Request',
    );
    expect(own).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        level: 'info',
        message: 'Request',
        method: 'POST',
        path: '/rest/v1/rpc/submit_enquiry',
        status: 200,
        ms: expect.any(Number) as number,
        request_id: id,
      },
    ]);
    const said = site.output() + readFileSync(postgresLogOf(dataDir), 'utf8');
    for (const secret of [
      ...Object.values(PERSON),
      MOBILE.slice(3),
      '98123 45670',
      OWNER.password,
      wrong.password,
      session.access_token,
      session.access_token.split('.')[1] ?? '',
      session.refresh_token,
      apikey,
      'Secret words',
      'A lamp',
      TOKEN,
    ]) {
      const told = said
        .split('\n')
        .filter((line) => line.toLowerCase().includes(secret.toLowerCase()));
      expect({ secret, told }).toEqual({ secret, told: [] });
    }
  });

  it(
    'an enquiry in flight is answered and saved when the site is stopped',
    { tags: ['long'] },
    async () => {
      site = startHere();
      address = await site.ready;
      const body = JSON.stringify(enquiry());
      const answered = new Promise<{ status: number | undefined; body: string }>(
        (resolve, reject) => {
          const call = request(new URL('/rest/v1/rpc/submit_enquiry', address), {
            method: 'POST',
            headers: {
              apikey,
              'content-type': 'application/json',
              'content-length': body.length,
              expect: '100-continue',
            },
          });
          call.once('error', reject).once('response', (response) => {
            let text = '';
            response
              .setEncoding('utf8')
              .on('data', (part: string) => (text += part))
              .on('end', () => resolve({ status: response.statusCode, body: text }));
          });
          // why: a connection that the server has not accepted yet is no enquiry in flight.
          call.once('continue', () => {
            call.write(body.slice(0, 20));
            site.process.kill('SIGTERM');
            void eventually(() => expect(site.output()).toContain('Stopping')).then(() =>
              call.end(body.slice(20)),
            );
          });
          call.flushHeaders();
        },
      );
      const { status, body: answer } = await answered;
      expect(status).toBe(200);
      const { enquiry_number: number } = JSON.parse(answer) as { enquiry_number: string };
      expect(await site.ended).toBe(0);

      site = startHere();
      await site.ready;
      const sql = openPool(database(), { max: 1, name: 'test' });
      const kept = await sql`select 1 from public.enquiry_orders where enquiry_number = ${number}`;
      await sql.end();
      expect(kept).toHaveLength(1);
    },
  );
});
