-- The visitors' search over the entries: one statement counts, and says how to read the page; the
-- second reads it.
--
-- why: definers' work. Under row level security LIKE is not leakproof, so no trigram index would be
-- used; every branch says `active` itself instead. Identifiers come from private.catalogue_kinds and
-- private.catalogue_lookups only, values are parameters only.

/*
 * The statement that counts, as text: $1 pattern, $2 ids (search_ids), $3 size. `searching`: $1 counts.
 * It answers total and facets as search_catalogue does, and for each kind with items the `pages`:
 * {"kind", "collected": true, "whole": […], "partly": […]}. All items in the counts `whole` belong to the
 * result, in those `partly` the ones whose text is like the pattern. `collected` says that reading all
 * n of them takes less than going through the kind's items in their order until a page is full, which
 * is about (size + 1) / n of them, and each as quick as an eighth of one that is collected. Else there
 * are no lists.
 */
create function private.count_statement(kind text, chosen jsonb, ids jsonb, searching boolean) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  -- What makes all items of a count match: a lookup's name is like the pattern.
  matched text;
  -- For each filter in its place: what a count must fulfil, null where nothing is chosen.
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

  -- Each filter counts what the others let through, so that a second choice in it can be seen.
  select string_agg(format(
    '%1$L, (select coalesce(jsonb_agg(jsonb_build_object(''value'', listed.slug, ''label'', listed.%2$I,
        ''count'', coalesce(counted.n, 0)%3$s) order by listed.%2$I, listed.slug), ''[]'')
      from %4$s as listed left join (
        select f%5$s as id, sum(n) as n from groups where %6$s group by 1
      ) as counted on counted.id = listed.id::text
      where counted.n > 0 or listed.id::text = any (private.ids_in($2, ''chosen.'' || %1$L)))',
    facet.key, facet.label_column, coalesce(', ''hex'', listed.' || quote_ident(facet.swatch_column), ''),
    facet.source, facet.place, coalesce((
      select string_agg(other.pass, ' and ') from unnest(passes) with ordinality as other (pass, place)
      where other.pass is not null and other.place <> facet.place
    ), 'true')), ', ')
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
    case when searching
      then format('select counted, count(*)::integer as n from private.search_entries where text like $1%s group by counted', of_kind)
      else 'select null::integer as counted, null::integer as n where false' end,
    case when kind is null then 'counts.kind as f1' else (
      select string_agg(format('lookup_ids[%1$s] as f%1$s', facet.place), ', ')
      from private.search_facets(kind) as facet
    ) end,
    case when searching then coalesce('(' || matched || ') is true', 'false') else 'true' end,
    of_kind, pass, facets);
end
$$;

/*
 * The statement that reads a page, as text: $1 pattern, $2 ids (search_ids), $3 and $4 the cursor's
 * sort value and id, $5 size, $6 sort. `pages` is from count_statement; `going_on`: $3 and $4 count.
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
  -- One branch for each kind that has items: its part of the page, its items.
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
      -- why: materialized, or the planner would look for them on the way through all items.
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
 * A page of active items that match, with the total and the counts beside each filter
 * (public-side §2 and §9; "Reads that must scale").
 *
 * kind: prop, cloth, backdrop, gear, set, crew; null is all of them, whose one filter is `kind`.
 * category: slug of the sidebar's lookup (backdrops: a size). filters: slugs by filter.
 * sort: newest, price_asc, price_desc, name. cursor: `next` of the page before. size: 1 to 100.
 * Raises PT400 with a message for what it does not know.
 */
create or replace function public.search_catalogue(
  kind text default null, q text default '', category text default null, filters jsonb default '{}',
  sort text default 'newest', cursor text default null, size integer default 24
) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- why: short statements, planned each time. Compiling or sharing them out costs more than it saves.
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
    -- why: what a page costs in the order of the newest is known from its counts. The planner takes
    -- needle and choices for independent, and would read and sort all that one of them leaves.
    perform set_config('enable_sort', case wanted_sort when 'newest' then 'off' else 'on' end, true);
    execute private.page_statement(counts -> 'pages', chosen, ids, wanted_sort, searching, going_on => cursor is not null)
      into page using pattern, ids, after.sort_value, after.id, wanted_size, wanted_sort;
  end if;
  return counts - 'pages' || page;
end
$$;

drop function private.search_statement(text, jsonb, jsonb, text, boolean, boolean);
