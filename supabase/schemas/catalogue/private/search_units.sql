/*
 * The words that a search looks for, one each: the terms themselves (`unit` 1 to 8), synonyms of one word for term n (10 + n),
 * and the words of longer synonyms (20 + 4 j + i: word i of the j-th of them, which stands for the terms `covered`). A figure
 * and its letters mean the same with a blank between them and without: '70 mm' and '70mm'.
 */
create function private.search_units(q text, terms text[], is_wide boolean)
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
      ) as expression
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
