/*
 * Sets the values of `change` on 1 to 5,000 items of a kind, on all of them or none: {"active": true,
 * "in_studio": false, "price": 250, "category": id or null, …}, rupees per day. Old and new values are
 * logged under `batch`, an id that the caller makes up.
 * Returns {"changed": count}, without the items that had the values already; undo_items reverts the batch.
 * A retry with the same batch returns the same and changes nothing.
 * Raises PT404 if an item was deleted, PT422 for an invalid price or value, PT400 for values that the kind
 * does not have, PT409 if the batch id belongs to another change, 42501 for anyone but staff.
 */
create function public.change_items(
  kind text,
  ids uuid[],
  change jsonb,
  batch uuid default gen_random_uuid()
) returns jsonb
language plpgsql security definer
set search_path = ''
set jit = 'off'
as $$
declare
  listed private.catalogue_kinds;
  known_batch public.item_batches;
  entry record;
  target record;
  is_there boolean;
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
      )) into is_there using entry.given;
      if not is_there then
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

grant execute on function public.change_items(text,uuid[],jsonb,uuid) to authenticated;
