import { readFile } from 'node:fs/promises';
import type { Sql } from '../postgres/database.ts';
import { missesSchema, refusal } from './errors.ts';

/** The one schema that is exposed. */
export const EXPOSED = 'public';

/** Its SQL type, and its default as SQL. */
export type Column = { type: string; default: string | null };

/** A table, a view, or the row type that a function returns. */
export type Relation = { name: string; columns: Map<string, Column>; primaryKey: string[] };

/** How rows of one relation belong to rows of another: one side of a foreign key. */
export type Relationship = {
  foreignKey: string;
  from: string;
  target: string;
  /** What an embedded resource may call it, and what a hint may. */
  names: string[];
  hints: string[];
  /** Pairs of own column and the target's. */
  pairs: [own: string, other: string][];
  cardinality: 'one-to-one' | 'many-to-one' | 'one-to-many';
};

export type Routine = {
  name: string;
  arguments: { name: string; type: string; required: boolean }[];
  /** `row` is a relation's row, or several columns; `scalar` any single value. */
  returns: 'void' | 'scalar' | 'row';
  set: boolean;
  /** The columns of a `row`; named after the table or view where it is one's row type. */
  result: Relation;
};

/** What `public` holds, as the catalog had it: the only source of identifiers in our SQL. */
export type Schema = {
  relations: Map<string, Relation>;
  relationships: Relationship[];
  routines: Routine[];
};

/** An identifier that came out of the catalog, quoted; `qualified` is that of an exposed object. */
export const quote = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`;
export const qualified = (name: string) => `${quote(EXPOSED)}.${quote(name)}`;

/** The table or view of that name. @throws ApiError PGRST205, 404. */
export function findRelation(schema: Schema, name: string): Relation {
  const relation = schema.relations.get(name);
  if (relation) return relation;
  const message = `Could not find the table '${EXPOSED}.${name}' in the schema cache`;
  throw refusal(404, 'PGRST205', message);
}

/** The column of that name. @throws ApiError 42703, as PostgreSQL reports it. */
export function columnOf(relation: Relation, name: string): Column {
  const column = relation.columns.get(name);
  if (column) return column;
  throw refusal(400, '42703', `column ${relation.name}.${name} does not exist`);
}

/**
 * The relationship that an embedded resource means, under PostgREST's names for it
 * (https://docs.postgrest.org/en/v14/references/api/resource_embedding.html): the other table, the
 * constraint, or the referring column; a hint is the constraint or the referring column. Within one
 * table, its own name means the referring rows.
 * @throws ApiError PGRST200 (400, there is none) or PGRST201 (300, more than one).
 */
export function findRelationship(
  schema: Schema,
  from: string,
  { target, hint }: { target: string; hint: string | null },
): Relationship {
  const own = schema.relationships.filter((each) => each.from === from);
  const named = own.filter(({ names }) => names.includes(target));
  const found = named.filter(({ hints }) => hint === null || hints.includes(hint));
  if (found[0] && found.length === 1) return found[0];
  const both = `'${from}' and '${target}'`;
  if (found.length === 0) {
    const message = `Could not find a relationship between ${both} in the schema cache`;
    const details = hint && `Searched for a foreign key using the hint '${hint}'`;
    throw refusal(400, 'PGRST200', message, { details });
  }
  const message = `Could not embed because more than one relationship was found for ${both}`;
  const names = found.map(({ foreignKey }) => `'${target}!${foreignKey}'`).join(', ');
  const hints = `Try changing '${target}' to one of the following: ${names}. Find the desired relationship in the 'details' key.`;
  throw refusal(300, 'PGRST201', message, { details: found.map(described), hint: hints });
}

/** A relationship as PostgREST describes it among several. */
function described({ foreignKey, from, target, pairs, cardinality }: Relationship) {
  const own = pairs.map(([column]) => column).join(', ');
  const other = pairs.map(([, column]) => column).join(', ');
  return {
    cardinality,
    embedding: `${from} with ${target}`,
    relationship: `${foreignKey} using ${from}(${own}) and ${target}(${other})`,
  };
}

/** The catalog is read again when older: usually, and when a request names what is not in it. */
const OLD_MS = 60_000;
const OLD_FOR_A_MISS_MS = 2_000;

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
 * Keeps the exposed schema at hand, so that nobody has to tell us of a change. The function that
 * it returns builds something from it, and once more from a fresh one where a name is missing.
 */
export function createSchemaCache(owner: Sql) {
  let schema: Promise<Schema> | undefined;
  let loadedAt = 0;
  const upToDate = (milliseconds: number) => {
    if (schema && performance.now() - loadedAt < milliseconds) return schema;
    loadedAt = performance.now();
    const loading = introspect(owner);
    // why: a failed read is tried again by the next request, not remembered.
    loading.catch(() => schema === loading && (schema = undefined));
    return (schema = loading);
  };
  return async <T>(make: (schema: Schema) => T): Promise<T> => {
    try {
      return make(await upToDate(OLD_MS));
    } catch (error) {
      if (!missesSchema(error)) throw error;
      return make(await upToDate(OLD_FOR_A_MISS_MS));
    }
  };
}
