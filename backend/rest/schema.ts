import { RestError } from './errors.ts';

/** The one schema that is exposed. */
export const EXPOSED = 'public';

/** Its SQL type, and its default as SQL. */
export type Column = { type: string; default: string | null };

/** A table, a view, or the row type that a function returns. */
export type Relation = { name: string; columns: Map<string, Column>; primaryKey: string[] };

/** How rows of one relation belong to rows of another: one side of a foreign key. */
export type Relationship = {
  foreignKey: string;
  /** The referring column, where it is one. */
  column: string | null;
  from: string;
  target: string;
  toOne: boolean;
  /** Pairs of own column and the target's. */
  pairs: [own: string, other: string][];
  many: boolean;
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

/** Quotes an identifier that came out of the catalog. */
export const quote = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`;

/** An exposed object's qualified, quoted name. */
export const qualified = (name: string) => `${quote(EXPOSED)}.${quote(name)}`;

/** The table or view of that name. @throws RestError PGRST205, 404. */
export function findRelation(schema: Schema, name: string): Relation {
  const relation = schema.relations.get(name);
  if (relation) return relation;
  const message = `Could not find the table '${EXPOSED}.${name}' in the schema cache`;
  throw new RestError(404, 'PGRST205', message);
}

/** The column of that name. @throws RestError 42703, as PostgreSQL reports it. */
export function columnOf(relation: Relation, name: string): Column {
  const column = relation.columns.get(name);
  if (column) return column;
  throw new RestError(400, '42703', `column ${relation.name}.${name} does not exist`);
}

/**
 * The relationship that an embedded resource means, under PostgREST's names for it
 * (https://docs.postgrest.org/en/v14/references/api/resource_embedding.html): the other table, the
 * constraint, or the referring column; a hint is the constraint or the referring column. Within one
 * table, its own name means the referring rows.
 * @throws RestError PGRST200 (400, there is none) or PGRST201 (300, more than one).
 */
export function findRelationship(
  schema: Schema,
  from: Relation,
  target: string,
  hint: string | null,
): Relationship {
  const found = schema.relationships.filter((each) => {
    if (each.from !== from.name) return false;
    const byTable = target === each.target && !(each.toOne && each.from === each.target);
    const named = byTable || target === each.foreignKey;
    if (hint === null) return named || (each.toOne && target === each.column);
    return named && (hint === each.foreignKey || hint === each.column);
  });
  if (found.length > 1) {
    const message = `Could not embed because more than one relationship was found for '${from.name}' and '${target}'`;
    const names = found.map(({ foreignKey }) => `'${target}!${foreignKey}'`).join(', ');
    const hintNow = `Try changing '${target}' to one of the following: ${names}.`;
    throw new RestError(300, 'PGRST201', message, { hint: hintNow });
  }
  if (found[0]) return found[0];
  const message = `Could not find a relationship between '${from.name}' and '${target}' in the schema cache`;
  const details = `Searched for a foreign key${hint === null ? '' : ` with the hint '${hint}'`}, but found none.`;
  throw new RestError(400, 'PGRST200', message, { details });
}
