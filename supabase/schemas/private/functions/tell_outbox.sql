-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* Wakes the workers that listen on the database. */
create function private.tell_outbox() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform pg_notify('outbox', '');
  return null;
end
$$;
