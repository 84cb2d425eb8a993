-- The lists of the inventory managers: search, filters, sorted pages, export.

/* The catalogue_kinds row of a kind. Raises PT400 if there is none. */
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
 * SQL conditions of a manager's list on `item`; $1 in them is the search pattern. Raises PT400 for
 * filters that the kind does not have.
 */
create function private.inventory_conditions(kind text, staff_text text, filters jsonb, pattern text)
returns text
language plpgsql stable
set search_path = ''
as $$
declare
  entry record;
  lookup record;
  ids text[];
  needle text := staff_text || ' like $1';
  conditions text := 'true';
begin
  if jsonb_typeof(filters) <> 'object' then
    raise exception 'filters must be an object.' using errcode = 'PT400';
  end if;
  for entry in select * from jsonb_each(filters) loop
    if entry.key in ('active', 'in_studio') then
      if jsonb_typeof(entry.value) <> 'boolean' then
        raise exception 'The filter "%" must be true or false.', entry.key using errcode = 'PT400';
      end if;
      conditions := format('%s and %s item.%I', conditions, case entry.value when 'true' then '' else 'not' end,
        entry.key);
      continue;
    end if;
    select * into lookup from private.catalogue_lookups as known
    where known.kind = inventory_conditions.kind and known.key = entry.key;
    if not found then
      raise exception 'There is no filter "%" here.', left(entry.key, 40) using errcode = 'PT400';
    elsif jsonb_typeof(entry.value) <> 'string' then
      raise exception 'The filter "%" must be a text.', entry.key using errcode = 'PT400';
    end if;
    execute format('select array(select id::text from %s where slug = $1)', lookup.lookup_table)
      into ids using entry.value #>> '{}';
    conditions := format('%s and item.%I = any (%L::%s[])', conditions, lookup.item_column, ids, lookup.column_type);
  end loop;
  if pattern = '%%' then
    return conditions;
  end if;
  for lookup in
    select * from private.catalogue_lookups as known
    where known.kind = inventory_conditions.kind and known.is_searched_by_staff
  loop
    execute format('select array(select id::text from %s where lower(%I) like $1)',
      lookup.lookup_table, lookup.badge_column) into ids using pattern;
    if cardinality(ids) > 0 then
      needle := format('%s or item.%I = any (%L::%s[])', needle, lookup.item_column, ids, lookup.column_type);
    end if;
  end loop;
  return format('%s and (%s)', conditions, needle);
end
$$;

/*
 * One page of an inventory manager: {"total", "total_is_exact", "items": […], "next"}. An item is its
 * whole row with its `code`, and with the `names` of its lookup values: {"brand": …, "category": …}.
 *
 * kind: prop, cloth, backdrop, gear, set or crew. q: compared with the texts that docs/product/inventory.md
 * lists for the kind. filters: {"active": true, "in_studio": false, "category": slug, …}, by any lookup of
 * the kind. sort: created, code, name, price or quantity, with '-' before it descending. page from 1.
 * size: 1 to 100. The total is exact without q and filters; with filters it stops at 10,000, with q at
 * 1,000. next is the number of the next page, null on the last.
 * Raises PT400 for unknown or invalid arguments, 42501 for anyone but staff.
 */
