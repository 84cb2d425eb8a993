import { expect, test } from 'vitest';
import type { Caller } from '#backend/core/caller.ts';
import { laneOf } from '#backend/postgres/lanes.ts';
import { openLibrary, type Reply } from '#tests/support/library.ts';

const library = openLibrary();

const from = (at: number) => ({ headers: { 'x-address': `192.0.2.${at % 8}` } });
const POST = { method: 'POST' };

const many = (count: number, ask: (at: number) => Promise<Reply>) =>
  Array.from({ length: count }, (_, at) => ask(at));

const statusesOf = async (asked: Promise<Reply>[]) =>
  (await Promise.all(asked)).map(({ status }) => status);

/** Work of each kind of connections: a caller, whether it reads, and a request like that. */
const KINDS: Record<string, [Pick<Caller, 'role' | 'isPage'>, boolean, () => Promise<Reply>]> = {
  reads: [
    { role: 'authenticated' },
    true,
    () => library.ask('authors?select=id', { role: 'authenticated' }),
  ],
  writes: [
    { role: 'authenticated' },
    false,
    () => library.ask('rpc/nothing_much', { ...POST, role: 'authenticated' }),
  ],
  visits: [{ role: 'anon' }, true, () => library.ask('countries')],
  sends: [{ role: 'anon' }, false, () => library.ask('rpc/nothing_much', POST)],
};

/**
 * Takes connections of a kind, all or as many as said, each from an address of its own or from that
 * one; returns what releases them.
 */
function occupy(kind: string, { count = Infinity, address = '' } = {}): () => void {
  const [caller, reads] = KINDS[kind]!;
  const { queue, sql } = laneOf(library.db.requests, { claims: {}, address, ...caller }, reads);
  const { promise, resolve } = Promise.withResolvers<void>();
  const wanted = Math.min(count, sql.options.max);
  for (let at = 0; at < wanted; at += 1) {
    void queue.run(address === '' ? `192.0.2.${100 + at}` : address, () => promise);
  }
  return resolve;
}

/** Sends requests until so many are refused at once, and says which came back so far. */
async function flood(count: number, refused: number, ask: (at: number) => Promise<Reply>) {
  const arrived: number[] = [];
  const replies = many(count, async (at) => {
    const reply = await ask(at);
    arrived.push(reply.status);
    return reply;
  });
  await expect.poll(() => arrived.length).toBe(refused);
  expect(arrived).toEqual(Array.from({ length: refused }, () => 503));
  return replies;
}

test(
  'in a flood, requests beyond the queue are refused at once; the rest are served',
  { tags: ['long'] },
  async () => {
    const release = occupy('visits');
    const sent = await flood(256 + 20, 20, (at) => library.ask('countries', from(at)));
    release();
    const replies = await Promise.all(sent);
    const refused = replies.filter(({ status }) => status === 503);
    expect(refused).toHaveLength(20);
    for (const { headers, body } of refused) {
      expect(headers.get('retry-after')).toBe('5');
      expect(body).toMatchObject({ code: '53300', message: 'Too many requests' });
    }
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(256);
    expect((await library.ask('countries')).status).toBe(200);
  },
);

test('one address gets half of the connections of a kind and half of the queue', async () => {
  const address = '192.0.2.7';
  const release = occupy('writes', { count: 2, address });
  const ask = (headers: Record<string, string>) =>
    library.ask('rpc/nothing_much', { ...POST, role: 'service_role', headers });
  const sent = await flood(128 + 20, 20, () => ask({ 'x-address': address }));
  expect((await ask({ 'x-address': '192.0.2.99' })).status).toBe(204);
  release();
  const statuses = await statusesOf(sent);
  expect(statuses.filter((status) => status === 204)).toHaveLength(128);
});

test.each(Object.keys(KINDS))(
  'no kind of request waits for the connections of %s',
  async (kind) => {
    const release = occupy(kind);
    const waiting = KINDS[kind]![2]();
    const others = Object.entries(KINDS).filter(([name]) => name !== kind);
    const statuses = await statusesOf(others.map(([, [, , ask]]) => ask()));
    expect(statuses.map((status) => status < 300)).toEqual([true, true, true]);
    const [caller, reads] = KINDS[kind]!;
    const { queue } = laneOf(library.db.requests, { claims: {}, address: '', ...caller }, reads);
    expect(queue.load().waiting).toBe(1);
    release();
    expect((await waiting).status).toBeLessThan(300);
  },
);

test('a page reads on the connections of staff, not on those of visitors', () => {
  const lane = (caller: Pick<Caller, 'role' | 'isPage'>) =>
    laneOf(library.db.requests, { claims: {}, address: '', ...caller }, true);
  expect(lane({ role: 'anon', isPage: true })).toBe(lane({ role: 'authenticated' }));
  expect(lane({ role: 'anon' })).not.toBe(lane({ role: 'authenticated' }));
});

test('sessions are few, as each keeps the plans of all that it ever ran', () => {
  const sizes = Object.values(KINDS).map(([caller, reads]) => {
    const { sql } = laneOf(library.db.requests, { claims: {}, address: '', ...caller }, reads);
    return sql.options.max;
  });
  expect(sizes).toEqual([3, 3, 2, 2]);
});

test('a statement learns how long its request waited for a connection', async () => {
  const release = occupy('writes');
  const ask = library.ask('rpc/waited', { ...POST, role: 'authenticated' });
  const [caller, reads] = KINDS['writes']!;
  const { queue } = laneOf(library.db.requests, { claims: {}, address: '', ...caller }, reads);
  await expect.poll(() => queue.load().waiting).toBe(1);
  const began = performance.now();
  await expect.poll(() => performance.now() - began).toBeGreaterThan(50);
  release();
  const { body } = await ask;
  expect(body).toBeGreaterThan(25);
});

test('writes that queued behind others for a lock are busy when those are', async () => {
  const gate = await library.db.owner.reserve();
  await gate`select pg_advisory_lock(8)`;
  const bookings = many(24, (at) =>
    library.ask('rpc/book', { ...from(at), method: 'POST', role: 'authenticated' }),
  );
  expect(await statusesOf(bookings)).toEqual(bookings.map(() => 409));
  await gate`select pg_advisory_unlock(8)`;
  gate.release();
  const [tried] = await library.db.owner<{ count: number }[]>`
    select last_value::int as count from bookings`;
  // The others were refused with those that waited, and did not wait themselves.
  expect(tried?.count).toBeLessThan(bookings.length);
  for (const { body } of await Promise.all(bookings)) {
    expect(body).toMatchObject({ code: 'PT409', details: '{"reason": "busy"}' });
  }
});
