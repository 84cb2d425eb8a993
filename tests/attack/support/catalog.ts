import type { Sql } from 'postgres';
import { BUCKETS } from '#tests/db/access-rules/buckets.ts';
import { BEHIND, CALLED, INNER } from '#tests/db/access-rules/functions.ts';
import { PUBLISHED } from '#tests/db/access-rules/public.ts';
import { RELATIONS } from '#tests/db/access-rules/relations.ts';

type Relation = {
  schema: string;
  name: string;
  isView: boolean;
  columns: { name: string; generated: boolean; defaulted: boolean }[];
};
type Called = { schema: string; name: string; isReading: boolean; needed: string[]; all: string[] };

/** Everything in the database that a request could name. */
export type Found = {
  relations: Relation[];
  functions: Called[];
  embeds: { from: string; to: string; by: string }[];
  buckets: string[];
  published: string[];
};

/** Reads every schema, including buckets and published tables. */
export async function catalogOf(sql: Sql): Promise<Found> {
  const relations = await sql<Relation[]>`
    select n.nspname as schema, c.relname as name, c.relkind in ('v', 'm') as "isView",
      jsonb_agg(jsonb_build_object('name', a.attname,
        'generated', a.attgenerated <> '' or a.attidentity <> '', 'defaulted', a.atthasdef)
        order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p', 'f', 'v', 'm') and n.nspname !~ '^(pg_toast|information_schema)'
      and (n.nspname <> 'pg_catalog' or c.relname ~ '^pg_(authid|shadow|user|stat_activity|hba)')
    group by 1, 2, 3 order by 1, 2`;
  const functions = await sql<Called[]>`
    select n.nspname as schema, p.proname as name, p.provolatile <> 'v' as "isReading",
      coalesce(p.proargnames[1:p.pronargs], '{}') as "all",
      coalesce(p.proargnames[1:p.pronargs - p.pronargdefaults], '{}') as needed
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private', 'auth', 'storage', 'realtime', 'backend')
    order by 1, 2`;
  const embeds = await sql<Found['embeds']>`
    select f.relname as "from", t.relname as "to", k.conname as by
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and f.relnamespace = 'public'::regnamespace
      and t.relnamespace = 'public'::regnamespace order by 1, 2, 3`;
  const buckets = await sql<{ id: string }[]>`select id from storage.buckets order by 1`;
  const published = await sql<{ name: string }[]>`
    select schemaname || '.' || tablename as name from pg_publication_tables
    where pubname = 'supabase_realtime' order by 1`;
  return {
    relations: [...relations],
    functions: [...functions],
    embeds: [...embeds],
    buckets: buckets.map(({ id }) => id),
    published: published.map(({ name }) => name),
  };
}

/** Objects in the database that the rules do not cover. */
export function unknownOf(found: Found): string[] {
  const functions = new Set([...Object.keys(CALLED), ...Object.keys(BEHIND), ...INNER]);
  const ours = ({ schema }: { schema: string }) => schema === 'public' || schema === 'private';
  return [
    ...found.relations.filter(ours).flatMap(({ schema, name, columns }) => {
      const rule = RELATIONS[`${schema}.${name}`];
      if (!rule) return [`relation ${schema}.${name}`];
      const known = rule.columns.replaceAll(/[*+~]/g, '').split(/\s+/);
      return columns
        .filter((column) => !known.includes(column.name))
        .map((column) => `column ${schema}.${name}.${column.name}`);
    }),
    ...found.functions
      .filter((each) => ours(each) && !functions.has(each.name))
      .map(({ schema, name }) => `function ${schema}.${name}`),
    ...found.buckets.filter((id) => !BUCKETS[id]).map((id) => `bucket ${id}`),
    ...found.published
      .filter((name) => !PUBLISHED.includes(name.replace(/^public\./, '')))
      .map((name) => `channel ${name}`),
  ];
}
