-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.customers (
  id uuid not null default gen_random_uuid(),
  customer_number text collate "C" not null default '',
  -- Names, mobile and e-mail are null once the personal data was erased (erased_at).
  first_name text collate private.names,
  last_name text collate private.names,
  -- '+91' and ten digits, as the forms send it.
  mobile text collate "C",
  email text,
  assigned_to uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the personal data was erased on request.
  erased_at timestamptz,
  merged_into uuid,
  -- What the CRM's search compares with. Customer numbers are compared separately.
  search_text text collate "C" generated always as (((private.compared((first_name || ' ') || last_name) || e'\n') || mobile) || coalesce(e'\n' || private.compared(email), '')) stored,
  sorted_name text collate "C" generated always as (private.sorted_name(first_name, last_name)) stored,
  mailbox text collate "C" generated always as (private.mailbox(email)) stored,
  constraint customers_pkey primary key (id),
  constraint customers_customer_number_key unique (customer_number),
  constraint customers_mobile_key unique (mobile),
  constraint customers_assigned_to_fkey foreign key (assigned_to)
    references public.user_profiles(id) on delete set null,
  constraint customers_merged_into_fkey foreign key (merged_into) references public.customers(id),
  constraint customers_email_check check (private.is_email(email)),
  constraint customers_erased_check check (
  case
      when erased_at is not null then num_nonnulls(first_name, last_name, mobile, email) = 0
      else num_nulls(first_name, last_name) = 0 and (mobile is not null or merged_into is not null)
  end),
  constraint customers_first_name_check check (private.is_person_name(first_name)),
  constraint customers_last_name_check check (private.is_person_name(last_name)),
  constraint customers_merged_into_check check (merged_into <> id),
  constraint customers_mobile_check check (mobile ~ '^\+91[6-9][0-9]{9}$')
);

create index customers_assigned_to_idx on public.customers (assigned_to);
create index customers_mailbox_idx on public.customers (mailbox)
  where merged_into is null and erased_at is null;
create index customers_merged_into_idx on public.customers (merged_into)
  where merged_into is not null;
create index customers_name_idx
  on public.customers (coalesce((first_name || ' ') || last_name, ''), created_at, id);
create index customers_newest_idx on public.customers (created_at, id);
create index customers_search_idx
  on public.customers using gin (search_text extensions.gin_trgm_ops, lower(customer_number) extensions.gin_trgm_ops);
create index customers_sorted_name_idx on public.customers (sorted_name, mailbox)
  where merged_into is null and erased_at is null;
-- Leads without an owner.
create index customers_unassigned_idx on public.customers (id)
  where assigned_to is null and erased_at is null and merged_into is null;

alter table public.customers enable row level security;

create policy "customers: crm staff read" on public.customers for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "customers: crm staff update" on public.customers for update to authenticated
  using ((select private.is_staff('admin', 'crm_user')))
  with check ((select private.is_staff('admin', 'crm_user')));
create policy "customers: service_role does all" on public.customers for all to service_role
  using (true) with check (true);

-- why: a lead keeps its assignee when the account is disabled; editing other columns does not assign again.
create trigger customers_assignee before update of assigned_to on public.customers
  for each row
  when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to) execute function private.check_assignee();
create trigger customers_code before insert or update on public.customers
  for each row execute function private.assign_code('customer_number', 'CUS', 'private.customer_number_seq');
create trigger customers_erase_document_answers after update of erased_at on public.customers
  for each row
  when (old.erased_at is null and new.erased_at is not null) execute function private.erase_document_answers();
create trigger customers_erase_documents after update of erased_at on public.customers
  for each row
  when (old.erased_at is null and new.erased_at is not null) execute function private.erase_documents();
create trigger customers_erase_enquiry_answers after update of erased_at on public.customers
  for each row
  when (old.erased_at is null and new.erased_at is not null) execute function private.erase_enquiry_answers();
create trigger customers_erase_messages after update of erased_at on public.customers
  for each row
  when (old.erased_at is null and new.erased_at is not null) execute function private.erase_messages();
create trigger customers_erase_movement_texts after update of erased_at on public.customers
  for each row
  when (old.erased_at is null and new.erased_at is not null) execute function private.erase_movement_texts();
create trigger customers_erase_order_texts after update of erased_at on public.customers
  for each row
  when (old.erased_at is null and new.erased_at is not null) execute function private.erase_order_texts();
create trigger customers_erase_payment_notes after update of erased_at on public.customers
  for each row
  when (old.erased_at is null and new.erased_at is not null) execute function private.erase_payment_notes();
create trigger customers_events_insert after insert on public.customers
  referencing new table as new_rows
  for each statement execute function private.record_made('customer', 'created');
create trigger customers_events_update after update on public.customers
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_customer_changes();
create trigger customers_first_assignee before insert on public.customers
  for each row when (new.assigned_to is not null) execute function private.check_assignee();
-- why: compared column by column. A stored generated column is not computed yet in a BEFORE trigger,
-- so comparing whole rows would always find a difference.
create trigger customers_updated_at before update on public.customers
  for each row
  when (old.customer_number is distinct from new.customer_number or old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name or old.mobile is distinct from new.mobile or old.email is distinct from new.email or old.assigned_to is distinct from new.assigned_to or old.created_at is distinct from new.created_at) execute function private.touch_updated_at();

grant select, insert, update, delete on public.customers to service_role;
grant select, update (assigned_to) on public.customers to authenticated;

comment on column public.customers.mailbox is 'The mailbox behind the e-mail address (private.mailbox).';
comment on column public.customers.search_text is 'What the CRM''s search compares with. Customer numbers are compared separately.';
comment on column public.customers.sorted_name is 'The words of the name in the order of the alphabet (private.sorted_name).';
