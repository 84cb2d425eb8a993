/*
 * Saves settings, all or nothing, and returns their rows as `settings` does.
 * changes: [{"key", "value": null for the default, "seen": `updated_at` of the row as the caller last saw it, null
 * for none}]. What is saved already is no conflict. as_draft: saves drafts, which only previews show.
 * Raises PT422 with {"field": key}, PT409 with {key: row} if others changed them since, 42501 for anyone but admin.
 */
create function public.change_settings(changes jsonb, as_draft boolean default false) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted jsonb;
  keys text[];
begin
  perform private.require_staff('admin');
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) not between 1 and 200 then
    perform private.refuse('changes', 'Send 1 to 200 settings.');
  end if;
  select jsonb_object_agg(coalesce(given.value ->> 'key', ''), coalesce(given.value -> 'value', 'null')),
      array_agg(given.value ->> 'key')
    into wanted, keys
  from jsonb_array_elements(changes) as given (value);
  if (select count(*) from jsonb_object_keys(wanted)) < cardinality(keys) then
    perform private.refuse('changes', 'A setting is listed twice.');
  end if;
  perform private.check_settings(wanted);
  -- why: also settings without a row must not be saved by two at once.
  lock table private.studio_settings in share row exclusive mode;
  perform private.refuse_changed_settings(array(
    select given.value ->> 'key'
    from jsonb_array_elements(changes) as given (value)
      left join private.studio_settings as setting on setting.key = given.value ->> 'key'
    where setting.updated_at is distinct from (given.value ->> 'seen')::timestamptz
      and coalesce(given.value -> 'value', 'null')
        <> coalesce(case when as_draft then setting.draft end, setting.value, 'null')));
  if as_draft then
    delete from private.studio_settings as setting using jsonb_each(wanted) as given
    where setting.key = given.key and setting.value is null and given.value = 'null';
    insert into private.studio_settings as setting (key, draft, updated_by)
    select given.key, given.value, auth.uid() from jsonb_each(wanted) as given
    where exists (select from private.studio_settings where studio_settings.key = given.key) or given.value <> 'null'
    on conflict (key) do update set draft = nullif(excluded.draft, coalesce(setting.value, 'null')),
      updated_at = clock_timestamp(), updated_by = excluded.updated_by
    where coalesce(setting.draft, setting.value, 'null') <> excluded.draft;
  else
    perform private.publish_values(wanted);
  end if;
  return private.setting_rows(keys);
end
$$;

grant execute on function public.change_settings(jsonb,boolean) to authenticated;
