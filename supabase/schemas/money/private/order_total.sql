/* The total of an order: its lines less the discount, never less than 0. Rupees without GST. */
create function private.order_total(order_id uuid) returns numeric
language sql stable
set search_path = ''
as $$
  select greatest(0, sums.amount - coalesce(made.discount_amount,
    round(sums.amount * made.discount_percent / 100, 2), 0))
  from public.orders as made
    cross join lateral (
      select coalesce(sum(private.line_amount(line.price, line.quantity, private.charged_days(line))), 0) as amount
      from public.order_items as line where line.order_id = made.id
    ) as sums
  where made.id = order_total.order_id
$$;
