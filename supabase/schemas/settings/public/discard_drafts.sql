/* Removes the drafts of these groups and returns their rows. Raises 42501 for anyone but admin. */
create function public.discard_drafts(groups text[]) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  keys text[];
begin
  perform private.require_staff('admin');
  lock table private.studio_settings in share row exclusive mode;
  keys := array(
    select setting.key from private.studio_settings as setting join private.setting_rules as listed on listed.key = setting.key
    where listed.group_name = any (groups) and setting.draft is not null);
  delete from private.studio_settings as setting where setting.key = any (keys) and setting.value is null;
  update private.studio_settings as setting set draft = null, updated_at = clock_timestamp(), updated_by = auth.uid()
  where setting.key = any (keys);
  return private.setting_rows(keys);
end
$$;

grant execute on function public.discard_drafts(text[]) to authenticated;
