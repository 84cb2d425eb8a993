/* The same as text: a string without quotes. */
create function private.setting_text(key text) returns text
language sql stable
set search_path = ''
as $$
  select private.setting_or_default(setting_text.key) #>> '{}'
$$;
