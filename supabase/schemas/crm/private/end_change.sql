/* A change no longer waits for the studio when nobody acts on its enquiry any more. */
create function private.end_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.status <> all (private.open_statuses()) then
    new.change_asked_at := null;
  end if;
  return new;
end
$$;
