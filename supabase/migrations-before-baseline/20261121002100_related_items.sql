-- "You might also like": what goes with an item, in one call that reads a few index entries a kind.

-- why: in the order of the id, which is random but stays: each item starts elsewhere in its
-- category, and shows the same neighbours each time.
create index props_related_idx on public.props (category_id, id) where active;
create index clothes_related_idx on public.clothes (category_id, id) where active;
create index backdrops_related_idx on public.backdrops (size_id, id) where active;
create index gear_related_idx on public.gear (gear_category_id, id) where active;
create index crews_related_idx on public.crews (category_id, id) where active;
create index sets_related_idx on public.sets (category, id) where active;

/*
 * The items that come after an id, then those before it, as text: (rank, kind, id), at most $2 each.
 * `narrowed` says which items of the kind; $1 is the item's id, $3 its category.
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
 * Puts items in a row so that neighbours are of different kinds wherever that can be done, and
 * otherwise in the order given: [{"kind": …}, …] in, the same out.
 */
create function private.apart(items jsonb) returns jsonb
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  waiting jsonb := items;
  placed jsonb := '[]';
  last_kind text;
  chosen bigint;
begin
  for step in 1..jsonb_array_length(items) loop
    -- A kind that more than half of the rest belongs to comes at once, or it will stand together.
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
 * Active items that go with one: its category first, then its kind, every other one of another
 * kind where there are any, never itself. In the shape of search_catalogue's items.
 * count: 1 to 24. Raises PT400 for a kind that does not exist. An id that is no item (any more)
 * has no category; what is left is answered.
 */
create function public.related_items(kind text, id uuid, count integer default 8) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- why: short statements, planned each time. Compiling or sharing them out costs more than it saves.
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
    -- why: only where the category has too few, or it would walk past all that the category has.
    private.neighbour_statement(own.kind, 1, format(
      ' and (select count(*) from alike) < $2 and (%I = $3::%s) is not true',
      own.item_column, own.column_type))
  ] || array(
    select private.neighbour_statement(listed.kind, 2, '')
    from private.catalogue_kinds as listed where listed.kind <> own.kind order by listed.position
  );
  -- Own and other items take turns; among the others the kinds take turns.
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
