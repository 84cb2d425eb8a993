import { expect, test } from 'vitest';
import { openLibrary } from '#tests/support/library.ts';

const library = openLibrary();

test('of a flood, what cannot be served soon is told so at once; the rest is served', async () => {
  const connections = library.db.requests.options.max;
  const slow = Array.from({ length: connections }, () =>
    library.ask('rpc/pause', { role: 'anon' }),
  );
  await expect
    .poll(async () => {
      const [row] = await library.db.owner<{ count: number }[]>`
        select count(*)::int from pg_locks join pg_database d on d.oid = database
        where locktype = 'advisory' and objid = 7 and datname = current_database()`;
      return row?.count;
    })
    .toBe(connections);
  const started = performance.now();
  const flood = Array.from({ length: 256 + 20 }, () =>
    library.ask('countries').then((reply) => ({ reply, after: performance.now() - started })),
  );
  const served = await Promise.all(flood);
  const refused = served.filter(({ reply }) => reply.status === 503);
  expect(refused).toHaveLength(20);
  for (const { reply } of refused) {
    expect(reply.headers.get('retry-after')).toBe('5');
    expect(reply.body).toMatchObject({ code: '53300', message: 'Too many requests' });
  }
  const last = Math.max(...refused.map(({ after }) => after));
  const first = Math.min(
    ...served.filter(({ reply }) => reply.status === 200).map(({ after }) => after),
  );
  expect(last).toBeLessThan(first);
  const others = served.filter(({ reply }) => reply.status === 200);
  expect(others).toHaveLength(256);
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 200));
  expect((await library.ask('countries')).status).toBe(200);
});
