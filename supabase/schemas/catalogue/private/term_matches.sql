/*
 * Marks that the words of a search (private.search_units) match: `word` is the mark to read (a word of an entry, or the key of
 * a lookup value), `id` the lookup value or kind ('kind:prop') as the counts have it. `slot` is ten times the unit and
 * 1 for whole words, 2 for words that begin or end with it (terms only), 4 for lookups and kinds. With `is_wide` also
 * 5: a term only in the middle of a word or with typing errors (one in words of three and four letters, two in longer
 * ones, one fewer if the term finds items directly or has synonyms, none if it finds eight directly); and slot 0: the
 * most similar word if there is neither.
 */
create function private.term_matches(
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
  -- What matches directly.
  direct_slots integer[];
  direct_words text[];
  direct_ids text[];
begin
  execute (
    select format(
      -- why a way of its own for names of Latin letters and blanks, which most are: it is many times as fast.
      'select array_agg(id), array_agg(case when name ~ ''^[A-Za-z]+( [A-Za-z]+)*$'' then lower(name)
          else array_to_string(private.words_of(private.compared(name)), '' '') end)
        from (%s) as listed (id, name)',
      string_agg(format('select id::text, %I from %s', badge_column, lookup_table), ' union '))
    from (
      select distinct badge_column, lookup_table from private.catalogue_lookups as lookup
      where lookup.kind = coalesce(term_matches.kind, lookup.kind)
    ) as lookup
  ) into lookup_ids, lookup_names;

  select array_agg(direct.slot), array_agg(direct.word), array_agg(direct.id) into direct_slots, direct_words, direct_ids
  from (
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
      on forms && array[listed.kind, listed.kind || 's', lower(listed.plural), listed.code_prefix]
  ) as direct (slot, word, id);
  return query select * from unnest(direct_slots, direct_words, direct_ids);

  if not is_wide then
    return;
  end if;
  -- why: low enough for two shared trigrams in words of five letters or more: 'kastral' and 'kestrel'
  -- share two of eight.
  perform set_config('pg_trgm.word_similarity_threshold', '0.17', true);
  return query
    with direct as (
      select slot / 10 as n, word, id from unnest(direct_slots, direct_words, direct_ids) as listed (slot, word, id)
      where slot < 100
    ), whole as materialized (
      select distinct direct.n, counts.id, counts.items
      from direct join private.catalogue_counts as counts
        on direct.id = any (counts.lookup_ids) or direct.id = 'kind:' || counts.kind
      where direct.id is not null and counts.kind = coalesce(term_matches.kind, counts.kind)
    ), found as materialized (
      select n, sum(items) as items
      from (
        select n, items from whole
        union all
        select direct.n, bit_count(bit_or(mark.items)::bit(64))
        from direct join private.search_marks as mark using (word) join private.catalogue_counts as counts on counts.id = mark.counted
        where counts.kind = coalesce(term_matches.kind, counts.kind)
          and not exists (select from whole where whole.n = direct.n and whole.id = mark.counted)
        group by direct.n, mark.counted, mark.chunk
      ) as each
      group by n
    ), term as materialized (
      select listed.n, term, pattern,
        -- why: a word that exists was probably meant: 'sofa' must not find 'soft', and 'cable' no tables.
        case when found.items >= 8 then 0 when char_length(term) < 5 then 1 else 2 end
          - (coalesce(found.items between 1 and 7, false) or 10 + listed.n = any (units))::integer as allowed,
        array(select overlay(term placing substr(term, at + 1, 1) || substr(term, at, 1) from at for 2)
          from generate_series(1, char_length(term) - 1) as at) as swapped
      from unnest(units, words) as listed (n, term)
        cross join lateral private.term_pattern(term) as pattern
        left join found using (n)
      where listed.n < 10 and char_length(term) > 2 and term !~ '^[a-z]{3}-[0-9]+$'
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
    ), judged as materialized (
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
