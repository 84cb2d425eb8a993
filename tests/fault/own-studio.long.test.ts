import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { expect, test } from 'vitest';
import { openPool } from '#backend/postgres/database.ts';
import { attachEmbedded } from '#backend/postgres/embedded.ts';
import { tablesOf } from '#server/backup/tables.ts';
import { runScript } from '#tests/support/run-script.ts';
import { eventually } from '#tests/support/waiting.ts';
import { postmasterOf } from './shortage.ts';
import { enter, useTellingSites, VARIABLES, withDatabase } from './studio.ts';

const { newFolder, start } = useTellingSites();

/** Tables of sessions, of the demo's record and of messages, which the steps of the test and workers change themselves. */
const CHANGING = /^(auth|backend|realtime)\.|^private\.(demo_studio|limit_uses|outbox|channels)$/;

/** Messages by their state, and why they are not sent. */
const messages = (sql: Sql) =>
  sql<{ id: string; state: string; reason: string | null }[]>`
    select id, state, reason from private.outbox order by created_at, id`;

/** Each table as one digest. */
async function contents(sql: Sql): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const { name, quoted } of await tablesOf(sql)) {
    if (CHANGING.test(name)) continue;
    const [row] = await sql.unsafe<[{ all: string }]>(
      `select md5(string_agg(t::text, E'\\n' order by t::text collate "C")) as all from ${quoted} t`,
    );
    all[name] = row.all;
  }
  return all;
}

/** Runs a script on the data of a site. */
async function run(script: string, dataDir: string, ...args: string[]) {
  const { code, said, complained } = await runScript(script, { DATA_DIR: dataDir }, ...args);
  return { code, said: said + complained };
}

interface Demo {
  counted_at: string;
  backup: { file: string; bytes: number } | null;
}

/*
 * why one test: a demo studio takes seconds to fill, and each step goes on from the one before.
 */
test('a demo studio is backed up, removed as a whole or not at all, stays away, and is restored', async () => {
  const dataDir = newFolder();
  const variables = { ...VARIABLES, DEMO_DATA: 'on' };
  let site = start(dataDir, variables);
  const address = await site.ready;
  const again = { ...variables, PORT: new URL(address).port };
  const { apikey, token, staff } = await enter(address);
  await withDatabase(dataDir, (sql) => sql`insert into props (name, price) values ('Own lamp', 1)`);
  const before = await withDatabase(dataDir, contents);
  // A demo may have reminders that wait, by the time of the day.
  await withDatabase(
    dataDir,
    (sql) =>
      sql`insert into private.outbox (channel, template, audience) values ('email', 'item_overdue', 'studio')`,
  );
  const queued = await withDatabase(dataDir, messages);
  const pictures = readdirSync(join(dataDir, 'storage'), { recursive: true }).length;

  const backUp = (headers: Record<string, string>, method = 'POST') =>
    fetch(`${address}/ops/backup`, { method, headers });
  const own = { origin: address };
  expect((await backUp(own)).status).toBe(401);
  expect((await backUp({ ...own, authorization: `Bearer ${apikey}` })).status).toBe(401);
  const authorization = `Bearer ${token}`;
  expect((await backUp({ authorization })).status).toBe(403);
  expect((await backUp({ authorization, origin: 'https://elsewhere.example' })).status).toBe(403);

  // Two at once: one is made, the other says why not.
  const [first, second] = await Promise.all([
    backUp({ ...own, authorization }).then((answer) => {
      // nginx passes each line on at once.
      expect(answer.headers.get('x-accel-buffering')).toBe('no');
      return answer.text();
    }),
    backUp({ ...own, authorization }).then((answer) => answer.text()),
  ]);
  const lines = [first, second].map((text) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  );
  const ends = lines.map((each) => each.at(-1)!);
  expect(ends).toContainEqual({ failed: 'Another backup is running. Wait until it is done.' });
  const made = ends.find((end) => 'file' in end) as { file: string; bytes: number };
  expect(made.file).toMatch(/\/backups\/\d{4}-\d\d-\d\d-\d{6}\.tar\.gz$/);
  expect(statSync(made.file)).toMatchObject({ size: made.bytes, mode: 0o100600 });
  expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1);

  const demo = async () =>
    (await staff.insist('/rest/v1/rpc/demo_studio', { body: {} })).body as Demo | null;
  expect((await demo())?.backup).toMatchObject(made);

  // The database is killed while the removal waits for a picture, with all tables emptied.
  const counted = { body: { counted_at: (await demo())!.counted_at } };
  const holder = openPool(attachEmbedded({ dataDir })!, { max: 1, name: 'test' });
  await holder`begin`;
  await holder`select from storage.objects where bucket_id = 'catalogue' for update`;
  const removal = fetch(`${address}/rest/v1/rpc/start_own_studio`, {
    method: 'POST',
    headers: { apikey, authorization, 'content-type': 'application/json' },
    body: JSON.stringify(counted.body),
  }).catch((error: unknown) => error);
  await eventually(async () => {
    const waiting = await holder`select from pg_locks where not granted`;
    expect(waiting.length).toBeGreaterThan(0);
  });
  process.kill(postmasterOf(dataDir), 'SIGKILL');
  site.process.kill('SIGKILL');
  expect(await removal).toBeInstanceOf(Error);
  void holder.end({ timeout: 0 });
  await site.ended;
  site = start(dataDir, again);
  expect(await site.ready).toBe(address);
  expect(await withDatabase(dataDir, contents)).toEqual(before);

  await staff.insist('/rest/v1/rpc/start_own_studio', counted);
  await eventually(async () => {
    const home = await (await fetch(`${address}/rent-props`)).text();
    expect(home).not.toContain('/storage/v1/object/public/catalogue/props/');
  });
  expect(await demo()).toBeNull();
  expect((await backUp({ ...own, authorization })).status).toBe(409);

  // Neither the next start nor the seed brings the demo back.
  site.process.kill('SIGTERM');
  await site.ended;
  site = start(dataDir, again);
  await site.ready;
  const [left] = await withDatabase(dataDir, (sql) => sql`select count(*)::int as n from props`);
  expect(left).toEqual({ n: 0 });
  expect(await run('seed', dataDir)).toMatchObject({
    code: 1,
    said: expect.stringContaining('This studio was started without the demo on '),
  });

  site.process.kill('SIGTERM');
  await site.ended;
  const restored = await run('restore', dataDir, made.file, '--yes');
  expect(restored).toMatchObject({ code: 0 });
  site = start(dataDir, again);
  await site.ready;
  expect(await withDatabase(dataDir, contents)).toEqual(before);
  const kept = await withDatabase(dataDir, messages);
  for (const { id, state, reason } of queued) {
    const isOpen = state === 'waiting';
    const expected = isOpen ? { state: 'skipped', reason: 'restored' } : { state, reason };
    expect(kept.find((message) => message.id === id)).toMatchObject(expected);
  }
  expect(readdirSync(join(dataDir, 'storage'), { recursive: true }).length).toBeGreaterThanOrEqual(
    pictures,
  );
  expect(await demo()).not.toBeNull();
});
