-- The free items as a catalogue of their own: the view selects them, the function returns pages.

/*
 * SQL text of a call. Parameters: $1 pattern, $2 the selected kinds or null, $3 and $4 the cursor's sort
 * value and id or null, $5 size, $6 sort.
 * why: free items are found by `price = 0` in each table's price index and are few, so the pattern is
 * compared with each of them. Items that cost something are not read.
 */
create function private.free_items_statement(sort text) returns text
language sql stable
set search_path = ''
as $$
  select format(
    'with found as materialized (
       select type as kind, id, %1$I as sort_value from public.free_items_unified_view
       where $1 = ''%%%%'' or lower(name) like $1 or lower(second_label) like $1 or type like $1
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
         where place = $5 and exists (select from page where place > $5)))',
    ordered.by_column, ordered.direction, case ordered.direction when 'desc' then '<' else '>' end,
    ordered.by_type, (
      select string_agg(private.item_statement(listed.kind), ' union all ')
      from private.catalogue_kinds as listed where listed.kind in ('prop', 'cloth', 'backdrop', 'gear')
    ))
  from (values
    ('newest', 'created_at', 'timestamptz', 'desc'),
    ('price_asc', 'price', 'numeric', 'asc'),
    ('price_desc', 'price', 'numeric', 'desc'),
    ('name', 'name', 'text', 'asc')
  ) as ordered (sort, by_column, by_type, direction)
  where ordered.sort = free_items_statement.sort
$$;

/* Like private.items_instead, but of the free items: direct matches first, then by name. */
create function private.free_items_instead(q text) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.items_of(coalesce((
    select jsonb_agg(jsonb_build_object('kind', type, 'id', id) order by is_similar, name, id)
    from (
      select item.type, item.id, item.name, part.exact >> entry.place % 64 & 1 = 0 as is_similar
      from public.free_items_unified_view as item
        join private.search_entries as entry on entry.kind = item.type and entry.item_id = item.id
        join unnest(private.found_chunks(q, null)) as part
          on part.counted = entry.counted and part.chunk = entry.place / 64
      where (part.exact | part.wide) >> entry.place % 64 & 1 = 1
      order by is_similar, name, id limit 24
    ) as found), '[]'))
$$;

/*
 * A page of the free items, with the arguments and the answer of search_catalogue; the only filter is
 * `kind`, which `category` selects from. Searched are name, second label and type
 * (docs/product/search.md). An empty result has `instead`, as in search_catalogue.
 * Raises PT400 with a message for unknown or invalid arguments.
 * why: SECURITY DEFINER, like search_catalogue; the view itself selects active items.
 */
create function public.search_free_items(
  q text default '', category text default null, filters jsonb default '{}',
  sort text default 'name', cursor text default null, size integer default 24
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
  statement constant text := private.free_items_statement(wanted_sort);
  chosen constant jsonb := private.search_filters(null, category, coalesce(filters, '{}'));
  after record;
  result jsonb;
begin
  if statement is null then
    raise exception 'sort must be newest, price_asc, price_desc or name.' using errcode = 'PT400';
  end if;
  if wanted_size not between 1 and 100 then
    raise exception 'size must be between 1 and 100.' using errcode = 'PT400';
  end if;
  select null::text as sort_value, null::uuid as id into after;
  if cursor is not null then
    after := private.read_cursor(cursor, wanted_sort);
  end if;
  execute statement into result
    using private.search_pattern(coalesce(q, '')),
      case when chosen ? 'kind' then private.ids_in(chosen, 'kind') end,
      after.sort_value, after.id, wanted_size, wanted_sort;
  if result -> 'total' = '0' and cursor is null and private.search_pattern(coalesce(q, '')) <> '%%' then
    result := result || jsonb_build_object('instead', private.free_items_instead(q));
  end if;
  return result;
end
$$;

grant execute on function public.search_free_items(text, text, jsonb, text, text, integer)
  to anon, authenticated, service_role;
