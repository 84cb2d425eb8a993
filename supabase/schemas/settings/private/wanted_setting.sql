/* The value of a setting as it will be: wanted is {key: value, null for the default}; JSON. */
create function private.wanted_setting(key text, wanted jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when not wanted ? wanted_setting.key then private.setting_or_default(wanted_setting.key)
    else coalesce(nullif(wanted -> wanted_setting.key, 'null'), (
      select listed.default_value from private.setting_rules as listed where listed.key = wanted_setting.key)) end
$$;
