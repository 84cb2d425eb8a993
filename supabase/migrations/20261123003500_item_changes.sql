-- Bulk changes of items: a log with old and new values, and undo from that log.

create table public.item_batches (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  kind text not null,
  -- The staff member. why: no foreign key, so that the id stays when the account is deleted.
  user_id uuid not null,
  what text not null,
  -- The values that a change set on all items, by column.
  change jsonb,
  changed integer not null default 0,
  -- Number of items that an import created.
  created integer not null default 0,
  -- The batch that this one undid.
  undoes uuid,
  undone_at timestamptz,
  constraint item_batches_pkey primary key (id),
  constraint item_batches_kind_fkey foreign key (kind) references private.catalogue_kinds (kind),
  constraint item_batches_what_check check (what in ('change', 'import', 'undo')),
  constraint item_batches_change_check check (jsonb_typeof(change) = 'object')
);

create table public.item_changes (
  batch_id uuid not null,
  -- why: no foreign key, because the log outlives the items. Code and name are as of the change.
  item_id uuid not null,
  code text collate "C" not null,
  name text not null,
  is_new boolean not null default false,
  -- Old and new values by column. A new item counts as one that was inactive before.
  was jsonb not null,
  became jsonb not null,
  constraint item_changes_pkey primary key (batch_id, item_id),
  constraint item_changes_batch_id_fkey foreign key (batch_id) references public.item_batches (id) on delete cascade,
  constraint item_changes_was_check check (jsonb_typeof(was) = 'object'),
  constraint item_changes_became_check check (jsonb_typeof(became) = 'object')
);

create index item_batches_kind_idx on public.item_batches (kind, created_at desc, id);
create index item_batches_created_at_idx on public.item_batches (created_at);
create index item_changes_code_idx on public.item_changes (batch_id, code);

alter table public.item_batches enable row level security;
alter table public.item_changes enable row level security;

create policy "item_batches: staff read" on public.item_batches
  for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "item_batches: service_role does all" on public.item_batches
  for all to service_role using (true) with check (true);
create policy "item_changes: staff read" on public.item_changes
  for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "item_changes: service_role does all" on public.item_changes
  for all to service_role using (true) with check (true);

grant select on public.item_batches, public.item_changes to authenticated, service_role;

/*
 * Starts a batch of the caller in the log, and deletes old ones: those older than 90 days, and all but the
 * newest 200 of the kind. why: at most 5 of each per call, so that no change waits long for it.
 */
create function private.begin_item_batch(id uuid, kind text, what text, change jsonb default null, undoes uuid default null)
returns void
language plpgsql
set search_path = ''
as $$
begin
  delete from public.item_batches as old where old.id is distinct from begin_item_batch.undoes and old.id in (
    (select aged.id from public.item_batches as aged
     where aged.created_at < now() - interval '90 days' order by aged.created_at limit 5)
    union all
    (select over.id from public.item_batches as over
     where over.kind = begin_item_batch.kind order by over.created_at desc, over.id offset 199 limit 5)
  );
  insert into public.item_batches (id, kind, user_id, what, change, undoes)
  values (begin_item_batch.id, begin_item_batch.kind, auth.uid(), begin_item_batch.what,
    begin_item_batch.change, begin_item_batch.undoes);
end
$$;

/*
 * The column of a value that a bulk change can set: active, in_studio, price, or a lookup by its key.
 * Raises PT400 for anything else.
 */
create function private.changed_column(kind text, key text, out item_column name, out type text)
language plpgsql stable
set search_path = ''
as $$
begin
  if key in ('active', 'in_studio', 'price') then
    item_column := key;
    type := case key when 'price' then 'numeric' else 'boolean' end;
    return;
  end if;
  select lookup.item_column, lookup.column_type::text into item_column, type
  from private.catalogue_lookups as lookup
  where lookup.kind = changed_column.kind and lookup.key = changed_column.key;
  if not found then
    raise exception 'There is no "%" to change at once here.', left(key, 40) using errcode = 'PT400';
  end if;
end
$$;

/*
 * Sets the values of `change` on 1 to 5,000 items of a kind, on all of them or none: {"active": true,
 * "in_studio": false, "price": 250, "category": id or null, …}, rupees per day. Old and new values are
 * logged under `batch`, an id that the caller makes up.
 * Returns {"changed": count}, without the items that had the values already; undo_items reverts the batch.
 * A retry with the same batch returns the same and changes nothing.
 * Raises PT404 if an item was deleted, PT422 for an invalid price or value, PT400 for values that the kind
 * does not have, PT409 if the batch id belongs to another change, 42501 for anyone but staff.
 */
