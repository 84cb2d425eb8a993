-- What a database is and what its owner may do. $1: whether the API roles must be made or changed.
select current_setting('server_version') as version,
  current_setting('server_version_num')::int < 150000 as too_old,
  (select format('"%s" of the database belongs to %s', nspname, nspowner::regrole)
    from pg_namespace
    where nspname in ('auth', 'storage', 'backend') and not pg_has_role(nspowner, 'usage')
    limit 1) as "foreign",
  array_remove(array[
    case when $1::boolean and not (rolcreaterole or rolsuper)
      then format('alter role %I createrole;', rolname) end,
    -- Since PostgreSQL 16 only the admin option lets one grant a role, or change its password.
    case when $1::boolean and current_setting('server_version_num')::int >= 160000
      then (select format('grant %s to %I with admin option;', string_agg(made.rolname, ', '), me.rolname)
        from pg_roles made
        where made.rolname in ('anon', 'authenticated', 'service_role', 'authenticator')
          and not pg_has_role(made.oid, 'usage with admin option')
          and not me.rolsuper
        having count(*) > 0) end,
    case when not has_database_privilege(current_database(), 'create')
      then format('alter database %I owner to %I;', current_database(), rolname) end,
    -- Of the database's owner, unless the database comes from before PostgreSQL 15.
    (select format('alter schema public owner to %I;', rolname)
      from pg_namespace
      where nspname = 'public' and not pg_has_role(nspowner, 'usage')
        and has_database_privilege(current_database(), 'create'))
  ], null) as missing
from pg_roles me where rolname = current_user
