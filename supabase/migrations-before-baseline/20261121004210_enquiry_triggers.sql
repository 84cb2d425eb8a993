-- What every enquiry sets off, as statements whose plans are kept: a statement that is put together
-- each time is planned each time, which cost more than what it did.

/*
 * Trigger arguments: subject, what. Records an event for each row that the statement made: a
 * customer's own, or of the customer that the row belongs to.
 */
create function private.record_made() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  at_work record;
begin
  select * into at_work from private.current_actor();
  insert into public.crm_events (created_at, customer_id, subject, subject_id, actor, user_id, what)
  select made.created_at, coalesce((to_jsonb(made) ->> 'customer_id')::uuid, made.id),
    tg_argv[0], made.id, at_work.actor, at_work.user_id, tg_argv[1]
  from new_rows as made;
  return null;
end
$$;

create or replace trigger customers_events_insert after insert on public.customers
  referencing new table as new_rows
  for each statement execute function private.record_made('customer', 'created');
create or replace trigger enquiry_orders_events_insert after insert on public.enquiry_orders
  referencing new table as new_rows
  for each statement execute function private.record_made('enquiry', 'created');
create or replace trigger contact_enquiries_events_insert after insert on public.contact_enquiries
  referencing new table as new_rows
  for each statement execute function private.record_made('message', 'received');

/* What happened to customers: who has the lead, what was corrected, that it was erased. */
create function private.record_customer_changes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.crm_events
    (created_at, customer_id, subject, subject_id, actor, user_id, what, from_value, to_value)
  select clock_timestamp(), changed.id, 'customer', changed.id, at_work.actor, at_work.user_id, event.*
  from old_rows as former join new_rows as changed using (id)
  cross join lateral (values
    ('assigned', former.assigned_to::text, changed.assigned_to::text),
    ('erased', null, case when former.erased_at is null then changed.erased_at::date::text end),
    ('corrected', null, case when changed.erased_at is null then nullif(concat_ws(',',
      case when former.first_name <> changed.first_name then 'first_name' end,
      case when former.last_name <> changed.last_name then 'last_name' end,
      case when former.email <> changed.email then 'email' end), '') end)
  ) as event (what, from_value, to_value)
  cross join private.current_actor() as at_work
  where event.from_value is distinct from event.to_value;
  return null;
end
$$;

create or replace trigger customers_events_update after update on public.customers
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_customer_changes();

/* Adds the statement's enquiries to the figures of their leads. */
create function private.count_new_enquiries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.lead_figures as known (customer_id, open_enquiries)
  select customer_id, count(*) from new_rows where status <> 'converted'
  -- why: in the order of the key, so that two statements never wait for each other in a circle.
  group by customer_id order by customer_id
  on conflict (customer_id) do update set open_enquiries = known.open_enquiries + excluded.open_enquiries;
  return null;
end
$$;

create or replace trigger enquiry_orders_open_enquiries_insert after insert on public.enquiry_orders
  referencing new table as new_rows
  for each statement execute function private.count_new_enquiries();
