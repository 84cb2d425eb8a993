/*
 * The order with this id, locked for editing. Raises PT404, and PT409 if it is neither confirmed nor in progress; about:
 * the part of the order that the message names.
 */
create function private.editable_order(id uuid, about text default '') returns public.orders
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  made public.orders;
begin
  select * into made from public.orders as found where found.id = editable_order.id for update;
  if not found then
    raise exception 'There is no such order.' using errcode = 'PT404';
  elsif made.status not in ('confirmed', 'in_progress') then
    raise exception using errcode = 'PT409',
      message = format('Only %sa confirmed or running order can be changed; %s is "%s".', about, made.order_number, (
        select status.label from public.crm_rental_order_statuses as status where status.value = made.status
      ));
  end if;
  return made;
end
$$;
