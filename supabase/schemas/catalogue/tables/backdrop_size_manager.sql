-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.backdrop_size_manager (
  id uuid not null default gen_random_uuid(),
  size_value text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  size_order text collate "C" not null generated always as (private.size_order(size_value)) stored,
  constraint backdrop_size_manager_pkey primary key (id),
  constraint backdrop_size_manager_size_value_key unique (size_value),
  constraint backdrop_size_manager_slug_key unique (slug),
  constraint backdrop_size_manager_size_value_length
    check (private.trimmed(size_value) <> '' and char_length(size_value) <= 80)
);

alter table public.backdrop_size_manager enable row level security;

create policy "backdrop_size_manager: anyone reads" on public.backdrop_size_manager
  for select
  to anon, authenticated
  using (true);
create policy "backdrop_size_manager: service_role does all" on public.backdrop_size_manager
  for all
  to service_role
  using (true) with check (true);
create policy "backdrop_size_manager: staff delete" on public.backdrop_size_manager
  for delete
  to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "backdrop_size_manager: staff insert" on public.backdrop_size_manager
  for insert
  to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "backdrop_size_manager: staff update" on public.backdrop_size_manager
  for update
  to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));

create trigger backdrop_size_manager_activity_delete after delete on public.backdrop_size_manager
  referencing old table as old_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.size_value', '', 'true', 't');
create trigger backdrop_size_manager_activity_insert after insert on public.backdrop_size_manager
  referencing new table as new_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.size_value', '', 'true', 't');
create trigger backdrop_size_manager_activity_update after update on public.backdrop_size_manager
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.size_value', '', 'true', 't');
create trigger backdrop_size_manager_slug before insert or update on public.backdrop_size_manager
  for each row execute function private.assign_slug('size_value', 'id');
create trigger catalogue_changed
  after insert or delete or update or truncate on public.backdrop_size_manager
  for each statement execute function private.tell_catalogue_changed();

grant select on public.backdrop_size_manager to anon;
grant select, delete, insert (id, size_value), update (size_value)
  on public.backdrop_size_manager to authenticated;
grant select, insert, update, delete on public.backdrop_size_manager to service_role;
