import { spawnSync } from 'node:child_process';
import type { Sql } from 'postgres';

interface Column {
  name: string;
  type: string;
  nullable: boolean;
  hasDefault: boolean;
  writable: boolean;
}
interface Relation {
  name: string;
  isView: boolean;
  columns: Column[];
  relationships: {
    name: string;
    columns: string[];
    target: string;
    targetColumns: string[];
    oneToOne: boolean;
  }[];
}
interface SqlFunction {
  name: string;
  args: { name: string; type: string; optional: boolean }[];
  returns: string;
  returnsSet: boolean;
}

const SCALARS: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  json: 'Json',
  jsonb: 'Json',
  void: 'undefined',
};

/**
 * The TypeScript type of a PostgreSQL type name (`_text` for an array), as received through JSON.
 */
function scalar(type: string): string {
  if (type.startsWith('_')) return `${scalar(type.slice(1))}[]`;
  return SCALARS[type] ?? 'string';
}

/**
 * Generates TypeScript types of the schema `public` in the form of supabase-js's `Database`
 * (https://supabase.com/docs/guides/api/rest/generating-types). The output is deterministic.
 * @param sql the owner's connection to a migrated database
 */
export async function generateTypes(sql: Sql): Promise<string> {
  const relations = await readRelations(sql);
  const functions = await readFunctions(sql);
  const tables = relations.filter((relation) => !relation.isView);
  const views = relations.filter((relation) => relation.isView);
  return formatted(`// Generated from the migrated database by \`npm run db:types\`. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: ${block(tables.map((table) => [table.name, describe(table)]))};
    Views: ${block(views.map((view) => [view.name, describe(view)]))};
    Functions: ${block(functions.map((one) => [one.name, describeFunction(one)]))};
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
`);
}

function formatted(code: string): string {
  const result = spawnSync('oxfmt', ['--stdin-filepath', 'types.ts'], {
    input: code,
    encoding: 'utf8',
  });
  if (result.status !== 0)
    throw new Error(`oxfmt failed: ${result.error?.message ?? result.stderr}`);
  return result.stdout;
}

const block = (entries: [string, string][]): string =>
  entries.length === 0
    ? 'Record<never, never>'
    : `{\n${entries.map(([name, body]) => `${name}: ${body};`).join('\n')}\n}`;

function describe(relation: Relation): string {
  const { columns, relationships } = relation;
  const typed = (column: Column) => scalar(column.type) + (column.nullable ? ' | null' : '');
  const optional = (column: Column) => (column.nullable || column.hasDefault ? '?' : '');
  const valueOf = (column: Column, mark: string) =>
    mark && !column.writable ? 'never' : typed(column);
  const fields = (mark: (column: Column) => string) =>
    `{ ${columns.map((one) => `${one.name}${mark(one)}: ${valueOf(one, mark(one))}`).join('; ')} }`;
  const parts: [string, string][] = [['Row', fields(() => '')]];
  if (!relation.isView) {
    parts.push(['Insert', fields(optional)], ['Update', fields(() => '?')]);
  }
  const links = relationships.map(
    (link) =>
      `{ foreignKeyName: '${link.name}'; columns: [${link.columns.map((c) => `'${c}'`).join(', ')}]; ` +
      `isOneToOne: ${link.oneToOne}; referencedRelation: '${link.target}'; ` +
      `referencedColumns: [${link.targetColumns.map((c) => `'${c}'`).join(', ')}] }`,
  );
  parts.push(['Relationships', `[${links.join(', ')}]`]);
  return block(parts);
}

function describeFunction(one: SqlFunction): string {
  const args = one.args.map((arg) => `${arg.name}${arg.optional ? '?' : ''}: ${scalar(arg.type)}`);
  return block([
    ['Args', args.length > 0 ? `{ ${args.join('; ')} }` : 'Record<PropertyKey, never>'],
    ['Returns', `${scalar(one.returns)}${one.returnsSet ? '[]' : ''}`],
  ]);
}

function readRelations(sql: Sql): Promise<Relation[]> {
  return sql<Relation[]>`
    select c.relname as name, c.relkind <> 'r' as "isView",
      (select json_agg(json_build_object(
          'name', a.attname, 'type', t.typname,
          'nullable', not a.attnotnull and c.relkind = 'r' or c.relkind <> 'r',
          'hasDefault', a.atthasdef or a.attidentity <> '',
          'writable', a.attgenerated = '') order by a.attname)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select json_agg(json_build_object(
          'name', k.conname, 'target', target.relname,
          'columns', (select json_agg(a.attname order by key.position)
            from unnest(k.conkey) with ordinality key(number, position)
            join pg_attribute a on a.attrelid = k.conrelid and a.attnum = key.number),
          'targetColumns', (select json_agg(a.attname order by key.position)
            from unnest(k.confkey) with ordinality key(number, position)
            join pg_attribute a on a.attrelid = k.confrelid and a.attnum = key.number),
          'oneToOne', exists (select from pg_index i where i.indrelid = c.oid and i.indisunique
            and i.indkey::int2[] @> k.conkey and k.conkey @> i.indkey::int2[])) order by k.conname)
        from pg_constraint k
        join pg_class target on target.oid = k.confrelid
          and target.relnamespace = 'public'::regnamespace
        where k.conrelid = c.oid and k.contype = 'f'), '[]') as relationships
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
    order by c.relname`;
}

function readFunctions(sql: Sql): Promise<SqlFunction[]> {
  return sql<SqlFunction[]>`
    select p.proname as name, result.typname as returns, p.proretset as "returnsSet",
      coalesce((select json_agg(json_build_object('name', arg.name, 'type', t.typname,
          'optional', arg.position > p.pronargs - p.pronargdefaults) order by arg.position)
        from unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[])
          with ordinality arg(name, type, position)
        join pg_type t on t.oid = arg.type), '[]') as args
    from pg_proc p join pg_type result on result.oid = p.prorettype
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and result.typname <> 'trigger'
    order by p.proname`;
}
