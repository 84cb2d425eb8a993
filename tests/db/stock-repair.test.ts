// @module-tag long
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { openPool } from '#backend/postgres/database.ts';
import { createDiskStore } from '#backend/storage/disk-store.ts';
import { checkBackup, restoreBackup } from '#server/backup/restore.ts';
import { writeBackup } from '#server/backup/write.ts';
import { eventually, untilWaiting } from '#tests/support/waiting.ts';
import { useStock } from './stock.ts';
import { refusal } from './studio.ts';

const stock = useStock();

const recount = async () => {
  const [row] = await stock.sql<
    { differing: number }[]
  >`select private.recount_stock() as differing`;
  return row!.differing;
};

/** Turns the triggers that keep stock in step off or on. */
const switchTriggers = async (verb: 'disable' | 'enable') => {
  const triggers = await stock.sql<{ table: string; name: string }[]>`
    select tgrelid::regclass::text as table, tgname as name from pg_trigger where tgname like '%\\_followed%'`;
  expect(triggers).toHaveLength(9);
  for (const { table, name } of triggers) {
    await stock.sql.unsafe(`alter table ${table} ${verb} trigger ${name}`);
  }
};

describe('recount_stock', () => {
  test('finds nothing to repair after ordinary work', async () => {
    const [chair, kit] = [await stock.item(3), await stock.item(1, 'sets')];
    await stock.sql`insert into item_components values (${kit}, ${chair}, 2)`;
    const order = await stock.order([
      { item: kit, from: '2030-01-07', to: '2030-01-09' },
      { item: chair, from: '2030-01-07', to: '2030-01-07' },
    ]);
    await stock.reserve({
      kind: 'out_of_service',
      item: chair,
      from: '2030-01-09',
      to: '2030-01-10',
    });
    await stock.sql`update sets set quantity = 0 where id = ${kit}`;
    expect(await recount()).toBe(0);
    await stock.setStatus(order, 'cancelled');
    expect(await recount()).toBe(0);
  });

  test('repairs what was written while triggers were off, and refuses nothing', async () => {
    const [chair, lamp] = [await stock.item(2), await stock.item(1, 'clothes')];
    const kept = await stock.order([{ item: chair, from: '2030-01-07', to: '2030-01-07' }]);
    const gone = await stock.order([{ item: lamp, from: '2030-01-07', to: '2030-01-07' }]);
    await switchTriggers('disable');
    await stock.setStatus(gone, 'cancelled');
    const many = await stock.order([
      { item: chair, quantity: 3, from: '2030-01-07', to: '2030-01-08' },
      { item: lamp, quantity: 1, from: '2030-01-20', to: '2030-01-20' },
    ]);
    const past = await stock.order(
      [{ item: chair, from: '2020-01-07', to: '2020-01-08' }],
      'returned',
    );
    await stock.sql`insert into item_components values (${lamp}, ${chair}, 2)`;
    await stock.sql`update private.item_days set booked = 0 where item_id = ${chair}`;
    await switchTriggers('enable');

    // A kit's part; a cancelled, a past and four new reservations; five days.
    expect(await recount()).toBeGreaterThan(5);
    expect(await stock.drift()).toEqual([]);
    expect(await stock.reservations(gone)).toEqual([
      'released 1 [2030-01-07,2030-01-08) [2030-01-07,2030-01-09)',
    ]);
    expect(await stock.reservations(many)).toEqual([
      'booked 3 [2030-01-07,2030-01-09)',
      'booked 1 [2030-01-20,2030-01-21) [2030-01-20,2030-01-22)',
      'booked 2 [2030-01-20,2030-01-21)',
    ]);
    expect(await stock.reservations(past)).toEqual(['returned 1 [2020-01-07,2020-01-09)']);
    expect(await stock.days(chair)).toEqual([
      '2030-01-07 booked 4 of 2 short 2',
      '2030-01-08 booked 3 of 2 short 1',
      '2030-01-20 booked 2 of 2',
    ]);
    expect(await recount()).toBe(0);
    // The conflict goes with the promise that it was about, and promises are refused as before.
    await stock.setStatus(kept, 'cancelled');
    expect((await stock.days(chair))[0]).toBe('2030-01-07 booked 3 of 2 short 1');
    expect(
      await refusal(stock.order([{ item: chair, from: '2030-01-07', to: '2030-01-07' }])),
    ).toMatchObject({ message: 'not_free' });
  });
});

