-- Staff: their profiles and roles, and the functions by which policies and RPCs check the role.

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
 * why: policies call it as `(select private.is_staff(…))`, so that it runs once per statement and
 * not once per row. It is SECURITY DEFINER so that reading the profile does not run the profile's policies.
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

grant execute on function private.is_staff(text[]) to authenticated;

/*
 * Raises 42501 unless the caller is staff with one of these roles.
 * why: a SECURITY DEFINER function bypasses the policies, so it checks the role first.
 */
create function private.require_staff(variadic roles text[]) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not private.is_staff(variadic roles) then
    raise exception 'Your account has no right to do this.' using errcode = '42501';
  end if;
end
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

grant select, delete, insert (id, display_name, role), update (display_name, role)
  on public.user_profiles to authenticated;
grant select, insert, update, delete on public.user_profiles to service_role;

/* Staff cannot change their own role or delete their own profile. */
create function private.keep_own_role() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'You cannot change your own role.' using errcode = '42501';
end
$$;

/*
 * There is always at least one admin.
 * why: it runs after the statement's changes and under a lock, so two admins who demote each other
 * at the same moment are checked one after the other.
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

/*
 * The staff who can be assigned leads, by name, with a flag for disabled accounts:
 * [{"id", "display_name", "disabled"}]. Raises 42501 for anyone but admin and crm_user.
 */
create function public.assignees() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', profile.id,
        'display_name', profile.display_name,
        'disabled', coalesce(account.banned_until > now(), false)
      ) order by profile.display_name, profile.id), '[]')
    from public.user_profiles as profile join auth.users as account on account.id = profile.id
    where profile.role in ('admin', 'crm_user')
  );
end
$$;

grant execute on function public.assignees() to authenticated;
