/* Ends the wait of an enquiry that gets a hold, or a status in which nobody acts on it. */
create function private.end_waiting() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.held_until is not null and new.held_until is distinct from old.held_until
    or new.status <> all (private.open_statuses()) then
    new.waiting_since := null;
  end if;
  return new;
end
$$;
