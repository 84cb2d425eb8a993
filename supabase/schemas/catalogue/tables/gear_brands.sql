-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.gear_brands (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint gear_brands_pkey primary key (id),
  constraint gear_brands_name_key unique (name),
  constraint gear_brands_slug_key unique (slug),
  constraint gear_brands_name_length check (private.trimmed(name) <> '' and char_length(name) <= 80)
);

alter table public.gear_brands enable row level security;

create policy "gear_brands: anyone reads" on public.gear_brands for select to anon, authenticated
  using (true);
create policy "gear_brands: service_role does all" on public.gear_brands for all to service_role
  using (true) with check (true);
create policy "gear_brands: staff delete" on public.gear_brands for delete to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "gear_brands: staff insert" on public.gear_brands for insert to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "gear_brands: staff update" on public.gear_brands for update to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));

create trigger catalogue_changed after insert or delete or update or truncate on public.gear_brands
  for each statement execute function private.tell_catalogue_changed();
create trigger gear_brands_activity_delete after delete on public.gear_brands
  referencing old table as old_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.name', '', 'true', 't');
create trigger gear_brands_activity_insert after insert on public.gear_brands
  referencing new table as new_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.name', '', 'true', 't');
create trigger gear_brands_activity_update after update on public.gear_brands
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.name', '', 'true', 't');
create trigger gear_brands_slug before insert or update on public.gear_brands
  for each row execute function private.assign_slug('name', 'id');

grant select on public.gear_brands to anon;
grant select, delete, insert (id, name), update (name) on public.gear_brands to authenticated;
grant select, insert, update, delete on public.gear_brands to service_role;
