/* The components of kits changed. What is booked keeps the parts that it was booked with. */
create function private.follow_components() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.rebuild_kits();
  return null;
end
$$;
