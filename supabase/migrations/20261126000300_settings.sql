-- Values of the settings, their drafts and their history.

-- Only what differs from the default, or has a draft.
create table private.studio_settings (
  key text not null,
  -- Null: the default.
  value jsonb,
  -- A value that is not published yet; JSON's null for the default.
  draft jsonb,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by uuid,
  constraint studio_settings_pkey primary key (key),
  constraint studio_settings_key_fkey foreign key (key) references private.setting_rules (key),
  constraint studio_settings_updated_by_fkey foreign key (updated_by) references public.user_profiles (id) on delete set null,
  constraint studio_settings_value_check check (value <> 'null' and num_nonnulls(value, draft) > 0)
);
create index studio_settings_updated_by_idx on private.studio_settings (updated_by);

alter table private.studio_settings enable row level security;
create policy "studio_settings: service_role does all" on private.studio_settings
  for all to service_role using (true) with check (true);

-- Every change of a published value. Null: the default.
create table private.setting_changes (
  id bigint not null generated always as identity,
  -- Of one save.
  change_id uuid not null,
  key text not null,
  was jsonb,
  became jsonb,
  at timestamptz not null,
  by uuid,
  -- why a copy: the log keeps the name when the person has left.
  by_name text,
  undone_at timestamptz,
  constraint setting_changes_pkey primary key (id),
  constraint setting_changes_key_fkey foreign key (key) references private.setting_rules (key),
  constraint setting_changes_by_fkey foreign key (by) references public.user_profiles (id) on delete set null,
  constraint setting_changes_once unique (change_id, key)
);
create index setting_changes_key_idx on private.setting_changes (key, at desc);
create index setting_changes_by_idx on private.setting_changes (by);

alter table private.setting_changes enable row level security;
create policy "setting_changes: service_role does all" on private.setting_changes
  for all to service_role using (true) with check (true);

-- Links that show drafts on the site.
create table private.setting_previews (
  -- why only the hash: a copy of the database opens no preview.
  token bytea not null,
  expires_at timestamptz not null,
  created_by uuid,
  constraint setting_previews_pkey primary key (token),
  constraint setting_previews_created_by_fkey foreign key (created_by) references public.user_profiles (id) on delete cascade
);
create index setting_previews_created_by_idx on private.setting_previews (created_by);

alter table private.setting_previews enable row level security;
create policy "setting_previews: service_role does all" on private.setting_previews
  for all to service_role using (true) with check (true);

/* The published value of a setting; null for the default. */
create function private.setting_value(key text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select setting.value from private.studio_settings as setting where setting.key = setting_value.key
$$;

/* The settings with these keys as admins see them: [{"key", "value", "draft", "updated_at", "updated_by_name"}]. */
create function private.setting_rows(keys text[]) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('key', wanted.key, 'value', setting.value, 'draft', setting.draft,
    'has_draft', setting.draft is not null, 'updated_at', setting.updated_at,
    'updated_by_name', profile.display_name) order by wanted.key), '[]')
  from unnest(keys) as wanted (key)
    left join private.studio_settings as setting on setting.key = wanted.key
    left join public.user_profiles as profile on profile.id = setting.updated_by
$$;

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
          select from private.setting_previews as known
          where known.token = sha256(convert_to(left(preview, 100), 'UTF8')) and known.expires_at > clock_timestamp()
        ) then nullif(setting.draft, 'null')
        else setting.value
      end as value
    from private.setting_rules as listed join private.studio_settings as setting on setting.key = listed.key
    where listed.is_public and listed.group_name = any (groups)
  )
  select coalesce(jsonb_object_agg(key, value), '{}') from shown where value is not null
$$;
grant execute on function public.site_settings(text[], text) to anon, authenticated, service_role;

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
  select bool_or(is_public) into is_seen from differing;
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

