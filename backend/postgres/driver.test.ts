import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { useEmbedded } from '#tests/support/embedded.ts';
import { openPool } from './database.ts';
import type { ConnectionOptions, Sql } from './connection.ts';

/** The driver faults that patches/ fixes (docs/decisions/0023). */

const { prepared, start } = useEmbedded();
let owner: ConnectionOptions;
let other: Sql;

beforeEach(async () => {
  ({ owner } = await start(await prepared()));
  other = openPool(owner, { max: 1, name: 'other' });
  await other`create table noted (who text)`;
  return () => other.end({ timeout: 1 });
});

function poolOf(target: ConnectionOptions): Sql {
  const pool = openPool(target, { max: 1, name: 'test' });
  onTestFinished(() => pool.end({ timeout: 1 }));
  return pool;
}

const pidOf = async (sql: Sql): Promise<number> => {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid ?? 0;
};

/** Ends a connection as PostgreSQL, and waits until what it did is over. */
async function terminate(pid: number): Promise<void> {
  await other`select pg_terminate_backend(${pid}::int, 5000)`;
}

async function busy(pid: number): Promise<void> {
  const asks = () => other`select 1 from pg_stat_activity where pid = ${pid} and state = 'active'`;
  while ((await asks()).length === 0) await sleep(5);
}

