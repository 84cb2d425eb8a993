/*
 * Publishes values, null for the default, and logs them under one change; what does not differ is not logged. Removes
 * the drafts of these settings, and flushes cached pages when visitors can see a difference.
 */
create function private.publish_values(wanted jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  new_change constant uuid := gen_random_uuid();
  moment constant timestamptz := clock_timestamp();
  is_seen boolean;
begin
  with differing as (
    select given.key, nullif(given.value, 'null') as value, setting.value as was, listed.is_public
    from jsonb_each(wanted) as given
      join private.setting_rules as listed on listed.key = given.key
      left join private.studio_settings as setting on setting.key = given.key
    where nullif(given.value, 'null') is distinct from setting.value
  ), logged as (
    insert into private.setting_changes (change_id, key, was, became, at, by, by_name)
    select new_change, key, was, value, moment, auth.uid(), (
      select profile.display_name from public.user_profiles as profile where profile.id = auth.uid())
    from differing
  )
  -- why synonyms: visitors cannot read them, but find by them.
  select bool_or(is_public or key = 'search.synonyms') into is_seen from differing;
  delete from private.studio_settings as setting using jsonb_each(wanted) as given
  where setting.key = given.key and given.value = 'null';
  insert into private.studio_settings as setting (key, value, updated_at, updated_by)
  select given.key, given.value, moment, auth.uid() from jsonb_each(wanted) as given where given.value <> 'null'
  on conflict (key) do update set value = excluded.value, draft = null, updated_at = excluded.updated_at,
    updated_by = excluded.updated_by
  where setting.value is distinct from excluded.value or setting.draft is not null;
  if is_seen then
    perform pg_notify('catalogue_changed', '');
  end if;
end
$$;
