import type { ISql } from 'postgres';
import {
  type ConnectionOptions,
  migrationState,
  OBJECT_KEY,
  type ObjectStore,
  openPool,
  PLATFORM,
  StartError,
  WHOLE,
} from '#backend';
import { MIGRATIONS } from '../schema/migrations.ts';
import { writeArchive, type Add } from './archive.ts';
import { MANIFEST, type Manifest } from './manifest.ts';
import { fixTextForm, sequencesOf, tablesOf, type Table } from './tables.ts';

/** Maximum bytes of a table in memory. */
const MAX_PART_BYTES = 4_000_000;

/** Summary of a backup. */
export interface Written {
  tables: number;
  objects: number;
  /** The moment that it shows, as the database writes it. */
  at: string;
  file: string;
  /** Size of the file. */
  bytes: number;
  /** Keys of objects with a row but no bytes, unless removed meanwhile. */
  missing: string[];
}

/** Progress of a backup, in tables and objects. */
export interface BackupProgress {
  done: number;
  of: number;
}

/**
 * Writes the database and its stored objects into one file (manifest.ts), as of one moment, while
 * sites keep using them. Only a part of a table is in memory at a time.
 * @throws StartError when the file exists, or the database was never set up.
 */
export async function writeBackup(
  target: ConnectionOptions,
  objects: ObjectStore,
  file: string,
  onProgress: (progress: BackupProgress) => void = () => {},
): Promise<Written> {
  const owner = openPool(target, { max: 1, name: 'studio-backup' });
  const written = { tables: 0, objects: 0, at: '', file, missing: [] as string[] };
  try {
    const bytes = await writeArchive(file, (add) =>
      // why: such a transaction reads one snapshot, taken at its first statement.
      owner.begin('isolation level repeatable read read only', async (sql) => {
        await fixTextForm(sql);
        const tables = await tablesOf(sql);
        const manifest = Buffer.from(`${JSON.stringify(await describe(sql, tables), null, 2)}\n`);
        await add(MANIFEST, manifest.length, [manifest]);
        const [facts] = await sql<[{ at: string; objects: number }]>`
          select now()::text as at, count(*)::int as objects from storage.objects`;
        written.at = facts.at;
        const of = tables.length + facts.objects;
        let done = 0;
        const step = () => onProgress({ done: (done += 1), of });
        for (const table of tables) {
          await addTable(sql, add, table);
          step();
        }
        written.tables = tables.length;
        for await (const { key } of storedObjects(sql)) {
          step();
          const found = await objects.stat(key);
          if (!found) {
            written.missing.push(key);
            continue;
          }
          const read = found.size > 0 ? await objects.get(key, WHOLE) : [];
          await add(`objects/${key}`, found.size, read);
          written.objects += 1;
        }
      }),
    );
    const missing = await existingKeys(owner, written.missing);
    return { ...written, missing, bytes };
  } finally {
    await owner.end({ timeout: 0 });
  }
}

/**
 * Records a backup in a studio with demo data, which allows an admin to remove that data. One with
 * missing objects does not count.
 */
export async function recordBackup(
  target: ConnectionOptions,
  { at, file, bytes, missing }: Written,
): Promise<void> {
  if (missing.length > 0) return;
  const owner = openPool(target, { max: 1, name: 'studio-backup' });
  try {
    // why: a database that was not migrated yet has no such table.
    const [known] = await owner`select where to_regclass('private.demo_studio') is not null`;
    if (!known) return;
    await owner`update private.demo_studio
      set backup_at = ${at}, backup_file = ${file}, backup_bytes = ${bytes}
      where removed_at is null`;
  } finally {
    await owner.end({ timeout: 0 });
  }
}

async function describe(sql: ISql, tables: Table[]): Promise<Manifest> {
  const product = (await migrationState(sql, MIGRATIONS)).applied.at(-1);
  const platform = (await migrationState(sql, PLATFORM)).applied.at(-1);
  if (!product || !platform) {
    throw new StartError('There is nothing to back up: the database is not set up yet.');
  }
  return {
    format: 'studio-rental-backup',
    version: 1,
    made_at: new Date().toISOString(),
    migrations: { product, platform },
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    // why: sequences are not part of the snapshot; they can only be ahead of it.
    sequences: (await sequencesOf(sql)).map(({ name, next }) => ({ name, next })),
  };
}

/** The objects of these that still have a row. */
async function existingKeys(sql: ISql, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const text = `select ${OBJECT_KEY} as key from storage.objects where ${OBJECT_KEY} = any($1)`;
  const rows = await sql.unsafe<{ key: string }[]>(text, [keys]);
  return rows.map(({ key }) => key);
}

async function addTable(sql: ISql, add: Add, { name, quoted, columns }: Table): Promise<void> {
  const copy = `copy ${quoted} (${columns.join(', ')}) to stdout`;
  let rows: Uint8Array[] = [];
  let size = 0;
  let part = 0;
  const flush = async () => {
    part += 1;
    await add(`tables/${name}/${String(part).padStart(6, '0')}`, size, rows);
    [rows, size] = [[], 0];
  };
  for await (const row of await sql.unsafe(copy).readable()) {
    rows.push(row as Uint8Array);
    size += (row as Uint8Array).length;
    if (size >= MAX_PART_BYTES) await flush();
  }
  if (size > 0) await flush();
}

/** The keys of all stored objects. */
async function* storedObjects(sql: ISql): AsyncGenerator<{ key: string }> {
  const text = `select ${OBJECT_KEY} as key from storage.objects order by bucket_id, name`;
  for await (const page of sql.unsafe<{ key: string }[]>(text).cursor(1000)) yield* page;
}
