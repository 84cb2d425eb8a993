-- Why this database cannot be used, with the SQL that grants each right the owner lacks, or null.
-- $1: whether the API roles have to be created or changed. Roles belong to the whole server:
-- requests of every studio on it log in as one of them, whose password is derived from the owner's.
select case
  when current_setting('server_version_num')::int < 150000
    then format('The database is PostgreSQL %s, which is older than 15: upgrade it.',
      current_setting('server_version'))
  else coalesce(
    case when $1::boolean then
      (select format('Another studio uses this server: database "%s" of "%s". Both would log in as'
          ' "authenticator" with different passwords: give this one a server of its own, or "%2$s" as'
          ' the owner of its database.', datname, datdba::regrole)
        from pg_database other
        where datname <> current_database() and datdba <> me.oid and exists (
          select from pg_shdepend used join pg_roles api on api.oid = used.refobjid
          where used.refclassid = 'pg_authid'::regclass
            and api.rolname in ('authenticator', 'anon', 'authenticated', 'service_role')
            and other.oid = case when used.dbid <> 0 then used.dbid
              when used.classid = 'pg_database'::regclass then used.objid end)
        order by datname limit 1) end,
    (select format('Schema "%s" of the database belongs to %s: use an empty database, or SUPABASE_URL'
        ' when it is a Supabase project.', nspname, nspowner::regrole)
      from pg_namespace
      where nspname in ('auth', 'storage', 'backend') and not pg_has_role(nspowner, 'usage') limit 1),
    format('The owner of the database, "%s", lacks rights. Let an administrator run in the database: ',
      rolname) || nullif(concat_ws(' ',
    case when $1::boolean and not (rolcreaterole or rolsuper)
      then format('alter role %I createrole;', rolname) end,
    -- Since PostgreSQL 16, granting a role or changing its password takes the admin option.
    case when $1::boolean and current_setting('server_version_num')::int >= 160000
      then (select format('grant %s to %I with admin option;', string_agg(made.rolname, ', '), me.rolname)
        from pg_roles made
        where made.rolname in ('anon', 'authenticated', 'service_role', 'authenticator')
          and not pg_has_role(made.oid, 'usage with admin option')
          and not me.rolsuper
        having count(*) > 0) end,
    case when not has_database_privilege(current_database(), 'create')
      then format('alter database %I owner to %I;', current_database(), rolname) end,
    -- It belongs to the database's owner, unless the database was created before PostgreSQL 15.
    (select format('alter schema public owner to %I;', rolname)
      from pg_namespace
      where nspname = 'public' and not pg_has_role(nspowner, 'usage')
        and has_database_privilege(current_database(), 'create'))), ''))
  end as refusal
from pg_roles me where rolname = current_user
