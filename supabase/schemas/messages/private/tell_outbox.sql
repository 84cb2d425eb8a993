/*
 * Wakes the workers that listen on the database, at most once in half a second. Workers look again a second after they were
 * told (server/messages/outbox.ts).
 * why not each time: a transaction that notifies holds one lock of the whole server until its commit is on disk, so that
 * commits cannot be made together.
 */
create function private.tell_outbox() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  moment constant bigint := extract(epoch from clock_timestamp()) * 1000;
begin
  if moment - (select told.last_value from private.outbox_told as told) not between 0 and 499 then
    perform setval('private.outbox_told', moment);
    perform pg_notify('outbox', '');
  end if;
  return null;
end
$$;
