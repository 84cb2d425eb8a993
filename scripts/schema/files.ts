import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TransactionSql } from 'postgres';
import { MIGRATIONS } from '#server/schema/migrations.ts';
import { readEntries } from './catalog.ts';
import { keyOf, SCHEMAS, type Entry, type Kind } from './entry.ts';
import { readRemarks, remarkOn } from './remarks.ts';

const HEADER = '-- Generated from the migrated database by `npm run db:schema`. Do not edit.\n';

/** Parts of a table that its `create table` contains. */
const INSIDE = new Set<Kind>(['column', 'constraint', 'column order']);

/** Where they are in the repository. */
export const SCHEMA_FOLDER = join(import.meta.dirname, '../../supabase/schemas');

/**
 * The files of `supabase/schemas` for a database that was just migrated.
 * @param tx a transaction as the owner, whose settings this changes
 */
export async function filesOf(tx: TransactionSql): Promise<Map<string, string>> {
  const entries = await readEntries(tx, { rows: true });
  return schemaFiles(entries, readRemarks(MIGRATIONS.directory));
}

/**
 * The files of `supabase/schemas`, by path: one for each table (with all of its parts), view and
 * function, `schema.sql` for the rest of a schema, and `platform.sql` for what the product adds to
 * the platform.
 * @param entries as `readEntries` gives them, rows included
 * @param remarks as `readRemarks` gives them
 */
function schemaFiles(entries: Entry[], remarks: Map<string, string>): Map<string, string> {
  const parts = Map.groupBy(entries, ({ of }) => of);
  const files = new Map<string, string[]>();
  for (const [of, all] of parts) {
    const path = pathOf(of);
    files.set(path, [...(files.get(path) ?? []), ...blocks(of, all, remarks)]);
  }
  return new Map([...files].map(([path, texts]) => [path, [HEADER, ...texts].join('\n')]));
}

function pathOf(of: string): string {
  const [, kind = '', schema = '', name = ''] =
    /^(table|view|function|type|sequence|collation) (\w+)\.([^(]+)/.exec(of) ?? [];
  if (!SCHEMAS.includes(schema)) {
    const own = SCHEMAS.find((each) => of === `schema ${each}`);
    return own === undefined ? 'platform.sql' : `${own}/schema.sql`;
  }
  if (kind === 'table' || kind === 'view' || kind === 'function') {
    return `${schema}/${kind}s/${name.replaceAll('"', '')}.sql`;
  }
  return `${schema}/schema.sql`;
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

/**
 * The paths at which a folder differs from these files (changed, missing, left over), sorted.
 */
export function staleFiles(folder: string, files: Map<string, string>): string[] {
  const present = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((path) => path.replaceAll('\\', '/'))
        .filter((path) => path.endsWith('.sql'))
    : [];
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
