/* The first day that a calendar shows. */
create function private.calendar_start() returns date
language sql stable
set search_path = ''
as $$
  select private.today() - 60
$$;
