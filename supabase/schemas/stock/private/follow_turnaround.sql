/* Follows an item's own turnaround. */
create function private.follow_turnaround() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.full_days as listed set turnaround = new.turnaround_days where listed.item_id = new.id;
  return null;
end
$$;
