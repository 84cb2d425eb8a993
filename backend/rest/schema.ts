import { RestError } from './errors.ts';

/** The one schema that is exposed. */
export const EXPOSED = 'public';

export type Column = { name: string; type: string; default: string | null };

/** A table, a view, or the row type that a function returns. */
export type Relation = { name: string; columns: Map<string, Column>; primaryKey: string[] };

/** `unique`: at most one row of `table` refers to a row of `target`. */
export type ForeignKey = {
  name: string;
  table: string;
  columns: string[];
  target: string;
  targetColumns: string[];
  unique: boolean;
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
  foreignKeys: ForeignKey[];
  routines: Map<string, Routine[]>;
};

/** How rows of one relation belong to rows of another: pairs of own column and the other's. */
export type Relationship = {
  target: Relation;
  pairs: [own: string, other: string][];
  many: boolean;
  foreignKey: ForeignKey;
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

/**
 * The foreign key that an embedded resource means, under PostgREST's names for it
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
  const found: Relationship[] = [];
  const consider = (key: ForeignKey, toOne: boolean) => {
    const other = toOne ? key.target : key.table;
    const column = key.columns.length === 1 ? key.columns[0] : undefined;
    const byTable = target === other && !(toOne && key.table === key.target);
    const matches =
      hint === null
        ? byTable || target === key.name || (toOne && target === column)
        : (byTable || target === key.name) && (hint === key.name || hint === column);
    const relation = schema.relations.get(other);
    if (!matches || !relation) return;
    const zipped = key.columns.map((name, at): [string, string] => [name, key.targetColumns[at]!]);
    const pairs = toOne ? zipped : zipped.map(([a, b]): [string, string] => [b, a]);
    found.push({ target: relation, pairs, many: !toOne && !key.unique, foreignKey: key });
  };
  for (const key of schema.foreignKeys) {
    if (key.table === from.name) consider(key, true);
    if (key.target === from.name) consider(key, false);
  }
  if (found.length > 1) throw ambiguous(from.name, target, found);
  if (found[0]) return found[0];
  throw new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${from.name}' and '${target}' in the schema cache`,
    {
      details:
        `Searched for a foreign key relationship between '${from.name}' and '${target}'` +
        `${hint === null ? '' : ` using the hint '${hint}'`} in the schema '${EXPOSED}', but no matches were found.`,
    },
  );
}

function ambiguous(from: string, target: string, found: Relationship[]): RestError {
  const names = found.map(({ foreignKey }) => `'${target}!${foreignKey.name}'`).join(', ');
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${from}' and '${target}'`,
    {
      details: found.map(({ foreignKey, many, target: other }) => ({
        cardinality: many ? 'one-to-many' : foreignKey.unique ? 'one-to-one' : 'many-to-one',
        embedding: `${from} with ${other.name}`,
        relationship: `${foreignKey.name} using ${foreignKey.table}(${foreignKey.columns.join(', ')}) and ${foreignKey.target}(${foreignKey.targetColumns.join(', ')})`,
      })),
      hint: `Try changing '${target}' to one of the following: ${names}. Find the desired relationship in the 'details' key.`,
    },
  );
}
