-- Written by `npm run db:change` from supabase/schemas.

create or replace function private.term_matches(
  units integer[],
  words text[],
  kind text,
  is_wide boolean
)
returns table (slot integer, word text, id text)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  lookup_ids text[];
  lookup_names text[];
begin
  execute (
    select format('select array_agg(id), array_agg(name) from (%s) as listed (id, name)', string_agg(
      format('select id::text, array_to_string(private.words_of(private.compared(%I)), '' '') from %s', badge_column, lookup_table), ' union '))
    from (
      select distinct badge_column, lookup_table from private.catalogue_lookups as lookup
      where lookup.kind = coalesce(term_matches.kind, lookup.kind)
    ) as lookup
  ) into lookup_ids, lookup_names;

  return query
    with asked as (
      select n, term, forms, alone, case when n < 10 then private.term_pattern(term) else alone end as pattern
      from unnest(units, words) as listed (n, term)
        cross join lateral (select private.term_forms(term), private.term_alone(term)) as read (forms, alone)
    ), held as (
      select n, held.word, alone, pattern
      from asked cross join lateral unnest(forms) as form (form)
        cross join lateral (
          select word from private.search_words
          where char_length(form) > 2 and word like '%' || form || '%' and word !~ '^[a-z]{3}-[0-9]+$'
        ) as held
      union
      select n, held.word, alone, pattern
      from asked cross join lateral (
        select word from private.search_words
        where char_length(term) <= 2 and word >= term and word < term || U&'\+10FFFF'
          and word !~ '^[a-z]{3}-[0-9]+$'
      ) as held
    )
    select 10 * n + case when word ~ alone then 1 else 2 end, word, null
    from held where word ~ pattern
    union all
    select 10 * n + 4, U&'\0001' || lookup.id, lookup.id
    from asked join unnest(lookup_ids, lookup_names) as lookup (id, name)
      on lookup.name ~ asked.pattern
    union all
    select 10 * n + 4, null, 'kind:' || listed.kind
    from asked join private.catalogue_kinds as listed
      on forms && array[listed.kind, listed.kind || 's', lower(listed.plural), listed.code_prefix];

  if not is_wide then
    return;
  end if;
  -- why: low enough for two shared trigrams in words of five letters or more: 'kastral' and 'kestrel'
  -- share two of eight.
  perform set_config('pg_trgm.word_similarity_threshold', '0.17', true);
  return query
    with term as (
      select n, term, pattern,
        -- why: a word that exists was probably meant: 'sofa' must not find 'soft', and 'cable' no tables.
        case when direct.items >= 8 then 0 when char_length(term) < 5 then 1 else 2 end
          - (direct.items between 1 and 7 or 10 + n = any (units))::integer as allowed,
        array(select overlay(term placing substr(term, at + 1, 1) || substr(term, at, 1) from at for 2)
          from generate_series(1, char_length(term) - 1) as at) as swapped
      from unnest(units, words) as listed (n, term)
        cross join lateral private.term_pattern(term) as pattern
        cross join lateral (
          select (
            select coalesce(sum(bit_count(marked.items::bit(64))), 0) from (
              select bit_or(mark.items) as items from private.search_marks as mark
              where mark.word in (
                select held.word from unnest(private.term_forms(term)) as form join private.search_words as held
                  on held.word like '%' || form || '%' and held.word ~ pattern
                where held.word !~ '^[a-z]{3}-[0-9]+$'
                union all
                select U&'\0001' || lookup.id from unnest(lookup_ids, lookup_names) as lookup (id, name)
                where lookup.name ~ pattern)
              group by mark.counted, mark.chunk
            ) as marked
          ) + (
            select coalesce(sum(counts.items), 0) from private.catalogue_counts as counts
            where counts.lookup_ids && array(
              select lookup.id from unnest(lookup_ids, lookup_names) as lookup (id, name) where lookup.name ~ pattern)
          ) as items
        ) as direct
      where n < 10 and char_length(term) > 2 and term !~ '^[a-z]{3}-[0-9]+$'
    ), candidate as (
      select n, term, pattern, allowed, swapped, held.word, held.word as text, null as id
      from term cross join lateral (
        select word from private.search_words
        where word operator(extensions.%>) term and word !~ '^[a-z]{3}-[0-9]+$'
        union
        select word from private.search_words where word = any (swapped)
        union
        select word from private.search_words where word like '%' || term || '%' and word !~ '^[a-z]{3}-[0-9]+$'
      ) as held
      union all
      select n, term, pattern, allowed, swapped, U&'\0001' || lookup.id, lookup.name, lookup.id
      from term join unnest(lookup_ids, lookup_names) as lookup (id, name)
        on extensions.word_similarity(term, lookup.name) >= 0.17 or string_to_array(lookup.name, ' ') && swapped
          or strpos(lookup.name, term) > 0
    ), ranked as (
      select *, row_number() over (
        partition by n order by strpos(text, term) > 0 desc, text = any (swapped) desc,
          extensions.word_similarity(term, text) desc, abs(char_length(text) - char_length(term)), text) as place
      from candidate
      where text !~ pattern
    ), judged as (
      select ranked.n, ranked.word, ranked.id, ranked.place, ranked.allowed, strpos(ranked.text, ranked.term) > 0 as is_inside,
        (select min(private.typing_errors(ranked.term, piece))
          from string_to_table(ranked.text, ' ') as piece
          where abs(char_length(piece) - char_length(ranked.term)) <= ranked.allowed) as errors
      from ranked where place <= 30
    ), nearest as (
      select *, min(errors) filter (where errors <= allowed) over (partition by n) as fewest,
        bool_or(is_inside) over (partition by n) as is_found_inside
      from judged
    )
    select case when is_inside or errors = fewest then 10 * n + 5 else 0 end, word, id
    from nearest
    where is_inside or errors = fewest or (fewest is null and not is_found_inside and place = 1);
end
$$;
