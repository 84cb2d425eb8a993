-- The search of a catalogue page with dates: what is free of each item, how many are free, and only what
-- is free. Without dates its statements are the ones they were.

drop function public.search_catalogue(text, text, text, jsonb, text, text, integer);
drop function private.count_statement(text, jsonb, jsonb, boolean);
drop function private.page_statement(jsonb, jsonb, jsonb, text, boolean, boolean);

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
 *
 * With `days`, `free_total` says how many results are free on them; with `only_free` these alone are
 * results.
 */
create function private.count_statement(
  kind text, chosen jsonb, ids jsonb, searching boolean,
  days private.rental_days default null, only_free boolean default false
) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  -- The condition under which every item of a count matches: one of its lookup names matches the pattern.
  matched text;
  -- The same as SQL for any search: whether all items of a count match.
  whole text;
  -- Parts of the statement that count free items.
  booked text;
  free_of_group text;
  free_of_kind text;
  -- For each filter, in order: its condition on a count, null where nothing is selected.
  passes text[];
  pass text;
  facets text;
  -- Column of `groups` and `sums` that counts results.
  counted constant text := case when only_free then 'free' else 'n' end;
  of_kind constant text := case when kind is not null then format(' and kind = %L', kind) else '' end;
begin
  select string_agg(format('counts.kind = %L and lookup_ids[%s] = any (private.ids_in($2, %L))',
    counted.kind, place, counted.kind || '.' || key), ' or ')
  into matched from private.counted_lookups as counted
  where ids ? (counted.kind || '.' || key) and counted.kind = coalesce(count_statement.kind, counted.kind);
  whole := case when searching then coalesce('(' || matched || ') is true', 'false') else 'true' end;

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
        select f%5$s as id, sum(%9$s) as n from groups where %6$s group by 1
      ) as counted on counted.id = listed.id::text
      where %8$s or counted.n > 0 or listed.id::text = any (private.ids_in($2, ''chosen.'' || %1$L)))',
    facet.key, facet.label_column, coalesce(', ''hex'', listed.' || quote_ident(facet.swatch_column), ''),
    facet.source, facet.place, coalesce((
      select string_agg(other.pass, ' and ') from unnest(passes) with ordinality as other (pass, place)
      where other.pass is not null and other.place <> facet.place
    ), 'true'), facet.order_column, facet.is_sidebar::text, counted), ', ')
  into facets from private.search_facets(kind) as facet;

  if days is null then
    free_of_group := '';
    free_of_kind := '';
  else
    booked := format('booked as materialized (%s), booked_counts as (
        select counted, sum(bit_count(items::bit(64)))::integer as n from booked group by counted
      ), ', private.booked_statement(kind, days));
    free_of_group := format(', case when %s then items - coalesce(booked_counts.n, 0) else found.free end as free', whole);
    free_of_kind := ', sum(free) as free';
  end if;

  return format(
    'with %7$sfound as materialized (%1$s), groups as materialized (
       select counts.id, counts.kind, %2$s,
         case when %3$s then items else found.n end as n, %3$s as is_whole%8$s
       from private.catalogue_counts as counts left join found on found.counted = counts.id%9$s
       where items > 0%4$s and (%3$s or found.n > 0)
     ), sums as (
       select kind, sum(n) as n%10$s from groups where %5$s group by kind
     ), pages as (
       select kind, 8 * sums.n * sums.%11$s <= ($3 + 1) * listed.n as is_collected
       from sums join (
         select kind, sum(items) as n from private.catalogue_counts where true%4$s group by kind
       ) as listed using (kind)%12$s
     )
     select jsonb_build_object(''total'', coalesce((select sum(%11$s) from sums), 0), ''facets'', jsonb_build_object(%6$s),
       ''pages'', (select jsonb_agg(jsonb_build_object(''kind'', kind, ''collected'', is_collected,
         ''whole'', case when is_collected then
           (select jsonb_agg(id) from groups where groups.kind = pages.kind and is_whole and %5$s) end,
         ''partly'', case when is_collected then
           (select jsonb_agg(id) from groups where groups.kind = pages.kind and not is_whole and %5$s) end))
         from pages)%13$s)',
    case
      when not searching and days is null then 'select null::integer as counted, null::integer as n where false'
      when not searching then 'select null::integer as counted, null::integer as n, null::integer as free where false'
      -- why: an item that contains the pattern in two of its words counts once.
      when ids ? 'words' and days is null then 'select counted, sum(n)::integer as n from (
          select counted, bit_count(bit_or(items)::bit(64)) as n from private.search_marks
          where word = any (private.ids_in($2, ''words'')) group by counted, chunk
        ) as marked group by counted'
      when ids ? 'words' then 'select counted, sum(bit_count(marked.items::bit(64)))::integer as n,
          sum(bit_count((marked.items & ~coalesce(booked.items, 0))::bit(64)))::integer as free
        from (
          select counted, chunk, bit_or(items) as items from private.search_marks
          where word = any (private.ids_in($2, ''words'')) group by counted, chunk
        ) as marked left join booked using (counted, chunk) group by counted'
      when days is null then 'select counted, count(*)::integer as n from private.search_entries where text like $1'
        || of_kind || ' group by counted'
      else 'select entry.counted, count(*)::integer as n,
          (count(*) filter (where coalesce(booked.items, 0) >> entry.place % 64 & 1 = 0))::integer as free
        from private.search_entries as entry
          left join booked on booked.counted = entry.counted and booked.chunk = entry.place / 64
        where text like $1' || of_kind || ' group by entry.counted'
    end,
    case when kind is null then 'counts.kind as f1' else (
      select string_agg(format('lookup_ids[%1$s] as f%1$s', facet.place), ', ')
      from private.search_facets(kind) as facet
    ) end,
    whole, of_kind, pass, facets, booked, free_of_group,
    case when days is null then '' else ' left join booked_counts on booked_counts.counted = counts.id' end,
    free_of_kind, counted, case when only_free then ' where sums.free > 0' else '' end,
    case when days is null or only_free then ''
      else ', ''free_total'', coalesce((select sum(free) from sums), 0)' end);
