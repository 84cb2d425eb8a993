-- The activity log of what triggers cannot tell: components and availability, which are saved as whole lists; tables of
-- later kinds; and accounts, which are rows of the auth schema.

/* The components of an item in their order, as the log names them: ["PRP-00001 · Wing chair ×2"]. */
create function private.component_texts(kit uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(item.code || ' · ' || item.name || ' ×' || listed.quantity order by listed.position, item.code), '[]')
  from public.item_components as listed join public.items as item on item.id = listed.component_id
  where listed.kit_id = kit
$$;

/*
 * Sets the components of an item, in this order, and returns them as `components` does; [] for none. Nothing
 * that is booked moves. components: [{"type", "id", "quantity": pieces in one kit, 1 to 1000}], at most 100.
 *
 * Raises PT404 for an unknown item; PT422 with details {"field": "components"} for an unknown component, the
 * same one twice, a kit inside of itself, more than four levels, or more than 1,000 pieces of one item in one
 * kit (private.rebuild_kits); PT409 with details {"reason": "busy"}; 42501 for anyone but staff.
 */
create or replace function public.set_components(type text, id uuid, components jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  kit public.items;
  asked record;
  former jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  kit := private.present_item(type, id);
  if jsonb_typeof(components) is distinct from 'array' or jsonb_array_length(components) > 100 then
    perform private.refuse('components', 'Components must be a list of at most 100.');
  end if;
  for asked in
    select private.whole_number(given.value -> 'quantity', 1, 1000) as quantity, item.id as item_id, item.name,
      count(*) over (partition by item.id) as times
    from jsonb_array_elements(components) as given (value)
      left join public.items as item on item.id = private.uuid_of(given.value ->> 'id')
        and item.kind = given.value ->> 'type' and item.removed_at is null
  loop
    if asked.item_id is null then
      perform private.refuse('components', 'A component is no longer there. Choose another.');
    elsif asked.item_id = kit.id then
      perform private.refuse('components', format('"%s" cannot contain itself.', kit.name));
    elsif asked.quantity is null then
      perform private.refuse('components', format('The quantity of "%s" must be from 1 to 1,000.', asked.name));
    elsif asked.times > 1 then
      perform private.refuse('components', format('"%s" is listed twice.', asked.name));
    end if;
  end loop;
  -- why: a booking of the kit, or of one around it, reads its parts under the same lock.
  perform private.lock_items(array(
    select around.kit_id from private.kit_parts as around where around.part_id = kit.id
  ) || kit.id);
  former := private.component_texts(kit.id);
  delete from public.item_components as listed where listed.kit_id = kit.id;
  insert into public.item_components (kit_id, component_id, quantity, position)
  select kit.id, (given.value ->> 'id')::uuid, (given.value ->> 'quantity')::numeric::integer, given.place
  from jsonb_array_elements(components) with ordinality as given (value, place);
  perform private.log_change('items', 'changed', 'item_components', 'item', kit.id::text, kit.code || ' · ' || kit.name,
    case when former = private.component_texts(kit.id) then '{}'
      else jsonb_build_object('components', jsonb_build_array(former, private.component_texts(kit.id))) end);
  return private.components_of(kit.id);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

/*
 * Saves all settings of availability and returns them. Nothing that is booked moves: turnaround and closed
 * days apply to later bookings.
 * expected_updated_at: `updated_at` as the caller last saw it. A repeat of what is saved changes nothing.
 * Raises PT422 with details {"field": …}; PT409 if they were changed meanwhile, with the settings as details;
 * 42501 for anyone but admin.
 */
create or replace function public.change_availability_settings(
  shows text,
  turnaround jsonb,
  closed_weekdays smallint[],
  closed_days jsonb,
  expected_updated_at timestamptz
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  known private.availability_settings;
  present jsonb;
  asked jsonb;
  weekdays smallint[];
begin
  perform private.require_staff('admin');
  if shows is null or shows not in ('exact', 'yes-no', 'off') then
    perform private.refuse('shows', 'Choose what visitors see.');
  elsif jsonb_typeof(turnaround) is distinct from 'object' or exists (
    select from jsonb_each(turnaround) as given
    where private.whole_number(given.value, 0, 30) is null
      or not exists (select from private.catalogue_kinds as listed where listed.kind = given.key)
  ) then
    perform private.refuse('turnaround', 'Turnaround must be a whole number of days from 0 to 30');
  elsif closed_weekdays is null or array_position(closed_weekdays, null) is not null
    or not closed_weekdays <@ '{1,2,3,4,5,6,7}'::smallint[] then
    perform private.refuse('closed_weekdays', 'Closed weekdays are numbers from 1 (Monday) to 7');
  elsif closed_weekdays @> '{1,2,3,4,5,6,7}'::smallint[] then
    perform private.refuse('closed_weekdays', 'At least one day of the week must be open.');
  elsif jsonb_typeof(closed_days) is distinct from 'array' or jsonb_array_length(closed_days) > 1000 then
    perform private.refuse('closed_days', 'Closed days must be a list of at most 1000 days.');
  elsif exists (
    select from jsonb_array_elements(closed_days) as given (value)
    where coalesce(value ->> 'day', '') !~ '^\d{4}-\d\d-\d\d$' or char_length(value ->> 'reason') > 200
  ) then
    perform private.refuse('closed_days', 'Each closed day needs a date, and a reason of at most 200 characters.');
  elsif exists (
    select from jsonb_array_elements(closed_days) as given (value)
    group by (value ->> 'day')::date having count(*) > 1
  ) then
    perform private.refuse('closed_days', 'A day is listed twice.');
  end if;

  select * into known from private.availability_settings for update;
  present := private.availability_settings_value();
  weekdays := array(select distinct day from unnest(closed_weekdays) as day order by day);
  asked := jsonb_build_object(
    'shows', shows,
    'turnaround', present -> 'turnaround' || turnaround,
    'closed_weekdays', weekdays,
    'closed_days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', value ->> 'day',
        'reason', nullif(private.trimmed(value ->> 'reason'), '')) order by value ->> 'day'), '[]')
      from jsonb_array_elements(closed_days) as given (value)
    ));
  if asked = present - 'updated_at' then
    return present;
  elsif known.updated_at is distinct from expected_updated_at then
    raise exception 'The settings were changed meanwhile.' using errcode = 'PT409', detail = present::text;
  end if;
  update private.availability_settings as settings
  set shows = change_availability_settings.shows, closed_weekdays = weekdays, updated_at = clock_timestamp();
  update private.catalogue_kinds as listed set turnaround_days = (turnaround ->> listed.kind)::smallint
  where listed.turnaround_days <> (turnaround ->> listed.kind)::smallint;
  delete from private.closed_days;
  insert into private.closed_days (day, reason)
  select day, reason from jsonb_to_recordset(asked -> 'closed_days') as given (day date, reason text);
  perform private.log_change('settings', 'changed', 'availability_settings', 'availability', 'availability', 'Availability', (
    select jsonb_object_agg(given.key, jsonb_build_array(present -> given.key, given.value))
    from jsonb_each(asked) as given where present -> given.key <> given.value));
  -- why: pages say what visitors learn.
  perform pg_notify('catalogue_changed', '');
  return private.availability_settings_value();
