-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* A time as JSON writes it, in UTC whatever the session's time zone. */
create function private.iso_time(moment timestamptz) returns text
language sql stable parallel safe
set search_path = ''
as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
