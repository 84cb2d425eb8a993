-- The sidebar keeps what it lists while a search finds none of it; sizes come in their order; free
-- items are listed by name.

/* The filters of a kind in their order. Without a kind there is one: the kind. */
drop function private.search_facets(text);
create function private.search_facets(kind text)
returns table (
  key text, place smallint, source text, label_column name, order_column name, swatch_column name, is_sidebar boolean
)
-- why no search_path: inlined where it is called. Its callers pin the path.
language sql stable
as $$
  select lookup.key, lookup.facet, lookup.lookup_table::text, lookup.label_column,
    coalesce(lookup.order_column, lookup.label_column), lookup.swatch_column, lookup.is_sidebar
  from private.catalogue_lookups as lookup
  where lookup.kind = search_facets.kind and lookup.facet is not null
  union all
  select 'kind', 1, '(select kind as id, kind as slug, plural from private.catalogue_kinds)', 'plural', 'plural',
    null, true
  where search_facets.kind is null
$$;

/*
 * The statement that counts, as text: $1 pattern, $2 ids (search_ids), $3 size. `searching`: $1 counts. What
 * has `words` is counted from their marks, else from the entries.
 * It answers total and facets as search_catalogue does, and for each kind with items the `pages`:
 * {"kind", "collected": true, "whole": […], "partly": […]}. All items in the counts `whole` belong to the
 * result, in those `partly` the ones whose text is like the pattern. `collected` says that reading all
 * n of them takes less than going through the kind's items in their order until a page is full, which
 * is about (size + 1) / n of them, and each as quick as an eighth of one that is collected. Else there
 * are no lists.
 */
create or replace function private.count_statement(kind text, chosen jsonb, ids jsonb, searching boolean) returns text
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

  -- Each filter counts what the others let through, so that a second choice in it can be seen. The
  -- sidebar lists all of its values, the others those that lead to something.
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
      -- why: one item can hold the needle in two of its words.
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
 * A page of the free items, in the shape of search_catalogue and called like it; the one filter is
 * `kind`, chosen by `category` as a page does. Searched are name, second label and type
 * (public-side §9). Raises PT400 with a message for what it does not know.
 * why: a definer, like search_catalogue; the view says `active` itself.
 */
create or replace function public.search_free_items(
  q text default '', category text default null, filters jsonb default '{}',
  sort text default 'name', cursor text default null, size integer default 24
) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- why: short statements, planned each time. Compiling or sharing them out costs more than it saves.
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
  return result;
end
$$;
