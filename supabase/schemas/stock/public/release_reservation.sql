/*
 * Ends an item's time out of service, or a sub-rental, and returns the reservation. Idempotent. A
 * sub-rental that bookings need becomes a conflict.
 *
 * Raises PT404 for an unknown reservation, PT422 for one of an enquiry or order, which ends with it, PT409
 * with details {"reason": "busy"}; 42501 for anyone but staff.
 */
create function public.release_reservation(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  reservation public.reservations;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  select * into reservation from public.reservations as found where found.id = release_reservation.id;
  if not found then
    raise exception 'There is no such reservation.' using errcode = 'PT404';
  elsif reservation.kind not in ('out_of_service', 'sub_rental') then
    raise exception 'This reservation ends with its enquiry or order.' using errcode = 'PT422';
  end if;
  perform private.lock_items(array[reservation.item_id]);
  update public.reservations as ended set status = 'released'
  where ended.id = reservation.id and ended.status <> 'released';
  select * into reservation from public.reservations as found where found.id = reservation.id;
  return to_jsonb(reservation);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.release_reservation(uuid) to authenticated;
