/* An item's quantity changed, or it was deleted, or is back: a fact. */
create function private.follow_quantity() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- why first: a bulk change of thousands of items has to do nothing for most.
  if exists (
    select from public.reservations as live where live.item_id = new.id and live.status <> 'released'
  ) then
    perform private.recount_item_days(array[new.id]);
  end if;
  return null;
end
$$;
