/*
 * Gives the items of one enquiry's hold to another enquiry: each of its lines that holds one of these items
 * is released as a whole, since a kit that is held in part helps nobody. Its items must be locked.
 */
create function private.take_over_hold(holder uuid, item_ids uuid[], taker text) returns void
language plpgsql
set search_path = ''
as $$
declare
  former public.enquiry_orders;
begin
  select * into former from public.enquiry_orders as asked where asked.id = holder;
  update public.reservations as hold set status = 'released'
  where hold.kind = 'hold' and hold.status = 'held' and hold.enquiry_item_id in (
    select line.id from public.enquiry_items as line
      join public.reservations as held on held.enquiry_item_id = line.id and held.status = 'held'
    where line.enquiry_order_id = holder and held.item_id = any (item_ids));
  if not found then
    return;
  end if;
  update public.enquiry_orders as asked set held_until = null
  where asked.id = holder and not exists (
    select from public.enquiry_items as line
      join public.reservations as held on held.enquiry_item_id = line.id and held.status = 'held'
    where line.enquiry_order_id = holder);
  perform private.record_event(former.customer_id, 'enquiry', former.id, 'hold_taken_over',
    private.iso_time(former.held_until), taker);
end
$$;
