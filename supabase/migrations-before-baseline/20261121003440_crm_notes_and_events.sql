-- What staff write about a customer, and who did what when, which triggers write and nobody else.

create table public.customer_notes (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  -- why: no foreign key, as who wrote it stays true when they have left.
  author uuid not null default auth.uid(),
  note text not null,
  created_at timestamptz not null default now(),
  constraint customer_notes_pkey primary key (id),
  constraint customer_notes_customer_id_fkey
    foreign key (customer_id) references public.customers (id) on delete cascade,
  constraint customer_notes_note_check check (private.trimmed(note) <> '' and char_length(note) <= 2000)
);

create index customer_notes_customer_id_idx on public.customer_notes (customer_id, created_at, id);

create table public.crm_events (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default clock_timestamp(),
  customer_id uuid not null,
  subject text not null,
  subject_id uuid not null,
  actor text not null,
  -- The member of staff. why: no foreign key, as who it was stays true when they have left.
  user_id uuid,
  what text not null,
  -- Values of statuses, ids of staff, numbers, names of fields: never a person's data.
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
    'note_added', 'note_deleted', 'corrected', 'erased'))
);

create index crm_events_customer_id_idx on public.crm_events (customer_id, created_at, id);

alter table public.customer_notes enable row level security;
alter table public.crm_events enable row level security;

create policy "customer_notes: crm staff read" on public.customer_notes
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "customer_notes: crm staff insert as themselves" on public.customer_notes
  for insert to authenticated
  with check ((select private.is_staff('admin', 'crm_user')) and author = (select auth.uid()));
create policy "customer_notes: crm staff delete own, admin all" on public.customer_notes
  for delete to authenticated
  using ((select private.is_staff('admin'))
    or (select private.is_staff('crm_user')) and author = (select auth.uid()));
create policy "customer_notes: service_role does all" on public.customer_notes
  for all to service_role using (true) with check (true);
create policy "crm_events: crm staff read" on public.crm_events
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "crm_events: service_role does all" on public.crm_events
  for all to service_role using (true) with check (true);

/* A note is trimmed, and about somebody who is known. why: the lock waits for an erasure that runs. */
create function private.check_note() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- why: it runs before the policies, and must not tell anyone else which customers there are.
  if auth.role() in ('anon', 'authenticated') then
    perform private.require_staff('admin', 'crm_user');
  end if;
  perform from public.customers where id = new.customer_id and erased_at is null for key share;
  if not found then
    raise exception 'There is no such customer, or their data was erased.' using errcode = 'PT409';
  end if;
  new.note := private.trimmed(new.note);
  return new;
end
$$;

create trigger customer_notes_check before insert on public.customer_notes
  for each row execute function private.check_note();

/* Who is at work: a member of staff with their id, a visitor, or the owner or service key. */
create function private.current_actor(out actor text, out user_id uuid)
language sql stable
set search_path = ''
as $$
  select
    case when staff then 'staff' when auth.role() in ('anon', 'authenticated') then 'visitor' else 'system' end,
    case when staff then auth.uid() end
  from (select private.is_staff('admin', 'crm_user', 'inventory_user') as staff) as asked
$$;

/*
 * Trigger arguments: the subject, and the statement that tells its events from new_rows and old_rows
 * as (created_at, customer_id, subject_id, what, from_value, to_value); a null moment is this one.
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

create trigger customers_events_insert after insert on public.customers
  referencing new table as new_rows
  for each statement execute function private.record_events('customer',
    'select created_at, id, id, ''created'', null, null from new_rows');
create trigger customers_events_update after update on public.customers
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_events('customer',
    'select null::timestamptz, changed.id, changed.id, event.*
     from old_rows as former join new_rows as changed using (id)
     cross join lateral (values
       (''assigned'', former.assigned_to::text, changed.assigned_to::text),
       (''erased'', null, case when former.erased_at is null then changed.erased_at::date::text end),
       (''corrected'', null, case when changed.erased_at is null then nullif(concat_ws('','',
         case when former.first_name <> changed.first_name then ''first_name'' end,
         case when former.last_name <> changed.last_name then ''last_name'' end,
         case when former.email <> changed.email then ''email'' end), '''') end)
     ) as event (what, from_value, to_value)
     where event.from_value is distinct from event.to_value');

create trigger enquiry_orders_events_insert after insert on public.enquiry_orders
  referencing new table as new_rows
  for each statement execute function private.record_events('enquiry',
    'select created_at, customer_id, id, ''created'', null, null from new_rows');
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

create trigger contact_enquiries_events_insert after insert on public.contact_enquiries
  referencing new table as new_rows
  for each statement execute function private.record_events('message',
    'select created_at, customer_id, id, ''received'', null, null from new_rows');
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
create trigger customer_notes_events_delete after delete on public.customer_notes
  referencing old table as old_rows
  for each statement execute function private.record_events('note',
    'select null::timestamptz, gone.customer_id, gone.id, ''note_deleted'', null, null
     from old_rows as gone join public.customers as customer on customer.id = gone.customer_id
     where customer.erased_at is null');

-- What there was before the triggers, as far as the rows still tell.
insert into public.crm_events (created_at, customer_id, subject, subject_id, actor, what, from_value)
select created_at, id, 'customer', id, 'visitor', 'created', null from public.customers
union all
select created_at, customer_id, 'enquiry', id, 'visitor', 'created', null from public.enquiry_orders
union all
select orders.created_at, orders.customer_id, 'order', orders.id, 'system', 'created', enquiry_number
from public.orders left join public.enquiry_orders on enquiry_orders.id = orders.enquiry_order_id
union all
select created_at, customer_id, 'message', id, 'visitor', 'received', null from public.contact_enquiries;

do $$
begin
  -- why: a publication for all tables has these already, and refuses to be told.
  if not exists (select from pg_publication where pubname = 'supabase_realtime' and puballtables) then
    alter publication supabase_realtime add table public.customer_notes, public.crm_events;
  end if;
end
$$;

grant select, delete, insert (customer_id, note, author) on public.customer_notes to authenticated;
grant select, insert, update, delete on public.customer_notes to service_role;
grant select on public.crm_events to authenticated, service_role;
