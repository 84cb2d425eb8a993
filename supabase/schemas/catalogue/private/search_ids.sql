/*
 * The ids of the lookup values that a search refers to; names without any are left out:
 * {"chosen.colour": ids of the selected colours, "prop.brand": ids of the brands that match the pattern}.
 * For a pattern that is of one word (private.words_of) also `words`, all indexed words that contain it, unless they are
 * more than 500. (Codes are words of one item each; so many are counted faster from the entries.)
 * why: separate from the search itself, so that the search is planned with the actual ids.
 */
create function private.search_ids(kind text, chosen jsonb, pattern text, searching boolean)
returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  statement text;
  ids jsonb;
  words text[];
  needle constant text := substr(pattern, 2, char_length(pattern) - 2);
begin
  select string_agg(asked.branch, ' union all ') into statement
  from (
    select format('select %L, id::text from %s as listed
        where slug in (select jsonb_array_elements_text($1 -> %L))',
      'chosen.' || facet.key, facet.source, facet.key) as branch
    from private.search_facets(kind) as facet where chosen ? facet.key
    union all
    select format('select %L, id::text from %s where private.compared(%I) like $2',
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
  if searching and private.words_of(needle) = array[needle] and needle !~ '[0-9]x|^x([0-9]|$)' then
    execute 'select array(select word from private.search_words where word like $1 limit 501)'
      into words using pattern;
    if cardinality(words) <= 500 then
      ids := coalesce(ids, '{}') || jsonb_build_object('words', words);
    end if;
  end if;
  return coalesce(ids, '{}');
end
$$;
