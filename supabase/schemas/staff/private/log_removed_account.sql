/* Logs that an account was removed. */
create function private.log_removed_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.log_change('staff', 'removed', 'user_profiles', 'person', old.id::text, coalesce(old.display_name, ''),
    jsonb_strip_nulls(jsonb_build_object(
      'display_name', case when old.display_name is not null then jsonb_build_array(old.display_name, null) end,
      'role', jsonb_build_array(old.role, null))));
  return null;
end
$$;
