/*
 * The published values of these groups that differ from their defaults: {key: value}. For visitors.
 * preview: secret of a preview link; while it is valid, drafts replace published values.
 */
create function public.site_settings(groups text[], preview text default null) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with shown as (
    select setting.key, case
        when setting.draft is not null and exists (
          select from private.setting_previews
          where setting_previews.token = sha256(convert_to(left(preview, 100), 'UTF8'))
            and setting_previews.expires_at > clock_timestamp()
        ) then nullif(setting.draft, 'null')
        else setting.value
      end as value
    from private.setting_rules as listed join private.studio_settings as setting on setting.key = listed.key
    where listed.is_public and listed.group_name = any (groups)
  )
  select coalesce(jsonb_object_agg(key, value), '{}') from shown where value is not null
$$;

grant execute on function public.site_settings(text[],text) to anon, authenticated, service_role;
