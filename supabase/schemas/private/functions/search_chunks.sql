-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* The items that a search by words finds, of one kind or of all. For `is_wide` see private.term_matches. */
create function private.search_chunks(q text, terms text[], kind text, is_wide boolean)
returns private.search_chunk[]
language plpgsql stable
set search_path = ''
as $$
declare
  slots integer[];
  words text[];
  ids text[];
  codes text := '';
  listed record;
  chunks private.search_chunk[];
begin
  select array_agg(found.slot), array_agg(found.word), array_agg(found.id) into slots, words, ids
  from private.term_matches(terms, kind, is_wide) as found;
  for listed in
    select known.kind, known.item_table, known.code_column, n, split_part(term, '-', 2)::bigint as number
    from unnest(terms) with ordinality as given (term, n)
      join private.catalogue_kinds as known on term ~ ('^' || known.code_prefix || '-[0-9]+$')
    where search_chunks.kind is null or known.kind = search_chunks.kind
  loop
    codes := codes || format(' union all
      select entry.counted, entry.place / 64, %s, 1::bigint << entry.place %% 64
      from %s as item join private.search_entries as entry on entry.kind = %L and entry.item_id = item.id
      where item.active and substr(item.%I, 5)::bigint = %s',
      2 * listed.n - 1, listed.item_table, listed.kind, listed.code_column, listed.number);
  end loop;

  execute (
    select format(
      'with hit (counted, chunk, slot, items) as (
         select mark.counted, mark.chunk, matched.slot, mark.items
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
         %s%s
       ), chunk as (
         select hit.counted, hit.chunk, %s, coalesce(bit_or(items) filter (where slot = -1), 0) as in_name,
           coalesce(bit_or(items) filter (where slot = 0), 0) as alike
         from hit group by 1, 2
       ), level as (
         select counted, chunk, (%s) & in_name as phrase, (%s) as exact, (%s) as wide, array[%s]::bigint[] as but_one,
           (%s) as any_of, alike
         from chunk
       ), %s
       select array_agg((counts.kind, found.counted, chunk, phrase, exact, wide, near)::private.search_chunk)
       from found join private.catalogue_counts as counts on counts.id = found.counted
       where (exact <> 0 or wide <> 0 or near <> 0) and ($5 is null or counts.kind = $5)',
      case when cardinality(terms) = 1
        then 'union all
           select mark.counted, mark.chunk, -1, mark.items
           from unnest($1, $2) as matched (slot, word) join private.search_marks as mark on mark.word = matched.word
             join private.catalogue_counts as counts on counts.id = mark.counted
             join private.catalogue_kinds as listed on listed.kind = counts.kind and not listed.is_described
           where matched.slot = 1 and left(matched.word, 1) <> U&''\0001''
             and matched.word collate private.names ~ $6
           union all
           select entry.counted, entry.place / 64, -1, 1::bigint << entry.place % 64
           from private.search_entries as entry
           where entry.kind in (select kind from private.catalogue_kinds where is_described)
             and split_part(entry.text, E''\n'', 1) collate private.names ~ $6'
        else 'union all
           select counted, place / 64, -1, 1::bigint << place % 64
           from private.search_entries where text like $4 and split_part(text, E''\n'', 1) like $4' end,
      codes,
      string_agg(format('coalesce(bit_or(items) filter (where slot = %1$s), 0) as w%1$s', slot), ', '),
      string_agg(format('w%s', slot), ' & ') filter (where slot % 2 = 1),
      string_agg(format('w%s', slot), ' & ') filter (where slot % 2 = 1),
      string_agg(format('(w%s | w%s)', slot, slot + 1), ' & ') filter (where slot % 2 = 1),
      (
        select string_agg((
          select string_agg(format('(w%s | w%s)', 2 * other - 1, 2 * other), ' & ')
          from generate_series(1, cardinality(terms)) as other where other <> n
        ), ', ') from generate_series(1, cardinality(terms)) as n where cardinality(terms) > 1
      ),
      string_agg(format('w%s', slot), ' | '),
      case when is_wide
        then 'left_out as (
             select n from level cross join generate_series(1, cardinality(but_one)) as n
             group by n having bit_or(but_one[n]) <> 0 order by sum(bit_count(but_one[n]::bit(64))), n desc limit 1
           ), found as (
             select level.*, case when bool_or(wide <> 0) over () then 0 when left_out.n is not null then but_one[left_out.n]
               when bool_or(any_of <> 0) over () then any_of else alike end as near
             from level left join left_out on true
           )'
        else 'found as (select *, 0::bigint as near from level)' end)
    from generate_series(1, 2 * cardinality(terms)) as slot
  ) into chunks using slots, words, ids, private.search_pattern(q), kind, private.term_alone(terms[1]);
  return coalesce(chunks, '{}');
end
$$;
