-- The search of a catalogue page: an exact match of the search term, with filters, facets and pages.

/*
 * SQL text that counts the results of a search. Parameters: $1 pattern, $2 ids (search_ids), $3 size.
 * `searching` says whether there is a pattern. If `ids` has `words`, their marks are counted, otherwise
 * the entries that match the pattern.
 *
 * It returns total and facets as search_catalogue does, and `pages` for each kind with results:
 * {"kind", "collected": true, "whole": […], "partly": […]}. In the counts `whole` every item is a result,
 * in those `partly` the items whose text matches the pattern. `collected` decides how page_statement
 * reads the kind: true collects all n results and sorts them; false, without lists, walks the kind's
 * items in sort order until the page is full. The walk reads about (size + 1) / n of the kind's items,
 * each at an eighth of the cost.
 */
create function private.count_statement(kind text, chosen jsonb, ids jsonb, searching boolean) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  -- The condition under which every item of a count matches: one of its lookup names matches the pattern.
  matched text;
  -- For each filter, in order: its condition on a count, null where nothing is selected.
  passes text[];
  pass text;
  facets text;
  of_kind constant text := case when kind is not null then format(' and kind = %L', kind) else '' end;
begin
  select string_agg(format('counts.kind = %L and lookup_ids[%s] = any (private.ids_in($2, %L))',
    counted.kind, place, counted.kind || '.' || key), ' or ')
  into matched from private.counted_lookups as counted
  where ids ? (counted.kind || '.' || key) and counted.kind = coalesce(count_statement.kind, counted.kind);

  select array_agg(case when chosen ? facet.key then
    format('f%s = any (private.ids_in($2, %L))', facet.place, 'chosen.' || facet.key) end order by facet.place)
  into passes from private.search_facets(kind) as facet;
  pass := coalesce(nullif(array_to_string(passes, ' and '), ''), 'true');

  -- Each facet counts what the other filters let through, so that a second value of it can be selected.
  -- The sidebar lists all of its values, the others those with results and those selected.
  select string_agg(format(
    '%1$L, (select coalesce(jsonb_agg(jsonb_build_object(''value'', listed.slug, ''label'', listed.%2$I,
        ''count'', coalesce(counted.n, 0)%3$s) order by listed.%7$I, listed.%2$I, listed.slug), ''[]'')
      from %4$s as listed left join (
        select f%5$s as id, sum(n) as n from groups where %6$s group by 1
      ) as counted on counted.id = listed.id::text
      where %8$s or counted.n > 0 or listed.id::text = any (private.ids_in($2, ''chosen.'' || %1$L)))',
    facet.key, facet.label_column, coalesce(', ''hex'', listed.' || quote_ident(facet.swatch_column), ''),
    facet.source, facet.place, coalesce((
      select string_agg(other.pass, ' and ') from unnest(passes) with ordinality as other (pass, place)
      where other.pass is not null and other.place <> facet.place
    ), 'true'), facet.order_column, facet.is_sidebar::text), ', ')
  into facets from private.search_facets(kind) as facet;

  return format(
    'with found as materialized (%1$s), groups as materialized (
       select counts.id, counts.kind, %2$s,
         case when %3$s then items else found.n end as n, %3$s as is_whole
       from private.catalogue_counts as counts left join found on found.counted = counts.id
       where items > 0%4$s and (%3$s or found.n > 0)
     ), sums as (
       select kind, sum(n) as n from groups where %5$s group by kind
     ), pages as (
       select kind, 8 * sums.n * sums.n <= ($3 + 1) * listed.n as is_collected
       from sums join (
         select kind, sum(items) as n from private.catalogue_counts where true%4$s group by kind
       ) as listed using (kind)
     )
     select jsonb_build_object(''total'', coalesce((select sum(n) from sums), 0), ''facets'', jsonb_build_object(%6$s),
       ''pages'', (select jsonb_agg(jsonb_build_object(''kind'', kind, ''collected'', is_collected,
         ''whole'', case when is_collected then
           (select jsonb_agg(id) from groups where groups.kind = pages.kind and is_whole and %5$s) end,
         ''partly'', case when is_collected then
           (select jsonb_agg(id) from groups where groups.kind = pages.kind and not is_whole and %5$s) end))
         from pages))',
    case
      when not searching then 'select null::integer as counted, null::integer as n where false'
      -- why: an item that contains the pattern in two of its words counts once.
      when ids ? 'words' then 'select counted, sum(n)::integer as n from (
          select counted, bit_count(bit_or(items)::bit(64)) as n from private.search_marks
          where word = any (private.ids_in($2, ''words'')) group by counted, chunk
        ) as marked group by counted'
      else 'select counted, count(*)::integer as n from private.search_entries where text like $1' || of_kind ||
        ' group by counted'
    end,
    case when kind is null then 'counts.kind as f1' else (
      select string_agg(format('lookup_ids[%1$s] as f%1$s', facet.place), ', ')
      from private.search_facets(kind) as facet
    ) end,
    case when searching then coalesce('(' || matched || ') is true', 'false') else 'true' end,
    of_kind, pass, facets);
