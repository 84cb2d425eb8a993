/*
 * Active items related to one: the two most like it by name (private.alike), then from its category, then from its
 * kind, alternating with items of the kinds that go with it (private.catalogue_kinds), and only where these are too
 * few with others; never the item itself. In the shape of search_catalogue's items.
 * count: 1 to 24. Raises PT400 for an unknown kind. If no item has the id (any more) there is no
 * category, and the rest is returned.
 */
create function public.related_items(kind text, id uuid, count integer default 8) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
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
    'select * from named',
    'select * from alike where id not in (select id from named)',
    -- why: only if the category has too few items; otherwise the scan would skip all of the category.
    private.neighbour_statement(own.kind, 1, format(
      ' and (select count(*) from alike) < $2 and (%I = $3::%s) is not true',
      own.item_column, own.column_type))
  ] || array(
    select private.neighbour_statement(listed.kind, case when listed.kind = any (own.goes_with) then 2 else 3 end, '')
    from private.catalogue_kinds as listed where listed.kind <> own.kind order by listed.position
  );
  -- Items of the own kind alternate with those that go with it; among these the kinds alternate.
  execute format(
    'with named as materialized (
       select -1 as tier, $4 as kind, item_id as id, row_number() over (order by likeness desc, item_id) as rank
       from private.alike($4, $1) order by likeness desc, item_id limit 2
     ), alike as materialized (%s), found as (%s), turns as (
       select found.*, 2 * row_number() over (
         partition by tier < 2 order by tier, rank, listed.position
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
  into result using item_id, wanted, category, own.kind;
  return result;
end
$$;

grant execute
  on function public.related_items(text,uuid,integer) to anon, authenticated, service_role;
