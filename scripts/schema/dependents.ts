import type { TransactionSql } from 'postgres';
import { tried } from './tried.ts';

type Dependent = {
  /** The key of a function or view: `view public.catalogue_items`. Null for anything else. */
  key: string | null;
  described: string;
};

/**
 * The objects that use a function or a view, so that it cannot be dropped without them.
 * @param key as in the catalog: `function private.today()`
 */
export async function dependentsOf(tx: TransactionSql, key: string): Promise<Dependent[]> {
  const name = key.replace(/^\w+ /, '');
  const [view, routine] = key.startsWith('view ') ? [name, null] : [null, name];
  return tried(tx, async (sql) => {
    // why: PostgreSQL leaves the schema out of the names that it finds on the search path.
    await sql`set local search_path = ''`;
    return sql<Dependent[]>`
    with target (class, oid) as (
      select 'pg_class'::regclass::oid, to_regclass(${view}::text)::oid
      union all
      select 'pg_type'::regclass::oid, reltype from pg_class where oid = to_regclass(${view}::text)
      union all
      select 'pg_proc'::regclass::oid, to_regprocedure(${routine}::text)::oid
    ), dependent (class, oid) as (
      select case when ev_class is null then classid else 'pg_class'::regclass::oid end,
        coalesce(ev_class, objid)
      from pg_depend
        join target on (target.class, target.oid) = (refclassid, refobjid)
        left join pg_rewrite rule on classid = 'pg_rewrite'::regclass and rule.oid = objid
      where deptype in ('n', 'a')
      except select class, oid from target
    )
    select coalesce(
        (select 'view ' || v.oid::regclass from pg_class v
          where class = 'pg_class'::regclass and v.oid = dependent.oid and relkind = 'v'),
        (select 'function ' || f.oid::regprocedure from pg_proc f
          where class = 'pg_proc'::regclass and f.oid = dependent.oid)) as key,
      pg_describe_object(class, dependent.oid, 0) as described
    from dependent`;
  });
}

/**
 * The functions and views that must be dropped so that these can be, and these, in that order.
 * @throws Error when something else uses one, such as a trigger or a column's default
 */
export async function withDependents(
  tx: TransactionSql,
  keys: Iterable<string>,
): Promise<string[]> {
  const ordered = new Set<string>();
  const add = async (key: string, path: string[]) => {
    if (ordered.has(key) || path.includes(key)) return;
    for (const { key: other, described } of await dependentsOf(tx, key)) {
      if (other === null) {
        throw new Error(
          `${described} uses ${key}, which must be dropped for this change: ` +
            'write the migration by hand.',
        );
      }
      await add(other, [...path, key]);
    }
    ordered.add(key);
  };
  for (const key of keys) await add(key, []);
  return [...ordered];
}
