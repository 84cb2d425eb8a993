-- Customers (leads): one row for each mobile number. Visitors can add one, never overwrite one.

create sequence private.customer_number_seq as bigint;

-- why: these checks are called, not inlined into each statement that writes a customer or an enquiry:
-- a check constraint is prepared anew for every statement, and a call is prepared faster than its body.

/* Whether a text can be a person's name: not blank, at most 80 characters. */
create function private.is_person_name(name text) returns boolean
-- why: SECURITY DEFINER, because it names a function of `private`, where the API roles have no USAGE.
language plpgsql immutable parallel safe security definer
set search_path = ''
as $$
begin
  return private.trimmed(name) <> '' and char_length(name) <= 80;
end
$$;

/* Whether a text has the form of an e-mail address (x@y.z, at most RFC 5321's 254 characters). */
create function private.is_email(email text) returns boolean
language plpgsql immutable parallel safe security definer
set search_path = ''
as $$
begin
  return char_length(email) <= 254 and email ~ '^[^[:space:]@]+@[^[:space:]@.]+(\.[^[:space:]@.]+)+$';
end
$$;

grant execute on function private.is_person_name(text), private.is_email(text)
  to authenticated, service_role;

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
  -- What the CRM's search compares with. Customer numbers are compared separately.
  search_text text collate "C" generated always as (
    lower((first_name || ' ' || last_name || E'\n' || mobile || E'\n' || email) collate private.names)
  ) stored,
  -- When the personal data was erased on request.
  erased_at timestamptz,
  constraint customers_pkey primary key (id),
  constraint customers_customer_number_key unique (customer_number),
  constraint customers_mobile_key unique (mobile),
  constraint customers_first_name_check check (private.is_person_name(first_name)),
  constraint customers_last_name_check check (private.is_person_name(last_name)),
  constraint customers_mobile_check check (mobile ~ '^\+91[6-9][0-9]{9}$'),
  constraint customers_email_check check (private.is_email(email)),
  constraint customers_erased_check check (
    num_nulls(first_name, last_name, mobile, email) = case when erased_at is null then 0 else 4 end
  ),
  constraint customers_assigned_to_fkey
    foreign key (assigned_to) references public.user_profiles (id) on delete set null
);

create index customers_assigned_to_idx on public.customers (assigned_to);
create index customers_newest_idx on public.customers (created_at, id);
create index customers_search_idx on public.customers
  using gin (search_text extensions.gin_trgm_ops, lower(customer_number) extensions.gin_trgm_ops);
create index customers_name_idx on public.customers
  ((coalesce(first_name || ' ' || last_name, '')), created_at, id);

alter table public.customers enable row level security;

create policy "customers: crm staff read" on public.customers
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "customers: crm staff update" on public.customers
  for update to authenticated
  using ((select private.is_staff('admin', 'crm_user')))
  with check ((select private.is_staff('admin', 'crm_user')));
create policy "customers: service_role does all" on public.customers
  for all to service_role using (true) with check (true);

grant select, update (assigned_to) on public.customers to authenticated;
grant select, insert, update, delete on public.customers to service_role;

create trigger customers_code before insert or update on public.customers
  for each row execute function private.assign_code('customer_number', 'CUS', 'private.customer_number_seq');
-- why: compared column by column. A stored generated column is not computed yet in a BEFORE trigger,
-- so comparing whole rows would always find a difference.
create trigger customers_updated_at before update on public.customers
  for each row when (
    (old.customer_number, old.first_name, old.last_name, old.mobile, old.email, old.assigned_to, old.created_at)
    is distinct from
    (new.customer_number, new.first_name, new.last_name, new.mobile, new.email, new.assigned_to, new.created_at)
  )
  execute function private.touch_updated_at();

/*
 * Leads can be assigned only to an admin or a CRM user whose account is not disabled
 * (docs/product/crm.md).
 */
create function private.check_assignee() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  banned_until timestamptz;
begin
  select account.banned_until into banned_until
  from public.user_profiles as profile join auth.users as account on account.id = profile.id
  where profile.id = new.assigned_to and profile.role in ('admin', 'crm_user');
  if not found then
    raise exception 'A lead can be assigned to an admin or a CRM user only.' using errcode = 'PT422';
  elsif banned_until > now() then
    raise exception 'This account is disabled. Choose somebody else.' using errcode = 'PT422';
  end if;
  return new;
end
$$;

create trigger customers_first_assignee before insert on public.customers
  for each row when (new.assigned_to is not null)
  execute function private.check_assignee();
-- why: a lead keeps its assignee when the account is disabled; editing other columns does not assign again.
create trigger customers_assignee before update of assigned_to on public.customers
  for each row when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to)
  execute function private.check_assignee();
