/*
 * Publishes the drafts of these groups under one change, and returns their rows. Raises PT422 with {"field": key} for
 * a draft that does not follow its rule, 42501 for anyone but admin.
 */
create function public.publish_settings(groups text[]) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted jsonb;
begin
  perform private.require_staff('admin');
  lock table private.studio_settings in share row exclusive mode;
  select coalesce(jsonb_object_agg(setting.key, setting.draft), '{}') into wanted
  from private.studio_settings as setting join private.setting_rules as listed on listed.key = setting.key
  where listed.group_name = any (groups) and setting.draft is not null;
  perform private.check_settings(wanted);
  perform private.publish_values(wanted);
  return private.setting_rows(array(select jsonb_object_keys(wanted)));
end
$$;

grant execute on function public.publish_settings(text[]) to authenticated;
