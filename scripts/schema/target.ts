import postgres, { type TransactionSql } from 'postgres';
import { readEntries } from './catalog.ts';
import { withDependents } from './dependents.ts';
import { keyOf } from './entry.ts';
import type { Source } from './sources.ts';
import type { Statement } from './statements.ts';
import { tried } from './tried.ts';

/** Functions and views with their grants and comments: the key of each entry to its definition. */
export type Catalog = Map<string, string>;

/** A database as the sources make it. */
export type Target = {
  catalog: Catalog;
  /** Functions and views of the database that cannot be replaced, or have no source. */
  drops: string[];
};

/** `create or replace` cannot change a result, the names of arguments and columns, or the kind. */
const NEEDS_DROP = new Set(['42P13', '42P16', '42809']);

/** `public.today` of `grants on function public.today()` */
export const nameIn = (key: string): string => /(?:function|view) (\w+\.\w+)/.exec(key)?.[1] ?? key;

/** The keys of functions and views with this name. */
export const formsOf = (keys: Iterable<string>, name: string): string[] =>
  [...keys].filter((key) => /^(function|view) /.test(key) && nameIn(key) === name);

export const dropOf = (key: string): string =>
  `${key.startsWith('view ') ? 'drop' : 'drop routine'} ${key.replace('function ', '')};`;

export async function readFunctionsAndViews(tx: TransactionSql): Promise<Catalog> {
  const entries = await tried(tx, (sql) => readEntries(sql));
  return new Map(
    entries
      .filter(({ of }) => /^(function|view) /.test(of))
      .map((entry) => [keyOf(entry), entry.sql]),
  );
}

/**
 * Makes the functions and views of the sources, and no others, in the caller's transaction.
 * @param sources in the order in which they can be created
 * @throws Error naming the file and line of a statement that PostgreSQL refuses, or what uses a
 *   function that has to be dropped
 */
export async function makeTarget(tx: TransactionSql, sources: Source[]): Promise<Target> {
  // why: bodies may call what comes later. The migration is run with checks.
  await tx`set local check_function_bodies = off`;
  await forgetRights(tx);
  const present = await versionsOf(tx);
  const named = new Set(sources.map(({ name }) => name));
  const drops = new Set<string>();
  let left = sources;
  // why rounds: a view may need another form of a function to be gone, and what is dropped because
  // it uses something is created again.
  while (left.length > 0) {
    const failed = new Map<Source, Error>();
    const wanted: string[] = [];
    // why all at once first: one by one takes ten times as long, and seldom is one refused.
    const each = (await createAll(tx, left)) ? [] : left;
    for (const source of each) {
      const error = await failureOf(tx, source);
      if (!error) continue;
      failed.set(source, error);
      const code = error.cause instanceof postgres.PostgresError ? error.cause.code : '';
      if (NEEDS_DROP.has(code)) wanted.push(...formsOf(present.keys(), source.name));
    }
    const now = await versionsOf(tx);
    const refused = new Set([...failed.keys()].map(({ name }) => name));
    for (const [key, version] of present) {
      const isLeft = now.get(key) === version && !refused.has(nameIn(key));
      if (isLeft && (key.startsWith('function ') || !named.has(nameIn(key)))) wanted.push(key);
    }
    const gone = await withDependents(
      tx,
      wanted.filter((key) => now.has(key)),
    );
    for (const key of gone) {
      drops.add(key);
      await tx.unsafe(dropOf(key));
    }
    const [first] = failed.values();
    if (first && failed.size === left.length && gone.length === 0) throw first;
    const names = new Set(gone.map(nameIn));
    left = sources.filter((source) => failed.has(source) || names.has(source.name));
  }
  for (const source of sources) {
    for (const statement of [...source.grants, ...source.comments]) {
      await tx.unsafe(statement.text).catch(refusal(source, statement));
    }
  }
  return { catalog: await readFunctionsAndViews(tx), drops: [...drops] };
}

/** Creates or replaces what these sources make, if PostgreSQL refuses nothing. */
async function createAll(tx: TransactionSql, sources: Source[]): Promise<boolean> {
  const creates = sources.flatMap((source) => source.creates.map(({ text }) => replacing(text)));
  try {
    await tx.savepoint((sql) => sql.unsafe(creates.join('\n')).simple());
    return true;
  } catch (error) {
    if (error instanceof postgres.PostgresError) return false;
    throw error;
  }
}

/** Creates or replaces what a source makes. Returns why PostgreSQL refused, if it did. */
async function failureOf(tx: TransactionSql, source: Source): Promise<Error | null> {
  try {
    await tx.savepoint(async (sql) => {
      for (const statement of source.creates) {
        await sql.unsafe(replacing(statement.text)).catch(refusal(source, statement));
      }
    });
    return null;
  } catch (error) {
    if (error instanceof Error && error.cause instanceof postgres.PostgresError) return error;
    throw error;
  }
}

export const replacing = (create: string): string =>
  create.replace(/^create (?!or replace )/, 'create or replace ');

const refusal =
  ({ path }: Source, { line }: Statement) =>
  (cause: Error): never => {
    throw new Error(`supabase/schemas/${path}:${line}: ${cause.message}`, { cause });
  };

/** All functions and views, and for each what another one would have after it was replaced. */
async function versionsOf(tx: TransactionSql): Promise<Map<string, string>> {
  const rows = await tried(tx, async (sql) => {
    await sql`set local search_path = ''`;
    return sql<{ key: string; version: string }[]>`
      select 'function ' || oid::regprocedure as key, ctid::text as version
      from pg_proc where pronamespace::regnamespace::text in ('public', 'private')
      union all
      select 'view ' || oid::regclass, ctid::text
      from pg_class where relnamespace::regnamespace::text in ('public', 'private') and relkind = 'v'`;
  });
  return new Map(rows.map(({ key, version }) => [key, version]));
}

/** Takes all grants on functions and views back, and the comments on them. */
async function forgetRights(tx: TransactionSql): Promise<void> {
  await tx.unsafe(`do $do$
    declare statement text;
    begin
      for statement in
        select format('revoke all on routine %s from %s', p.oid::regprocedure,
          case grantee when 0 then 'public' else grantee::regrole::text end)
        from pg_proc p, aclexplode(coalesce(proacl, acldefault('f', proowner)))
        where pronamespace::regnamespace::text in ('public', 'private') and grantee <> proowner
        union
        select format('revoke all on %s from %s', c.oid::regclass,
          case grantee when 0 then 'public' else grantee::regrole::text end)
        from pg_class c, aclexplode(relacl)
        where relnamespace::regnamespace::text in ('public', 'private') and relkind = 'v'
          and grantee <> relowner
        union
        select format('comment on %s %s is null', found.type, found.identity)
        from pg_description, pg_identify_object(classoid, objoid, 0) as found
        where objsubid = 0 and found.type in ('function', 'procedure', 'view')
          and found.schema in ('public', 'private')
      loop
        execute statement;
      end loop;
    end $do$`);
}
