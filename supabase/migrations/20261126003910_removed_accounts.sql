-- The activity log of a removed account, whose profile stays: `removed`, not a change of the role.

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
create trigger user_profiles_activity_removed after update of account_id on public.user_profiles
  for each row when (old.role is not null and new.role is null)
  execute function private.log_removed_account();

drop trigger user_profiles_activity_update on public.user_profiles;
create trigger user_profiles_activity_update after update on public.user_profiles
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity(
    'staff', 'person', 'written.id', 'written.display_name', 'display_name,role', 'written.role is not null', 't');
