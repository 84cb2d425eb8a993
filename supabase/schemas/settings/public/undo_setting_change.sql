/*
 * Takes back a change as a whole, which is logged as another change; returns the rows. Drafts of these settings remain.
 * A repeat changes nothing.
 * Raises PT404 for an unknown change, PT409 with {key: row} if a value was changed since, PT422 with {"field": key} if an
 * earlier value no longer follows its rule, 42501 for anyone but admin.
 */
create function public.undo_setting_change(change_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted jsonb;
  drafts jsonb;
begin
  perform private.require_staff('admin');
  lock table private.studio_settings in share row exclusive mode;
  select jsonb_object_agg(change.key, coalesce(change.was, 'null')) into wanted
  from private.setting_changes as change where change.change_id = undo_setting_change.change_id;
  if wanted is null then
    raise exception 'This change does not exist.' using errcode = 'PT404';
  elsif exists (
    select from private.setting_changes as change
    where change.change_id = undo_setting_change.change_id and change.undone_at is null
  ) then
    perform private.refuse_changed_settings(array(
      select change.key
      from private.setting_changes as change left join private.studio_settings as setting on setting.key = change.key
      where change.change_id = undo_setting_change.change_id and change.became is distinct from setting.value));
    perform private.check_settings(wanted);
    -- why: publishing removes drafts, and these may be another admin's later work.
    select jsonb_object_agg(setting.key, setting.draft) into drafts
    from private.studio_settings as setting
    where wanted ? setting.key and setting.draft is distinct from wanted -> setting.key and setting.draft is not null;
    perform private.publish_values(wanted);
    insert into private.studio_settings as setting (key, draft, updated_by)
    select draft.key, draft.value, auth.uid() from jsonb_each(drafts) as draft
    on conflict (key) do update set draft = excluded.draft;
    update private.setting_changes as change set undone_at = clock_timestamp()
    where change.change_id = undo_setting_change.change_id;
  end if;
  return private.setting_rows(array(select jsonb_object_keys(wanted)));
end
$$;

grant execute on function public.undo_setting_change(uuid) to authenticated;
