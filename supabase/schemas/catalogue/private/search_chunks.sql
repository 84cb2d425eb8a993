/*
 * The items that a search by words finds, of one kind or of all, by how well they match (docs/product/search.md).
 * reach: 'direct'; 'wide' with approximate matches (private.term_matches) as the last rank; 'partial' with the items
 * that have the most of the words (private.term_subsets). `near` is the most similar word where none is found.
 */
create function private.search_chunks(q text, terms text[], kind text, reach text)
returns private.search_chunk[]
language plpgsql stable
set search_path = ''
as $$
declare
  is_wide constant boolean := reach <> 'direct';
  units integer[];
  unit_words text[];
  longer jsonb;
  slots integer[];
  words text[];
  ids text[];
  -- Ids of the counts of which the words that match may be in a description.
  described integer[];
  -- The slots that any item may be in.
  used_slots integer[];
  codes text := '';
  listed record;
  ranks text;
  chunks private.search_chunk[];
  -- The name that is looked for, if the text is one.
  named constant text := left(private.compared(private.typed_search(q)), 80);
begin
  with asked as materialized (
    select * from private.search_units(q, terms, is_wide)
  ), synonym as (
    select jsonb_build_object('units', jsonb_agg(asked.unit), 'covered', to_jsonb(asked.covered)) as parts
    from asked where asked.unit >= 20 group by asked.unit / 4, asked.covered
  )
  select array_agg(asked.unit), array_agg(asked.term), (select coalesce(jsonb_agg(synonym.parts), '[]') from synonym)
    into units, unit_words, longer
  from asked;
  select array_agg(found.slot), array_agg(found.word), array_agg(found.id) into slots, words, ids
  from private.term_matches(units, unit_words, kind, is_wide) as found;
  described := array(
    select counts.id from private.catalogue_kinds as given join private.catalogue_counts as counts on counts.kind = given.kind
    where given.is_described and (search_chunks.kind is null or counts.kind = search_chunks.kind));
  described := array(
    select distinct mark.counted
    from unnest(slots, words) as matched (slot, word)
      join private.search_marks as mark on mark.word = matched.word and mark.counted = any (described)
    where matched.slot % 10 in (1, 2));
  used_slots := array(select distinct slot from unnest(slots) as slot);
  if exists (select from private.search_entries where left(split_part(text, E'\n', 1), 80) = named) then
    used_slots := used_slots || -2;
  end if;
  if described <> '{}' then
    used_slots := used_slots
      || array(select distinct slot / 10 * 10 + 3 from unnest(slots) as slot where slot % 10 in (1, 2));
  end if;
  for listed in
    select given.kind, given.item_table, given.code_column, (10 * n + 4)::integer as slot,
      split_part(term, '-', 2)::bigint as number
    from unnest(terms) with ordinality as typed (term, n)
      join private.catalogue_kinds as given on term ~ ('^' || given.code_prefix || '-[0-9]+$')
    where search_chunks.kind is null or given.kind = search_chunks.kind
  loop
    used_slots := used_slots || listed.slot;
    codes := codes || format(' union all
      select entry.counted, entry.place / 64, %s, 1::bigint << entry.place %% 64
      from %s as item join private.search_entries as entry on entry.kind = %L and entry.item_id = item.id
      where item.active and substr(item.%I, 5)::bigint = %s',
      listed.slot, listed.item_table, listed.kind, listed.code_column, listed.number);
  end loop;
  if used_slots = '{}' and cardinality(terms) = 1 then
    return '{}';
  end if;
  ranks := case reach when 'partial' then private.partial_ranks(terms, used_slots, longer)
    else private.full_ranks(terms, used_slots, longer, is_wide) end;

  execute format(
    'with hit (counted, chunk, slot, items) as (
       select mark.counted, mark.chunk, %s, mark.items
       from unnest($1, $2) as matched (slot, word) join private.search_marks as mark on mark.word = matched.word
       union all
       select mark.counted, mark.chunk, whole.slot, mark.items
       from (
         select distinct counts.id, matched.slot
         from private.catalogue_counts as counts
           cross join lateral unnest(counts.lookup_ids || (''kind:'' || counts.kind)) as has (id)
           join unnest($1, $3) as matched (slot, id) on matched.id = has.id
         where counts.items > 0 and (counts.lookup_ids && $3 or ''kind:'' || counts.kind = any ($3))
       ) as whole join private.search_marks as mark on mark.word = U&''\0001'' and mark.counted = whole.id
       %s%s%s
     ), chunk as (
       select hit.counted, hit.chunk, coalesce(bit_or(items) filter (where slot = -1), 0) as phrase,
         coalesce(bit_or(items) filter (where slot = -2), 0) as named%s
       from hit group by 1, 2
     ), %s
     select array_agg((counts.kind, found.counted, chunk, ranks, near, is_partial)::private.search_chunk)
     from found join private.catalogue_counts as counts on counts.id = found.counted
     where $5 is null or counts.kind = $5',
    case when described = '{}' then 'matched.slot'
      else 'case when mark.counted = any ($6) and matched.slot % 10 in (1, 2) then matched.slot / 10 * 10 + 3 else matched.slot end' end,
    case when described <> '{}'
      then ' union all
         select mark.counted, mark.chunk, matched.slot, 1::bigint << entry.place % 64
         from unnest($1, $2) as matched (slot, word)
           join private.search_marks as mark on mark.word = matched.word and mark.counted = any ($6)
           join private.search_entries as entry on entry.counted = mark.counted
             and entry.place between mark.chunk * 64 and mark.chunk * 64 + 63
         where matched.slot % 10 in (1, 2) and mark.items >> entry.place % 64 & 1 = 1
           and strpos(split_part(entry.text, E''\n'', 1), matched.word) > 0
           and matched.word = any (private.words_of(split_part(entry.text, E''\n'', 1)))' end,
    case when -2 = any (used_slots)
      then ' union all
         select counted, place / 64, -2, 1::bigint << place % 64
         from private.search_entries where left(split_part(text, E''\n'', 1), 80) = $7'
      else '' end
    || case when cardinality(terms) > 1
      then ' union all
         select counted, place / 64, -1, 1::bigint << place % 64
         from private.search_entries where text like $4 and split_part(text, E''\n'', 1) like $4'
      else '' end,
    codes, (
      select string_agg(format(', coalesce(bit_or(items) filter (where slot = %1$s), 0) as s%1$s', slot), '')
      from unnest(used_slots) as slot where slot >= 0
    ),
    ranks) into chunks using slots, words, ids, private.search_pattern(q), kind, described, named;
  return coalesce(chunks, '{}');
end
$$;
