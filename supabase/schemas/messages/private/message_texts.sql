/* The studio's own subject and text of a template, {"subject", "text"}, each only where it differs from the default. */
create function private.message_texts(template text) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(part.name, setting.value), '{}')
  from unnest('{subject,text}'::text[]) as part (name)
    join private.studio_settings as setting on setting.key = 'messages.' || message_texts.template || '_' || part.name
  where setting.value is not null
$$;