create function public.search_inventory(
  kind text, q text default '', filters jsonb default '{}', sort text default '-created',
  page integer default 1, size integer default 25
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = off
set max_parallel_workers_per_gather = 0
as $$
#variable_conflict use_column
declare
  pattern constant text := private.search_pattern(coalesce(search_inventory.q, ''));
  -- why: rows that match a pattern have to be read one by one to be counted.
  counted_to constant integer := case when pattern = '%%' then 10000 else 1000 end;
  wanted_sort constant text := coalesce(search_inventory.sort, '-created');
  wanted_page constant integer := coalesce(search_inventory.page, 1);
  wanted_size constant integer := coalesce(search_inventory.size, 25);
  wanted_filters constant jsonb := coalesce(search_inventory.filters, '{}');
  direction constant text := case when wanted_sort like '-%' then 'desc' else 'asc' end;
  narrowed constant boolean := pattern <> '%%' or wanted_filters <> '{}';
  listed private.catalogue_kinds;
  conditions text;
  sort_by text;
  names text;
  joins text;
  total bigint;
  -- The items that match the pattern, if there are few.
  few uuid[];
  items jsonb := '[]';
  more boolean := false;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  select * into listed from private.catalogue_kinds as known where known.kind = search_inventory.kind;
  if not found then
    raise exception 'There is no kind "%".', left(search_inventory.kind, 40) using errcode = 'PT400';
  end if;
  sort_by := case regexp_replace(wanted_sort, '^-', '')
    when 'created' then 'item.created_at'
    when 'code' then format('substr(item.%I, 5)::bigint', listed.code_column)
    when 'name' then 'item.name'
    when 'price' then 'item.price'
    when 'quantity' then 'item.quantity'
  end;
  if sort_by is null then
    raise exception 'There is no sort "%" here.', left(wanted_sort, 40) using errcode = 'PT400';
  elsif wanted_size not between 1 and 100 then
    raise exception 'size must be between 1 and 100.' using errcode = 'PT400';
  elsif wanted_page not between 1 and 1000000 then
    raise exception 'page must be between 1 and 1000000.' using errcode = 'PT400';
  end if;
  conditions := private.inventory_conditions(listed.kind, listed.staff_text, wanted_filters, pattern);
  select string_agg(format('%L, %I.%I', key, 'of_' || key, badge_column), ', '),
    string_agg(format(' left join %1$s as %2$I on %2$I.id = item.%3$I', lookup_table, 'of_' || key, item_column), '')
    into names, joins
  from private.catalogue_lookups as lookup where lookup.kind = listed.kind;

  if narrowed then
    execute format('select count(*), case when $2 then array_agg(id) end
      from (select item.id from %s as item where %s limit %s) as counted',
      listed.item_table, conditions, counted_to + 1)
      into total, few using pattern, pattern <> '%%';
    -- why: with few matches, walking all items in sort order would take longer.
    if total <= counted_to and few is not null then
      conditions := 'item.id = any ($4)';
    end if;
  else
    execute format('select (select coalesce(sum(items), 0) from private.catalogue_counts where kind = %L)
      + (select count(*) from %s as item where not item.active)', listed.kind, listed.item_table) into total;
  end if;
  if total > 0 then
    execute format(
      'with page as (
         select cut.*, row_number() over (order by sort_value %1$s, id %1$s) as place
         from (select item.id, %2$s as sort_value from %3$s as item where %4$s
           order by sort_value %1$s, id %1$s limit $2 + 1 offset $3) as cut
       )
       select (
           select coalesce(jsonb_agg((to_jsonb(item) - ''search_text'')
             || jsonb_build_object(''code'', item.%5$I, ''names'', jsonb_build_object(%6$s)) order by place), ''[]'')
           from page join %3$s as item on item.id = page.id%7$s where place <= $2
         ),
         exists (select from page where place > $2)',
      direction, sort_by, listed.item_table, conditions, listed.code_column, names, joins)
    into items, more
    using pattern, wanted_size, (wanted_page - 1)::bigint * wanted_size, few;
  end if;
  return jsonb_build_object(
    'items', items,
    'total', case when narrowed then least(total, counted_to) else total end,
    'total_is_exact', not narrowed or total <= counted_to,
    'next', case when more then (wanted_page + 1)::text end);
end
$$;

grant execute on function public.search_inventory(text, text, jsonb, text, integer, integer) to authenticated;

/*
 * Ids of all items that match q and filters in a manager's list (see search_inventory), at most 5,000.
 * PT422 if there are more, 42501 for anyone but staff.
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
 * A part of a manager's list for export, newest first: {"total", "total_is_exact", "items": […],
 * "next": cursor or null}. Items, q and filters are those of search_inventory; size 1 to 1000. The total
 * is in the first part only, and null after.
 * Raises PT400 for unknown or invalid arguments, 42501 for anyone but staff.
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
grant execute on function public.export_inventory(text, text, jsonb, text, integer) to authenticated;
