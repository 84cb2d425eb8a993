import type { TransactionSql } from 'postgres';
import { PLATFORM_SCHEMAS, SCHEMAS, type Entry, type Kind } from './entry.ts';
import { clauses, tidy } from './sql-text.ts';

type Part = { name: string; of: string; sql: string };

const entries = (kind: Kind, parts: Part[], change: (sql: string) => string): Entry[] =>
  parts.map(({ name, of, sql }) => ({ kind, name, of, sql: change(tidy(sql)) }));

/** Parts of tables: constraints, indexes, triggers and policies. */
export async function readTableParts(tx: TransactionSql): Promise<Entry[]> {
  return [
    ...entries('constraint', await readConstraints(tx), (sql) => clauses(sql, /references|check/)),
    ...entries('index', await readIndexes(tx), (sql) => clauses(sql, /include|where|with/, /on/)),
    ...(await readPolicies(tx)),
    ...entries('trigger', await readTriggers(tx), (sql) =>
      clauses(sql, /referencing|for each/, /when/, /before|after/),
    ),
  ];
}

/**
 * Keys, foreign keys and checks. Version 18 lists what is not null here too; that is read with the
 * columns.
 */
const readConstraints = (tx: TransactionSql): Promise<Part[]> => tx<Part[]>`
  select format('%I on %s', conname, conrelid::regclass) as name, 'table ' || conrelid::regclass as of,
    format('constraint %I %s', conname, pg_get_constraintdef(k.oid, true)) as sql
  from pg_constraint k join pg_class c on c.oid = conrelid
  where relnamespace::regnamespace::text = any (${SCHEMAS}) and contype not in ('n', 't')
  order by position(contype in 'pufxc'), conname collate "C"`;

const readIndexes = (tx: TransactionSql): Promise<Part[]> => tx<Part[]>`
  select indexrelid::regclass::text as name, 'table ' || indrelid::regclass as of,
    pg_get_indexdef(indexrelid, 0, true) || ';'
      || case when indisclustered then ' -- clustered' else '' end
      || case when indisvalid then '' else ' -- not valid' end as sql
  from pg_index join pg_class c on c.oid = indrelid
  where relnamespace::regnamespace::text = any (${SCHEMAS})
    and not exists (select from pg_constraint
      where conindid = indexrelid and conrelid = indrelid and contype in ('p', 'u', 'x'))`;

/**
 * Triggers on the product's tables, and the product's on tables of the platform. The gateway puts
 * its own on published tables when it starts: functions of the schema `backend`.
 */
const readTriggers = (tx: TransactionSql): Promise<Part[]> => tx<Part[]>`
  select format('%I on %s', tgname, tgrelid::regclass) as name,
    case relkind when 'v' then 'view ' else 'table ' end || tgrelid::regclass as of,
    pg_get_triggerdef(t.oid, true) || ';' || case tgenabled
      when 'D' then format(E'\nalter table %s disable trigger %I;', tgrelid::regclass, tgname)
      when 'R' then format(E'\nalter table %s enable replica trigger %I;', tgrelid::regclass, tgname)
      when 'A' then format(E'\nalter table %s enable always trigger %I;', tgrelid::regclass, tgname)
      else '' end as sql
  from pg_trigger t
    join pg_class c on c.oid = tgrelid
    join pg_proc p on p.oid = tgfoid
  where not tgisinternal and (
    relnamespace::regnamespace::text = any (${SCHEMAS}) and pronamespace::regnamespace::text <> 'backend'
    or relnamespace::regnamespace::text = any (${PLATFORM_SCHEMAS})
      and pronamespace::regnamespace::text = any (${SCHEMAS}))`;

type Policy = Part & { using: string | null; check: string | null };

/**
 * Policies on the product's tables, and the product's on tables of the platform, whose own are for
 * `service_role` alone.
 */
async function readPolicies(tx: TransactionSql): Promise<Entry[]> {
  const found = await tx<Policy[]>`
    select format('%I on %s', polname, polrelid::regclass) as name, 'table ' || polrelid::regclass as of,
      format('create policy %I on %s', polname, polrelid::regclass)
        || case when polpermissive then '' else ' as restrictive' end
        || case polcmd when 'r' then ' for select' when 'a' then ' for insert'
          when 'w' then ' for update' when 'd' then ' for delete' else ' for all' end
        || ' to ' || (select string_agg(case role when 0 then 'public' else role::regrole::text end, ', '
            order by role::regrole::text collate "C") from unnest(polroles) as role) as sql,
      pg_get_expr(polqual, polrelid, true) as using,
      pg_get_expr(polwithcheck, polrelid, true) as check
    from pg_policy join pg_class c on c.oid = polrelid
    where relnamespace::regnamespace::text = any (${SCHEMAS})
      or relnamespace::regnamespace::text = any (${PLATFORM_SCHEMAS})
        and polroles <> array['service_role'::regrole::oid]`;
  return found.map(({ name, of, sql, using, check }) => {
    const conditions = [
      ...(using === null ? [] : [condition('using', using)]),
      ...(check === null ? [] : [condition('with check', check)]),
    ];
    const line = conditions.map((part) => part.trim()).join(' ');
    const isShort = line.length <= 90 && !line.includes('\n');
    const parts = [clauses(sql, /for|to/), ...(isShort ? [`  ${line}`] : conditions)];
    return { kind: 'policy', name, of, sql: `${parts.join('\n')};` };
  });
}

function condition(word: string, expression: string): string {
  const text = tidy(expression);
  if (word.length + text.length <= 95) return `  ${word} (${text})`;
  const lines = clauses(text, /and/, /or/).replaceAll('\n', '\n  ');
  return `  ${word} (\n    ${lines}\n  )`;
}