describe('locks', () => {
  test('that are not free within two seconds answer "busy", not an error of the server', async () => {
    const chair = await stock.item(5);
    const other = openPool(stock.studio.owner, { max: 1, name: 'test' });
    const [locked, tried] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const blocking = other.begin(async (tx) => {
      await tx`select private.lock_items(array[${chair}::uuid])`;
      locked.resolve();
      await tried.promise;
    });
    await locked.promise;
    const refused = await refusal(
      stock.order([{ item: chair, from: '2030-01-07', to: '2030-01-07' }]),
    ).finally(() => tried.resolve());
    await blocking;
    await other.end();
    expect(refused).toMatchObject({
      code: 'PT409',
      message: 'The stock of these items is busy. Please try again.',
      detail: '{"reason": "busy"}',
    });
  });
});

describe('how long is waited for a lock', () => {
  /** Locks a chair as a request that waited this many milliseconds for its connection. */
  const chairs = async () => {
    const chair = await stock.item(5);
    const others = openPool(stock.studio.owner, { max: 3, name: 'test' });
    const lock = (waited: number, then?: () => Promise<void>) =>
      others.begin(async (tx) => {
        await tx`select set_config('studio.waited', ${String(waited)}, true)`;
        await tx`select private.lock_items(array[${chair}::uuid])`;
        await then?.();
      });
    const [locked, tried] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = lock(0, async () => {
      locked.resolve();
      await tried.promise;
    });
    await locked.promise;
    const end = async () => {
      tried.resolve();
      await holding;
      await others.end();
    };
    return { lock, end };
  };

  test('is less by what the request has waited for a connection', async () => {
    const { lock, end } = await chairs();
    // why again: where the machine stands still for two seconds, the first may be refused before the second.
    await eventually(async () => {
      const refused: string[] = [];
      const first = lock(0).catch(() => refused.push('first'));
      await untilWaiting(stock.sql);
      await expect(lock(2000)).rejects.toMatchObject({ code: 'PT409' });
      refused.push('second');
      await first;
      expect(refused).toEqual(['second', 'first']);
    });
    await end();
  });

  test('is no more than promised where the clock was set back by weeks', async () => {
    const { lock, end } = await chairs();
    // Nobody waits less than nothing; the statement then began as long after now as before such a change.
    await expect(lock(-2_000_000_000)).rejects.toMatchObject({ code: 'PT409' });
    await end();
  });
});

describe('a backup', () => {
  const server = inject('postgres');
  const admin = openPool(server.admin, { max: 1, name: 'test' });
  const names: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'stock-'));
  afterAll(async () => {
    for (const name of names) await admin`drop database ${admin(name)} with (force)`;
    await admin.end();
    rmSync(folder, { recursive: true, force: true });
  });
  const newDatabase = async () => {
    const database = `stock_${randomUUID().slice(0, 8)}`;
    await admin`create database ${admin(database)} owner ${admin(server.owner.username)}`;
    names.push(database);
    return { ...server.owner, database };
  };
  test('is restored with its stock repaired', async () => {
    const chair = await stock.item(2);
    await stock.order([{ item: chair, from: '2030-01-07', to: '2030-01-07' }]);
    await stock.sql`delete from private.item_days where item_id = ${chair}`;
    const file = join(folder, 'wrong.tar.gz');
    const objects = createDiskStore(join(folder, 'objects'));
    await writeBackup(stock.studio.owner, objects, file);
    const target = await newDatabase();
    await restoreBackup(target, objects, file, await checkBackup(file));
    const sql = openPool(target, { max: 1, name: 'test' });
    expect(await stock.drift(sql)).toEqual([]);
    expect(await sql`select from private.item_days where item_id = ${chair}`).toHaveLength(1);
    await sql.end();
    expect(await recount()).toBe(1);
  });
});
