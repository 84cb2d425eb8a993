/*
 * Which of a search's words to look for when no item has all of them, by place, a row each: `step` 1 all words that
 * tell what it is, with as many of the numbers, sizes and colours as there are; 2 all but one of them; 3 one of them;
 * 4 a number, size or colour alone. Within a step more words come first.
 */
create function private.term_subsets(terms text[])
returns table (step integer, places integer[])
language sql stable
set search_path = ''
as $$
  with term as (
    select at::integer as at, term ~ '^[0-9]' or term ~ '^(x*s|m|x*l|[0-9]xl)$'
      or exists (select from public.colors as colour where lower(colour.name) = term) as is_detail
    from unnest(terms) with ordinality as typed (term, at)
  ), sorted as (
    select coalesce(array_agg(at order by at) filter (where not is_detail), '{}') as told,
      coalesce(array_agg(at order by at) filter (where is_detail), '{}') as details
    from term
  ), base (step, places) as (
    select 1, told from sorted where told <> '{}'
    union all
    select 2, array_remove(told, at) from sorted cross join lateral unnest(told) as at where cardinality(told) > 2
    union all
    select 3, array[at] from sorted cross join lateral unnest(told) as at where cardinality(told) > 1
  )
  select step, places || details from base cross join sorted
  where cardinality(places) + cardinality(details) < cardinality(terms)
  union
  select 1, told || array_remove(details, at) from sorted cross join lateral unnest(details) as at where told <> '{}'
  union
  select step, places from base
  union
  select 4, array[at] from sorted cross join lateral unnest(details) as at
$$;
