/*
 * Adds a statement's changes of orders to the counts of their customers.
 * why: in key order, so that two statements that change the same counts wait for each other without a deadlock.
 */
create function private.count_orders() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.lead_figures as figures (customer_id, orders)
    select made.customer_id, count(*) from new_rows as made group by made.customer_id order by made.customer_id
    on conflict (customer_id) do update set orders = figures.orders + excluded.orders;
  elsif tg_op = 'DELETE' then
    insert into private.lead_figures as figures (customer_id, orders)
    select gone.customer_id, - count(*) from old_rows as gone group by gone.customer_id order by gone.customer_id
    on conflict (customer_id) do update set orders = figures.orders + excluded.orders;
  else
    insert into private.lead_figures as figures (customer_id, orders)
    select changed.customer_id, sum(changed.n)
    from (
      select became.customer_id, 1 as n from new_rows as became
      union all
      select former.customer_id, -1 from old_rows as former
    ) as changed
    group by changed.customer_id having sum(changed.n) <> 0 order by changed.customer_id
    on conflict (customer_id) do update set orders = figures.orders + excluded.orders;
  end if;
  return null;
end
$$;