create function public.change_items(kind text, ids uuid[], change jsonb, batch uuid default gen_random_uuid()) returns jsonb
language plpgsql security definer
set search_path = ''
set jit = off
as $$
declare
  listed private.catalogue_kinds;
  known_batch public.item_batches;
  entry record;
  target record;
  known boolean;
  assignments text[] := '{}';
  differences text[] := '{}';
  columns text[] := '{}';
  logged jsonb := '{}';
  found_items bigint;
  changed_items integer;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  listed := private.inventory_kind(change_items.kind);
  if coalesce(cardinality(ids), 0) not between 1 and 5000 then
    raise exception 'Choose 1 to 5,000 items.' using errcode = 'PT422';
  elsif jsonb_typeof(change) is distinct from 'object' or change = '{}' then
    raise exception 'change must name what to change.' using errcode = 'PT400';
  elsif batch is null then
    raise exception 'batch must be an id.' using errcode = 'PT400';
  end if;
  for entry in select key, value, value #>> '{}' as given from jsonb_each(change) loop
    target := private.changed_column(listed.kind, entry.key);
    if target.type = 'boolean' then
      if jsonb_typeof(entry.value) <> 'boolean' then
        raise exception '"%" must be true or false.', entry.key using errcode = 'PT400';
      end if;
    elsif entry.key = 'price' then
      if jsonb_typeof(entry.value) <> 'number' or entry.given::numeric not between 0 and 9999999.99
        or entry.given::numeric <> round(entry.given::numeric, 2)
      then
        raise exception 'The price must be between 0 and 99,99,999.99, with at most 2 decimals.'
          using errcode = 'PT422', detail = '{"field":"price"}';
      end if;
    elsif entry.given is not null then
      execute format('select exists (select from %s where id::text = $1)', (
        select lookup_table from private.catalogue_lookups as lookup
        where lookup.kind = listed.kind and lookup.key = entry.key
      )) into known using entry.given;
      if not known then
        raise exception 'This % is no longer there. Choose another.', entry.key
          using errcode = 'PT422', detail = jsonb_build_object('field', entry.key)::text;
      end if;
    end if;
    assignments := assignments || format('%I = %L', target.item_column, entry.given);
    differences := differences
      || format('item.%I is distinct from %L::%s', target.item_column, entry.given, target.type);
    columns := columns || format('%1$L, item.%1$I', target.item_column);
    logged := logged || jsonb_build_object(target.item_column, entry.value);
  end loop;
  -- why: concurrent requests with one batch id wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('item batch ' || batch, 0));
  select * into known_batch from public.item_batches as begun where begun.id = batch;
  if found then
    if known_batch.user_id <> auth.uid() or known_batch.kind <> listed.kind or known_batch.change is distinct from logged then
      raise exception 'This change is another one.' using errcode = 'PT409';
    end if;
    return jsonb_build_object('changed', known_batch.changed);
  end if;
  perform private.begin_item_batch(batch, listed.kind, 'change', change => logged);
  -- why: rows are locked in id order, so that two changes cannot deadlock.
  execute format(
    'with former as materialized (
       select item.id, jsonb_build_object(%4$s) as was from %1$s as item
       where item.id = any ($1) order by item.id for no key update
     ), changed as (
       update %1$s as item set %2$s from former where item.id = former.id and (%3$s)
       returning item.id, item.%5$I as code, item.name, former.was, jsonb_build_object(%4$s) as became
     ), logged as (
       insert into public.item_changes (batch_id, item_id, code, name, was, became)
       select $2, id, code, name, was, became from changed
     )
     select (select count(*) from former), (select count(*) from changed)',
    listed.item_table, array_to_string(assignments, ', '), array_to_string(differences, ' or '),
    array_to_string(columns, ', '), listed.code_column)
    into found_items, changed_items using ids, batch;
  if found_items < (select count(distinct each) from unnest(ids) as each) then
    raise exception 'Some of the items are no longer there.' using errcode = 'PT404';
  end if;
  if changed_items = 0 then
    delete from public.item_batches as begun where begun.id = batch;
  else
    update public.item_batches as begun set changed = changed_items where begun.id = batch;
  end if;
  return jsonb_build_object('changed', changed_items);
end
$$;

