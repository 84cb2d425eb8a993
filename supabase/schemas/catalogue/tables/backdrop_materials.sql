-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.backdrop_materials (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint backdrop_materials_pkey primary key (id),
  constraint backdrop_materials_name_key unique (name),
  constraint backdrop_materials_slug_key unique (slug),
  constraint backdrop_materials_name_length
    check (private.trimmed(name) <> '' and char_length(name) <= 80)
);

alter table public.backdrop_materials enable row level security;

create policy "backdrop_materials: anyone reads" on public.backdrop_materials
  for select
  to anon, authenticated
  using (true);
create policy "backdrop_materials: service_role does all" on public.backdrop_materials
  for all
  to service_role
  using (true) with check (true);
create policy "backdrop_materials: staff delete" on public.backdrop_materials
  for delete
  to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "backdrop_materials: staff insert" on public.backdrop_materials
  for insert
  to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "backdrop_materials: staff update" on public.backdrop_materials
  for update
  to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));

create trigger backdrop_materials_activity_delete after delete on public.backdrop_materials
  referencing old table as old_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.name', '', 'true', 't');
create trigger backdrop_materials_activity_insert after insert on public.backdrop_materials
  referencing new table as new_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.name', '', 'true', 't');
create trigger backdrop_materials_activity_update after update on public.backdrop_materials
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.name', '', 'true', 't');
create trigger backdrop_materials_slug before insert or update on public.backdrop_materials
  for each row execute function private.assign_slug('name', 'id');
create trigger catalogue_changed
  after insert or delete or update or truncate on public.backdrop_materials
  for each statement execute function private.tell_catalogue_changed();

grant select on public.backdrop_materials to anon;
grant select, delete, insert (id, name), update (name)
  on public.backdrop_materials to authenticated;
grant select, insert, update, delete on public.backdrop_materials to service_role;
