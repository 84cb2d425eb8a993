/*
 * Records when a message was handled and by whom: the first time only, by the database's clock,
 * whatever the request says. Setting handled_at to null reopens the message.
 */
create function private.handle_message() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.handled_at is null then
    new.handled_by := null;
  elsif old.handled_at is not null then
    new.handled_at := old.handled_at;
    new.handled_by := old.handled_by;
  elsif auth.uid() is not null then
    new.handled_at := now();
    new.handled_by := auth.uid();
  end if;
  return new;
end
$$;
