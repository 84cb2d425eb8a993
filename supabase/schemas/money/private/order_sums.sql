/*
 * What an order costs as it stands now, as an invoice of all of it says: private.document_sums over its lines
 * (private.billable_lines) and its discount, in rupees.
 */
create function private.order_sums(made public.orders) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.bill_sums(made, coalesce(jsonb_agg(to_jsonb(line) order by line.position), '[]'), made.discount_percent, made.discount_amount)
  from private.billable_lines(made) as line
$$;
