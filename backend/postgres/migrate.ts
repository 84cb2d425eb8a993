import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import postgres from 'postgres';
import type { Sql } from './connection.ts';
import { StartError } from './start-error.ts';

/** The migrations of a database: where their files are, and where the database records them. */
export type Migrations = {
  /** Folder of the SQL files. */
  directory: string;
  /**
   * History table, `schema.table`. With the Supabase CLI's own,
   * `supabase_migrations.schema_migrations`, the CLI and this runner can take turns.
   */
  history: string;
  /** The chain of files that the baseline replaced, the first files of `directory`. */
  folded?: {
    /** File with the chain's checksums and names, in the form of `sha256sum`. */
    list: string;
    /** Last version of the baseline, which makes the same schema and rows as the whole chain. */
    baseline: string;
    /** The last commit with the files of the chain. */
    commit: string;
  };
};

type Migration = { version: string; title: string; file: string; text: string; checksum: string };
type Applied = { version: string; checksum: string | null };

/**
 * Applies the SQL files of a directory that the database does not have yet, in the order of their
 * names (`<14 digits>_<name>.sql`, as the Supabase CLI names them), each in one transaction. The
 * history of a database with the whole folded chain is rewritten to the baseline's versions first.
 * Any number of processes may call this at once.
 * @param last Version to stop after; without it, all are applied.
 * @returns The files that this call applied.
 * @throws StartError, which names the file, when a file fails, was changed after it was applied or
 *   comes before one that is, when the database has a version that the directory lacks, and when it
 *   has only a part of the chain before the baseline.
 */
export async function migrate(
  owner: Sql,
  migrations: Migrations,
  last?: string,
): Promise<string[]> {
  const files = readMigrations(migrations.directory);
  const applied: string[] = [];
  for (;;) {
    const step = await owner.begin((tx) => nextStep(tx, files, migrations, last));
    if (!step) return applied;
    if (step !== 'history rewritten') applied.push(step);
  }
}

/**
 * The versions that the database has, and those that it lacks. One of the folded chain lacks the
 * baseline until its history is rewritten.
 */
export async function migrationState(sql: postgres.ISql, { directory, history }: Migrations) {
  const known = versionsIn(directory);
  const [table] = await sql`select to_regclass(${history}) as found`;
  const rows = table?.['found']
    ? await sql<{ version: string }[]>`select version from ${sql(history)} order by version`
    : [];
  const applied = rows.map(({ version }) => version);
  const missing = known.filter((version) => !applied.includes(version));
  return { missing, applied, known };
}

/**
 * The version of today's files that makes the same schema as that of a backup: the baseline's for
 * the folded chain's last.
 * @throws StartError when the backup is older.
 */
export function todaysVersion(migrations: Migrations, version: string): string {
  const { directory, folded } = migrations;
  if (!folded || version >= (versionsIn(directory)[0] ?? '')) return version;
  if (version === [...readChecksums(folded.list).keys()].at(-1)?.slice(0, 14))
    return folded.baseline;
  throw tooOld('backup', migrations);
}

const tooOld = (what: string, { folded }: Migrations) =>
  new StartError(
    `The ${what} is of an older version of the program: ` +
      `bring it up to date with commit ${folded?.commit} first, then use this one.`,
  );

/**
 * The files of a folder of migrations in their order, each with its checksum as databases record it.
 * @throws StartError when a file has a wrong name, or two have the same number.
 */
export const migrationFiles = (directory: string): { name: string; checksum: string }[] =>
  readMigrations(directory).map(({ file, checksum }) => ({ name: basename(file), checksum }));

const versionsIn = (directory: string) =>
  readdirSync(directory)
    .flatMap((name) => /^\d{14}(?=_.+\.sql$)/.exec(name) ?? [])
    .toSorted();

/** Applies the next file in the caller's transaction. Returns its name, or null when none is left. */
async function nextStep(
  tx: postgres.TransactionSql,
  files: Migration[],
  migrations: Migrations,
  last: string | undefined,
): Promise<string | null> {
  const { history } = migrations;
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
  if (isFolded(done, files, migrations)) {
    await tx`delete from ${table}`;
    await tx`delete from backend.migration_checksums where history = ${history}`;
    const end = migrations.folded?.baseline ?? '';
    const baseline = files.filter(({ version }) => version <= end);
    for (const file of baseline) await record(tx, history, file);
    return 'history rewritten';
  }
  const next = pending(files, done);
  if (!next || (last !== undefined && next.version > last)) return null;
  await run(tx, next);
  await record(tx, history, next);
  return basename(next.file);
}

/** Whether the database has the chain before the baseline, and nothing else. */
function isFolded(done: Applied[], files: Migration[], migrations: Migrations): boolean {
  const { folded } = migrations;
  if (!folded || done.every(({ version }) => version >= (files[0]?.version ?? ''))) return false;
  const chain = new Map(
    [...readChecksums(folded.list)].map(([file, checksum]) => [file.slice(0, 14), checksum]),
  );
  // Versions that the Supabase CLI applied have no checksum here.
  const isOfChain = ({ version, checksum }: Applied) =>
    chain.has(version) && (checksum === null || checksum === chain.get(version));
  if (done.length === chain.size && done.every(isOfChain)) return true;
  throw tooOld('database', migrations);
}

async function record(
  tx: postgres.TransactionSql,
  history: string,
  { version, title, text, checksum }: Migration,
): Promise<void> {
  await tx`insert into ${tx(history)} (version, statements, name)
    values (${version}, ${[text]}, ${title})`;
  await tx`insert into backend.migration_checksums values (${history}, ${version}, ${checksum})`;
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
    // Versions that the Supabase CLI applied have no checksum here.
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
    const message = `${where}: ${error.message} (${error.code})${more && ` [${more}]`}`;
    throw new StartError(message, { cause: error });
  }
  if ((await transaction()) !== before) {
    throw new StartError(`${file} must not begin or end transactions itself.`);
  }
}

/** The files of a list in the form of `sha256sum`, in its order, with their checksums. */
export function readChecksums(list: string): Map<string, string> {
  const lines = readFileSync(list, 'utf8').matchAll(/^(\S*) *(\S+)$/gm);
  return new Map([...lines].map(([, checksum = '', file = '']) => [file, checksum]));
}

function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.sql'));
  const files = names.sort().map((name) => {
    const [, version, title] = /^(\d{14})_(.+)\.sql$/.exec(name) ?? [];
    if (!version || !title) {
      throw new StartError(`${name} is not named like 20260131120000_add_something.sql.`);
    }
    const file = join(directory, name);
    // why: a checkout on Windows has other line ends; the migration is the same.
    const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
    return { version, title, file, text, checksum: hash('sha256', text) };
  });
  const twice = files.find(({ version }, index) => files[index + 1]?.version === version);
  if (twice) throw new StartError(`Two migrations have the number ${twice.version}.`);
  return files;
}
