-- Customers (leads): one row for each mobile number, never overwritten from outside.

create sequence private.customer_number_seq as bigint;

/* Whether a text is a name of a person: not blank, at most 80 characters. */
create function private.is_person_name(name text) returns boolean
language sql immutable parallel safe
-- why: a bound body. In a text body the API roles would have to look up names in `private`.
return private.trimmed(name) <> '' and char_length(name) <= 80;

/* Whether a text looks like an e-mail address (x@y.z, RFC 5321's 254 characters). */
create function private.is_email(email text) returns boolean
language sql immutable parallel safe
return char_length(email) <= 254 and email ~ '^[^[:space:]@]+@[^[:space:]@.]+(\.[^[:space:]@.]+)+$';

create table public.customers (
  id uuid not null default gen_random_uuid(),
  customer_number text collate "C" not null default '',
  first_name text collate private.names not null,
  last_name text collate private.names not null,
  -- '+91' and ten digits, as the forms send it.
  mobile text collate "C" not null,
  email text not null,
  assigned_to uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint customers_pkey primary key (id),
  constraint customers_customer_number_key unique (customer_number),
  constraint customers_mobile_key unique (mobile),
  constraint customers_first_name_check check (private.is_person_name(first_name)),
  constraint customers_last_name_check check (private.is_person_name(last_name)),
  constraint customers_mobile_check check (mobile ~ '^\+91[6-9][0-9]{9}$'),
  constraint customers_email_check check (private.is_email(email)),
  constraint customers_assigned_to_fkey
    foreign key (assigned_to) references public.user_profiles (id) on delete set null
);

create index customers_assigned_to_idx on public.customers (assigned_to);
create index customers_newest_idx on public.customers (created_at, id);

alter table public.customers enable row level security;

create policy "customers: crm staff read" on public.customers
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "customers: crm staff update" on public.customers
  for update to authenticated
  using ((select private.is_staff('admin', 'crm_user')))
  with check ((select private.is_staff('admin', 'crm_user')));
create policy "customers: service_role does all" on public.customers
  for all to service_role using (true) with check (true);

/* A lead is given to an admin or a CRM user (back-office §6), or to nobody. */
create function private.check_assignee() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not exists (
    select from public.user_profiles where id = new.assigned_to and role in ('admin', 'crm_user')
  ) then
    raise exception 'A lead can be assigned to an admin or a CRM user only.' using errcode = 'PT422';
  end if;
  return new;
end
$$;

create trigger customers_assignee before insert or update of assigned_to on public.customers
  for each row when (new.assigned_to is not null)
  execute function private.check_assignee();
create trigger customers_code before insert or update on public.customers
  for each row execute function private.assign_code('customer_number', 'CUS', 'private.customer_number_seq');
create trigger customers_updated_at before update on public.customers
  for each row when (old.* is distinct from new.*)
  execute function private.touch_updated_at();

grant execute on function private.is_person_name(text), private.is_email(text)
  to authenticated, service_role;
grant select, update (assigned_to) on public.customers to authenticated;
grant select, insert, update, delete on public.customers to service_role;
