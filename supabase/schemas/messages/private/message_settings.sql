/* The published settings of messages that are no texts and switches of a template: {key: value}. */
create function private.message_settings() returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_object_agg(setting.key, setting.value), '{}')
    from private.studio_settings as setting
    where setting.key like 'messages.%' and setting.value is not null
      and setting.key !~ '_(on|subject|text)$');
end
$$;
