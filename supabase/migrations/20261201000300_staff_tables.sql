-- Tables: staff.

create table public.user_profiles (
  id uuid not null,
  display_name text collate private.names,
  role text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  account_id uuid,
  constraint user_profiles_pkey primary key (id),
  constraint user_profiles_account_id_key unique (account_id),
  constraint user_profiles_account_id_fkey foreign key (account_id)
    references auth.users(id) on delete set null,
  constraint user_profiles_display_name_length check (char_length(display_name) <= 120),
  constraint user_profiles_own_account check (account_id = id),
  constraint user_profiles_role_check
    check (role = any (array['admin', 'crm_user', 'inventory_user'])),
  constraint user_profiles_role_of_account check ((role is null) = (account_id is null))
);
create index user_profiles_role_idx on public.user_profiles (role);
alter table public.user_profiles enable row level security;
create policy "user_profiles: admin delete" on public.user_profiles for delete to authenticated
  using ((select private.is_staff('admin')));
create policy "user_profiles: admin insert" on public.user_profiles for insert to authenticated
  with check ((select private.is_staff('admin')));
create policy "user_profiles: admin update" on public.user_profiles for update to authenticated
  using ((select private.is_staff('admin'))) with check ((select private.is_staff('admin')));
create policy "user_profiles: crm staff read all" on public.user_profiles
  for select
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "user_profiles: service_role does all" on public.user_profiles for all to service_role
  using (true) with check (true);
create policy "user_profiles: staff read own" on public.user_profiles for select to authenticated
  using (id = ((select auth.uid())));
grant select, delete, insert (display_name, id, role), update (display_name, role)
  on public.user_profiles to authenticated;
grant select, insert, update, delete on public.user_profiles to service_role;

-- Ten for each person, each good once.
create table private.recovery_codes (
  user_id uuid not null,
  -- why only the hash: a copy of the database has no code.
  hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id)
    references public.user_profiles(id) on delete cascade,
  constraint recovery_codes_hash_length check (octet_length(hash) = 32)
);
alter table private.recovery_codes enable row level security;
create policy "recovery_codes: service_role does all" on private.recovery_codes
  for all
  to service_role
  using (true) with check (true);
