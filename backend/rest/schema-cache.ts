import { readFile } from 'node:fs/promises';
import type { Sql } from '../postgres/database.ts';
import { missesSchema } from './errors.ts';
import { EXPOSED, type Schema } from './schema.ts';

/** After this time the catalog is read again, for changes that no request misses. */
const OLD_MS = 60_000;

/** A miss reads the catalog again at most this often, so that made-up names cost nothing. */
const RELOAD_INTERVAL_MS = 2_000;

async function introspect(owner: Sql): Promise<Schema> {
  const query = await readFile(new URL('./introspect.sql', import.meta.url), 'utf8');
  const [, rows] = await owner.begin('read only', (sql) => [
    sql`select set_config('search_path', '', true)`,
    sql.unsafe<{ document: string }[]>(query, [EXPOSED]),
  ]);
  // Lists of these names are pairs of name and value.
  return JSON.parse(rows[0]!.document, (key, value) =>
    key === 'relations' || key === 'columns' ? new Map(value) : value,
  ) as Schema;
}

/**
 * Keeps the exposed schema at hand. It is read again when it has become old, and at once when a
 * request names what is not in it, so that nobody has to tell us of a change.
 */
export function createSchemaCache(owner: Sql) {
  let schema: Promise<Schema> | undefined;
  let loadedAt = 0;
  const age = () => performance.now() - loadedAt;

  const load = () => {
    loadedAt = performance.now();
    const loading = introspect(owner);
    schema = loading;
    // why: a failed read is tried again by the next request, not remembered.
    loading.catch(() => schema === loading && (schema = undefined));
    return loading;
  };

  return {
    /** Builds something from the schema; once more from a fresh one if a name is missing. */
    async build<T>(make: (schema: Schema) => T): Promise<T> {
      try {
        return make(await (schema && age() < OLD_MS ? schema : load()));
      } catch (error) {
        if (!missesSchema(error) || age() < RELOAD_INTERVAL_MS) throw error;
        return make(await load());
      }
    },
  };
}
