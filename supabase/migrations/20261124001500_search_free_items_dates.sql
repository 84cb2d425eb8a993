-- The free items (at no price) with dates: which of them are not booked.

drop function public.search_free_items(text, text, jsonb, text, text, integer);
drop function private.free_items_statement(text);
drop function private.free_items_instead(text);

/*
 * SQL text of a call. Parameters: $1 pattern, $2 the selected kinds or null, $3 and $4 the cursor's sort
 * value and id or null, $5 size, $6 sort.
 * why: free items are found by `price = 0` in each table's price index and are few, so the pattern is
 * compared with each of them. Items that cost something are not read.
 * With `days`, `free_total` says how many are not booked on them; with `only_free` these alone are found.
 */
create function private.free_items_statement(
  sort text, days private.rental_days default null, only_free boolean default false
) returns text
language sql stable
set search_path = ''
as $$
  select format(
    'with found as materialized (
       select type as kind, id, %1$I as sort_value%6$s from public.free_items_unified_view as item
       where ($1 = ''%%%%'' or lower(name) like $1 or lower(second_label) like $1 or type like $1)%7$s
     ), page as (
       select found.*, row_number() over (order by sort_value %2$s, id %2$s) as place
       from found
       where ($2::text[] is null or kind = any ($2))
         and ($4::uuid is null or (sort_value, id) %3$s ($3::%4$s, $4))
       order by place limit $5 + 1
     ), items as (%5$s)
     select jsonb_build_object(
       ''total'', (select count(*) from found where $2 is null or kind = any ($2)),
       ''items'', (select coalesce(jsonb_agg(item order by place), ''[]'') from items where place <= $5),
       ''facets'', jsonb_build_object(''kind'', (
         select coalesce(jsonb_agg(jsonb_build_object(
           ''value'', listed.kind, ''label'', listed.plural, ''count'', counted.n
         ) order by listed.position), ''[]'')
         from private.catalogue_kinds as listed
           join (select kind, count(*) as n from found group by kind) as counted using (kind))),
       ''next'', (select private.cursor_of($6, to_jsonb(sort_value), id) from page
         where place = $5 and exists (select from page where place > $5))%8$s)',
    ordered.by_column, ordered.direction, case ordered.direction when 'desc' then '<' else '>' end,
    ordered.by_type, (
      select string_agg(private.item_statement(listed.kind), ' union all ')
      from private.catalogue_kinds as listed where listed.kind in ('prop', 'cloth', 'backdrop', 'gear')
    ),
    case when counts_free then ', ' || is_free || ' as is_free' else '' end,
    case when only_free then ' and ' || is_free else '' end,
    case when counts_free
      then ', ''free_total'', (select count(*) from found where is_free and ($2 is null or kind = any ($2)))' else '' end)
  from (values
    ('newest', 'created_at', 'timestamptz', 'desc'),
    ('price_asc', 'price', 'numeric', 'asc'),
    ('price_desc', 'price', 'numeric', 'desc'),
    ('name', 'name', 'text', 'asc')
  ) as ordered (sort, by_column, by_type, direction)
    cross join (
      select days is not null and not only_free as counts_free, private.free_condition('item.id', days) as is_free
    ) as judged
  where ordered.sort = free_items_statement.sort
$$;

/* Like private.items_instead, but of the free items: direct matches first, then by name. */
create function private.free_items_instead(q text, free_days private.rental_days default null) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  chunks private.search_chunk[] := private.found_chunks(q, null);
begin
  if free_days is not null then
    chunks := private.free_chunks(chunks, free_days);
  end if;
  return private.items_of(coalesce((
    select jsonb_agg(jsonb_build_object('kind', type, 'id', id) order by is_similar, name, id)
    from (
      select item.type, item.id, item.name, part.exact >> entry.place % 64 & 1 = 0 as is_similar
      from public.free_items_unified_view as item
        join private.search_entries as entry on entry.kind = item.type and entry.item_id = item.id
        join unnest(chunks) as part
          on part.counted = entry.counted and part.chunk = entry.place / 64
      where (part.exact | part.wide) >> entry.place % 64 & 1 = 1
      order by is_similar, name, id limit 24
    ) as found), '[]'));
end
$$;

/*
 * A page of the free items, with the arguments and the answer of search_catalogue; the only filter is
 * `kind`, which `category` selects from. Searched are name, second label and type
 * (docs/product/search.md). An empty result has `instead`, as in search_catalogue. rental_from, rental_to,
 * only_free: as in search_catalogue.
 * Raises PT400 with a message for unknown or invalid arguments.
 * why: SECURITY DEFINER, like search_catalogue; the view itself selects active items.
 */
create function public.search_free_items(
  q text default '', category text default null, filters jsonb default '{}',
  sort text default 'name', cursor text default null, size integer default 24,
  rental_from date default null, rental_to date default null, only_free boolean default false
) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- why: short statements, planned for every call; JIT and parallel workers cost more than they save.
set jit = off
set max_parallel_workers_per_gather = 0
as $$
declare
  wanted_sort constant text := coalesce(sort, 'name');
  wanted_size constant integer := coalesce(size, 24);
  chosen constant jsonb := private.search_filters(null, category, coalesce(filters, '{}'));
  after record;
  days private.rental_days;
  judged private.rental_days;
  is_only_free boolean := false;
  result jsonb;
begin
  if wanted_sort not in ('newest', 'price_asc', 'price_desc', 'name') then
    raise exception 'sort must be newest, price_asc, price_desc or name.' using errcode = 'PT400';
  end if;
  if wanted_size not between 1 and 100 then
    raise exception 'size must be between 1 and 100.' using errcode = 'PT400';
  end if;
  select null::text as sort_value, null::uuid as id into after;
  if cursor is not null then
    after := private.read_cursor(cursor, wanted_sort);
  end if;
  if rental_from is not null or rental_to is not null then
    days := private.rental_days_of(rental_from, rental_to);
    if days.shows <> 'off' then
      judged := private.judge_apart(null, days);
      is_only_free := coalesce(only_free, false);
    end if;
  end if;
  execute private.free_items_statement(wanted_sort, judged, is_only_free) into result
    using private.search_pattern(coalesce(q, '')),
      case when chosen ? 'kind' then private.ids_in(chosen, 'kind') end,
      after.sort_value, after.id, wanted_size, wanted_sort;
  if result -> 'total' = '0' and cursor is null and private.search_pattern(coalesce(q, '')) <> '%%' then
    result := result || jsonb_build_object('instead',
      private.free_items_instead(q, case when is_only_free then judged end));
  end if;
  if days is not null then
    result := private.dated_page(result, days);
  end if;
  return result;
end
$$;

grant execute on function public.search_free_items(text, text, jsonb, text, text, integer, date, date, boolean)
  to anon, authenticated, service_role;
