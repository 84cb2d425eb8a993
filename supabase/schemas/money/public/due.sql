/*
 * Orders that owe money, the longest overdue first: {"rows", "next": cursor or null, "total": {"orders", "due",
 * "overdue_orders", "overdue"} over all of them}. most: rows of a page, 1 to 200.
 * Raises PT400 for a wrong cursor; 42501 for anyone but admin and crm_user.
 */
create function public.due(cursor text default null, most integer default 50) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  page_size constant integer := least(greatest(coalesce(most, 50), 1), 200);
  today constant date := private.today();
  after_day date := '-infinity';
  after_order uuid := '00000000-0000-0000-0000-000000000000';
  rows jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if due.cursor is not null then
    begin
      after_day := split_part(due.cursor, ' ', 1)::date;
      after_order := split_part(due.cursor, ' ', 2)::uuid;
    exception when data_exception then
      raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
    end;
  end if;
  select coalesce(jsonb_agg(listed.value order by listed.due_on, listed.order_id), '[]') into rows
  from (
    select balance.due_on, balance.order_id, jsonb_build_object(
        'order', jsonb_build_object('id', made.id, 'number', made.order_number, 'status', made.status,
          'payment_status', made.payment_status, 'rental_from', made.rental_from, 'rental_to', made.rental_to),
        'customer', jsonb_build_object('id', customer.id, 'number', customer.customer_number,
          'name', private.customer_name(customer.id)),
        'value', balance.value, 'billed', balance.billed, 'basis', balance.basis, 'received', balance.received, 'held', balance.held,
        'due', balance.due, 'due_on', coalesce(made.rental_from, made.rental_to),
        'overdue', case when isfinite(balance.due_on) then greatest(0, today - balance.due_on) else 0 end) as value
    from private.order_balances as balance
      join public.orders as made on made.id = balance.order_id
      join public.customers as customer on customer.id = made.customer_id
    where balance.due > 0 and balance.is_listed and (balance.due_on, balance.order_id) > (after_day, after_order)
    order by balance.due_on, balance.order_id limit page_size + 1
  ) as listed;
  return jsonb_build_object(
    'rows', (select coalesce(jsonb_agg(row.value order by row.place), '[]')
      from jsonb_array_elements(rows) with ordinality as row (value, place) where row.place <= page_size),
    'next', case when jsonb_array_length(rows) > page_size then
      coalesce(rows #>> array[(page_size - 1)::text, 'due_on'], 'infinity') || ' '
        || (rows #>> array[(page_size - 1)::text, 'order', 'id']) end,
    'total', (
      select jsonb_build_object('orders', count(*), 'due', coalesce(sum(balance.due), 0),
        'overdue_orders', count(*) filter (where balance.due_on < today),
        'overdue', coalesce(sum(balance.due) filter (where balance.due_on < today), 0))
      from private.order_balances as balance where balance.due > 0 and balance.is_listed));
end
$$;

grant execute on function public.due(text,integer) to authenticated;
