/*
 * Follows orders: their discount, dates, status, customer and payment field decide their balance. A new one costs nothing
 * until it has lines (private.follow_line_balances).
 */
create function private.follow_order_balances() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  order_ids uuid[];
begin
  if tg_op = 'INSERT' then
    insert into private.order_balances (order_id, due_on)
    select made.id, coalesce(made.rental_from, made.rental_to, 'infinity') from new_rows as made;
  else
    order_ids := array(
      select became.id from new_rows as became join old_rows as former using (id)
      where (former.discount_percent, former.discount_amount, former.customer_id, former.status,
          former.payment_status, former.rental_from, former.rental_to)
        is distinct from (became.discount_percent, became.discount_amount, became.customer_id, became.status,
          became.payment_status, became.rental_from, became.rental_to));
  end if;
  if order_ids <> '{}' then
    perform private.recount_balances(order_ids);
  end if;
  return null;
end
$$;
