-- Tables: settings.

create table private.demo_studio (
  only_one boolean not null default true,
  filled_at timestamptz not null default clock_timestamp(),
  -- The last whole backup: the moment that it shows, its file and its size.
  backup_at timestamptz,
  backup_file text,
  backup_bytes bigint,
  removed_at timestamptz,
  constraint demo_studio_pkey primary key (only_one),
  constraint demo_studio_backup_check
    check (num_nulls(backup_at, backup_file, backup_bytes) = any (array[0, 3])),
  constraint demo_studio_only_one_check check (only_one)
);
alter table private.demo_studio enable row level security;
create policy "demo_studio: service_role does all" on private.demo_studio for all to service_role
  using (true) with check (true);

create table private.setting_rules (
  key text not null,
  group_name text not null,
  -- The same JSON as the app's rule of this setting (src/domain/settings/registry.ts).
  rule jsonb not null,
  -- Visitors may read the value.
  is_public boolean not null default true,
  default_value jsonb,
  constraint setting_rules_pkey primary key (key),
  constraint setting_rules_key_check
    check (key ~ '^[a-z_]+\.[a-z0-9_]+$' and split_part(key, '.', 1) = group_name),
  constraint setting_rules_rule_check check (jsonb_typeof(rule -> 'type') = 'string')
);
alter table private.setting_rules enable row level security;
create policy "setting_rules: service_role does all" on private.setting_rules
  for all
  to service_role
  using (true) with check (true);

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

-- Links that show drafts on the site.
create table private.setting_previews (
  -- why only the hash: a copy of the database opens no preview.
  token bytea not null,
  expires_at timestamptz not null,
  created_by uuid,
  constraint setting_previews_pkey primary key (token),
  constraint setting_previews_created_by_fkey foreign key (created_by)
    references public.user_profiles(id) on delete cascade
);
create index setting_previews_created_by_idx on private.setting_previews (created_by);
alter table private.setting_previews enable row level security;
create policy "setting_previews: service_role does all" on private.setting_previews
  for all
  to service_role
  using (true) with check (true);

-- Only what differs from the default, or has a draft.
create table private.studio_settings (
  key text not null,
  -- Null: the default.
  value jsonb,
  -- A value that is not published yet; JSON's null for the default.
  draft jsonb,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by uuid,
  constraint studio_settings_pkey primary key (key),
  constraint studio_settings_key_fkey foreign key (key) references private.setting_rules(key),
  constraint studio_settings_updated_by_fkey foreign key (updated_by)
    references public.user_profiles(id) on delete set null,
  constraint studio_settings_value_check
    check (value <> 'null'::jsonb and num_nonnulls(value, draft) > 0)
);
create index studio_settings_updated_by_idx on private.studio_settings (updated_by);
alter table private.studio_settings enable row level security;
create policy "studio_settings: service_role does all" on private.studio_settings
  for all
  to service_role
  using (true) with check (true);
