import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import type { Writable } from 'node:stream';
import type { ISql } from 'postgres';
import {
  type ConnectionOptions,
  migrate,
  migrationState,
  OBJECT_KEY,
  type ObjectStore,
  openDatabase,
  openPool,
  PLATFORM,
  StartError,
  todaysVersion,
} from '#backend';
import { MIGRATIONS } from '../schema/migrations.ts';
import { readArchive, textOf, type Entry } from './archive.ts';
import { MANIFEST, manifestSchema, objectOf, tableOf, type Manifest } from './manifest.ts';
import { fixTextForm, sequencesOf, tablesOf, type Table } from './tables.ts';

/** A verified backup: its manifest, and the number of parts of each table. */
export interface Checked {
  manifest: Manifest;
  parts: ReadonlyMap<string, number>;
}

/**
 * Verifies a whole backup without writing anything.
 * @throws StartError when it is damaged, truncated, not a backup, or from a newer program.
 */
export async function checkBackup(file: string): Promise<Checked> {
  let manifest: Manifest | null = null;
  const parts = new Map<string, number>();
  for await (const entry of readArchive(file)) {
    const table = tableOf(entry.name);
    if (entry.name === MANIFEST) manifest = await readManifest(file, entry);
    else if (table !== null) parts.set(table, (parts.get(table) ?? 0) + 1);
    else if (objectOf(entry.name) === null) {
      throw new StartError(`${file} holds ${entry.name}, which this program does not know.`);
    }
  }
  if (!manifest) throw new StartError(`${file} is no backup that this program can read.`);
  return { manifest, parts };
}

async function readManifest(file: string, entry: Entry): Promise<Manifest> {
  if (entry.size < 1_000_000) {
    const text = await textOf(entry.bytes);
    try {
      return manifestSchema.parse(JSON.parse(text));
    } catch {
      // Reported below.
    }
  }
  throw new StartError(`${file} is no backup that this program can read.`);
}

/** Whether the home has data that a restore would replace. */
export async function holdsData(target: ConnectionOptions): Promise<boolean> {
  const sql = openPool(target, { max: 1, name: 'studio-restore' });
  try {
    if ((await migrationState(sql, MIGRATIONS)).applied.length === 0) return false;
    const [found] = await sql<[{ data: boolean }]>`
      select exists (select from auth.users) or exists (select from storage.objects)
        or exists (select from public.props) or exists (select from public.customers) as data`;
    return found.data;
  } finally {
    await sql.end();
  }
}

/**
 * Restores a verified backup: migrates an empty home to the backup's version, replaces all rows in
 * one transaction, applies the later migrations, and counts all stock anew. Messages that waited in
 * the backup are not sent by themselves.
 * @returns how many messages waited
 * @throws StartError while a site uses the database, and when database and backup do not match.
 */
export async function restoreBackup(
  target: ConnectionOptions,
  objects: ObjectStore,
  file: string,
  checked: Checked,
): Promise<number> {
  const { manifest } = checked;
  await refuseMismatch(target, manifest);
  const { platform } = manifest.migrations;
  const product = todaysVersion(MIGRATIONS, manifest.migrations.product);
  const atBackup = await openDatabase(target, { platform });
  try {
    await migrate(atBackup.owner, MIGRATIONS, product);
    const { owner } = atBackup;
    const before = await keysOf(owner);
    await owner.begin((sql) => replaceAll(sql, objects, file, checked));
    const referenced = new Set(await keysOf(owner));
    await objects.delete(before.filter((key) => !referenced.has(key)));
  } finally {
    await atBackup.close();
  }
  const today = await openDatabase(target);
  try {
    await migrate(today.owner, MIGRATIONS);
    // why: rows were written with triggers off, and days have passed since the backup.
    await today.owner`select private.recount_stock()`;
    // why: until autovacuum runs, the first searches would have bad plans for lack of statistics.
    await today.owner`analyze`;
    // why: they may have been sent after the backup was made.
    const waiting = await today.owner`
      update private.outbox
      set state = 'skipped', reason = 'restored', lease = null, lease_until = null
      where state in ('waiting', 'sending')`;
    return waiting.count;
  } finally {
    await today.close();
  }
}

async function keysOf(sql: ISql): Promise<string[]> {
  const rows = await sql.unsafe<{ key: string }[]>(
    `select ${OBJECT_KEY} as key from storage.objects`,
  );
  return rows.map(({ key }) => key);
}

