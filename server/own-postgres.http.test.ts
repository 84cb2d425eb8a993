// @module-tag long
// @module-tag version
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openPool } from '#backend';
import { MIGRATIONS } from './schema/migrations.ts';
import { urlOf } from '#tests/support/database.ts';
import { anonKeyOf, useSites, type Site } from '#tests/support/site-process.ts';
import { eventually } from '#tests/support/waiting.ts';

const server = inject('postgres');
const name = `sites_${randomUUID().slice(0, 8)}`;
const { newFolder, start, stopAll } = useSites({ keep: true });
const files = readdirSync(MIGRATIONS.directory).filter((file) => file.endsWith('.sql'));
const ADMIN = { email: 'owner@studio.example', password: 'owner-of-three-processes' };

const connection = (database: string) => ({ ...server.owner, database });

/** A site on the test server's database, behind a proxy on this machine. */
const startOn = (database: string) =>
  start(newFolder(), {
    DATABASE_URL: urlOf(connection(database)),
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
    OPS_ADMIN_EMAIL: ADMIN.email,
    OPS_ADMIN_PASSWORD: ADMIN.password,
  });

let admin: Sql;
let owner: Sql;

beforeAll(async () => {
  admin = openPool(server.admin, { max: 1, name: 'test' });
  await admin`create database ${admin(name)} owner ${admin(server.owner.username)}`;
  owner = openPool({ ...server.owner, database: name }, { max: 2, name: 'test' });
});

afterAll(async () => {
  await stopAll();
  await owner.end();
  await admin`drop database if exists ${admin(name)} with (force)`;
  await admin.end();
});

describe('three processes on one database', () => {
  let sites: Site[] = [];
  let addresses: string[] = [];
  let apikey = '';

  beforeAll(async () => {
    sites = Array.from({ length: 3 }, () => startOn(name));
    addresses = await Promise.all(sites.map((site) => site.ready));
    apikey = await anonKeyOf(addresses[0] ?? '');
  });

  /** Calls the three in turn, each time from a new address unless one is given. */
  let calls = 0;
  function call(path: string, body: object | null, given: Record<string, string> = {}) {
    calls += 1;
    const headers = { apikey, 'x-forwarded-for': `198.51.100.${calls % 250}`, ...given };
    return fetch(`${addresses[calls % 3]}${path}`, {
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  }

  it('is migrated once when all three start first at the same time', async () => {
    expect(
      sites.map((site) => site.output()).filter((output) => !output.includes('is ready')),
    ).toEqual([]);
    const applied = sites.map((site) =>
      Number(/(\d+) migrations applied/.exec(site.output())?.[1] ?? 0),
    );
    expect(applied.reduce((sum, count) => sum + count)).toBe(files.length);
    const [counted] = await owner`select
      (select count(*)::int from supabase_migrations.schema_migrations) as migrations,
      (select count(*)::int from auth.users) as users,
      (select count(*)::int from public.user_profiles) as staff,
      (select count(*)::int from backend.secrets where name = 'jwt_secret') as secrets`;
    expect(counted).toEqual({ migrations: files.length, users: 1, staff: 1, secrets: 1 });
    const keys = await Promise.all(addresses.map(anonKeyOf));
    expect(new Set(keys).size).toBe(1);
    expect(apikey).not.toBe('');
  });

  it('sees a sign-in or sign-out at one process in all of them', async () => {
    const answer = await call('/auth/v1/token?grant_type=password', ADMIN);
    const session = (await answer.json()) as { access_token: string; refresh_token: string };
    const bearer = { authorization: `Bearer ${session.access_token}` };
    const everywhere = () =>
      Promise.all(addresses.map(async () => (await call('/auth/v1/user', null, bearer)).status));
    expect(await everywhere()).toEqual([200, 200, 200]);
    const profiles = await call('/rest/v1/user_profiles?select=role', null, bearer);
    expect(await profiles.json()).toEqual([{ role: 'admin' }]);
    const again = await call('/auth/v1/token?grant_type=refresh_token', {
      refresh_token: session.refresh_token,
    });
    expect(again.status).toBe(200);
    expect((await call('/auth/v1/logout', {}, bearer)).status).toBe(204);
    expect(await everywhere()).toEqual([403, 403, 403]);
  });

  it('numbers concurrent enquiries to all three without gap or duplicate', async () => {
    const [prop] = await owner<[{ id: string; name: string }]>`
      insert into public.props (name, price) values ('Chair', 100) returning id, name`;
    const day = (offset: number) =>
      new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const answers = await Promise.all(
      Array.from({ length: 90 }, async (_, index) => {
        const answer = await call('/rest/v1/rpc/submit_enquiry', {
          idempotency_key: randomUUID(),
          first_name: 'Asha',
          last_name: 'Rao',
          mobile: `+9198765${String(10_000 + (index % 30))}`,
          email: 'asha@example.test',
          rental_from: day(2),
          rental_to: day(3),
          message: '',
          items: [{ type: 'prop', id: prop.id, quantity: 1, price: 100 }],
        });
        return [
          answer.status,
          ((await answer.json()) as { enquiry_number: string }).enquiry_number,
        ];
      }),
    );
    const numbers = answers.map(([, number]) => String(number)).toSorted();
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]));
    expect(numbers).toEqual(
      Array.from({ length: 90 }, (_, index) => `ENQ-${String(index + 1).padStart(5, '0')}`),
    );
    const [counted] = await owner`select
      (select count(*)::int from customers) as customers, count(*)::int as enquiries,
      count(distinct enquiry_number)::int as numbers from enquiry_orders`;
    expect(counted).toEqual({ customers: 30, enquiries: 90, numbers: 90 });
  });

  it('shares the limit of wrong passwords', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const guess = () =>
      call('/auth/v1/token?grant_type=password', { ...ADMIN, password: 'wrong' }, from);
    const tries = await Promise.all(Array.from({ length: 12 }, guess));
    const statuses = tries.map((answer) => answer.status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
    for (const at of addresses) {
      expect([at, (await guess()).status]).toEqual([at, 429]);
    }
    const elsewhere = { 'x-forwarded-for': '203.0.113.8' };
    expect((await call('/auth/v1/token?grant_type=password', ADMIN, elsewhere)).status).toBe(200);
  });

  it('shares the limit of messages from one mobile', async () => {
    const send = () =>
      call('/rest/v1/rpc/submit_contact_enquiry', {
        idempotency_key: randomUUID(),
        first_name: 'Asha',
        last_name: 'Rao',
        mobile: '+919123456780',
        email: 'asha@example.test',
        message: 'Are you open on Sundays? We need two chairs.',
      });
    const sent = await Promise.all(Array.from({ length: 8 }, send));
    expect(sent.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([
      ...Array.from({ length: 6 }, () => 200),
      429,
      429,
    ]);
  });
});

