import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '#backend/auth/users.ts';
import { urlOf, useDatabase } from '#tests/support/database.ts';
import { anonKeyOf, useSites } from '#tests/support/site-process.ts';
import { eventually } from '#tests/support/waiting.ts';
import { createAsker, type Answer, type Question } from './support/ask.ts';

const database = useDatabase();
const { newFolder, start, stopAll } = useSites({ keep: true });
const ask = createAsker(8);

/** Low limits, so that few requests reach them. */
const LIMITS = {
  LIMIT_REQUESTS: '120',
  LIMIT_SIGN_INS: '4',
  LIMIT_SIGN_INS_ADDRESS: '7',
  LIMIT_SIGN_INS_STRANGERS: '9',
  LIMIT_REFRESHES: '5',
  LIMIT_UPLOADS: '3',
};
const PASSWORD = 'a-password-of-staff';

let sql: Sql;
/** Two processes behind a trusted proxy on this machine, and one without a trusted proxy. */
let behind: string[] = [];
let bare = '';
let apikey = '';
let prop = '';
let picture: Buffer;

beforeAll(async () => {
  sql = database.db.owner;
  const DATABASE_URL = urlOf(database.owner);
  const shared = { DATABASE_URL, HOST: '127.0.0.1', ...LIMITS };
  const first = await start(newFolder(), { ...shared, TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' })
    .ready;
  const [second, alone] = await Promise.all([
    start(newFolder(), { ...shared, TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' }).ready,
    start(newFolder(), shared).ready,
  ]);
  [behind, bare] = [[first, second], alone];
  apikey = await anonKeyOf(first);
  const [row] = await sql<{ id: string }[]>`
    insert into public.props (name, price) values ('A lamp', 100) returning id`;
  prop = row?.id ?? '';
  await sql`select private.set_limit(name, 4) from private.settings where name like '%mobile'`;
  await sql`select private.set_limit(name, 6) from private.settings where name like '%address'`;
  const create = { width: 8, height: 8, channels: 3, background: '#456' } as const;
  picture = await sharp({ create }).webp().toBuffer();
});
afterAll(stopAll);

let turn = 0;
/** Sends requests to the two alternately, as a proxy would for a visitor from that address. */
function from(forwarded: string, path: string, { headers, ...question }: Question = {}) {
  turn += 1;
  return ask(behind[turn % 2] + path, {
    ...question,
    headers: { apikey, 'x-forwarded-for': forwarded, ...headers },
  });
}
const post = (address: string, path: string, body: unknown, headers = {}) =>
  from(address, path, { method: 'POST', body, headers });

const staff = async () => {
  const email = `${randomUUID()}@staff.example`;
  const { id } = await createUser(sql, { email, password: PASSWORD });
  await sql`insert into public.user_profiles (id, role) values (${id}, 'inventory_user')`;
  return email;
};
const signIn = (address: string, email: string, password = 'a-guess') =>
  post(address, '/auth/v1/token?grant_type=password', { email, password });
const refresh = (address: string, token = 'made-up') =>
  post(address, '/auth/v1/token?grant_type=refresh_token', { refresh_token: token });

let given = 0;
const mobile = () => `+919${String((given += 1)).padStart(9, '0')}`;
const message = (of: string) => ({
  idempotency_key: randomUUID(),
  first_name: 'Asha',
  last_name: 'Rao',
  mobile: of,
  email: 'asha@example.test',
  message: 'Are you open on Sundays?',
});
const enquiry = (of: string) => ({
  ...message(of),
  rental_from: '2099-01-01',
  rental_to: '2099-01-02',
  items: [{ type: 'prop', id: prop, quantity: 1, price: 100 }],
});
const rpc = (address: string, called: string, body: object) =>
  post(address, `/rest/v1/rpc/${called}`, body);

/** Lets all rate windows expire. */
async function later(): Promise<void> {
  await sql`update backend.sign_in_attempts set window_started_at = window_started_at - interval '16 minutes'`;
  await sql`update private.limit_uses set used_at = used_at - interval '61 minutes'`;
}

/** Whether it is a rate limit response with a plausible number of seconds. */
function isOver({ status, headers }: Answer, most: number): boolean {
  const wait = Number(headers['retry-after']);
  return status === 429 && Number.isInteger(wait) && wait >= 1 && wait <= most;
}

/**
 * Sends one request more than allowed, the last to both processes, and another when the window is
 * over.
 */
async function tryLimit(most: number, window: number, send: (at: number) => Promise<Answer>) {
  let passed = 0;
  while (passed < most && (await send(passed)).status !== 429) passed += 1;
  const refused = [isOver(await send(most), window), isOver(await send(most), window)];
  await later();
  return { passed, refused, passesLater: (await send(most)).status !== 429 };
}
const held = (most: number) => ({ passed: most, refused: [true, true], passesLater: true });

describe('a limit that two processes share', () => {
  it('holds wrong passwords from one address for one account', async () => {
    const email = await staff();
    expect(await tryLimit(4, 900, () => signIn('203.0.113.1', email))).toEqual(held(4));
    expect((await signIn('203.0.113.2', email, PASSWORD)).status).toBe(200);
  });

  it('holds wrong passwords from one address for all accounts', async () => {
    const guess = (at: number) => signIn('203.0.113.3', `nobody-${at}@staff.example`);
    expect(await tryLimit(7, 900, guess)).toEqual(held(7));
  });

  it('holds refreshes', async () => {
    expect(await tryLimit(5, 900, () => refresh('203.0.113.4'))).toEqual(held(5));
  });

  it.each([
    ['submit_enquiry', enquiry],
    ['submit_contact_enquiry', message],
  ])('holds %s by mobile number and by address', async (called, body) => {
    const own = mobile();
    expect(await tryLimit(4, 3600, (at) => rpc(`198.51.100.${at}`, called, body(own)))).toEqual(
      held(4),
    );
    expect(await tryLimit(6, 3600, () => rpc('203.0.113.5', called, body(mobile())))).toEqual(
      held(6),
    );
  });

  it.each([
    ['/contact', () => ({})],
    [
      '/enquire',
      () => {
        const { rental_from, rental_to } = enquiry('');
        const key = randomUUID();
        return {
          key,
          type: 'prop',
          item: prop,
          price: '100',
          quantity: '1',
          rental_from,
          rental_to,
        };
      },
    ],
  ])('holds the form %s that a browser posts by itself', async (path, own) => {
    const post = (address: string, number: string, at: number) => {
      const form = { ...message(number), message: `Message ${at}`, ...own() };
      return from(address, path, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
        },
        body: new TextEncoder().encode(String(new URLSearchParams(form))),
      });
    };
    const one = mobile();
    expect(await tryLimit(4, 3600, (at) => post(`198.51.103.${at}`, one, at))).toEqual(held(4));
    expect(await tryLimit(6, 3600, (at) => post('203.0.113.15', mobile(), at))).toEqual(held(6));
    expect((await post('198.51.103.9', one, 9)).status).toBe(303);
  });

  it('holds uploads of one account, wherever they come from', async () => {
    const { text } = await signIn('203.0.113.6', await staff(), PASSWORD);
    const { access_token: token } = JSON.parse(text) as { access_token: string };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/webp' };
    const put = (at: number) =>
      from(`198.51.101.${at}`, `/storage/v1/object/catalogue/props/${randomUUID()}.webp`, {
        method: 'POST',
        headers,
        body: picture,
      });
    expect((await put(0)).status).toBe(200);
    await later();
    expect(await tryLimit(3, 900, put)).toEqual(held(3));
  });

  it('holds searches from one address, and lets them through again when it said', async () => {
    const search = (address: string) => rpc(address, 'search_catalogue', { q: 'lamp' });
    const began = performance.now();
    const answers: Answer[] = [];
    while (answers.at(-1)?.status !== 429 && answers.length < 400)
      answers.push(await search('203.0.113.7'));
    const passed = answers.length - 1;
    const refilled = (2 * (performance.now() - began)) / 1000;
    // Each process reports in parts of 3. why: reports are not awaited, so on a slow machine a few
    // more parts may be in flight; two processes that do not share would let 240 through.
    expect(passed).toBeGreaterThanOrEqual(110);
    expect(passed).toBeLessThanOrEqual(120 + refilled + 2 * 6 * 3);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    await eventually(async () => {
      const both = await Promise.all([search('203.0.113.7'), search('203.0.113.7')]);
      for (const each of both) expect(isOver(each, 3)).toBe(true);
    });
    expect((await search('203.0.113.8')).status).toBe(200);
    await new Promise((go) => setTimeout(go, 3000));
    expect((await search('203.0.113.7')).status).toBe(200);
  });
});

describe('an attack from many addresses on one account', () => {
  it('is held for the account, and leaves its own people in', async () => {
    const email = await staff();
    const home = '2001:db8:77:1::1';
    expect((await signIn(home, email, PASSWORD)).status).toBe(200);
    const away = (at: number) => `2001:db8:66:${at.toString(16)}::1`;
    for (let at = 0; at < 9; at += 1) expect((await signIn(away(at), email)).status).toBe(400);
    expect(isOver(await signIn(away(10), email), 900)).toBe(true);
    expect(isOver(await signIn(away(11), email, PASSWORD), 900)).toBe(true);
    expect((await signIn('2001:db8:77:1::2', email, PASSWORD)).status).toBe(200);
    expect((await signIn(away(12), await staff(), PASSWORD)).status).toBe(200);
    await later();
    expect((await signIn(away(13), email, PASSWORD)).status).toBe(200);
  });

  it('is counted for accounts that are none too', async () => {
    for (let at = 0; at < 9; at += 1)
      expect((await signIn(`198.51.102.${at}`, 'none@staff.example')).status).toBe(400);
    expect(isOver(await signIn('198.51.102.10', 'none@staff.example'), 900)).toBe(true);
  });
});

describe('X-Forwarded-For', () => {
  /** Whether refreshes with these headers count as one visitor's. */
  async function countTogether(headers: (at: number) => string, site?: string): Promise<boolean> {
    await later();
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) {
      const path = '/auth/v1/token?grant_type=refresh_token';
      const question = { method: 'POST', body: { refresh_token: 'made-up' } };
      const told = { apikey, 'x-forwarded-for': headers(at) };
      const answer = site
        ? await ask(site + path, { ...question, headers: told })
        : await from(headers(at), path, question);
      statuses.push(answer.status);
    }
    return statuses.includes(429);
  }

  it('is believed of a proxy that was named', async () => {
    expect(await countTogether((at) => `192.0.2.${at}`)).toBe(false);
    expect(await countTogether(() => '192.0.2.77')).toBe(true);
  });

  it('is not believed of anybody else', async () => {
    expect(await countTogether((at) => `192.0.2.${at}`, bare)).toBe(true);
    expect(await countTogether((at) => `127.0.0.1, 192.0.2.${at}, 10.0.0.1`, bare)).toBe(true);
  });

  it.each([
    ['what a visitor wrote before the proxy', (at: number) => `198.51.103.${at}, 192.0.2.78`],
    [
      'what they wrote before two proxies',
      (at: number) => `198.51.103.${at}, 192.0.2.79, 10.1.2.3`,
    ],
    ['another address of one IPv6 network', (at: number) => `2001:db8:88:1:${at}::1`],
    ['an IPv4 address as IPv6', (at: number) => (at % 2 ? '::ffff:192.0.2.80' : '192.0.2.80')],
    [
      'garbage',
      (at: number) => ['unknown', '999.1.1.1', '', ',', '192.0.2.81:80', '1.2.3'][at] ?? '',
    ],
    ['garbage behind an address', (at: number) => `192.0.2.${at}, no address`],
  ])('does not make another visitor of %s', async (_, headers) => {
    expect(await countTogether(headers)).toBe(true);
  });
});
