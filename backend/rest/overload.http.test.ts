import { expect, test } from 'vitest';
import { openLibrary } from '#tests/support/library.ts';

const library = openLibrary();

test('in a flood, requests beyond the queue are refused at once; the rest are served', async () => {
  const { owner, requests } = library.db;
  const connections = requests.options.max;
  const from = (at: number) => ({ headers: { 'x-address': `192.0.2.${at % 8}` } });
  // Every connection waits for this lock until the test releases it.
  const gate = await owner.reserve();
  await gate`select pg_advisory_lock(7)`;
  const slow = Array.from({ length: connections }, (_, at) =>
    library.ask('rpc/pause', { role: 'service_role', ...from(at) }),
  );
  await expect
    .poll(
      async () => {
        const [row] = await gate<{ count: number }[]>`
          select count(*)::int from pg_locks join pg_database d on d.oid = database
          where locktype = 'advisory' and objid = 7 and not granted
            and datname = current_database()`;
        return row?.count;
      },
      { timeout: 20_000 },
    )
    .toBe(connections);

  const arrived: number[] = [];
  const flood = Array.from({ length: 256 + 20 }, async (_, at) => {
    const reply = await library.ask('countries', from(at));
    arrived.push(reply.status);
    return reply;
  });
  await expect.poll(() => arrived.length, { timeout: 20_000 }).toBe(20);
  expect(arrived).toEqual(Array.from({ length: 20 }, () => 503));
  await gate`select pg_advisory_unlock(7)`;
  gate.release();

  const replies = await Promise.all(flood);
  const refused = replies.filter(({ status }) => status === 503);
  expect(refused).toHaveLength(20);
  for (const { headers, body } of refused) {
    expect(headers.get('retry-after')).toBe('5');
    expect(body).toMatchObject({ code: '53300', message: 'Too many requests' });
  }
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(256);
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 200));
  expect((await library.ask('countries')).status).toBe(200);
});

test('one address gets a quarter of the connections and half of the queue', async () => {
  const { owner } = library.db;
  const gate = await owner.reserve();
  await gate`select pg_advisory_lock(7)`;
  const arrived: number[] = [];
  const flood = Array.from({ length: 4 + 128 + 20 }, async () => {
    const reply = await library.ask('rpc/pause', { role: 'service_role' });
    arrived.push(reply.status);
    return reply;
  });
  await expect.poll(() => arrived.length, { timeout: 20_000 }).toBe(20);
  expect(arrived).toEqual(Array.from({ length: 20 }, () => 503));
  const other = { headers: { 'x-address': '192.0.2.99' } };
  expect((await library.ask('countries', other)).status).toBe(200);
  await gate`select pg_advisory_unlock(7)`;
  gate.release();
  const replies = await Promise.all(flood);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(4 + 128);
});
