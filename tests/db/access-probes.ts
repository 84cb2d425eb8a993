import type { TransactionSql } from 'postgres';
import type { Database } from '#backend/postgres/database.ts';
import { RELATIONS } from './access-rules/relations.ts';
import { NOBODY, SERVICE, type Who } from './access-rules/rule.ts';
import type { Ids } from './studio.ts';

/** One row of the matrix: a statement, and the callers who may run it. */
export type Probe = { key: string; statement: string; may: Who };

/** A relation, function or sequence from the system catalogs. */
export type Found = {
  relations: { name: string; view: boolean; columns: { name: string; generated: boolean }[] }[];
  functions: { schema: string; name: string; call: string }[];
  sequences: { schema: string; name: string }[];
};

/** All relations, functions and sequences in `public` and `private`. */
export async function catalog({ owner: sql }: Database): Promise<Found> {
  const relations = await sql<Found['relations']>`
    select n.nspname || '.' || c.relname as name, c.relkind in ('v', 'm') as view,
      jsonb_agg(jsonb_build_object('name', a.attname, 'generated', a.attgenerated <> '' or a.attidentity <> '')
        order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'f', 'v', 'm')
    group by n.nspname, c.relname, c.relkind order by 1`;
  const functions = await sql<Found['functions']>`
    select n.nspname as schema, p.proname as name, format('%I.%I(%s)', n.nspname, p.proname, (
      select string_agg(case when p.provariadic <> 0 and at = p.pronargs then 'variadic ' else '' end
        || 'null::' || type::regtype, ', ' order by at)
      from unnest(p.proargtypes) with ordinality as given (type, at))) as call
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') order by 1, 2`;
  const sequences = await sql<Found['sequences']>`
    select schemaname as schema, sequencename as name from pg_sequences
    where schemaname in ('public', 'private') order by 1, 2`;
  return { relations, functions, sequences };
}

/** The rows of the matrix: every relation, column, function and sequence × verb. */
export function probes(found: Found, ids: Ids, called: Record<string, Who>): Probe[] {
  const rows: Probe[] = [];
  const add = (key: string, may: Who, statement: string) => rows.push({ key, statement, may });
  for (const { name, view, columns } of found.relations) {
    const rule = RELATIONS[name];
    if (!rule) continue;
    const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, id: keyof Ids) => ids[id]);
    const where = rule.row ? ` where ${filled(rule.row)}` : '';
    const service = rule.write === NOBODY ? NOBODY : SERVICE;
    const behind = rule.behind?.split(' ') ?? [];
    const all = behind.length > 0 ? SERVICE : rule.read;
    add(`${name} select`, all, `select * from ${name}`);
    add(`${name} count`, rule.read, `select count(*) from ${name} having count(*) > 0`);
    if (rule.inactive)
      add(`${name} inactive`, rule.inactive, `select from ${name} where not active`);
    if (!view) {
      const inserted = /[*+]/.test(rule.columns) ? rule.write : service;
      add(
        `${name} insert`,
        inserted,
        `insert into ${name} ${filled(rule.insert ?? 'default values')}`,
      );
      add(`${name} delete`, rule.remove, `delete from ${name}${where}`);
      add(`${name} truncate`, NOBODY, `truncate ${name}`);
    }
    for (const { name: column, generated } of columns) {
      const mark = new RegExp(`(?:^|\\s)${column}([*+~]?)(?:\\s|$)`).exec(rule.columns)?.[1] ?? '';
      const readers = behind.includes(column) ? SERVICE : rule.read;
      add(`${name}.${column} select`, readers, `select ${column} from ${name} limit 1`);
      if (view) continue;
      add(
        `${name}.${column} insert`,
        mark && '*+'.includes(mark) ? rule.write : service,
        `insert into ${name} (${column}) values (default)`,
      );
      add(
        `${name}.${column} update`,
        mark && '*~'.includes(mark) ? (rule.change ?? rule.write) : service,
        `update ${name} set ${column} = ${generated ? 'default' : column}${where}`,
      );
    }
  }
  for (const { schema, name, call } of found.functions) {
    add(
      `${call} execute`,
      schema === 'public' ? (called[name] ?? NOBODY) : NOBODY,
      // why: PostgreSQL folds a strict function of a constant null without checking privileges.
      `select ${call.replaceAll(/null::[^,)]+/g, '(select $&)')}`,
    );
  }
  for (const { schema, name } of found.sequences) {
    add(`${schema}.${name} usage`, NOBODY, `select nextval('${schema}.${name}')`);
  }
  return rows;
}

/**
 * Runs each probe as the transaction's role and rolls it back. `yes`: a row was touched, or a
 * constraint or the function itself raised, both of which happen after the privilege check. `no`: a
 * refusal (42501) or no row. Any other error is returned as text.
 */
export async function outcomes(sql: TransactionSql, rows: Probe[]): Promise<string[]> {
  const statements = JSON.stringify(rows.map((row) => row.statement));
  await sql`select set_config('test.probes', ${statements}, true)`;
  await sql.unsafe(`do $$
    declare
      statement text;
      touched bigint;
      outcomes text[] := '{}';
    begin
      for statement in select value from jsonb_array_elements_text(current_setting('test.probes')::jsonb) loop
        begin
          execute statement;
          get diagnostics touched = row_count;
          raise exception using errcode = 'ZZ000', message = touched::text;
        exception when others then
          outcomes := outcomes || case
            when sqlstate = 'ZZ000' then case sqlerrm when '0' then 'no' else 'yes' end
            when sqlstate = '42501' then 'no'
            when sqlstate like '23%' or sqlstate like 'PT4%' then 'yes'
            else sqlstate || ' ' || sqlerrm end;
        end;
      end loop;
      perform set_config('test.outcomes', to_jsonb(outcomes)::text, true);
    end $$`);
  const [told] = await sql<{ outcomes: string[] }[]>`
    select current_setting('test.outcomes')::jsonb as outcomes`;
  return told?.outcomes ?? [];
}
