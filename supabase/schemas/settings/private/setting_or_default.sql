/* The published value of a setting, or its default: JSON, never null for the settings of documents. */
create function private.setting_or_default(key text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(setting.value, listed.default_value)
  from private.setting_rules as listed left join private.studio_settings as setting on setting.key = listed.key
  where listed.key = setting_or_default.key
$$;
