/*
 * Takes pieces of an item out of service from one day to another, both included, and returns the
 * reservation. It is never refused because of bookings: where they need the pieces, it makes a conflict.
 * A repeat with the same key returns the first answer.
 *
 * Raises PT422 with details {"field": …}, PT404 for an unknown item, PT409 idempotency_key_reused, PT409
 * with details {"reason": "busy"}; 42501 for anyone but staff.
 */
create function public.set_out_of_service(
  type text,
  id uuid,
  quantity integer,
  rental_from date,
  rental_to date,
  reason text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  return private.reserve_fact('out_of_service', type, id, quantity, rental_from, rental_to, reason, key);
end
$$;

grant execute
  on function public.set_out_of_service(text,uuid,integer,date,date,text,uuid) to authenticated;
