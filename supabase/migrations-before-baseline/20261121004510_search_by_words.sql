-- The visitors' search counts what a needle without a space finds from the marks of its words.

-- why: inlined where it is called, seven times in a search. Its callers pin the path.
alter function private.search_facets(text) reset search_path;

/*
 * The ids of lookup rows that a search is about, none under a name being left out:
 * {"chosen.colour": ids of the chosen colours, "prop.brand": ids of the brands that match}; and
 * `words`, all words that a pattern without a space is in. Where they are more than 500 it is left
 * out: codes, which are each of one item, are sooner counted in the entries.
 * why: apart from the search itself, so that its plan is made for the ids that there are.
 */
create or replace function private.search_ids(kind text, chosen jsonb, pattern text, searching boolean) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  statement text;
  ids jsonb;
  words text[];
begin
  select string_agg(asked.branch, ' union all ') into statement
  from (
    select format('select %L, id::text from %s as listed
        where slug in (select jsonb_array_elements_text($1 -> %L))',
      'chosen.' || facet.key, facet.source, facet.key) as branch
    from private.search_facets(kind) as facet where chosen ? facet.key
    union all
    select format('select %L, id::text from %s where lower(%I) like $2',
      listed.kind || '.' || listed.key, listed.lookup_table, listed.badge_column)
    from private.catalogue_lookups as listed
    where searching and listed.is_searched
      and (search_ids.kind is null or listed.kind = search_ids.kind)
  ) as asked;
  if statement is not null then
    execute format('select jsonb_object_agg(name, ids) from (
      select name, jsonb_agg(id) as ids from (%s) as found (name, id) group by name) as named', statement)
      into ids using chosen, pattern;
  end if;
  if searching and pattern not like '% %' then
    execute 'select array(select word from private.search_words where word like $1 limit 501)'
      into words using pattern;
    if cardinality(words) <= 500 then
      ids := coalesce(ids, '{}') || jsonb_build_object('words', words);
    end if;
  end if;
  return coalesce(ids, '{}');
end
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