end
$$;

/*
 * SQL text that reads a page. Parameters: $1 pattern, $2 ids (search_ids), $3 and $4 the cursor's sort
 * value and id, $5 size, $6 sort. `pages` is from count_statement; `going_on` says whether there is a cursor.
 */
create function private.page_statement(
  pages jsonb, chosen jsonb, ids jsonb, sort text, searching boolean, going_on boolean
) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  sort_column constant name :=
    case sort when 'newest' then 'created_at' when 'name' then 'name' else 'price' end;
  sort_type constant text :=
    case sort when 'newest' then 'timestamptz' when 'name' then 'text' else 'numeric' end;
  direction constant text := case when sort in ('newest', 'price_desc') then 'desc' else 'asc' end;
  beyond constant text := case direction when 'desc' then '<' else '>' end;
  each record;
  source text;
  -- For each kind with results: the query of its part of the page, and of its items.
  branches text[] := '{}';
  items text[] := '{}';
begin
  for each in
    select asked.kind, asked.item_table, page.collected, page.whole, page.partly, lookups.matched, lookups.narrowed
    from jsonb_to_recordset(pages) as page (kind text, collected boolean, whole integer[], partly integer[])
    join private.catalogue_kinds as asked on asked.kind = page.kind
    cross join lateral (
      select
        string_agg(format(' or item.%I = any (private.ids_in($2, %L)::%s[])',
          item_column, listed.kind || '.' || key, column_type), '')
          filter (where ids ? (listed.kind || '.' || key)) as matched,
        string_agg(format(' and item.%I = any (private.ids_in($2, %L)::%s[])',
          item_column, 'chosen.' || key, column_type), '') filter (where chosen ? key) as narrowed
      from private.catalogue_lookups as listed
      where listed.kind = asked.kind
    ) as lookups
    order by asked.position
  loop
    source := case when each.collected
      -- why: materialized; otherwise the planner walks all items and checks each.
      then format(
        '(with collected as materialized (%s)
          select item.* from collected join %s as item on item.id = collected.item_id) as item where true',
        concat_ws(' union all ',
          format('select item_id from private.search_entries where counted = any (%L::integer[])', each.whole),
          case when each.partly is not null then format(
            'select item_id from private.search_entries where counted = any (%L::integer[]) and text like $1',
            each.partly) end),
        each.item_table)
      else format('%s as item where item.active%s%s', each.item_table,
        case when searching then format(' and (item.search_text like $1%s)', each.matched) end, each.narrowed) end;
    branches := branches || format(
      '(select %1$L::text as kind, item.id, item.%2$I as sort_value from %3$s%4$s
        order by item.%2$I %5$s, item.id %5$s limit $5 + 1)',
      each.kind, sort_column, source,
      case when going_on
        then format(' and (item.%I, item.id) %s ($3::%s, $4)', sort_column, beyond, sort_type) end,
      direction);
    items := items || private.item_statement(each.kind);
  end loop;

  return format(
    'with page as (
       select found.*, row_number() over (order by sort_value %1$s, id %1$s) as place
       from (%2$s) as found order by place limit $5 + 1
     ), items as (%3$s)
     select jsonb_build_object(
       ''items'', (select coalesce(jsonb_agg(item order by place), ''[]'') from items where place <= $5),
       ''next'', (select private.cursor_of($6, to_jsonb(sort_value), id) from page
         where place = $5 and exists (select from page where place > $5)))',
    direction, array_to_string(branches, ' union all '), array_to_string(items, ' union all '));
