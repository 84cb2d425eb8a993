import { readFile } from 'node:fs/promises';
import type { Sql } from '../postgres/connection.ts';
import { missesSchema, refusal } from './errors.ts';

/** The one schema that is exposed. */
export const EXPOSED = 'public';

/** A column's SQL type, and its default as an SQL expression. */
export type Column = { type: string; default: string | null };

/** A table, a view, or the row type that a function returns. */
export type Relation = { name: string; columns: Map<string, Column>; primaryKey: string[] };

/** One side of a foreign key: how rows of one relation refer to rows of another. */
export type Relationship = {
  foreignKey: string;
  from: string;
  target: string;
  /** The names by which an embedded resource may refer to it, and the valid hints. */
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
  /** Whether it is declared to change nothing: stable or immutable. */
  reads: boolean;
  /** A statement timeout that it declares. why: set inside, it would not count for the statement that calls it. */
  settings: Record<string, string>;
  /** The columns of a `row`; named after the table or view if the row type is one's. */
  result: Relation;
};

/**
 * The exposed schema as read from the system catalog: the only source of identifiers in our SQL.
 */
export type Schema = {
  relations: Map<string, Relation>;
  relationships: Relationship[];
  routines: Routine[];
};

/** Quotes an identifier from the catalog; `qualified` adds the exposed schema. */
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
 * Resolves the relationship of an embedded resource by PostgREST's naming rules
 * (https://docs.postgrest.org/en/v14/references/api/resource_embedding.html). The target is the
 * other table, the constraint, or the referring column; the hint is the constraint or the referring
 * column. For a self-reference, the table's name means the referring rows.
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

/** Describes one candidate of an ambiguous relationship, as PostgREST does. */
function described({ foreignKey, from, target, pairs, cardinality }: Relationship) {
  const own = pairs.map(([column]) => column).join(', ');
  const other = pairs.map(([, column]) => column).join(', ');
  return {
    cardinality,
    embedding: `${from} with ${target}`,
    relationship: `${foreignKey} using ${from}(${own}) and ${target}(${other})`,
  };
}

/**
 * The cache is reloaded when it is older than this: normally, and when a request names something
 * unknown.
 */
const MAX_AGE_MS = 60_000;
const MAX_AGE_ON_MISS_MS = 2_000;

async function introspect(owner: Sql): Promise<Schema> {
  const query = await readFile(new URL('./introspect.sql', import.meta.url), 'utf8');
  const [, rows] = await owner.begin('read only', (sql) => [
    sql`select set_config('search_path', '', true)`,
    sql.unsafe<{ document: string }[]>(query, [EXPOSED]),
  ]);
  // The lists under these keys hold pairs of name and value.
  return JSON.parse(rows[0]!.document, (key, value) =>
    key === 'relations' || key === 'columns' ? new Map(value) : value,
  ) as Schema;
}

/**
 * Caches the exposed schema, so that nobody has to notify us of a change. The returned function
 * builds something from the cached schema, and retries with a fresh one when a name is missing.
 */
export function createSchemaCache(owner: Sql) {
  let schema: Promise<Schema> | undefined;
  let loadedAt = 0;
  const load = (milliseconds: number) => {
    if (schema && performance.now() - loadedAt < milliseconds) return schema;
    loadedAt = performance.now();
    const loading = introspect(owner);
    // why: a failed load must not be cached; the next request retries.
    loading.catch(() => schema === loading && (schema = undefined));
    return (schema = loading);
  };
  return async <T>(make: (schema: Schema) => T): Promise<T> => {
    try {
      return make(await load(MAX_AGE_MS));
    } catch (error) {
      if (!missesSchema(error)) throw error;
      return make(await load(MAX_AGE_ON_MISS_MS));
    }
  };
}
