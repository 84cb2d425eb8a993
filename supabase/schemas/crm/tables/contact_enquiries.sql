-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.contact_enquiries (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  message text,
  -- As sent with this message; the customer keeps the details known first.
  contact_first_name text,
  contact_last_name text,
  contact_email text,
  created_at timestamptz not null default now(),
  -- When the message was marked as handled, and by whom. why: no foreign key, so that it stays when
  -- the account is deleted.
  handled_at timestamptz,
  handled_by uuid,
  constraint contact_enquiries_pkey primary key (id),
  constraint contact_enquiries_customer_id_fkey foreign key (customer_id)
    references public.customers(id),
  constraint contact_enquiries_contact_email_check check (private.is_email(contact_email)),
  constraint contact_enquiries_contact_first_name_check
    check (private.is_person_name(contact_first_name)),
  constraint contact_enquiries_contact_last_name_check
    check (private.is_person_name(contact_last_name)),
  constraint contact_enquiries_handled_check check (handled_at is not null or handled_by is null),
  constraint contact_enquiries_message_length check (char_length(message) <= 2000)
);

create index contact_enquiries_customer_id_idx on public.contact_enquiries (customer_id);
create index contact_enquiries_newest_idx on public.contact_enquiries (created_at, id);
create index contact_enquiries_unhandled_idx on public.contact_enquiries (customer_id)
  where handled_at is null;

alter table public.contact_enquiries enable row level security;

create policy "contact_enquiries: crm staff read" on public.contact_enquiries
  for select
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "contact_enquiries: crm staff update" on public.contact_enquiries
  for update
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')))
  with check ((select private.is_staff('admin', 'crm_user')));
create policy "contact_enquiries: service_role does all" on public.contact_enquiries
  for all
  to service_role
  using (true) with check (true);

create trigger contact_enquiries_events_insert after insert on public.contact_enquiries
  referencing new table as new_rows
  for each statement execute function private.record_made('message', 'received');
create trigger contact_enquiries_events_update after update on public.contact_enquiries
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_events('message', e'select changed.handled_at, changed.customer_id, changed.id,\n       case when changed.handled_at is null then ''reopened'' else ''handled'' end, null, null\n     from old_rows as former join new_rows as changed using (id)\n     where (former.handled_at is null) <> (changed.handled_at is null)');
create trigger contact_enquiries_handled before update of handled_at on public.contact_enquiries
  for each row execute function private.handle_message();
create trigger contact_enquiries_messages_delete after delete on public.contact_enquiries
  referencing old table as old_rows
  for each statement execute function private.count_for_leads('messages', '1');
create trigger contact_enquiries_messages_insert after insert on public.contact_enquiries
  referencing new table as new_rows
  for each statement execute function private.count_for_leads('messages', '1');
create trigger contact_enquiries_messages_update after update on public.contact_enquiries
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_for_leads('messages', '1');
create trigger contact_enquiries_unhandled_messages_delete after delete on public.contact_enquiries
  referencing old table as old_rows
  for each statement execute function private.count_for_leads('unhandled_messages', '(handled_at is null)::integer');
create trigger contact_enquiries_unhandled_messages_insert after insert on public.contact_enquiries
  referencing new table as new_rows
  for each statement execute function private.count_for_leads('unhandled_messages', '(handled_at is null)::integer');
create trigger contact_enquiries_unhandled_messages_update after update on public.contact_enquiries
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_for_leads('unhandled_messages', '(handled_at is null)::integer');

grant select, insert, update, delete on public.contact_enquiries to service_role;
grant select, update (handled_at) on public.contact_enquiries to authenticated;