describe('a start that fails half way', { tags: ['long'] }, () => {
  it('names the file and reason of a failing migration, and continues once it is fixed', async () => {
    const half = `${name}_half`;
    await admin`create database ${admin(half)} owner ${admin(server.owner.username)}`;
    const sql = openPool({ ...server.owner, database: half }, { max: 1, name: 'test' });
    await sql`create table public.props (mine text)`;
    const failing = startOn(half);
    expect(await failing.ended).toBe(1);
    expect(failing.output()).toMatch(
      /^\S+\/supabase\/migrations\/\d{14}_catalogue_tables\.sql: relation "props" already exists \(42P07\)\n$/,
    );
    const applied = () => sql`select version from supabase_migrations.schema_migrations`;
    const before = (await applied()).length;
    expect(before).toBe(files.findIndex((file) => file.endsWith('_catalogue_tables.sql')));
    await sql`drop table public.props`;
    const mended = start(newFolder(), { DATABASE_URL: urlOf(connection(half)), HOST: '127.0.0.1' });
    expect(await mended.ready).toMatch(/^http/);
    await eventually(() =>
      expect(mended.output()).toContain(
        'there is no admin yet: npm run staff -- add EMAIL --role admin',
      ),
    );
    expect(mended.output()).toContain(`PostgreSQL of DATABASE_URL, database "${half}" at `);
    expect(mended.output()).not.toContain(server.owner.password);
    expect(await applied()).toHaveLength(files.length);
    await sql.end();
    mended.process.kill('SIGTERM');
    await mended.ended;
    await admin`drop database ${admin(half)} with (force)`;
  });
});
