/* Follows the lines of orders: what they cost decides the balance. */
create function private.follow_line_balances() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  order_ids uuid[];
begin
  if tg_op = 'INSERT' then
    order_ids := array(select distinct line.order_id from new_rows as line);
  elsif tg_op = 'DELETE' then
    order_ids := array(select distinct line.order_id from old_rows as line);
  else
    order_ids := array(
      select distinct listed.order_id
      from new_rows as became join old_rows as former using (id)
        cross join lateral unnest(array[former.order_id, became.order_id]) as listed (order_id)
      where (former.order_id, former.item_id, former.quantity, former.price, former.per_day, former.rental_days)
        is distinct from (became.order_id, became.item_id, became.quantity, became.price, became.per_day, became.rental_days));
  end if;
  if order_ids <> '{}' then
    perform private.recount_balances(order_ids);
  end if;
  return null;
end
$$;
