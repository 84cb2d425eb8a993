-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- Every change of a published value. Null: the default.
create table private.setting_changes (
  id bigint not null generated always as identity,
  -- Of one save.
  change_id uuid not null,
  key text not null,
  was jsonb,
  became jsonb,
  at timestamptz not null,
  by uuid,
  -- why a copy: the log keeps the name when the person has left.
  by_name text,
  undone_at timestamptz,
  constraint setting_changes_pkey primary key (id),
  constraint setting_changes_once unique (change_id, key),
  constraint setting_changes_by_fkey foreign key (by)
    references public.user_profiles(id) on delete set null,
  constraint setting_changes_key_fkey foreign key (key) references private.setting_rules(key)
);

create index setting_changes_by_idx on private.setting_changes (by);
create index setting_changes_key_idx on private.setting_changes (key, at desc);

alter table private.setting_changes enable row level security;

create policy "setting_changes: service_role does all" on private.setting_changes
  for all
  to service_role
  using (true) with check (true);

create trigger setting_changes_activity after insert on private.setting_changes
  referencing new table as new_rows
  for each statement execute function private.record_setting_activity();
