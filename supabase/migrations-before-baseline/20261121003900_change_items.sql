-- Many items of a kind at once: changed, changed back, and read as a file.

/* The facts of a kind. Raises PT400 when there is none of that name. */
create function private.inventory_kind(kind text) returns private.catalogue_kinds
language plpgsql stable
set search_path = ''
as $$
declare
  listed private.catalogue_kinds;
begin
  select * into listed from private.catalogue_kinds as known where known.kind = inventory_kind.kind;
  if not found then
    raise exception 'There is no kind "%".', left(inventory_kind.kind, 40) using errcode = 'PT400';
  end if;
  return listed;
end
$$;

/*
 * The column behind what is changed at once: active, in_studio, price, or a lookup by its key.
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
 * Ids of all items that a manager's list shows for q and filters (as search_inventory has them), at
 * most 5,000: PT422 when there are more, 42501 for who is no staff.
 */
create function public.matching_items(kind text, q text default '', filters jsonb default '{}') returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  most constant integer := 5000;
  pattern constant text := private.search_pattern(coalesce(matching_items.q, ''));
  listed private.catalogue_kinds;
  ids jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  listed := private.inventory_kind(matching_items.kind);
  execute format('select coalesce(jsonb_agg(id), ''[]'') from (select item.id from %s as item where %s limit %s) as found',
    listed.item_table, private.inventory_conditions(listed.kind, listed.staff_text,
      coalesce(matching_items.filters, '{}'), pattern), most + 1)
    into ids using pattern;
  if jsonb_array_length(ids) > most then
    raise exception 'More than 5,000 items match. Narrow the list first.' using errcode = 'PT422';
  end if;
  return ids;
end
$$;

/*
 * Gives 1 to 5,000 items of a kind the values of `change`, all of them or none: {"active": true,
 * "in_studio": false, "price": 250, "category": id or null, …}, rupees per day.
 * Answers {"changed": [{"id", "updated_at", "was": former values}]}, without the items that had the
 * values already; restore_items takes that to change back.
 * Raises PT404 when an item is gone, PT422 for a price or value that cannot be, PT400 for what the
 * kind does not have, 42501 for who is no staff.
 */
create function public.change_items(kind text, ids uuid[], change jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  listed private.catalogue_kinds;
  entry record;
  target record;
  known boolean;
  assignments text[] := '{}';
  differences text[] := '{}';
  former text[] := '{}';
  found_items bigint;
  changed jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  listed := private.inventory_kind(change_items.kind);
  if coalesce(cardinality(ids), 0) not between 1 and 5000 then
    raise exception 'Choose 1 to 5,000 items.' using errcode = 'PT422';
  elsif jsonb_typeof(change) is distinct from 'object' or change = '{}' then
    raise exception 'change must name what to change.' using errcode = 'PT400';
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
    former := former || format('%L, item.%I', entry.key, target.item_column);
  end loop;
  -- why: rows are locked in the order of their ids, so that two changes wait and never in a circle.
  execute format(
    'with former as materialized (
       select item.id, jsonb_build_object(%4$s) as was from %1$s as item
       where item.id = any ($1) order by item.id for no key update
     ), changed as (
       update %1$s as item set %2$s from former where item.id = former.id and (%3$s)
       returning item.id, item.updated_at, former.was
     )
     select (select count(*) from former),
       (select coalesce(jsonb_agg(jsonb_build_object(''id'', id, ''updated_at'', updated_at, ''was'', was)), ''[]'')
         from changed)',
    listed.item_table, array_to_string(assignments, ', '), array_to_string(differences, ' or '),
    array_to_string(former, ', '))
    into found_items, changed using ids;
  if found_items < (select count(distinct each) from unnest(ids) as each) then
    raise exception 'Some of the items are no longer there.' using errcode = 'PT404';
  end if;
  return jsonb_build_object('changed', changed);
end
$$;

/*
 * Gives items their former values, as change_items answered them, unless somebody changed them
 * since: those keep what they have. Answers {"restored": count, "kept": [{"id", "code", "name"}]}.
 * Raises PT400 for what change_items did not answer, 42501 for who is no staff.
 */
