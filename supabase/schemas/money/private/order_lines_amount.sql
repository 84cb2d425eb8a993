/* Cost of an order's lines before its discount. Rupees without GST. */
create function private.order_lines_amount(order_id uuid) returns numeric
language sql stable
set search_path = ''
as $$
  select coalesce(sum(private.line_amount(line.price, line.quantity, private.charged_days(line))), 0)
  from public.order_items as line where line.order_id = order_lines_amount.order_id
$$;