/*
 * Restores the values that the items of a batch had before it. Items whose values were changed since, or
 * that were deleted, are skipped. Items that an import created are switched off. The undo is a batch of
 * the log too and can itself be undone.
 * Returns {"restored": count, "kept": count, "items": the first 20 skipped as {"id", "code", "name"}}.
 * Raises PT404 for a batch that is not in the log, PT409 for one that was already undone or if an old
 * value was removed from its lookup, 42501 for anyone but staff.
 */
create function public.undo_items(batch uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set jit = off
set enable_nestloop = off
as $$
declare
  undone public.item_batches;
  listed private.catalogue_kinds;
  undo constant uuid := gen_random_uuid();
  standing text;
  assignments text;
  restored_items integer;
  kept_items integer;
  kept_first jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  select * into undone from public.item_batches as known where known.id = batch for update;
  if not found then
    raise exception 'This change is no longer in the log.' using errcode = 'PT404';
  elsif undone.undone_at is not null then
    raise exception 'This change was undone already.' using errcode = 'PT409';
  end if;
  listed := private.inventory_kind(undone.kind);
  select string_agg(format('%1$L, item.%1$I', item_column), ', '),
    string_agg(format('%1$I = case when fit.was ? %1$L then fit.%1$I else item.%1$I end', item_column), ', ')
    into standing, assignments
  from private.import_columns(undone.kind) where item_column in (
    select jsonb_object_keys(was) from public.item_changes where batch_id = undone.id);
  perform private.begin_item_batch(undo, undone.kind, 'undo', undoes => undone.id);
  execute format(
    'with asked as materialized (
       select item_id, code, name, was, became from public.item_changes where batch_id = $1 and was <> became
     ), standing as materialized (
       select item.id, jsonb_build_object(%2$s) as has from %1$s as item
       where item.id in (select item_id from asked) order by item.id for no key update
     ), fit as materialized (
       select asked.item_id, asked.was, asked.became, typed.*
       from asked join standing on standing.id = asked.item_id
       cross join lateral jsonb_populate_record(null::%1$s, asked.was) as typed
       where not exists (
         select from jsonb_each(asked.became) as given where standing.has -> given.key is distinct from given.value)
     ), restored as (
       update %1$s as item set %3$s from fit where item.id = fit.item_id
       returning item.id, item.%4$I as code, item.name
     ), logged as (
       insert into public.item_changes (batch_id, item_id, code, name, was, became)
       select $2, restored.id, restored.code, restored.name, asked.became, asked.was
       from restored join asked on asked.item_id = restored.id
     ), kept as (
       select item_id, code, name from asked where item_id not in (select id from restored)
     )
     select (select count(*) from restored), (select count(*) from kept), (
       select coalesce(jsonb_agg(jsonb_build_object(''id'', item_id, ''code'', code, ''name'', name) order by code), ''[]'')
       from (select * from kept order by code limit 20) as first)',
    listed.item_table, standing, assignments, listed.code_column)
    into restored_items, kept_items, kept_first using undone.id, undo;
  if restored_items = 0 then
    delete from public.item_batches as begun where begun.id = undo;
  else
    update public.item_batches as begun set changed = restored_items where begun.id = undo;
    update public.item_batches as known set undone_at = now() where known.id = undone.id;
  end if;
  return jsonb_build_object('restored', restored_items, 'kept', kept_items, 'items', kept_first);
exception when integrity_constraint_violation then
  raise exception 'Some of the former values can no longer be set: they were removed from their list.'
    using errcode = 'PT409';
end
$$;

/*
 * The newest 50 batches of a kind: [{"id", "created_at", "user_id", "user_name", "what", "change",
 * "changed", "created", "undone_at"}]. 42501 for anyone but staff.
 * why: a function, because not all staff may read other staff's names.
 */
create function public.item_log(kind text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', batch.id, 'created_at', batch.created_at,
      'user_id', batch.user_id, 'user_name', person.display_name, 'what', batch.what, 'change', batch.change,
      'changed', batch.changed, 'created', batch.created, 'undone_at', batch.undone_at)
      order by batch.created_at desc, batch.id), '[]')
    from (
      select * from public.item_batches as newest where newest.kind = item_log.kind
      order by newest.created_at desc, newest.id limit 50
    ) as batch
    left join public.user_profiles as person on person.id = batch.user_id
  );
end
$$;

grant execute on function public.change_items(text, uuid[], jsonb, uuid) to authenticated;
grant execute on function public.undo_items(uuid) to authenticated;
grant execute on function public.item_log(text) to authenticated;
