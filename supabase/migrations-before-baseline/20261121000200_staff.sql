-- Staff: who works here, and the one helper that every policy asks.

create table public.user_profiles (
  id uuid not null,
  display_name text collate private.names,
  role text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint user_profiles_pkey primary key (id),
  constraint user_profiles_id_fkey foreign key (id) references auth.users (id) on delete cascade,
  constraint user_profiles_role_check check (role in ('admin', 'crm_user', 'inventory_user')),
  constraint user_profiles_display_name_length check (char_length(display_name) <= 120)
);

create index user_profiles_role_idx on public.user_profiles (role);

/*
 * Whether the caller is staff with one of these roles.
 * why: policies call it as `(select private.is_staff(…))`, so that it runs once a statement and
 * not once a row; it is a definer so that reading the profile does not ask the profile's policies.
 */
create function private.is_staff(variadic roles text[]) returns boolean
language sql stable security definer parallel safe
set search_path = ''
as $$
  select exists (
    select from public.user_profiles as profile
    where profile.id = (select auth.uid()) and profile.role = any (roles)
  )
$$;

alter table public.user_profiles enable row level security;

create policy "user_profiles: crm staff read all" on public.user_profiles
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "user_profiles: staff read own" on public.user_profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "user_profiles: admin insert" on public.user_profiles
  for insert to authenticated with check ((select private.is_staff('admin')));
create policy "user_profiles: admin update" on public.user_profiles
  for update to authenticated
  using ((select private.is_staff('admin'))) with check ((select private.is_staff('admin')));
create policy "user_profiles: admin delete" on public.user_profiles
  for delete to authenticated using ((select private.is_staff('admin')));
create policy "user_profiles: service_role does all" on public.user_profiles
  for all to service_role using (true) with check (true);

/* Nobody changes or removes the role under which they are signed in. */
create function private.keep_own_role() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'You cannot change your own role.' using errcode = '42501';
end
$$;

/*
 * Somebody must stay who can do everything.
 * why: it runs after the statement's changes and under a lock, so two admins who demote each other
 * at the same moment are seen one after the other.
 */
create function private.keep_last_admin() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('last admin', 0));
  if not exists (select from public.user_profiles where role = 'admin') then
    raise exception 'The last admin must stay.' using errcode = 'PT409';
  end if;
  return null;
end
$$;

create trigger user_profiles_own_role before update of role on public.user_profiles
  for each row when (old.id = auth.uid() and new.role is distinct from old.role)
  execute function private.keep_own_role();
create trigger user_profiles_own_profile before delete on public.user_profiles
  for each row when (old.id = auth.uid())
  execute function private.keep_own_role();
create trigger user_profiles_last_admin_update after update of role on public.user_profiles
  for each row when (old.role = 'admin' and new.role <> 'admin')
  execute function private.keep_last_admin();
create trigger user_profiles_last_admin_delete after delete on public.user_profiles
  for each row when (old.role = 'admin')
  execute function private.keep_last_admin();
create trigger user_profiles_updated_at before update on public.user_profiles
  for each row execute function private.touch_updated_at();

grant execute on function private.is_staff(text[]) to authenticated;
grant select, delete, insert (id, display_name, role), update (display_name, role)
  on public.user_profiles to authenticated;
grant select, insert, update, delete on public.user_profiles to service_role;