end
$$;

/*
 * Makes the table of a kind, which has its columns and its rows in private.catalogue_kinds and
 * catalogue_lookups, one like the others: constraints, the sequence of its codes, indexes, row level
 * security, policies, grants, live changes, and the triggers for codes, slugs, counts, registry and
 * cached pages, and the activity log.
 */
create or replace function private.add_kind(kind text) returns void
language plpgsql
set search_path = ''
as $$
declare
  added constant private.catalogue_kinds := (select listed from private.catalogue_kinds as listed where listed.kind = add_kind.kind);
  item_table constant regclass := added.item_table;
  code constant name := added.code_column;
  named constant name := (select relname from pg_catalog.pg_class where oid = added.item_table);
  staff constant text := '(select private.is_staff(''admin'', ''crm_user'', ''inventory_user''))';
  -- Columns that staff write.
  written constant text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
    where attrelid = added.item_table and attnum > 0 and not attisdropped and attgenerated = ''
      and attname not in ('id', added.code_column, 'slug', 'created_at', 'updated_at')
  );
  lookup record;
  event record;
begin
  execute format('create sequence private.%I as bigint', kind || '_code_seq');
  execute format('alter table %s
    add constraint %I primary key (id), add constraint %I unique (%I), add constraint %I unique (slug),
    add constraint %I check (private.trimmed(name) <> '''' and char_length(name) <= 120),
    add constraint %I check (char_length(description) <= 4000),
    add constraint %I check (price between 0 and 9999999.99),
    add constraint %I check (quantity between 0 and 1000000),
    add constraint %I check (private.is_image_list(images))',
    item_table, named || '_pkey', format('%s_%s_key', named, code), code, named || '_slug_key', named || '_name_length',
    named || '_description_length', named || '_price_range', named || '_quantity_range', named || '_images_check');

  execute format('create index %I on %s (created_at, id)', named || '_newest_idx', item_table);
  execute format('create index %I on %s (price, id)', named || '_price_idx', item_table);
  execute format('create index %I on %s (name, id)', named || '_name_idx', item_table);
  execute format('create index %I on %s (quantity, id)', named || '_quantity_idx', item_table);
  execute format('create index %I on %s ((substr(%I, 5)::bigint), id) include (%3$I)', named || '_code_idx', item_table, code);
  execute format('create index %I on %s (id) where not active', named || '_inactive_idx', item_table);
  execute format('create index %I on %s (id) where in_studio', named || '_in_studio_idx', item_table);
  execute format('create index %I on %s using gin ((%s) extensions.gin_trgm_ops)',
    named || case added.staff_text when 'item.search_text' then '_search_idx' else '_staff_search_idx' end,
    item_table, replace(added.staff_text, 'item.', ''));
  for lookup in select * from private.catalogue_lookups as listed where listed.kind = add_kind.kind order by listed.key loop
    if lookup.column_type = 'uuid'::regtype then
      execute format('alter table %s add constraint %I foreign key (%I) references %s (id)',
        item_table, format('%s_%s_fkey', named, lookup.item_column), lookup.item_column, lookup.lookup_table);
      execute format('create index %I on %s (%I)',
        format('%s_%s_idx', named, lookup.item_column), item_table, lookup.item_column);
    end if;
    if lookup.is_sidebar then
      execute format('create index %I on %s (%I, id) where active', named || '_related_idx', item_table, lookup.item_column);
    end if;
  end loop;

  execute format('alter table %s enable row level security', item_table);
  execute format('create policy %I on %s for select to anon, authenticated using (active)',
    named || ': anyone reads active', item_table);
  execute format('create policy %I on %s for select to authenticated using (%s)',
    named || ': staff read all', item_table, staff);
  execute format('create policy %I on %s for insert to authenticated with check (%s)',
    named || ': staff insert', item_table, staff);
  execute format('create policy %I on %s for update to authenticated using (%s) with check (%3$s)',
    named || ': staff update', item_table, staff);
  execute format('create policy %I on %s for all to service_role using (true) with check (true)',
    named || ': service_role does all', item_table);
  execute format('grant select on %s to anon', item_table);
  execute format('grant select, insert (id, %2$s), update (%2$s) on %1$s to authenticated', item_table, written);
  execute format('grant select, insert, update, delete on %s to service_role', item_table);

  -- Triggers fire in the order of their names: the code comes before the slug, which may fall back to it.
  execute format('create trigger %I before insert or update on %s
    for each row execute function private.assign_code(%L, %L, %L)',
    named || '_code', item_table, code, upper(added.code_prefix), format('private.%I', kind || '_code_seq'));
  execute format('create trigger %I before insert or update on %s
    for each row execute function private.assign_slug(''name'', %L)', named || '_slug', item_table, code);
  execute format('create trigger %I before update on %s
    for each row execute function private.touch_updated_at()', named || '_updated_at', item_table);
  for event in
    select * from (values
      ('insert', 'referencing new table as new_items'),
      ('update', 'referencing old table as old_items new table as new_items'),
      ('delete', 'referencing old table as old_items'),
      ('truncate', '')
    ) as listed (verb, transition)
  loop
    execute format('create trigger %I after %s on %s %s for each statement execute function private.count_items(%L)',
      format('%s_counted_%s', named, event.verb), event.verb, item_table, event.transition, kind);
    execute format('create trigger %I after %s on %s %s for each statement execute function private.register_items(%L, %L)',
      format('%s_registered_%s', named, event.verb), event.verb, item_table, event.transition, kind, code);
  end loop;
  for lookup in
    select item_table as watched
    union select listed.lookup_table from private.catalogue_lookups as listed where listed.kind = add_kind.kind
    except select tgrelid from pg_catalog.pg_trigger where tgname = 'catalogue_changed'
  loop
    execute format('create trigger catalogue_changed after insert or update or delete or truncate on %s
      for each statement execute function private.tell_catalogue_changed()', lookup.watched);
  end loop;
  perform private.add_item_log(kind);
  -- why: a publication FOR ALL TABLES includes the table already and rejects ADD TABLE.
  if exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime' and not puballtables) then
    execute format('alter publication supabase_realtime add table %s', item_table);
  end if;
end
$$;

/*
 * Makes a table of `id, <label_column>, slug, created_at` a lookup that staff edit: constraints, row
 * level security, policies, the slug's trigger and grants.
 */
create or replace function private.add_lookup(lookup regclass, label_column name default 'name'::name)
returns void
language plpgsql
set search_path = ''
as $$
declare
  named constant name := (select relname from pg_catalog.pg_class where oid = lookup);
  staff constant text := '(select private.is_staff(''admin'', ''crm_user'', ''inventory_user''))';
begin
  execute format('alter table %s
    add constraint %I primary key (id), add constraint %I unique (%I), add constraint %I unique (slug),
    add constraint %I check (private.trimmed(%4$I) <> '''' and char_length(%4$I) <= 80)',
    lookup, named || '_pkey', format('%s_%s_key', named, label_column), label_column, named || '_slug_key',
    format('%s_%s_length', named, label_column));
  execute format('alter table %s enable row level security', lookup);
  execute format('create policy %I on %s for select to anon, authenticated using (true)',
    named || ': anyone reads', lookup);
  execute format('create policy %I on %s for insert to authenticated with check (%s)',
    named || ': staff insert', lookup, staff);
  execute format('create policy %I on %s for update to authenticated using (%s) with check (%3$s)',
    named || ': staff update', lookup, staff);
  execute format('create policy %I on %s for delete to authenticated using (%s)',
    named || ': staff delete', lookup, staff);
  execute format('create policy %I on %s for all to service_role using (true) with check (true)',
    named || ': service_role does all', lookup);
  execute format('create trigger %I before insert or update on %s
    for each row execute function private.assign_slug(%L, ''id'')', named || '_slug', lookup, label_column);
  perform private.add_activity_log(lookup, 'lists', 'list', 'written.id', format('written.%I', label_column));
  execute format('grant select on %s to anon', lookup);
  execute format('grant select, delete, insert (id, %2$I), update (%2$I) on %1$s to authenticated', lookup, label_column);
  execute format('grant select, insert, update, delete on %s to service_role', lookup);
end
$$;

/* Logs a person's second factor that was set up or removed. */
create function private.log_second_factor() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  account constant uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
  -- why: a removed account takes its factors along, and an account without a role is not staff.
  if exists (
    select from public.user_profiles as profile join auth.users as found on found.id = profile.account_id
    where profile.account_id = account
  ) then
    perform private.log_change('staff', case tg_op when 'DELETE' then 'factor_removed' else 'factor_added' end,
      'mfa_factors', 'person', account::text, coalesce(private.person_name(account), ''), '{}',
      -- why: only the person can verify a factor. Supabase's auth server has no claims in its transactions, so who
      -- removes a factor there is not known.
      case tg_op when 'DELETE' then auth.uid() else account end);
  end if;
  return null;
end
$$;
do $$
begin
  -- why conditional: as for users_last_admin.
  if has_table_privilege('auth.mfa_factors', 'TRIGGER') then
    create trigger mfa_factors_activity_verified after update on auth.mfa_factors
      for each row when (old.status <> 'verified' and new.status = 'verified')
      execute function private.log_second_factor();
    create trigger mfa_factors_activity_removed after delete on auth.mfa_factors
      for each row when (old.status = 'verified')
      execute function private.log_second_factor();
  end if;
  -- why not uploads: the change of the record that uses the picture is logged.
  if has_table_privilege('storage.objects', 'TRIGGER') then
    create trigger objects_activity_update after update on storage.objects
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.record_activity(
        'items', 'picture', 'written.name', 'written.name', 'name,version', 'written.bucket_id = ''catalogue''', 'f');
    create trigger objects_activity_delete after delete on storage.objects
      referencing old table as old_rows
      for each statement execute function private.record_activity(
        'items', 'picture', 'written.name', 'written.name', '', 'written.bucket_id = ''catalogue''', 'f');
  end if;
end
$$;

/*
 * Logs that the caller made a link for an account: to join while the person is invited, else for a new password. The
 * function `staff` calls it. Raises 42501 unless the caller is an admin or has the service key, PT404 for an unknown
 * account.
 */
create function public.log_account_link(account uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  known auth.users;
begin
  perform private.require_account_manager();
  select * into known from auth.users as found where found.id = account;
  if not found then
    raise exception 'There is no such account.' using errcode = 'PT404';
  end if;
  perform private.log_change('staff',
    case when known.invited_at is not null and known.email_confirmed_at is null then 'invite_link' else 'reset_link' end,
    'users', 'person', account::text, coalesce(private.person_name(account), ''), '{}');
end
$$;
grant execute on function public.log_account_link(uuid) to authenticated, service_role;
