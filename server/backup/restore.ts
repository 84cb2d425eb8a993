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
import { MIGRATIONS } from '../migrations.ts';
import { readArchive, textOf, type Entry } from './archive.ts';
import { MANIFEST, manifestSchema, objectOf, tableOf, type Manifest } from './manifest.ts';
import { fixTextForm, sequencesOf, tablesOf, type Table } from './tables.ts';

/** A backup that was read through: what it says about itself, and the parts that it has of each table. */
export interface Checked {
  manifest: Manifest;
  parts: ReadonlyMap<string, number>;
}

/**
 * Reads a whole backup without writing anything.
 * @throws StartError when it is damaged, cut short, of something else or of a newer program.
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
      // Said below: whatever is wrong with it, this program cannot read it.
    }
  }
  throw new StartError(`${file} is no backup that this program can read.`);
}

/** Whether a home holds anything that a restore would replace. */
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
 * Brings a checked backup into a home: migrates an empty one as far as the backup was, puts all
 * rows in place of those that are there, in one transaction, and migrates the rest.
 * @throws StartError while a site uses the database, and where database and backup do not fit.
 */
export async function restoreBackup(
  target: ConnectionOptions,
  objects: ObjectStore,
  file: string,
  checked: Checked,
): Promise<void> {
  const { manifest } = checked;
  await refuseUnfit(target, manifest);
  const { platform } = manifest.migrations;
  const product = todaysVersion(MIGRATIONS, manifest.migrations.product);
  const atThatTime = await openDatabase(target, { platform });
  try {
    await migrate(atThatTime.owner, MIGRATIONS, product);
    const { owner } = atThatTime;
    const before = await keysOf(owner);
    await owner.begin((sql) => replaceAll(sql, objects, file, checked));
    const kept = new Set(await keysOf(owner));
    await objects.delete(before.filter((key) => !kept.has(key)));
  } finally {
    await atThatTime.close();
  }
  const today = await openDatabase(target);
  try {
    await migrate(today.owner, MIGRATIONS);
    // why: without statistics the first searches would run on bad plans, until autovacuum comes by.
    await today.owner`analyze`;
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

async function refuseUnfit(target: ConnectionOptions, { migrations }: Manifest): Promise<void> {
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
  // why: what triggers count, number and write down is in the backup already.
  for (const table of all) await sql.unsafe(`alter table ${table} disable trigger user`);
  await sql.unsafe(`truncate ${all.join(', ')}`);
  const left = new Map(checked.parts);
  const order = manifest.tables.map(({ name }) => name).filter((name) => left.has(name));
  const stranger = [...left.keys()].find((name) => !order.includes(name));
  if (stranger !== undefined) throw new StartError(misfit(stranger));
  // why: foreign keys want the tables in the manifest's order. An archive of our own has it, and is
  // read once; one that was packed again is read until all have had their turn.
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
  for (const table of all) await sql.unsafe(`alter table ${table} enable trigger user`);
  await restartSequences(sql, manifest);
}

const misfit = (table: string) => `The backup's table ${table} does not fit the database.`;

async function pour(bytes: AsyncIterable<Uint8Array>, rows: Writable): Promise<void> {
  for await (const chunk of bytes) if (!rows.write(chunk)) await once(rows, 'drain');
}

async function end(rows: Writable): Promise<void> {
  rows.end();
  await finished(rows);
}

/** A stream that takes the rows of a table. Names go into SQL as the catalog has them, never as the file. */
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
    throw new StartError(misfit(name));
  }
  const query = sql.unsafe(`copy ${table.quoted} (${columns.join(', ')}) from stdin`);
  const rows = await query.writable();
  // why: what goes wrong at the end of a COPY (a foreign key), postgres.js tells the query alone,
  // which has been answered by then; the stream would wait for ever.
  void Object.assign(query, { reject: (error: Error) => rows.destroy(error) });
  return rows;
}

/** Sets sequences as they were. why: unlike setval, this is undone with the transaction. */
async function restartSequences(sql: ISql, manifest: Manifest): Promise<void> {
  const here = await sequencesOf(sql);
  for (const { name, next } of manifest.sequences) {
    const quoted = here.find((sequence) => sequence.name === name)?.quoted;
    if (!quoted) throw new StartError(`The backup's sequence ${name} does not fit the database.`);
    await sql.unsafe(`alter sequence ${quoted} restart with ${next}`);
  }
}