/** A way to the server that cuts its next connection after so many bytes of answers. */
async function cuttingWay() {
  let left = Infinity;
  let cut = close;
  const server = createServer((near) => {
    const far = connect(join(owner.host, `.s.PGSQL.${owner.port}`));
    for (const socket of [near, far]) socket.on('error', () => {});
    near.on('data', (bytes) => far.write(bytes)).on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    far.on('data', (bytes) => {
      near.write(bytes.subarray(0, left));
      if (bytes.length < left) return void (left -= bytes.length);
      left = Infinity;
      cut(near);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    target: { ...owner, host: '127.0.0.1', port },
    cutAfter: (bytes: number, how: typeof close) => {
      left = bytes;
      cut = how;
    },
  };
}

const close = (socket: Socket) => void socket.end();
const reset = (socket: Socket) => void socket.resetAndDestroy();
const CUTS = [close, reset];

const LOST = /^(CONNECTION_CLOSED|ECONNRESET|EPIPE)$/;

/** Asks, and tells the code with which that failed. */
const failure = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'none',
    ({ code }: { code: string }) => code,
  );

describe('a connection that is lost', () => {
  test(
    'harms what it was asked and nothing after it, wherever it is cut',
    { tags: ['long'] },
    async () => {
      const { target, cutAfter } = await cuttingWay();
      // Through the whole start of a connection, and through some answers.
      for (let bytes = 1, turn = 0; bytes < 3000; bytes += bytes < 700 ? 13 : 97, turn++) {
        const pool = openPool(target, { max: 1, name: 'test' });
        cutAfter(bytes, CUTS[turn % 2] ?? close);
        const ask = () =>
          pool.begin(async (sql) => {
            await sql`insert into noted values ('one')`;
            return await sql`select n, ${'x'.repeat(60)} as x from generate_series(1, 5) n`;
          });
        const codes = await Promise.all([ask(), pool`select 7 as n`, ask()].map(failure));
        expect(codes.filter((code) => code !== 'none' && !LOST.test(code))).toEqual([]);
        cutAfter(Infinity, close);
        expect([bytes, (await ask()).map(({ n }) => n as number)]).toEqual([
          bytes,
          [1, 2, 3, 4, 5],
        ]);
        await pool.end();
      }
    },
  );

  test('takes nothing along that is asked while it ends', { tags: ['long'] }, async () => {
    const { target, cutAfter } = await cuttingWay();
    for (const cut of CUTS) {
      for (let hops = 0; hops < 8; hops++) {
        const pool = poolOf(target);
        await pool`select 1`;
        cutAfter(1, cut);
        expect(await failure(pool`select 1`)).toMatch(LOST);
        for (let hop = 0; hop < hops; hop++) await new Promise(setImmediate);
        await pool`select 1`.catch(() => {});
        expect(await pool`select 2 as two`).toEqual([{ two: 2 }]);
      }
    }
  });

  test('leaves neither its error nor its rows to the next', { tags: ['long'] }, async () => {
    const pool = poolOf(owner);
    const pid = await pidOf(pool);
    const streaming = pool`select n, repeat('x', 200), case when n > 50000 then pg_sleep(1) end
      from generate_series(1, 60000) n`;
    const ended = failure(streaming);
    await busy(pid);
    await sleep(300);
    await terminate(pid);
    expect(await ended).toMatch(LOST);
    for (let n = 0; n < 3; n++) expect(await pool`select ${n}::int as n`).toEqual([{ n }]);
  });

  test('ends its transaction, of which nothing is done elsewhere', async () => {
    const pool = poolOf(owner);
    let body: Promise<void> = Promise.resolve();
    const lost = pool.begin((sql) => {
      body = (async () => {
        await sql`insert into noted values ('before')`;
        const [row] = await sql`select pg_backend_pid() as pid`;
        await terminate(row?.['pid'] as number);
        // The connection is made anew, for somebody else.
        await pool`select 1`;
        await sql`insert into noted values ('after')`;
      })();
      return body;
    });
    expect(await failure(lost)).toMatch(LOST);
    expect(await failure(body)).toMatch(LOST);
    expect(await pool`select who from noted`).toEqual([]);
  });

  test('while it was held refuses its holder, and goes to others', async () => {
    const pool = poolOf(owner);
    const held = await pool.reserve();
    await terminate(await pidOf(held));
    await sleep(50);
    expect(await failure(held`select 1`)).toMatch(LOST);
    expect(await failure(held`select 1`)).toMatch(LOST);
    expect(await pool`select 1 as one`).toEqual([{ one: 1 }]);
    const next = await pool.reserve();
    held.release();
    await next`begin`;
    const waiting = pool`select txid_current_if_assigned() as id`;
    await next`insert into noted values ('next')`;
    await next`commit`;
    next.release();
    expect(await waiting).toEqual([{ id: null }]);
  });

  test('does not keep the pool from ending', async () => {
    const pool = openPool(owner, { max: 1, name: 'test' });
    const pid = await pidOf(pool);
    const ended = failure(pool`select pg_sleep(600)`);
    await busy(pid);
    const end = pool.end();
    await terminate(pid);
    expect(await ended).toMatch(LOST);
    await end;
    const again = openPool(owner, { max: 1, name: 'test' });
    const lost = await pidOf(again);
    const over = failure(again`select pg_sleep(600)`);
    await busy(lost);
    await terminate(lost);
    expect(await over).toMatch(LOST);
    await again.end();
  });
});

test('a statement that fails amid its rows leaves none to the next', async () => {
  const pool = poolOf(owner);
  const failing = pool`select 1 / (4 - n) as n from generate_series(1, 9) n`;
  const [failed, next] = await Promise.allSettled([failing, pool`select 7 as n`]);
  expect(failed).toMatchObject({ reason: { code: '22012' } });
  expect(next).toMatchObject({ value: [{ n: 7 }] });
});

test('a connection is replaced after ten minutes', () => {
  expect(poolOf(owner).options.max_lifetime).toBe(600);
});

test('a connection whose time is over finishes what it was asked', { tags: ['long'] }, async () => {
  const { ssl: _, ...login } = owner;
  const pool = postgres({ ...login, max: 2, max_lifetime: 0.02, onnotice: () => {} });
  onTestFinished(() => pool.end({ timeout: 1 }));
  const pids = new Set<unknown>();
  const turns = Array.from({ length: 8 }, async (_, turn) => {
    for (let at = 0; at < 40; at += 1) {
      await pool.begin(async (sql) => {
        const [row] = await sql`select pg_backend_pid() as pid`;
        pids.add(row?.['pid']);
        await sql`insert into noted values (${`${turn}/${at}`})`;
        await sql`select pg_sleep(0.002)`;
      });
    }
  });
  await Promise.all(turns);
  const [noted] = await other`select count(distinct who)::int as count from noted`;
  expect(noted?.['count']).toBe(320);
  expect(pids.size).toBeGreaterThan(2);
});
