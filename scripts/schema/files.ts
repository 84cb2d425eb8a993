import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { TransactionSql } from 'postgres';
import { MIGRATIONS } from '#server/schema/migrations.ts';
import { readEntries } from './catalog.ts';
import { keyOf, SCHEMAS, type Entry, type Kind } from './entry.ts';
import { readRemarks, remarkOn } from './remarks.ts';
import { isSource } from './sources.ts';

const HEADER = '-- Generated from the migrated database by `npm run db:schema`. Do not edit.\n';

/** Parts of a table that its `create table` contains. */
const INSIDE = new Set<Kind>(['column', 'constraint', 'column order']);

/** A table's file, which may be moved to another subject's folder. */
const TABLE = /^\w+\/tables\/\w+\.sql$/;

/** Where the files of new tables are written. */
const NEW_TABLES = 'core/tables';

/** Where they are in the repository. */
export const SCHEMA_FOLDER = join(import.meta.dirname, '../../supabase/schemas');

/**
 * The generated files of `supabase/schemas` for a database that was just migrated, by path: one for
 * each table with all of its parts, one for the rest of each schema, and `platform.sql` for what the
 * product adds to the platform.
 * @param tx a transaction as the owner, whose settings this changes
 * @param folder where the files are: a table's stays in the subject's folder in which it lies
 */
export async function filesOf(
  tx: TransactionSql,
  folder: string = SCHEMA_FOLDER,
): Promise<Map<string, string>> {
  const entries = await readEntries(tx, { rows: true });
  const remarks = readRemarks(MIGRATIONS.directory);
  const places = placesOf(folder);
  const files = new Map<string, string[]>();
  for (const [of, all] of Map.groupBy(entries, ({ of }) => of)) {
    if (/^(function|view) /.test(of)) continue;
    const path = pathOf(of, places);
    files.set(path, [...(files.get(path) ?? []), ...blocks(of, all, remarks)]);
  }
  return new Map([...files].map(([path, texts]) => [path, [HEADER, ...texts].join('\n')]));
}

/** The paths of the tables' files, by file name. */
function placesOf(folder: string): Map<string, string> {
  const places = new Map<string, string>();
  for (const path of pathsIn(folder).filter((path) => TABLE.test(path))) {
    const name = basename(path);
    const other = places.get(name);
    if (other) throw new Error(`A table has two files: ${other} and ${path}.`);
    places.set(name, path);
  }
  return places;
}

function pathOf(of: string, places: Map<string, string>): string {
  const [, kind, schema = '', name = ''] =
    /^(table|type|sequence|collation) (\w+)\.([^(]+)/.exec(of) ?? [];
  if (!SCHEMAS.includes(schema)) {
    const own = SCHEMAS.find((each) => of === `schema ${each}`);
    return own === undefined ? 'platform.sql' : `${own}.sql`;
  }
  if (kind !== 'table') return `${schema}.sql`;
  const file = `${name.replaceAll('"', '')}.sql`;
  return places.get(file) ?? `${NEW_TABLES}/${file}`;
}

/** An object and its parts, a block of text for each kind of part. */
function blocks(of: string, all: Entry[], remarks: Map<string, string>): string[] {
  const inside = all.filter(({ kind }) => INSIDE.has(kind));
  const outside = Map.groupBy(
    all.filter(({ kind }) => !INSIDE.has(kind)),
    ({ kind }) => kind,
  );
  return [...outside].map(([, entries]) => {
    const texts = entries.map((entry) => {
      const sql =
        keyOf(entry) === of && entry.kind === 'table'
          ? withInside(entry, inside, remarks)
          : entry.sql;
      return `${remarkOn(remarks, entry.kind, entry.name)}${sql}\n`;
    });
    return texts.join('');
  });
}

function withInside(table: Entry, inside: Entry[], remarks: Map<string, string>): string {
  const lines = inside
    .filter(({ kind }) => kind !== 'column order')
    .map(({ kind, name, sql }) => indented(`${remarkOn(remarks, kind, name)}${sql}`));
  return table.sql.replace('()', () => `(\n${lines.join(',\n')}\n)`);
}

const indented = (text: string) => text.replaceAll(/^/gm, '  ');

/** The paths of the files in a folder, with slashes. */
function pathsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.sql'));
}

/**
 * The paths at which the generated files of a folder differ from these (changed, missing, left over),
 * sorted.
 */
export function staleFiles(folder: string, files: Map<string, string>): string[] {
  const present = pathsIn(folder).filter((path) => !isSource(path));
  const stale = [...files].filter(([path, text]) => {
    if (!present.includes(path)) return true;
    return readFileSync(join(folder, path), 'utf8').replaceAll('\r\n', '\n') !== text;
  });
  const extra = present.filter((path) => !files.has(path));
  return [...stale.map(([path]) => path), ...extra].toSorted();
}

/** Writes the stale files and removes the ones left over. Returns the paths of both. */
export function writeFiles(folder: string, files: Map<string, string>): string[] {
  const stale = staleFiles(folder, files);
  for (const path of stale) {
    const file = join(folder, path);
    const text = files.get(path);
    if (text === undefined) {
      rmSync(file);
    } else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
  return stale;
}