create function public.restore_items(kind text, changed jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  listed private.catalogue_kinds;
  key text;
  target record;
  assignments text[] := '{}';
  restored bigint;
  kept jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  listed := private.inventory_kind(restore_items.kind);
  if jsonb_typeof(changed) is distinct from 'array' or jsonb_array_length(changed) not between 1 and 5000
    or jsonb_typeof(changed -> 0 -> 'was') is distinct from 'object' or changed -> 0 -> 'was' = '{}'
  then
    raise exception 'changed must be what change_items answered.' using errcode = 'PT400';
  end if;
  for key in select jsonb_object_keys(changed -> 0 -> 'was') loop
    target := private.changed_column(listed.kind, key);
    assignments := assignments
      || format('%I = (asked.was ->> %L)::%s', target.item_column, key, target.type);
  end loop;
  execute format(
    'with asked as (
       select (each ->> ''id'')::uuid as id, (each ->> ''updated_at'')::timestamptz as updated_at,
         each -> ''was'' as was
       from jsonb_array_elements($1) as each
     ), standing as materialized (
       select item.id, item.updated_at, item.%3$I as code, item.name from %1$s as item
       where item.id in (select id from asked) order by item.id for no key update
     ), restored as (
       update %1$s as item set %2$s from asked join standing using (id, updated_at)
       where item.id = asked.id returning item.id
     )
     select (select count(*) from restored), (
       select coalesce(jsonb_agg(jsonb_build_object(''id'', id, ''code'', code, ''name'', name) order by code), ''[]'')
       from standing where id not in (select id from restored))',
    listed.item_table, array_to_string(assignments, ', '), listed.code_column)
    into restored, kept using changed;
  return jsonb_build_object('restored', restored, 'kept', kept);
end
$$;

/*
 * A part of a manager's list for a file, newest first: {"total", "total_is_exact", "items": […],
 * "next": cursor or null}. Items, q and filters are those of search_inventory; size 1 to 1000. The
 * total is told with the first part, and null after.
 * Raises PT400 for what it does not know, 42501 for who is no staff.
 */
create function public.export_inventory(
  kind text, q text default '', filters jsonb default '{}', cursor text default null, size integer default 1000
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  pattern constant text := private.search_pattern(coalesce(export_inventory.q, ''));
  listed private.catalogue_kinds;
  conditions text;
  after_moment timestamptz;
  after_id uuid;
  names text;
  joins text;
  items jsonb;
  next text;
  total bigint;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  listed := private.inventory_kind(export_inventory.kind);
  if coalesce(export_inventory.size, 1000) not between 1 and 1000 then
    raise exception 'size must be between 1 and 1000.' using errcode = 'PT400';
  end if;
  conditions := private.inventory_conditions(listed.kind, listed.staff_text,
    coalesce(export_inventory.filters, '{}'), pattern);
  if cursor is null then
    execute format('select count(*) from %s as item where %s', listed.item_table, conditions)
      into total using pattern;
  else
    begin
      after_moment := split_part(cursor, ' ', 1);
      after_id := split_part(cursor, ' ', 2);
    exception when data_exception then
      raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
    end;
  end if;
  select string_agg(format('%L, %I.%I', key, 'of_' || key, badge_column), ', '),
    string_agg(format(' left join %1$s as %2$I on %2$I.id = item.%3$I', lookup_table, 'of_' || key, item_column), '')
    into names, joins
  from private.catalogue_lookups as lookup where lookup.kind = listed.kind;
  execute format(
    'with part as (
       select item.* from %1$s as item
       where %2$s and ($2::uuid is null or (item.created_at, item.id) < ($3, $2))
       order by item.created_at desc, item.id desc limit $4 + 1
     ), placed as (select part.*, row_number() over (order by created_at desc, id desc) as place from part)
     select (
         select coalesce(jsonb_agg((to_jsonb(item) - ''search_text'' - ''place'')
           || jsonb_build_object(''code'', item.%3$I, ''names'', jsonb_build_object(%4$s)) order by place), ''[]'')
         from placed as item%5$s where place <= $4
       ), (
         select to_json(created_at) #>> ''{}'' || '' '' || id from placed
         where place = $4 and exists (select from placed where place > $4)
       )',
    listed.item_table, conditions, listed.code_column, names, joins)
    into items, next using pattern, after_id, after_moment, coalesce(export_inventory.size, 1000);
  return jsonb_build_object('total', total, 'total_is_exact', true, 'items', items, 'next', next);
end
$$;

grant execute on function public.matching_items(text, text, jsonb) to authenticated;
grant execute on function public.change_items(text, uuid[], jsonb) to authenticated;
grant execute on function public.restore_items(text, jsonb) to authenticated;
grant execute on function public.export_inventory(text, text, jsonb, text, integer) to authenticated;
