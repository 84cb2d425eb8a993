/* Releases the reservations of enquiries whose hold was ended. */
create function private.release_ended_holds() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  lines uuid[];
begin
  if not exists (
    select from old_rows as former join new_rows as changed using (id)
    where former.held_until is not null and changed.held_until is null
  ) then
    return null;
  end if;
  lines := array(
    select line.id from old_rows as former join new_rows as changed using (id)
      join public.enquiry_items as line on line.enquiry_order_id = changed.id
    where former.held_until is not null and changed.held_until is null);
  perform private.lock_items(array(
    select distinct hold.item_id from public.reservations as hold
    where hold.enquiry_item_id = any (lines) and hold.kind = 'hold' and hold.status = 'held'));
  update public.reservations as hold set status = 'released'
  where hold.enquiry_item_id = any (lines) and hold.kind = 'hold' and hold.status = 'held';
  return null;
end
$$;
