-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.cloth_categories (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint cloth_categories_pkey primary key (id),
  constraint cloth_categories_name_key unique (name),
  constraint cloth_categories_slug_key unique (slug),
  constraint cloth_categories_name_length
    check (private.trimmed(name) <> '' and char_length(name) <= 80)
);

alter table public.cloth_categories enable row level security;

create policy "cloth_categories: anyone reads" on public.cloth_categories
  for select
  to anon, authenticated
  using (true);
create policy "cloth_categories: service_role does all" on public.cloth_categories
  for all
  to service_role
  using (true) with check (true);
create policy "cloth_categories: staff delete" on public.cloth_categories
  for delete
  to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "cloth_categories: staff insert" on public.cloth_categories
  for insert
  to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "cloth_categories: staff update" on public.cloth_categories
  for update
  to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));

create trigger catalogue_changed
  after insert or delete or update or truncate on public.cloth_categories
  for each statement execute function private.tell_catalogue_changed();
create trigger cloth_categories_activity_delete after delete on public.cloth_categories
  referencing old table as old_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.name', '', 'true', 't');
create trigger cloth_categories_activity_insert after insert on public.cloth_categories
  referencing new table as new_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.name', '', 'true', 't');
create trigger cloth_categories_activity_update after update on public.cloth_categories
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.name', '', 'true', 't');
create trigger cloth_categories_slug before insert or update on public.cloth_categories
  for each row execute function private.assign_slug('name', 'id');

grant select on public.cloth_categories to anon;
grant select, delete, insert (id, name), update (name) on public.cloth_categories to authenticated;
grant select, insert, update, delete on public.cloth_categories to service_role;
