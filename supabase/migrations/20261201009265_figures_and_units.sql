-- Written by `npm run db:change` from supabase/schemas.

create or replace function private.full_ranks(terms text[], known integer[], longer jsonb, is_wide boolean)
returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  levels constant text[] := private.search_levels(known, longer, array(select generate_subscripts(terms, 1)));
  most constant integer := case when is_wide then 6 else 5 end;
  named constant text := case when -2 = any (known) then 'named' end;
  typed constant text := nullif(concat_ws(' | ', named, case when cardinality(terms) > 1 then 'phrase' end), '');
  alike constant text := case when is_wide and cardinality(terms) = 1 and 0 = any (known) then 's0' end;
  ranks text := nullif(concat_ws(', ', named, nullif(typed, named)), '');
  -- why brackets: SQL's | and & bind equally.
  found constant text := format('%s(%s)', typed || ' | ', levels[most]);
begin
  for level in 1 .. most loop
    -- why: a rank that can have no items of its own would be read for nothing.
    continue when level < most and (levels[level] = levels[level + 1] or levels[level] like '%(0::bigint)%');
    ranks := concat_ws(', ', ranks, format('%s(%s)', typed || ' | ', levels[level]));
  end loop;
  return format(
    'found as (
       select counted, chunk, array[%s] as ranks, %s as near, false as is_partial
       from chunk where (%s) <> 0%s
     )',
    ranks,
    case when alike is null then '0::bigint' else format('case when bool_or((%s) <> 0) over () then 0 else %s end', found, alike) end,
    found, ' or ' || alike || ' <> 0');
end
$$;

create or replace function private.search_units(q text, terms text[], is_wide boolean)
returns table (unit integer, term text, covered integer[])
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    with figure as (
      select array[at::integer] as covered, coalesce(
        regexp_match(term, '^([0-9.]+)([a-z]{1,5})$'), regexp_match(term, '^([a-z]{1,5})([0-9.]+)$')) as words
      from unnest(terms) with ordinality as typed (term, at)
      union all
      select array[at, at + 1], array[terms[at] || terms[at + 1]] from generate_series(1, cardinality(terms) - 1) as at
      where terms[at] || ' ' || terms[at + 1] ~ '^([0-9.]+ [a-z]{1,5}|[a-z]{1,5} [0-9.]+)$'
    ), synonym as (
      select covered, words, row_number() over (order by covered, words) as n
      from (
        select covered, words from private.synonyms_of(q, terms, is_wide)
        union
        select covered, words from figure
      ) as known
      where cardinality(words) between 1 and 4
    ), longer as (
      select covered, words, row_number() over (order by n) - 1 as j from synonym where cardinality(words) > 1
    )
    select at::integer, typed.term, array[at::integer] from unnest(terms) with ordinality as typed (term, at)
    union all
    select 10 + at, words[1], array[at] from synonym cross join lateral unnest(covered) as at
    where cardinality(words) = 1 and words[1] <> terms[at]
    union all
    select (20 + 4 * j + i - 1)::integer, word, covered
    from longer cross join lateral unnest(words) with ordinality as listed (word, i);
end
$$;

create or replace function private.search_ids(kind text, chosen jsonb, pattern text, searching boolean)
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