/* Rejects values that do not follow their rule: PT422 with {"field": key} for the first one. */
create function private.check_settings(wanted jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  given record;
begin
  for given in
    select entry.key, entry.value, listed.rule
    from jsonb_each(wanted) as entry left join private.setting_rules as listed on listed.key = entry.key
    order by entry.key
  loop
    if given.rule is null then
      perform private.refuse(given.key, 'There is no such setting.');
    elsif given.value <> 'null' and private.setting_problem(given.rule, given.value) is not null then
      perform private.refuse(given.key, private.setting_problem(given.rule, given.value));
    end if;
  end loop;
end
$$;

/*
 * Saves settings, all or nothing, and returns their rows as `settings` does.
 * changes: [{"key", "value": null for the default, "seen": `updated_at` of the row as the caller last saw it, null
 * for none}]. What is saved already is no conflict. as_draft: saves drafts, which only previews show.
 * Raises PT422 with {"field": key}, PT409 with {key: row} if others changed them since, 42501 for anyone but admin.
 */
create function public.change_settings(changes jsonb, as_draft boolean default false) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted jsonb;
  keys text[];
begin
  perform private.require_staff('admin');
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) not between 1 and 200 then
    perform private.refuse('changes', 'Send 1 to 200 settings.');
  end if;
  select jsonb_object_agg(coalesce(given.value ->> 'key', ''), coalesce(given.value -> 'value', 'null')),
      array_agg(given.value ->> 'key')
    into wanted, keys
  from jsonb_array_elements(changes) as given (value);
  if (select count(*) from jsonb_object_keys(wanted)) < cardinality(keys) then
    perform private.refuse('changes', 'A setting is listed twice.');
  end if;
  perform private.check_settings(wanted);
  -- why: also settings without a row must not be saved by two at once.
  lock table private.studio_settings in share row exclusive mode;
  perform private.refuse_changed_settings(array(
    select given.value ->> 'key'
    from jsonb_array_elements(changes) as given (value)
      left join private.studio_settings as setting on setting.key = given.value ->> 'key'
    where setting.updated_at is distinct from (given.value ->> 'seen')::timestamptz
      and coalesce(given.value -> 'value', 'null')
        <> coalesce(case when as_draft then setting.draft end, setting.value, 'null')));
  if as_draft then
    delete from private.studio_settings as setting using jsonb_each(wanted) as given
    where setting.key = given.key and setting.value is null and given.value = 'null';
    insert into private.studio_settings as setting (key, draft, updated_by)
    select given.key, given.value, auth.uid() from jsonb_each(wanted) as given
    where exists (select from private.studio_settings as known where known.key = given.key) or given.value <> 'null'
    on conflict (key) do update set draft = nullif(excluded.draft, coalesce(setting.value, 'null')),
      updated_at = clock_timestamp(), updated_by = excluded.updated_by
    where coalesce(setting.draft, setting.value, 'null') <> excluded.draft;
  else
    perform private.publish_values(wanted);
  end if;
  return private.setting_rows(keys);
end
$$;
grant execute on function public.change_settings(jsonb, boolean) to authenticated;

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

/*
 * The changes of published values in these groups, newest first, at most `most` (1 to 100) made before `before`:
 * [{"change_id", "at", "by_name", "undone", "changes": [{"key", "was", "became"}]}]. Raises 42501 for anyone but admin.
 */
create function public.setting_history(groups text[], before timestamptz default null, most integer default 20) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin');
  return (
    select coalesce(jsonb_agg(told order by at desc, change_id), '[]')
    from (
      select change.change_id, change.at, jsonb_build_object('change_id', change.change_id, 'at', change.at,
        'by_name', min(change.by_name), 'undone', bool_or(change.undone_at is not null),
        'changes', jsonb_agg(jsonb_build_object('key', change.key, 'was', change.was, 'became', change.became)
          order by change.key)) as told
      from private.setting_changes as change join private.setting_rules as listed on listed.key = change.key
      where listed.group_name = any (groups) and (before is null or change.at < before)
      group by change.change_id, change.at
      order by change.at desc, change.change_id limit greatest(1, least(most, 100))
    ) as page
  );
end
$$;
grant execute on function public.setting_history(text[], timestamptz, integer) to authenticated;

/*
 * Takes back a change as a whole, which is logged as another change; returns the rows. A repeat changes nothing.
 * Raises PT404 for an unknown change, PT409 with {key: row} if a value was changed since, PT422 with {"field": key} if an
 * earlier value no longer follows its rule, 42501 for anyone but admin.
 */
create function public.undo_setting_change(change_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted jsonb;
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
    perform private.publish_values(wanted);
    update private.setting_changes as change set undone_at = clock_timestamp()
    where change.change_id = undo_setting_change.change_id;
  end if;
  return private.setting_rows(array(select jsonb_object_keys(wanted)));
end
$$;
grant execute on function public.undo_setting_change(uuid) to authenticated;

/* Makes a link that shows drafts on the site for an hour: {"token", "expires_at"}. Raises 42501 for anyone but admin. */
create function public.make_preview() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  secret constant text := private.new_secret();
  ends_at constant timestamptz := clock_timestamp() + interval '1 hour';
begin
  perform private.require_staff('admin');
  delete from private.setting_previews as known where known.expires_at < clock_timestamp();
  insert into private.setting_previews (token, expires_at, created_by)
  values (sha256(convert_to(secret, 'UTF8')), ends_at, auth.uid());
  return jsonb_build_object('token', secret, 'expires_at', private.iso_time(ends_at));
end
$$;
grant execute on function public.make_preview() to authenticated;
