-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.gear_category_manager (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint gear_category_manager_pkey primary key (id),
  constraint gear_category_manager_name_key unique (name),
  constraint gear_category_manager_slug_key unique (slug),
  constraint gear_category_manager_name_length
    check (private.trimmed(name) <> '' and char_length(name) <= 80)
);

alter table public.gear_category_manager enable row level security;

create policy "gear_category_manager: anyone reads" on public.gear_category_manager
  for select
  to anon, authenticated
  using (true);
create policy "gear_category_manager: service_role does all" on public.gear_category_manager
  for all
  to service_role
  using (true) with check (true);
create policy "gear_category_manager: staff delete" on public.gear_category_manager
  for delete
  to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "gear_category_manager: staff insert" on public.gear_category_manager
  for insert
  to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "gear_category_manager: staff update" on public.gear_category_manager
  for update
  to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));

create trigger catalogue_changed
  after insert or delete or update or truncate on public.gear_category_manager
  for each statement execute function private.tell_catalogue_changed();
create trigger gear_category_manager_activity_delete after delete on public.gear_category_manager
  referencing old table as old_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.name', '', 'true', 't');
create trigger gear_category_manager_activity_insert after insert on public.gear_category_manager
  referencing new table as new_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.name', '', 'true', 't');
create trigger gear_category_manager_activity_update after update on public.gear_category_manager
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.name', '', 'true', 't');
create trigger gear_category_manager_slug before insert or update on public.gear_category_manager
  for each row execute function private.assign_slug('name', 'id');

grant select on public.gear_category_manager to anon;
grant select, delete, insert (id, name), update (name)
  on public.gear_category_manager to authenticated;
grant select, insert, update, delete on public.gear_category_manager to service_role;
