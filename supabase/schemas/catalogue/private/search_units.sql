/*
 * What a search looks for, a word each: the terms themselves (`unit` 1 to 8), synonyms of one word for term n (10 + n),
 * and the words of longer synonyms (20 + 4 j + i: word i of the j-th of them, which stands for the terms `covered`).
 */
create function private.search_units(q text, terms text[], is_wide boolean)
returns table (unit integer, term text, covered integer[])
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    with synonym as (
      select covered, words, row_number() over (order by covered, words) as n
      from private.synonyms_of(q, terms, is_wide)
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
