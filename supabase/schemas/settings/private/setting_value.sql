/* The published value of a setting; null for the default. */
create function private.setting_value(key text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select setting.value from private.studio_settings as setting where setting.key = setting_value.key
$$;
