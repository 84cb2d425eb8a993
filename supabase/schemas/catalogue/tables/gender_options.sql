-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.gender_options (
  id uuid not null default gen_random_uuid(),
  label text collate private.names not null,
  value text not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint gender_options_pkey primary key (id),
  constraint gender_options_label_key unique (label),
  constraint gender_options_slug_key unique (slug),
  constraint gender_options_value_key unique (value),
  constraint gender_options_label_length
    check (private.trimmed(label) <> '' and char_length(label) <= 80),
  constraint gender_options_value_format check (value ~ '^[a-z][a-z_]{0,39}$')
);

alter table public.gender_options enable row level security;

create policy "gender_options: admin delete" on public.gender_options for delete to authenticated
  using ((select private.is_staff('admin')));
create policy "gender_options: admin insert" on public.gender_options for insert to authenticated
  with check ((select private.is_staff('admin')));
create policy "gender_options: admin update" on public.gender_options for update to authenticated
  using ((select private.is_staff('admin'))) with check ((select private.is_staff('admin')));
create policy "gender_options: anyone reads" on public.gender_options
  for select
  to anon, authenticated
  using (true);
create policy "gender_options: service_role does all" on public.gender_options
  for all
  to service_role
  using (true) with check (true);

create trigger catalogue_changed
  after insert or delete or update or truncate on public.gender_options
  for each statement execute function private.tell_catalogue_changed();
create trigger gender_options_activity_delete after delete on public.gender_options
  referencing old table as old_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.label', '', 'true', 't');
create trigger gender_options_activity_insert after insert on public.gender_options
  referencing new table as new_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.label', '', 'true', 't');
create trigger gender_options_activity_update after update on public.gender_options
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('lists', 'list', 'written.id', 'written.label', '', 'true', 't');
create trigger gender_options_slug before insert or update on public.gender_options
  for each row execute function private.assign_slug('label', 'id');

grant select on public.gender_options to anon;
grant select, delete, insert (id, label, value), update (label, value)
  on public.gender_options to authenticated;
grant select, insert, update, delete on public.gender_options to service_role;
