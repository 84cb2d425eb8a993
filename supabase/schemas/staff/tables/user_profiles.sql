-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.user_profiles (
  id uuid not null,
  display_name text collate private.names,
  role text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  account_id uuid,
  start_page text,
  constraint user_profiles_pkey primary key (id),
  constraint user_profiles_account_id_key unique (account_id),
  constraint user_profiles_account_id_fkey foreign key (account_id)
    references auth.users(id) on delete set null,
  constraint user_profiles_display_name_length check (char_length(display_name) <= 120),
  constraint user_profiles_own_account check (account_id = id),
  constraint user_profiles_role_check
    check (role = any (array['admin', 'crm_user', 'inventory_user', 'storekeeper'])),
  constraint user_profiles_role_of_account check ((role is null) = (account_id is null)),
  constraint user_profiles_start_page_check check (start_page = 'today')
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

create trigger user_profiles_account_insert before insert on public.user_profiles
  for each row execute function private.follow_account();
create trigger user_profiles_account_removed before update of account_id on public.user_profiles
  for each row execute function private.follow_account();
create trigger user_profiles_activity_delete after delete on public.user_profiles
  referencing old table as old_rows
  for each statement execute function private.record_activity('staff', 'person', 'written.id', 'written.display_name', 'display_name,role', 'true', 't');
create trigger user_profiles_activity_insert after insert on public.user_profiles
  referencing new table as new_rows
  for each statement execute function private.record_activity('staff', 'person', 'written.id', 'written.display_name', 'display_name,role', 'true', 't');
create trigger user_profiles_activity_removed after update of account_id on public.user_profiles
  for each row
  when (old.role is not null and new.role is null) execute function private.log_removed_account();
create trigger user_profiles_activity_update after update on public.user_profiles
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('staff', 'person', 'written.id', 'written.display_name', 'display_name,role', 'written.role is not null', 't');
create trigger user_profiles_last_admin_delete after delete on public.user_profiles
  for each row when (old.role = 'admin') execute function private.keep_last_admin();
create trigger user_profiles_last_admin_removed after update of account_id on public.user_profiles
  for each row
  when (old.role = 'admin' and new.role is null) execute function private.keep_last_admin();
create trigger user_profiles_last_admin_update after update of role on public.user_profiles
  for each row
  when (old.role = 'admin' and new.role <> 'admin') execute function private.keep_last_admin();
create trigger user_profiles_own_role before update of role on public.user_profiles
  for each row
  when (old.id = auth.uid() and new.role is distinct from old.role) execute function private.keep_own_role();
create trigger user_profiles_stay before delete on public.user_profiles
  for each row when (auth.role() is not null) execute function private.keep_profile();
create trigger user_profiles_updated_at before update on public.user_profiles
  for each row execute function private.touch_updated_at();

grant select, delete, insert (display_name, id, role), update (display_name, role)
  on public.user_profiles to authenticated;
grant select, insert, update, delete on public.user_profiles to service_role;
