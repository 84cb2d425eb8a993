-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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

create trigger studio_settings_gst_rate after insert or update of value on private.studio_settings
  for each row
  when (new.key = any (array['studio.gst_rate', 'studio.gst_registered'])) execute function private.follow_gst_rate();
create trigger studio_settings_gst_rate_removed after delete on private.studio_settings
  for each row
  when (old.key = any (array['studio.gst_rate', 'studio.gst_registered'])) execute function private.follow_gst_rate();
create trigger studio_settings_taxation after insert or update of value on private.studio_settings
  for each row
  when (new.key = any (array['identity.gstin', 'studio.region', 'documents.round_off'])) execute function private.follow_taxation();
create trigger studio_settings_taxation_removed after delete on private.studio_settings
  for each row
  when (old.key = any (array['identity.gstin', 'studio.region', 'documents.round_off'])) execute function private.follow_taxation();
