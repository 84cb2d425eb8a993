/*
 * The settings of these groups that differ from their defaults or have a draft, with all that admins see:
 * [{"key", "value", "draft", "has_draft", "updated_at", "updated_by_name"}]. A draft of null is the default.
 * Raises 42501 for anyone but admin.
 */
create function public.settings(groups text[]) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin');
  return private.setting_rows(array(
    select setting.key from private.studio_settings as setting join private.setting_rules as listed on listed.key = setting.key
    where listed.group_name = any (groups)));
end
$$;

grant execute on function public.settings(text[]) to authenticated;
