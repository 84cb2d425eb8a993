-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- To whom a customer's documents are addressed.
create table public.billing_profiles (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  label text not null default '',
  legal_name text not null,
  -- Null: not registered for GST.
  gstin text,
  address text not null default '',
  -- GST code; the first two digits of a GSTIN.
  state_code text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  zero_rated text,
  constraint billing_profiles_pkey primary key (id),
  constraint billing_profiles_customer_id_fkey foreign key (customer_id)
    references public.customers(id),
  constraint billing_profiles_state_code_fkey foreign key (state_code)
    references private.gst_states(code),
  constraint billing_profiles_abroad_check check (state_code <> '96' or zero_rated is not null),
  constraint billing_profiles_address_length check (char_length(address) <= 400),
  constraint billing_profiles_gstin_check
    check (gstin is null or private.gstin_kind(gstin) is not null and private.is_gstin_checked(gstin) and state_code =
  case "left"(gstin, 2)
      when '99' then '96'
      else "left"(gstin, 2)
  end),
  constraint billing_profiles_label_length check (char_length(label) <= 60),
  constraint billing_profiles_legal_name_length check (char_length(legal_name) <= 120),
  constraint billing_profiles_zero_rated_check
    check (zero_rated = any (array['with_payment', 'without_payment'])),
  constraint billing_profiles_zero_rated_whom
    check (zero_rated is null or state_code = '96' or gstin is not null)
);

create index billing_profiles_customer_id_idx on public.billing_profiles (customer_id, updated_at);
create index billing_profiles_search_idx
  on public.billing_profiles using gin (private.company_text(legal_name, label) extensions.gin_trgm_ops);
create index billing_profiles_state_code_idx on public.billing_profiles (state_code);

alter table public.billing_profiles enable row level security;

create policy "billing_profiles: crm staff read" on public.billing_profiles
  for select
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "billing_profiles: service_role does all" on public.billing_profiles
  for all
  to service_role
  using (true) with check (true);

create trigger billing_profiles_activity_delete after delete on public.billing_profiles
  referencing old table as old_rows
  for each statement execute function private.record_activity('crm', 'customer', 'written.customer_id', '(select customer.customer_number from public.customers as customer where customer.id = written.customer_id)', 'updated_at', 'true', 'f');
create trigger billing_profiles_activity_insert after insert on public.billing_profiles
  referencing new table as new_rows
  for each statement execute function private.record_activity('crm', 'customer', 'written.customer_id', '(select customer.customer_number from public.customers as customer where customer.id = written.customer_id)', 'updated_at', 'true', 'f');
create trigger billing_profiles_activity_update after update on public.billing_profiles
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('crm', 'customer', 'written.customer_id', '(select customer.customer_number from public.customers as customer where customer.id = written.customer_id)', 'updated_at', 'true', 'f');
create trigger billing_profiles_balance after insert or update on public.billing_profiles
  for each row execute function private.follow_profile_balances();

grant select on public.billing_profiles to authenticated, service_role;

comment on column public.billing_profiles.zero_rated is 'Of an SEZ unit or developer, and of a customer abroad (state 96): with payment of IGST, or without, under a letter of undertaking.';
