import type { TransactionSql } from 'postgres';
import { SCHEMAS, type Entry } from './entry.ts';
import { clauses, filled } from './sql-text.ts';

type Grant = {
  /** `table public.props`, the key of the object. */
  of: string;
  /** Its name in `grant … on`. */
  target: string;
  grantee: string;
  grantable: boolean;
  /** `select`, `insert (name, price)` */
  privileges: string[];
};

/**
 * Grants on each object, except to its owner: on tables, columns, sequences, functions,
 * types and schemas, and the privileges that new objects get.
 */
export async function readGrants(tx: TransactionSql): Promise<Entry[]> {
  const grants = await tx<Grant[]>`
    with object (key, target, owner, acl) as (
      select case relkind when 'v' then 'view ' when 'S' then 'sequence ' else 'table ' end
          || c.oid::regclass,
        case relkind when 'S' then 'sequence ' else '' end || c.oid::regclass, relowner,
        coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))
      from pg_class c
      where relnamespace::regnamespace::text = any (${SCHEMAS}) and relkind in ('r', 'v', 'S')
      union all
      select 'function ' || p.oid::regprocedure,
        case prokind when 'p' then 'procedure ' else 'function ' end || p.oid::regprocedure,
        proowner, coalesce(proacl, acldefault('f', proowner))
      from pg_proc p where pronamespace::regnamespace::text = any (${SCHEMAS})
      union all
      select 'type ' || t.oid::regtype, 'type ' || t.oid::regtype, typowner, typacl
      from pg_type t where typnamespace::regnamespace::text = any (${SCHEMAS})
      union all
      select 'schema ' || quote_ident(nspname), 'schema ' || quote_ident(nspname), nspowner, nspacl
      from pg_namespace where nspname = any (${SCHEMAS})
    ), allowed (key, target, grantee, grantable, privilege, columns) as (
      select key, target, acl.grantee, is_grantable, lower(privilege_type), null
      from object, aclexplode(acl) as acl
      where acl.grantee <> owner
      union all
      select 'table ' || c.oid::regclass, c.oid::regclass::text, acl.grantee, is_grantable,
        lower(privilege_type), string_agg(quote_ident(attname), ', ' order by attname collate "C")
      from pg_attribute a join pg_class c on c.oid = attrelid, aclexplode(attacl) as acl
      where relnamespace::regnamespace::text = any (${SCHEMAS}) and acl.grantee <> relowner
        and not attisdropped
      group by c.oid, acl.grantee, is_grantable, privilege_type
    )
    select key as of, target, grantable,
      case grantee when 0 then 'public' else grantee::regrole::text end as grantee,
      array_agg(privilege || coalesce(' (' || columns || ')', '')
        order by columns is not null, position(privilege in
          'usage execute select insert update delete truncate references trigger')) as privileges
    from allowed
    -- why: version 17 added this privilege; "grant all" includes it there.
    where privilege <> 'maintain'
    group by key, target, grantable, grantee`;
  return [...byObject(grants), ...(await readDefaultPrivileges(tx))];
}

/** One entry for each object; grantees with the same privileges share a statement. */
function byObject(grants: Grant[]): Entry[] {
  const objects = Map.groupBy(grants, ({ of }) => of);
  return [...objects].map(([of, all]) => {
    const same = Map.groupBy(all, (grant) => JSON.stringify([grant.privileges, grant.grantable]));
    const statements = [...same.values()].map((group) => {
      const { privileges, target, grantable } = group[0]!;
      const to = group.map(({ grantee }) => grantee).join(', ');
      const option = grantable ? ' with grant option' : '';
      const statement = `grant ${privileges.join(', ')} on ${target} to ${to}${option};`;
      return clauses(statement, /on/, /to/).split('\n').map(filled).join('\n');
    });
    return { kind: 'grants', name: `on ${of}`, of, sql: statements.toSorted().join('\n') };
  });
}

type DefaultPrivilege = {
  schema: string | null;
  objects: string;
  isRevoked: boolean;
  privileges: string[];
  grantee: string;
};

/** The difference to what PostgreSQL itself grants on new objects. */
async function readDefaultPrivileges(tx: TransactionSql): Promise<Entry[]> {
  const found = await tx<DefaultPrivilege[]>`
    with entry as (
      select defaclnamespace, defaclobjtype, defaclrole, defaclacl,
        -- why: one for a schema adds to the built-in privileges, one for all replaces them.
        case defaclnamespace when 0 then acldefault(
          case defaclobjtype when 'S' then 's' else defaclobjtype end, defaclrole) end as built_in
      from pg_default_acl
      where defaclnamespace = 0 or defaclnamespace::regnamespace::text = any (${SCHEMAS})
    ), difference as (
      select defaclnamespace, defaclobjtype, defaclrole, false as is_revoked, acl.*
      from entry, aclexplode(defaclacl) as acl
      where not exists (select from aclexplode(built_in) as usual
        where (usual.grantee, usual.privilege_type) = (acl.grantee, acl.privilege_type))
      union all
      select defaclnamespace, defaclobjtype, defaclrole, true, acl.*
      from entry, aclexplode(built_in) as acl
      where not exists (select from aclexplode(defaclacl) as present
        where (present.grantee, present.privilege_type) = (acl.grantee, acl.privilege_type))
    )
    select nullif(defaclnamespace, 0)::regnamespace::text as schema,
      case defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions'
        when 'T' then 'types' when 'n' then 'schemas' else 'large objects' end as objects,
      is_revoked as "isRevoked",
      array_agg(lower(privilege_type) order by privilege_type) as privileges,
      case grantee when 0 then 'public' else grantee::regrole::text end as grantee
    from difference
    where grantee <> defaclrole
    group by defaclnamespace, defaclobjtype, is_revoked, grantee`;
  const objects = Map.groupBy(
    found,
    ({ schema, objects }) => `${schema ?? 'any schema'}, ${objects}`,
  );
  return [...objects].map(([name, all]) => ({
    kind: 'default privileges',
    name,
    of: `default privileges ${name}`,
    sql: all
      .map(({ schema, objects, isRevoked, privileges, grantee }) => {
        const where = schema === null ? '' : ` in schema ${schema}`;
        const verb = isRevoked ? 'revoke' : 'grant';
        const whom = `${isRevoked ? 'from' : 'to'} ${grantee}`;
        return `alter default privileges${where} ${verb} ${privileges.join(', ')} on ${objects} ${whom};`;
      })
      .join('\n'),
  }));
}
