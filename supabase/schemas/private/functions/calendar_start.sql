-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* The first day that a calendar shows. */
create function private.calendar_start() returns date
language sql stable
set search_path = ''
as $$
  select private.today() - 60
$$;
