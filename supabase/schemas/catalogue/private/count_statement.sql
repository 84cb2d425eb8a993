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
  kind text,
  chosen jsonb,
  ids jsonb,
  searching boolean,
  days private.rental_days default null,
  only_free boolean default false
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
