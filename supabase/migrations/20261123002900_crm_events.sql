-- The activity log of the CRM: one row per event, written by triggers only.

create table public.crm_events (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default clock_timestamp(),
  customer_id uuid not null,
  subject text not null,
  subject_id uuid not null,
  actor text not null,
  -- The staff member. why: no foreign key, so that the id stays when the account is deleted.
  user_id uuid,
  what text not null,
  -- Statuses, ids of staff, numbers, names of fields: never personal data.
  from_value text,
  to_value text,
  constraint crm_events_pkey primary key (id),
  constraint crm_events_customer_id_fkey
    foreign key (customer_id) references public.customers (id) on delete cascade,
  constraint crm_events_subject_check check (subject in ('customer', 'enquiry', 'order', 'message', 'note')),
  constraint crm_events_actor_check check (actor in ('visitor', 'staff', 'system')),
  constraint crm_events_user_id_check check ((actor = 'staff') = (user_id is not null)),
  constraint crm_events_what_check check (what in (
    'created', 'status', 'payment_status', 'assigned', 'converted', 'received', 'handled', 'reopened',
    'note_added', 'note_edited', 'note_deleted', 'corrected', 'erased'))
);

create index crm_events_customer_id_idx on public.crm_events (customer_id, created_at, id);

alter table public.crm_events enable row level security;

create policy "crm_events: crm staff read" on public.crm_events
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "crm_events: service_role does all" on public.crm_events
  for all to service_role using (true) with check (true);

grant select on public.crm_events to authenticated, service_role;

/* The actor of this request: staff with their user id, a visitor, or the system (owner or service key). */
create function private.current_actor(out actor text, out user_id uuid)
language plpgsql stable
set search_path = ''
as $$
begin
  user_id := auth.uid();
  -- why: most callers are visitors, for whom no profile has to be read.
  if user_id is not null and private.is_staff('admin', 'crm_user', 'inventory_user') then
    actor := 'staff';
  else
    actor := case when auth.role() in ('anon', 'authenticated') then 'visitor' else 'system' end;
    user_id := null;
  end if;
end
$$;

/*
 * Records an event for each row that the statement inserted: of the customer itself, or of the customer
 * that the row belongs to. Trigger arguments: subject, what.
 */
create function private.record_made() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  at_work constant record := private.current_actor();
begin
  insert into public.crm_events (created_at, customer_id, subject, subject_id, actor, user_id, what)
  select made.created_at, coalesce((to_jsonb(made) ->> 'customer_id')::uuid, made.id),
    tg_argv[0], made.id, at_work.actor, at_work.user_id, tg_argv[1]
  from new_rows as made;
  return null;
end
$$;

create trigger customers_events_insert after insert on public.customers
  referencing new table as new_rows
  for each statement execute function private.record_made('customer', 'created');
create trigger enquiry_orders_events_insert after insert on public.enquiry_orders
  referencing new table as new_rows
  for each statement execute function private.record_made('enquiry', 'created');
create trigger contact_enquiries_events_insert after insert on public.contact_enquiries
  referencing new table as new_rows
  for each statement execute function private.record_made('message', 'received');

/* Records what changed about customers: a new assignee, edited details (which fields), an erasure. */
create function private.record_customer_changes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- why: customer_for's INSERT … ON CONFLICT DO UPDATE fires this trigger even when it updated no row.
  if not exists (select from new_rows) then
    return null;
  end if;
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

create trigger customers_events_update after update on public.customers
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_customer_changes();

/*
 * Records the events that a query returns from new_rows and old_rows as (created_at, customer_id,
 * subject_id, what, from_value, to_value); created_at null means now. Trigger arguments: subject, query.
 */
create function private.record_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  execute format(
    'insert into public.crm_events
       (created_at, customer_id, subject, subject_id, actor, user_id, what, from_value, to_value)
     select coalesce(told.created_at, clock_timestamp()), told.customer_id, %L, told.subject_id,
       at_work.actor, at_work.user_id, told.what, told.from_value, told.to_value
     from (%s) as told (created_at, customer_id, subject_id, what, from_value, to_value),
       private.current_actor() as at_work', tg_argv[0], tg_argv[1]);
  return null;
end
$$;

create trigger enquiry_orders_events_update after update on public.enquiry_orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_events('enquiry',
    'select null::timestamptz, changed.customer_id, changed.id,
       case changed.status when ''converted'' then ''converted'' else ''status'' end, former.status,
       case changed.status when ''converted'' then
         (select order_number from public.orders as made where made.enquiry_order_id = changed.id)
       else changed.status end
     from old_rows as former join new_rows as changed using (id) where former.status <> changed.status');
create trigger orders_events_insert after insert on public.orders
  referencing new table as new_rows
  for each statement execute function private.record_events('order',
    'select made.created_at, made.customer_id, made.id, ''created'', enquiry.enquiry_number, null
     from new_rows as made left join public.enquiry_orders as enquiry on enquiry.id = made.enquiry_order_id');
create trigger orders_events_update after update on public.orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_events('order',
    'select null::timestamptz, changed.customer_id, changed.id, event.*
     from old_rows as former join new_rows as changed using (id)
     cross join lateral (values
       (''status'', former.status, changed.status),
       (''payment_status'', former.payment_status, changed.payment_status)
     ) as event (what, from_value, to_value)
     where event.from_value <> event.to_value');
create trigger contact_enquiries_events_update after update on public.contact_enquiries
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_events('message',
    'select changed.handled_at, changed.customer_id, changed.id,
       case when changed.handled_at is null then ''reopened'' else ''handled'' end, null, null
     from old_rows as former join new_rows as changed using (id)
     where (former.handled_at is null) <> (changed.handled_at is null)');
create trigger customer_notes_events_insert after insert on public.customer_notes
  referencing new table as new_rows
  for each statement execute function private.record_events('note',
    'select created_at, customer_id, id, ''note_added'', null, null from new_rows');
create trigger customer_notes_events_update after update on public.customer_notes
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_events('note',
    'select changed.edited_at, changed.customer_id, changed.id, ''note_edited'', null, null
     from old_rows as former join new_rows as changed using (id) where former.note <> changed.note');
create trigger customer_notes_events_delete after delete on public.customer_notes
  referencing old table as old_rows
  for each statement execute function private.record_events('note',
    'select null::timestamptz, gone.customer_id, gone.id, ''note_deleted'', null, null
     from old_rows as gone join public.customers as customer on customer.id = gone.customer_id
     where customer.erased_at is null');
