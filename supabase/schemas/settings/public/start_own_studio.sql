/*
 * Removes the demo data and everything that was added to it, all or nothing: items, lists, customers, enquiries, orders,
 * messages, notes, their pictures and logs, the demo's legal identity, and the progress of the set-up. Staff, settings, calendars, and the log of
 * changes of staff and settings stay. Returns {"removed_at"}.
 * counted_at: of the figures (demo_studio) that the caller agreed to. has_backup: the caller has a backup that this
 * database does not know, as in a Supabase project.
 * Raises PT409 with {"reason"}: 'removed' when there is no demo data, 'backup' without a backup of the last hour,
 * 'changed' when records were added or changed since the figures or the backup, 'busy' while the tables are in use; 42501
 * for anyone but admin.
 * why statement_timeout: it empties some sixty tables with 330 indexes at once, and a browser waits 15 s.
 */
create function public.start_own_studio(counted_at timestamptz, has_backup boolean default false)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '3s'
set statement_timeout = '14s'
as $$
declare
  demo private.demo_studio;
  emptied constant text := array_to_string(private.record_tables(), ', ');
  kept_links jsonb;
  kept_activity jsonb;
  claims constant text := current_setting('request.jwt.claims', true);
  counter name;
begin
  perform private.require_staff('admin');
  select * into demo from private.demo_studio for update;
  if demo.filled_at is null or demo.removed_at is not null then
    raise exception 'There is no demo data in this studio any more.'
      using errcode = 'PT409', detail = '{"reason": "removed"}';
  end if;
  if not has_backup and coalesce(demo.backup_at < clock_timestamp() - interval '1 hour', true) then
    raise exception 'There is no backup of the last hour. Make one first.'
      using errcode = 'PT409', detail = '{"reason": "backup"}';
  end if;
  begin
    -- why: nothing can be added between the check and the removal.
    execute format('lock table %s in access exclusive mode', emptied);
    -- why 10 s: a row has the time at which its transaction began, which may have ended after the backup's snapshot. No
    -- transaction of staff or visitors takes longer.
    if counted_at is null or private.changed_after(counted_at)
      or not has_backup and private.changed_after(demo.backup_at - interval '10 seconds') then
      raise exception 'Somebody added or changed something meanwhile. Make another backup and look at the figures again.'
        using errcode = 'PT409', detail = '{"reason": "changed"}';
    end if;

    select jsonb_agg(link) into kept_links from private.links as link
    where link.item_id is null and link.document_id is null;
    select jsonb_agg(entry) into kept_activity from private.activity as entry where entry.area = any ('{staff,settings}');
    -- why not delete: its triggers would follow each row, and a studio of many years must fit into the timeout.
    execute format('truncate %s', emptied);
    insert into private.links select * from jsonb_populate_recordset(null::private.links, kept_links);
    -- why from 1 again: as in a new studio. Numbers of the demo were not given to customers.
    for counter in
      select kind.kind || '_code_seq' from private.catalogue_kinds as kind
      union all select unnest('{customer_number_seq,enquiry_number_seq,order_number_seq}'::name[])
    loop
      execute format('alter sequence private.%I restart', counter);
    end loop;

    -- why the setting: a Supabase project refuses to delete these rows otherwise.
    perform set_config('storage.allow_delete_query', 'true', true);
    -- why nobody's: each picture of staff would be logged, and the log is emptied below.
    perform set_config('request.jwt.claims', '', true);
    delete from storage.objects as picture where private.is_record_picture(picture.bucket_id, picture.name);
    perform set_config('request.jwt.claims', claims, true);
    perform set_config('storage.allow_delete_query', '', true);
    -- The links were logged as new.
    delete from private.activity;
    insert into private.activity select * from jsonb_populate_recordset(null::private.activity, kept_activity);
  exception when lock_not_available or deadlock_detected then
    raise exception 'The studio is busy, or a backup is running. Try again in a moment.'
      using errcode = 'PT409', detail = '{"reason": "busy"}';
  end;

  delete from private.studio_settings as setting
  where setting.key like 'setup.%' or setting.key like 'identity.%' and setting.updated_by is null;
  update private.demo_studio set removed_at = clock_timestamp() returning * into demo;
  perform private.log_change('settings', 'removed', 'demo_studio', 'setting', 'demo_studio', 'Demo data', '{}');
  perform pg_notify('catalogue_changed', '');
  -- Open pages read everything again.
  update public.user_profiles as profile set display_name = profile.display_name where profile.role is not null;
  return jsonb_build_object('removed_at', demo.removed_at);
end
$$;

grant execute
  on function public.start_own_studio(timestamp with time zone,boolean) to authenticated;
