-- The page of one item, and the items related to it.

/*
 * SQL text that reads the items after an id, then those before it, as (tier, kind, id, rank), at most $2.
 * `narrowed` is a further condition on the kind's items; $1 is the item's id, $3 its category.
 */
create function private.neighbour_statement(kind text, tier integer, narrowed text) returns text
language sql stable
set search_path = ''
as $$
  select format(
    '(select %1$s as tier, %2$L::text as kind, id, row_number() over (order by turn, id) as rank from (
        (select 0 as turn, id from %3$s where active%4$s and id > $1 order by id limit $2)
        union all
        (select 1, id from %3$s where active%4$s and id < $1 order by id limit $2)
      ) as around order by turn, id limit $2)',
    tier, listed.kind, listed.item_table, narrowed)
  from private.catalogue_kinds as listed where listed.kind = neighbour_statement.kind
$$;

/*
 * Reorders items so that neighbours are of different kinds where possible, otherwise keeping the given
 * order: [{"kind": …}, …] in and out. Null (no related items) gives null.
 */
create function private.apart(items jsonb) returns jsonb
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  waiting jsonb := items;
  placed jsonb := '[]';
  last_kind text;
  chosen bigint;
begin
  for step in 1..jsonb_array_length(items) loop
    -- A kind that makes up more than half of the rest goes first; later it could not be kept apart.
    select place into chosen
    from jsonb_array_elements(waiting) with ordinality as listed (item, place)
    order by
      item ->> 'kind' is not distinct from last_kind,
      2 * count(*) over (partition by item ->> 'kind') <= jsonb_array_length(waiting),
      place
    limit 1;
    placed := placed || jsonb_build_array(waiting -> (chosen::integer - 1));
    last_kind := waiting -> (chosen::integer - 1) ->> 'kind';
    waiting := waiting - (chosen::integer - 1);
  end loop;
  return placed;
end
$$;

/*
 * Active items related to one: from its category first, then from its kind, alternating with items of
 * other kinds; never the item itself. In the shape of search_catalogue's items.
 * count: 1 to 24. Raises PT400 for an unknown kind. If no item has the id (any more) there is no
 * category, and the rest is returned.
 */
create function public.related_items(kind text, id uuid, count integer default 8) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- why: short statements, planned for every call; JIT and parallel workers cost more than they save.
set jit = off
set max_parallel_workers_per_gather = 0
as $$
#variable_conflict use_column
declare
  item_id constant uuid := related_items.id;
  wanted constant integer := coalesce(related_items.count, 8);
  own record;
  category text;
  branches text[];
  result jsonb;
begin
  select listed.*, lookup.item_column, lookup.column_type into own
  from private.catalogue_kinds as listed
    join private.catalogue_lookups as lookup on lookup.kind = listed.kind and lookup.is_sidebar
  where listed.kind = related_items.kind;
  if not found then
    raise exception 'There is no kind "%".', left(related_items.kind, 40) using errcode = 'PT400';
  end if;
  if item_id is null then
    raise exception 'An id is required.' using errcode = 'PT400';
  end if;
  if wanted not between 1 and 24 then
    raise exception 'count must be between 1 and 24.' using errcode = 'PT400';
  end if;
  execute format('select item.%I::text from %s as item where item.id = $1', own.item_column, own.item_table)
    into category using item_id;

  branches := array[
    'select * from alike',
    -- why: only if the category has too few items; otherwise the scan would skip all of the category.
    private.neighbour_statement(own.kind, 1, format(
      ' and (select count(*) from alike) < $2 and (%I = $3::%s) is not true',
      own.item_column, own.column_type))
  ] || array(
    select private.neighbour_statement(listed.kind, 2, '')
    from private.catalogue_kinds as listed where listed.kind <> own.kind order by listed.position
  );
  -- Items of the own kind alternate with others; among the others the kinds alternate.
  execute format(
    'with alike as materialized (%s), found as (%s), turns as (
       select found.*, 2 * row_number() over (
         partition by tier = 2 order by case when tier < 2 then tier end, rank, listed.position
       ) - (tier < 2)::integer as turn
       from found join private.catalogue_kinds as listed on listed.kind = found.kind
     ), page as (
       select kind, id, row_number() over (order by turn) as place from turns order by turn limit $2
     )
     select coalesce(private.apart(jsonb_agg(item order by place)), ''[]'') from (%s) as items',
    private.neighbour_statement(own.kind, 0,
      format(' and %I = $3::%s', own.item_column, own.column_type)),
    array_to_string(branches, ' union all '), (
      select string_agg(private.item_statement(listed.kind), ' union all ')
      from private.catalogue_kinds as listed
    ))
  into result using item_id, wanted, category;
  return result;
end
$$;

grant execute on function public.related_items(text, uuid, integer) to anon, authenticated, service_role;

/*
 * The active item of a kind with this slug, or else with this code, and the items related to it:
 * {"item": row with code and names of its lookups, "related": see related_items}. Null if there is none;
 * `related` is null if it could not be read. Raises PT400 for an unknown kind.
 */
create function public.item_page(kind text, address text) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = off
set max_parallel_workers_per_gather = 0
as $$
#variable_conflict use_column
declare
  listed private.catalogue_kinds;
  names text;
  joins text;
  item jsonb;
  related jsonb;
begin
  select * into listed from private.catalogue_kinds as known where known.kind = item_page.kind;
  if not found then
    raise exception 'There is no kind "%".', left(item_page.kind, 40) using errcode = 'PT400';
  end if;
  select string_agg(format('%L, %I.%I', key, 'of_' || key, badge_column), ', '),
    string_agg(format(' left join %1$s as %2$I on %2$I.id = item.%3$I', lookup_table, 'of_' || key, item_column), '')
    into names, joins
  from private.catalogue_lookups as lookup where lookup.kind = listed.kind;
  execute format(
    'select (to_jsonb(item) - ''search_text'')
       || jsonb_build_object(''code'', item.%1$I, ''names'', jsonb_build_object(%2$s))
     from %3$s as item%4$s
     where item.active and (item.slug = $1 or item.%1$I = $1)
     order by item.slug is not distinct from $1 desc limit 1',
    listed.code_column, names, listed.item_table, joins)
    into item using item_page.address;
  if item is null then
    return null;
  end if;
  -- why: the page works without related items, so their failure must not fail it.
  begin
    related := public.related_items(listed.kind, (item ->> 'id')::uuid);
  exception when others then
    raise log 'Related items of % could not be read: %', item ->> 'code', sqlerrm;
  end;
  return jsonb_build_object('item', item, 'related', related);
end
$$;

grant execute on function public.item_page(text, text) to anon, authenticated, service_role;
