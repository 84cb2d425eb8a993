/* Adds the statement's new enquiries to the counts of their customers. */
create function private.count_new_enquiries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.lead_figures as figures (customer_id, enquiries, open_enquiries)
  select customer_id, count(*), count(*) filter (where status = any (private.open_statuses()))
  from new_rows where status <> 'converted'
  -- why: in key order, so that two statements cannot deadlock.
  group by customer_id order by customer_id
  on conflict (customer_id) do update set
    enquiries = figures.enquiries + excluded.enquiries,
    open_enquiries = figures.open_enquiries + excluded.open_enquiries;
  return null;
end
$$;