end
$$;

/*
 * SQL text that reads a page. Parameters: $1 pattern, $2 ids (search_ids), $3 and $4 the cursor's sort
 * value and id, $5 size, $6 sort. `pages` is from count_statement; `going_on` says whether there is a cursor.
 * With `free_days`, only what is free on them is read.
 */
create function private.page_statement(
  pages jsonb, chosen jsonb, ids jsonb, sort text, searching boolean, going_on boolean,
  free_days private.rental_days default null
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
  free constant text := case when free_days is not null then ' and ' || private.free_condition('item.id', free_days) end;
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
      '(select %1$L::text as kind, item.id, item.%2$I as sort_value from %3$s%4$s%6$s
        order by item.%2$I %5$s, item.id %5$s limit $5 + 1)',
      each.kind, sort_column, source,
      case when going_on
        then format(' and (item.%I, item.id) %s ($3::%s, $4)', sort_column, beyond, sort_type) end,
      direction, free);
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

/* A page of a search with dates: adds `availability`, and `free` and `of` to its items. */
create function private.dated_page(page jsonb, days private.rental_days) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return page || jsonb_build_object('availability', days.shows,
      'items', private.with_free(page -> 'items', days))
    || case when page ? 'instead'
      then jsonb_build_object('instead', private.with_free(page -> 'instead', days)) else '{}' end
    || case when days.shows = 'off' then '{"free_total": null}'::jsonb else '{}' end;
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
 *
 * With rental_from and rental_to (inclusive days of Asia/Kolkata, private.rental_days_of) each item has
 * `free`, the pieces free on all these days and its turnaround after them, and `of`, the pieces there
 * are; both null when not counted. `availability` says what the caller may learn ('exact'; 'yes-no':
 * `free` is 1 or 0 and `of` null; 'off': both null), and `free_total` how many of `total` have a piece
 * free or are not counted. With only_free these alone are found, and `free_total` is left out; without
 * dates, and with 'off', only_free has no effect.
 * Raises PT400 with a message for unknown or invalid arguments.
 */
create function public.search_catalogue(
  kind text default null, q text default '', category text default null, filters jsonb default '{}',
  sort text default 'newest', cursor text default null, size integer default 24,
  rental_from date default null, rental_to date default null, only_free boolean default false
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
  days private.rental_days;
  -- The days that decide what is found and counted.
  judged private.rental_days;
  is_only_free boolean := false;
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
  if rental_from is not null or rental_to is not null then
    days := private.rental_days_of(rental_from, rental_to);
    if days.shows <> 'off' then
      judged := private.judge_apart(kind, days);
      is_only_free := coalesce(only_free, false);
    end if;
  end if;
  ids := private.search_ids(kind, chosen, pattern, searching);
  execute private.count_statement(kind, chosen, ids, searching, judged, is_only_free)
    into counts using pattern, ids, wanted_size;
  if counts -> 'pages' <> 'null' then
    -- why: count_statement has selected the cheaper way to the newest items. The planner assumes that
    -- pattern and filters are independent, and would read and sort everything that one of them leaves.
    perform set_config('enable_sort', case wanted_sort when 'newest' then 'off' else 'on' end, true);
    execute private.page_statement(counts -> 'pages', chosen, ids, wanted_sort, searching, going_on => cursor is not null,
        free_days => case when is_only_free then judged end)
      into page using pattern, ids, after.sort_value, after.id, wanted_size, wanted_sort;
  end if;
  if searching and kind is not null and cursor is null and counts -> 'total' = '0' then
    page := page || jsonb_build_object('instead',
      private.items_instead(q, kind, case when is_only_free then judged end));
  end if;
  if days is not null then
    -- why: plans of the statements that follow are cached.
    perform set_config('enable_sort', 'on', true);
    page := private.dated_page(page, days);
  end if;
  return counts - 'pages' || page;
end
$$;

grant execute on function
  public.search_catalogue(text, text, text, jsonb, text, text, integer, date, date, boolean)
  to anon, authenticated, service_role;
