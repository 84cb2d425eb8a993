import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import postgres from 'postgres';
import type { Sql } from './database.ts';
import { StartError } from './start-error.ts';

/**
 * Where migrations are (a directory of files) and where it is kept which were applied: a table,
 * `schema.table`; the Supabase CLI's own is `supabase_migrations.schema_migrations`, so it and we
 * can take turns.
 */
export type Migrations = { directory: string; history: string };

type Migration = { version: string; title: string; file: string; text: string; checksum: string };
type Applied = { version: string; checksum: string | null };

/**
 * Applies the SQL files of a directory that the database does not have yet, in the order of their
 * names (`<14 digits>_<name>.sql`, as the Supabase CLI has them), each in one transaction. Any
 * number of processes may call this at once.
 * @param last Version to stop after; without it, all are applied.
 * @returns The files that this call applied.
 * @throws StartError, which names the file, when a file fails, was changed after it was applied or
 *   comes before one that is, and when the database has a version that the directory lacks.
 */
export async function migrate(
  owner: Sql,
  { directory, history }: Migrations,
  last?: string,
): Promise<string[]> {
  const files = readMigrations(directory);
  const applied: string[] = [];
  for (;;) {
    const next = await owner.begin((tx) => applyNext(tx, files, history, last));
    if (!next) return applied;
    applied.push(basename(next.file));
  }
}

/** The versions that the directory has and the database lacks, and those that the database has. */
export async function migrationState(sql: postgres.ISql, { directory, history }: Migrations) {
  const known = readdirSync(directory).flatMap((name) => /^\d{14}(?=_.+\.sql$)/.exec(name) ?? []);
  const [table] = await sql`select to_regclass(${history}) as found`;
  const rows = table?.['found']
    ? await sql<{ version: string }[]>`select version from ${sql(history)} order by version`
    : [];
  const applied = rows.map(({ version }) => version);
  const missing = known.filter((version) => !applied.includes(version)).toSorted();
  return { missing, applied };
}

async function applyNext(
  tx: postgres.TransactionSql,
  files: Migration[],
  history: string,
  last: string | undefined,
) {
  // why: a lock of this transaction, not of the session, needs no clean-up after a kill.
  await tx`select pg_advisory_xact_lock(hashtext('migrations'))`;
  const table = tx(history);
  await tx`create schema if not exists backend`;
  await tx`create schema if not exists ${tx(history.split('.')[0]!)}`;
  await tx`create table if not exists ${table}
    (version text primary key, statements text[], name text)`;
  await tx`create table if not exists backend.migration_checksums (
    history text, version text, checksum text not null, primary key (history, version))`;
  const done = await tx<Applied[]>`
    select applied.version, checksum from ${table} applied
    left join backend.migration_checksums c
      on c.version = applied.version and c.history = ${history} order by applied.version`;
  const next = pending(files, done);
  if (!next || (last !== undefined && next.version > last)) return null;
  const { version, title, text, checksum } = next;
  await run(tx, next);
  await tx`insert into ${table} (version, statements, name) values (${version}, ${[text]}, ${title})`;
  await tx`insert into backend.migration_checksums values (${history}, ${version}, ${checksum})`;
  return next;
}

function pending(files: Migration[], done: Applied[]): Migration | undefined {
  for (const { version, checksum } of done) {
    const known = files.find((file) => file.version === version);
    if (!known) {
      throw new StartError(
        `The database has migration ${version}, which this version of the program does not know: ` +
          'it was made by a newer one.',
      );
    }
    // A version that the Supabase CLI applied has no checksum of ours.
    if (checksum !== null && checksum !== known.checksum) {
      const advice = 'restore it, and add a new file.';
      throw new StartError(`${basename(known.file)} was changed after it was applied: ${advice}`);
    }
  }
  const last = done.at(-1)?.version ?? '';
  const next = files.find(({ version }) => !done.some((each) => each.version === version));
  if (next && next.version < last) {
    const why = `comes before ${last}, which is applied: give it a newer number.`;
    throw new StartError(`${basename(next.file)} ${why}`);
  }
  return next;
}

async function run(tx: postgres.TransactionSql, { file, text }: Migration): Promise<void> {
  const transaction = async () => (await tx`select pg_current_xact_id()::text as id`)[0]?.['id'];
  const before: unknown = await transaction();
  try {
    await tx.unsafe(text).simple();
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    const line = text.slice(0, Number(error.position ?? 0)).split('\n').length;
    const where = error.position ? `${file}:${line}` : file;
    const more = [error.detail, error.hint, error.where].filter(Boolean).join('; ');
    const told = `${where}: ${error.message} (${error.code})${more && ` [${more}]`}`;
    throw new StartError(told, { cause: error });
  }
  if ((await transaction()) !== before) {
    throw new StartError(`${file} must not begin or end transactions itself.`);
  }
}

function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.sql'));
  const files = names.sort().map((name) => {
    const [, version, title] = /^(\d{14})_(.+)\.sql$/.exec(name) ?? [];
    if (!version || !title) {
      throw new StartError(`${name} is not named like 20260131120000_add_something.sql.`);
    }
    const file = join(directory, name);
    // why: a checkout on Windows changes line ends, which is no change of the migration.
    const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
    return { version, title, file, text, checksum: hash('sha256', text) };
  });
  const twice = files.find(({ version }, index) => files[index + 1]?.version === version);
  if (twice) throw new StartError(`Two migrations have the number ${twice.version}.`);
  return files;
}
