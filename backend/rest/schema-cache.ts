import { readFile } from 'node:fs/promises';
import type { Log } from '../log.ts';
import type { Sql } from '../postgres/database.ts';
import { missesSchema } from './errors.ts';
import { EXPOSED, type Column, type Relation, type Routine, type Schema } from './schema.ts';

type ListedRelation = Omit<Relation, 'columns'> & { columns: Column[] };
type Document = {
  relations: ListedRelation[];
  foreignKeys: Schema['foreignKeys'];
  routines: (Omit<Routine, 'result'> & { result: ListedRelation })[];
};

/** A miss reads the catalog again at most this often, so that made-up names cost nothing. */
const RELOAD_INTERVAL_MS = 2_000;

const withColumnMap = (relation: ListedRelation): Relation => ({
  ...relation,
  columns: new Map(relation.columns.map((column) => [column.name, column])),
});

async function introspect(owner: Sql): Promise<Schema> {
  const query = await readFile(new URL('./introspect.sql', import.meta.url), 'utf8');
  const [, rows] = await owner.begin('read only', (sql) => [
    sql`select set_config('search_path', '', true)`,
    sql.unsafe<{ document: string }[]>(query, [EXPOSED]),
  ]);
  const found = JSON.parse(rows[0]!.document) as Document;
  return {
    relations: new Map(found.relations.map((listed) => [listed.name, withColumnMap(listed)])),
    foreignKeys: found.foreignKeys,
    routines: Map.groupBy(
      found.routines.map((listed) => ({ ...listed, result: withColumnMap(listed.result) })),
      (routine) => routine.name,
    ),
  };
}

/**
 * Keeps the exposed schema at hand: read at the first request, read again on
 * `NOTIFY pgrst, 'reload schema'` (https://docs.postgrest.org/en/v14/references/schema_cache.html)
 * and when a request names what is not there.
 */
export function createSchemaCache(owner: Sql, log: Log) {
  let schema: Promise<Schema> | undefined;
  let listening = false;
  let loadedAt = 0;

  const load = () => {
    loadedAt = Date.now();
    const loading = introspect(owner);
    schema = loading;
    // why: a failed read is tried again by the next request, not remembered.
    loading.catch(() => schema === loading && (schema = undefined));
    return loading;
  };

  const listen = () => {
    listening = true;
    const reload = (payload: string) => {
      if (payload === '' || payload === 'reload schema') schema = undefined;
    };
    owner
      .listen('pgrst', reload, () => reload(''))
      .catch((error: unknown) => {
        listening = false;
        log('warn', 'rest: cannot listen for schema changes', { error: String(error) });
      });
  };

  return {
    /** Builds something from the schema; once more from a fresh one if a name is missing. */
    async build<T>(make: (schema: Schema) => T): Promise<T> {
      if (!listening) listen();
      try {
        return make(await (schema ?? load()));
      } catch (error) {
        const recent = Date.now() - loadedAt < RELOAD_INTERVAL_MS;
        if (!missesSchema(error) || recent) throw error;
        return make(await load());
      }
    },
  };
}
