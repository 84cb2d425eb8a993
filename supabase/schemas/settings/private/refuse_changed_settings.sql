/* Refuses values that others have changed meanwhile: PT409 with {key: row} as it is now. */
create function private.refuse_changed_settings(keys text[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  if keys <> '{}' then
    raise exception 'Somebody else changed this meanwhile.' using errcode = 'PT409', detail = (
      select jsonb_object_agg(changed.value ->> 'key', changed.value)::text
      from jsonb_array_elements(private.setting_rows(keys)) as changed (value));
  end if;
end
$$;
