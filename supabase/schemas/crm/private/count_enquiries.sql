/*
 * Adds a statement's changes of enquiries to the counts of their customers.
 * why: in key order, so that two statements that change the same counts wait for each other without a deadlock.
 */
create function private.count_enquiries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  open constant text[] := private.open_statuses();
begin
  if tg_op = 'UPDATE' then
    insert into private.lead_figures as figures (customer_id, enquiries, open_enquiries)
    select changed.customer_id, sum(changed.n * (changed.status <> 'converted')::integer),
      sum(changed.n * (changed.status = any (open))::integer)
    from (
      select became.customer_id, became.status, 1 as n from new_rows as became
      union all
      select former.customer_id, former.status, -1 from old_rows as former
    ) as changed
    group by changed.customer_id
    having sum(changed.n * (changed.status <> 'converted')::integer) <> 0
      or sum(changed.n * (changed.status = any (open))::integer) <> 0
    order by changed.customer_id
    on conflict (customer_id) do update set enquiries = figures.enquiries + excluded.enquiries,
      open_enquiries = figures.open_enquiries + excluded.open_enquiries;
  else
    insert into private.lead_figures as figures (customer_id, enquiries, open_enquiries)
    select gone.customer_id, - count(*) filter (where gone.status <> 'converted'),
      - count(*) filter (where gone.status = any (open))
    from old_rows as gone where gone.status <> 'converted'
    group by gone.customer_id order by gone.customer_id
    on conflict (customer_id) do update set enquiries = figures.enquiries + excluded.enquiries,
      open_enquiries = figures.open_enquiries + excluded.open_enquiries;
  end if;
  return null;
end
$$;
