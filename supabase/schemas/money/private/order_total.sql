/* The total of an order: its lines less the discount, never less than 0. Rupees without GST. */
create function private.order_total(order_id uuid) returns numeric
language sql stable
set search_path = ''
as $$
  select greatest(0, sums.amount - coalesce(made.discount_amount,
    round(sums.amount * made.discount_percent / 100, 2), 0))
  from public.orders as made
    cross join lateral (select private.order_lines_amount(made.id) as amount) as sums
  where made.id = order_total.order_id
$$;