async function refuseMismatch(target: ConnectionOptions, { migrations }: Manifest): Promise<void> {
  const sql = openPool(target, { max: 1, name: 'studio-restore' });
  try {
    const [sites] = await sql<[{ count: number }]>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name in ('studio-owner', 'studio-requests')`;
    if (sites.count > 0) throw new StartError('A site uses the database: stop it first.');
    for (const [kind, last] of [
      [MIGRATIONS, todaysVersion(MIGRATIONS, migrations.product)],
      [PLATFORM, migrations.platform],
    ] as const) {
      const { applied, known } = await migrationState(sql, kind);
      if (!known.includes(last)) {
        throw new StartError('The backup was made by a newer version of the program: update it.');
      }
      if ((applied.at(-1) ?? '') > last) {
        throw new StartError(
          'The database is newer than the backup. Restore into an empty one (npm run db:reset, ' +
            'or createdb), which is then brought up to date.',
        );
      }
    }
  } finally {
    await sql.end();
  }
}

async function replaceAll(
  sql: ISql,
  objects: ObjectStore,
  file: string,
  checked: Checked,
): Promise<void> {
  const { manifest } = checked;
  await fixTextForm(sql);
  const tables = await tablesOf(sql);
  const all = tables.map(({ quoted }) => quoted);
  // why: the counts, numbers and logs that triggers write are in the backup.
  for (const table of all) await sql.unsafe(`alter table ${table} disable trigger user`);
  await sql.unsafe(`truncate ${all.join(', ')}`);
  const left = new Map(checked.parts);
  const order = manifest.tables.map(({ name }) => name).filter((name) => left.has(name));
  const unknown = [...left.keys()].find((name) => !order.includes(name));
  if (unknown !== undefined) throw new StartError(mismatch(unknown));
  // why: foreign keys require the manifest's table order. Our archives have it and are read once; a
  // repacked archive is read again until all tables have been restored.
  const done = new Set<string>();
  let rows: Writable | null = null;
  for (let isFirst = true; isFirst || order.length > 0; isFirst = false) {
    for await (const { name, bytes } of readArchive(file)) {
      const key = objectOf(name);
      if (isFirst && key !== null) await objects.put(key, await buffer(bytes));
      const [table] = order;
      if (table === undefined || tableOf(name) !== table || done.has(name)) continue;
      done.add(name);
      rows ??= await copyInto(sql, tables, manifest, table);
      await pour(bytes, rows);
      const rest = (left.get(table) ?? 0) - 1;
      left.set(table, rest);
      if (rest > 0) continue;
      await end(rows);
      rows = null;
      order.shift();
    }
  }
  // why: a table with deferred checks that are due cannot be altered.
  await sql`set constraints all immediate`;
  for (const table of all) await sql.unsafe(`alter table ${table} enable trigger user`);
  await restartSequences(sql, manifest);
}

const mismatch = (table: string) => `The backup's table ${table} does not fit the database.`;

async function pour(bytes: AsyncIterable<Uint8Array>, rows: Writable): Promise<void> {
  for await (const chunk of bytes) if (!rows.write(chunk)) await once(rows, 'drain');
}

async function end(rows: Writable): Promise<void> {
  rows.end();
  await finished(rows);
}

/**
 * A stream into a table. Table and column names must exist in the catalog; the file's are not used
 * in SQL unchecked.
 */
async function copyInto(
  sql: ISql,
  tables: Table[],
  manifest: Manifest,
  name: string,
): Promise<Writable> {
  const table = tables.find((each) => each.name === name);
  const columns = manifest.tables.find((each) => each.name === name)?.columns ?? [];
  const unknown = columns.filter((column) => !table?.columns.includes(column));
  if (!table || columns.length === 0 || unknown.length > 0) {
    throw new StartError(mismatch(name));
  }
  const query = sql.unsafe(`copy ${table.quoted} (${columns.join(', ')}) from stdin`);
  const rows = await query.writable();
  // why: an error at the end of a COPY (a foreign key) is reported by postgres.js only to the
  // query, which has resolved by then; the stream would wait forever.
  void Object.assign(query, { reject: (error: Error) => rows.destroy(error) });
  return rows;
}

/**
 * Restores the sequences. why: unlike setval, `alter sequence` is rolled back with the transaction.
 */
async function restartSequences(sql: ISql, manifest: Manifest): Promise<void> {
  const here = await sequencesOf(sql);
  for (const { name, next } of manifest.sequences) {
    const quoted = here.find((sequence) => sequence.name === name)?.quoted;
    if (!quoted) throw new StartError(`The backup's sequence ${name} does not fit the database.`);
    await sql.unsafe(`alter sequence ${quoted} restart with ${next}`);
  }
}