end
$$;

/*
 * A page of the active items that match, with the total and the counts beside each filter
 * (docs/product/search.md).
 *
 * kind: prop, cloth, backdrop, gear, set or crew; null is all kinds, with `kind` as the only filter.
 * category: slug of the sidebar's lookup (backdrops: a size). filters: slugs by filter.
 * sort: newest, price_asc, price_desc or name. cursor: `next` of the previous page. size: 1 to 100.
 * The first page of one kind also has `instead` if the search finds nothing: items of the kind that
 * match all words, whatever filters are selected.
 * Raises PT400 with a message for unknown or invalid arguments.
 */
create function public.search_catalogue(
  kind text default null, q text default '', category text default null, filters jsonb default '{}',
  sort text default 'newest', cursor text default null, size integer default 24
) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- why: short statements, planned for every call; JIT and parallel workers cost more than they save.
set jit = off
set max_parallel_workers_per_gather = 0
set enable_sort = on
as $$
declare
  pattern constant text := private.search_pattern(coalesce(q, ''));
  searching constant boolean := pattern <> '%%';
  wanted_sort constant text := coalesce(sort, 'newest');
  wanted_size constant integer := coalesce(size, 24);
  chosen jsonb;
  ids jsonb;
  after record;
  counts jsonb;
  page jsonb := '{"items": [], "next": null}';
begin
  if kind is not null and not exists (
    select from private.catalogue_kinds as listed where listed.kind = search_catalogue.kind
  ) then
    raise exception 'There is no kind "%".', left(kind, 40) using errcode = 'PT400';
  end if;
  if wanted_sort not in ('newest', 'price_asc', 'price_desc', 'name') then
    raise exception 'sort must be newest, price_asc, price_desc or name.' using errcode = 'PT400';
  end if;
  if wanted_size not between 1 and 100 then
    raise exception 'size must be between 1 and 100.' using errcode = 'PT400';
  end if;
  chosen := private.search_filters(kind, category, coalesce(filters, '{}'));
  select null::text as sort_value, null::uuid as id into after;
  if cursor is not null then
    after := private.read_cursor(cursor, wanted_sort);
  end if;
  ids := private.search_ids(kind, chosen, pattern, searching);
  execute private.count_statement(kind, chosen, ids, searching) into counts using pattern, ids, wanted_size;
  if counts -> 'pages' <> 'null' then
    -- why: count_statement has selected the cheaper way to the newest items. The planner assumes that
    -- pattern and filters are independent, and would read and sort everything that one of them leaves.
    perform set_config('enable_sort', case wanted_sort when 'newest' then 'off' else 'on' end, true);
    execute private.page_statement(counts -> 'pages', chosen, ids, wanted_sort, searching, going_on => cursor is not null)
      into page using pattern, ids, after.sort_value, after.id, wanted_size, wanted_sort;
  end if;
  if searching and kind is not null and cursor is null and counts -> 'total' = '0' then
    page := page || jsonb_build_object('instead', private.items_instead(q, kind));
  end if;
  return counts - 'pages' || page;
end
$$;

grant execute on function public.search_catalogue(text, text, text, jsonb, text, text, integer)
  to anon, authenticated, service_role;
