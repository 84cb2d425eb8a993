-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.colors (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  -- The swatch's colour in CSS notation; null for 'Multicolour' and the like.
  hex text,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint colors_pkey primary key (id),
  constraint colors_name_key unique (name),
  constraint colors_slug_key unique (slug),
  constraint colors_hex_format check (hex ~ '^#[0-9a-f]{6}$'),
  constraint colors_name_length check (private.trimmed(name) <> '' and char_length(name) <= 80)
);

alter table public.colors enable row level security;

create policy "colors: anyone reads" on public.colors for select to anon, authenticated
  using (true);
create policy "colors: service_role does all" on public.colors for all to service_role
  using (true) with check (true);
create policy "colors: staff delete" on public.colors for delete to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "colors: staff insert" on public.colors for insert to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "colors: staff update" on public.colors for update to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));

create trigger catalogue_changed after insert or delete or update or truncate on public.colors
  for each statement execute function private.tell_catalogue_changed();
create trigger colors_activity_delete after delete on public.colors
  referencing old table as old_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.name', '', 'true', 't');
create trigger colors_activity_insert after insert on public.colors
  referencing new table as new_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.name', '', 'true', 't');
create trigger colors_activity_update after update on public.colors
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.name', '', 'true', 't');
create trigger colors_slug before insert or update on public.colors
  for each row execute function private.assign_slug('name', 'id');

grant select on public.colors to anon;
grant select, delete, insert (hex, id, name), update (hex, name) on public.colors to authenticated;
grant select, insert, update, delete on public.colors to service_role;
