/* The settings with these keys as admins see them: [{"key", "value", "draft", "updated_at", "updated_by_name"}]. */
create function private.setting_rows(keys text[]) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('key', wanted.key, 'value', setting.value, 'draft', setting.draft,
    'has_draft', setting.draft is not null, 'updated_at', setting.updated_at,
    'updated_by_name', profile.display_name) order by wanted.key), '[]')
  from unnest(keys) as wanted (key)
    left join private.studio_settings as setting on setting.key = wanted.key
    left join public.user_profiles as profile on profile.id = setting.updated_by
$$;
