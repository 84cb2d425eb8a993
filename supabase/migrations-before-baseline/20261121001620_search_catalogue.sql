-- The visitors' search: one call a page, one statement a call, for one kind or all of them.
--
-- why: a definer. Under row level security LIKE is not leakproof, so no trigram index would be used;
-- every branch says `active` itself instead. Identifiers come from private.catalogue_kinds and
-- private.catalogue_lookups only, values are parameters only:
--   $1 pattern, $2 ids (search_ids), $3 and $4 the cursor's sort value and id, $5 size, $6 sort.

/* The statement of a call, as text. `searching`: $1 counts; `going_on`: $3 and $4 count. */
create function private.search_statement(
  kind text, chosen jsonb, ids jsonb, sort text, searching boolean, going_on boolean
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
  -- One branch for each kind that is asked: its groups by filter values, its page, its items.
  groups text[] := '{}';
  pages text[] := '{}';
  items text[] := '{}';
  -- For each filter in its place: what a group must fulfil, null where nothing is chosen.
  passes text[];
  facets text;
begin
  for each in
    select asked.*,
      'item.active' || case when searching
        then format(' and (item.search_text like $1%s)', lookups.matched) else '' end as found,
      case when search_statement.kind is not null then coalesce(lookups.narrowed, '')
        when chosen ? 'kind' then format(' and $2 -> ''chosen.kind'' ? %L', asked.kind)
        else '' end as narrowed,
      case when search_statement.kind is null then format('%L::text as f1', asked.kind)
        when searching then lookups.found_values else lookups.counted_values end as facet_values,
      case when search_statement.kind is not null then lookups.found_groups end as found_groups
    from private.catalogue_kinds as asked
    cross join lateral (
      select
        string_agg(format(' or item.%I = any (private.ids_in($2, %L)::%s[])',
          item_column, listed.kind || '.' || key, column_type), '')
          filter (where ids ? (listed.kind || '.' || key)) as matched,
        string_agg(format(' and item.%I = any (private.ids_in($2, %L)::%s[])',
          item_column, 'chosen.' || key, column_type), '') filter (where chosen ? key) as narrowed,
        string_agg(format('item.%I::text as f%s', item_column, facet), ', ' order by facet)
          filter (where facet is not null) as found_values,
        string_agg(format('facet_values[%1$s] as f%1$s', facet), ', ' order by facet)
          filter (where facet is not null) as counted_values,
        string_agg(format('item.%I', item_column), ', ') filter (where facet is not null) as found_groups
      from private.catalogue_lookups as listed
      where listed.kind = asked.kind
    ) as lookups
    where search_statement.kind is null or asked.kind = search_statement.kind
    order by asked.position
  loop
    groups := groups || case
      when searching then format('select count(*) as n, %s from %s as item where %s%s',
        each.facet_values, each.item_table, each.found, ' group by ' || each.found_groups)
      else format('select items as n, %s from private.catalogue_counts where kind = %L and items > 0',
        each.facet_values, each.kind) end;
    pages := pages || format(
      '(select %1$L::text as kind, item.id, item.%2$I as sort_value from %3$s as item
        where %4$s%5$s%6$s order by item.%2$I %7$s, item.id %7$s limit $5 + 1)',
      each.kind, sort_column, each.item_table, each.found, each.narrowed,
      case when going_on
        then format(' and (item.%I, item.id) %s ($3::%s, $4)', sort_column, beyond, sort_type) end,
      direction);
    items := items || private.item_statement(each.kind);
  end loop;

  select array_agg(case when chosen ? facet.key then
    format('f%s = any (private.ids_in($2, %L))', facet.place, 'chosen.' || facet.key) end order by facet.place)
  into passes from private.search_facets(kind) as facet;

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
      select string_agg(pass, ' and ') from unnest(passes) with ordinality as listed (pass, place)
      where listed.pass is not null and listed.place <> facet.place
    ), 'true')), ', ')
  into facets from private.search_facets(kind) as facet;

  return format(
    'with groups as (%1$s), page as (
       select found.*, row_number() over (order by sort_value %2$s, id %2$s) as place
       from (%3$s) as found order by place limit $5 + 1
     ), items as (%4$s)
     select jsonb_build_object(
       ''total'', (select coalesce(sum(n), 0) from groups where %5$s),
       ''items'', (select coalesce(jsonb_agg(item order by place), ''[]'') from items where place <= $5),
       ''facets'', jsonb_build_object(%6$s),
       ''next'', (select private.cursor_of($6, to_jsonb(sort_value), id) from page
         where place = $5 and exists (select from page where place > $5)))',
    array_to_string(groups, ' union all '), direction,
    array_to_string(pages, ' union all '), array_to_string(items, ' union all '),
    coalesce(nullif(array_to_string(passes, ' and '), ''), 'true'), facets);
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
create function public.search_catalogue(
  kind text default null, q text default '', category text default null, filters jsonb default '{}',
  sort text default 'newest', cursor text default null, size integer default 24
) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- why: short statements, planned each time. Compiling or sharing them out costs more than it saves.
set jit = off
set max_parallel_workers_per_gather = 0
as $$
declare
  pattern constant text := private.search_pattern(coalesce(q, ''));
  wanted_sort constant text := coalesce(sort, 'newest');
  wanted_size constant integer := coalesce(size, 24);
  chosen jsonb;
  ids jsonb;
  after record;
  statement text;
  result jsonb;
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
  ids := private.search_ids(kind, chosen, pattern, searching => pattern <> '%%');
  statement := private.search_statement(
    kind, chosen, ids, wanted_sort, searching => pattern <> '%%', going_on => cursor is not null);
  execute statement into result
    using pattern, ids, after.sort_value, after.id, wanted_size, wanted_sort;
  return result;
end
$$;

grant execute on function public.search_catalogue(text, text, text, jsonb, text, text, integer)
  to anon, authenticated, service_role;
