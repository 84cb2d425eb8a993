/*
 * Adds pieces of an item that are hired in from one day to another, both included, and returns the
 * reservation. The pieces of a kit's parts are hired in under the parts. Everything else as in
 * set_out_of_service.
 */
create function public.add_sub_rental(
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
  return private.reserve_fact('sub_rental', type, id, quantity, rental_from, rental_to, reason, key);
end
$$;

grant execute
  on function public.add_sub_rental(text,uuid,integer,date,date,text,uuid) to authenticated;
