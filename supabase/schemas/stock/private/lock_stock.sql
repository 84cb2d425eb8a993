/*
 * Locks these items and all of their parts at once, in the order of their ids. Refuses as busy if an item
 * got another part meanwhile: locking that part now would break the order.
 */
create function private.lock_stock(ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  locked constant uuid[] := array(
    select distinct part_id from private.item_parts where item_id = any (ids) order by part_id);
begin
  perform private.lock_items(locked);
  if exists (select from private.item_parts where item_id = any (ids) and part_id <> all (locked)) then
    perform private.refuse_busy();
  end if;
end
$$;
