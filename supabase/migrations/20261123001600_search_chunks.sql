-- The search by words, second part: the items that all words lead to, as bitmaps, and their pages.

/* 64 items of a count, as bitmaps by how well they match. */
create type private.search_chunk as (
  kind text,
  counted integer,
  chunk integer,
  -- All words match directly, in the name in the order of the search; all words match directly; all
  -- words match, some of them approximately.
  phrase bigint,
  exact bigint,
  wide bigint,
  -- The nearest items if `wide` is empty everywhere: those with all words but one (leaving out the word
  -- without which the fewest are found), else with any word, else with the most similar word.
  near bigint
);

/* The items that a search by words finds, of one kind or of all. For `is_wide` see private.term_matches. */
create function private.search_chunks(q text, terms text[], kind text, is_wide boolean) returns private.search_chunk[]
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

/*
 * The result of a search by words, with approximate matches if fewer than eight items match all words
 * directly. Empty if the search has no words.
 */
create function private.found_chunks(q text, kind text) returns private.search_chunk[]
language plpgsql stable
set search_path = ''
as $$
declare
  terms constant text[] := private.search_terms(q);
  chunks private.search_chunk[];
begin
  if cardinality(terms) = 0 then
    return '{}';
  end if;
  chunks := private.search_chunks(q, terms, kind, is_wide => false);
  if (select coalesce(sum(bit_count(exact::bit(64))), 0) from unnest(chunks)) < 8 then
    chunks := private.search_chunks(q, terms, kind, is_wide => true);
  end if;
  return chunks;
end
$$;

/* Some of the items of a count, as a bitmap. */
create type private.item_chunk as (kind text, counted integer, chunk integer, items bigint);

/*
 * The first `size` of the items in `chunks` in sort order, after a cursor's sort value and id:
 * [{"kind", "id", "sort_value"}]. Of a kind with few of them all are collected and sorted; of a kind with
 * many, the kind's items are walked in sort order until there are enough. Collecting reads n items, the
 * walk about size / n of the kind's items.
 */
create function private.read_chunks(
  chunks private.item_chunk[], sort text, after_value text, after_id uuid, size integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  sort_column constant name :=
    case sort when 'name' then 'name' when 'newest' then 'created_at' else 'price' end;
  sort_type constant text :=
    case sort when 'newest' then 'timestamptz' when 'name' then 'text' else 'numeric' end;
  direction constant text := case when sort in ('newest', 'price_desc') then 'desc' else 'asc' end;
  going_on constant text := case when after_id is not null then format(' and (item.%I, item.id) %s ($2::%s, $3)',
    sort_column, case direction when 'desc' then '<' else '>' end, sort_type) else '' end;
  branches text;
  is_read_through boolean;
  marks jsonb;
  rows jsonb;
begin
  select string_agg(format(
      '(select %1$L::text as kind, item.id, item.%2$I as sort_value from %3$s%4$s
         order by item.%2$I %5$s, item.id %5$s limit $4)',
      listed.kind, sort_column,
      case when is_collected
        then format(
          '(with hit as materialized (
              select counted, chunk * 64 + bit as place
              from unnest($1) as part cross join generate_series(0, 63) as bit
              where part.kind = %L and part.items >> bit & 1 = 1
            ), collected as materialized (
              select entry.item_id from hit
                join private.search_entries as entry on entry.counted = hit.counted and entry.place = hit.place
            )
            select item.* from collected join %s as item on item.id = collected.item_id) as item where true',
          listed.kind, listed.item_table)
        else format(
          '%s as item where item.active and (
             select ($5 -> entry.counted::text ->> (entry.place / 64)::text)::bigint >> (entry.place %% 64) & 1
             from private.search_entries as entry where entry.kind = %L and entry.item_id = item.id) = 1',
          listed.item_table, listed.kind) end,
      going_on, direction), ' union all '),
    bool_or(not is_collected)
  into branches, is_read_through
  from (
    select known.kind, known.item_table, part.n * part.n <= size * (
      select sum(items) from private.catalogue_counts as counted where counted.kind = known.kind) as is_collected
    from (
      select kind, sum(bit_count(items::bit(64))) as n from unnest(chunks) group by kind
    ) as part join private.catalogue_kinds as known on known.kind = part.kind
    where part.n > 0
  ) as listed;
  if branches is null then
    return '[]';
  end if;
  if is_read_through then
    select jsonb_object_agg(counted, marked) into marks from (
      select counted, jsonb_object_agg(chunk, items) as marked from unnest(chunks) group by counted
    ) as part;
  end if;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(found) order by sort_value %1$s, id %1$s), ''[]'')
     from (select * from (%2$s) as found order by sort_value %1$s, id %1$s limit $4) as found', direction, branches)
    into rows using chunks, after_value, after_id, size, marks;
  return rows;
end
$$;

/*
 * The first `size` results of a search in sort order: 'best' sorts by how well they match (`rank`), then
 * newest first. `after_rank` is used with 'best' only. Returns read_chunks' rows with their `rank`.
 */
create function private.read_found(
  chunks private.search_chunk[], sort text, after_rank integer, after_value text, after_id uuid, size integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  rows jsonb := '[]';
  more jsonb;
begin
  for rank in case sort when 'best' then coalesce(after_rank, 1) else 0 end .. case sort when 'best' then 3 else 0 end loop
    more := private.read_chunks(
      array(
        select (kind, counted, chunk, items)::private.item_chunk
        from (
          select kind, counted, chunk, case rank when 0 then exact | wide when 1 then phrase
            when 2 then exact & ~ phrase else wide & ~ exact end as items
          from unnest(chunks)
        ) as ranked where items <> 0
      ),
      case sort when 'best' then 'newest' else sort end,
      case when rank = coalesce(after_rank, 0) then after_value end,
      case when rank = coalesce(after_rank, 0) then after_id end,
      size - jsonb_array_length(rows));
    rows := rows || coalesce((
      select jsonb_agg(each || jsonb_build_object('rank', rank) order by place)
      from jsonb_array_elements(more) with ordinality as listed (each, place)), '[]');
    exit when jsonb_array_length(rows) >= size;
  end loop;
  return rows;
end
$$;

/* The items of rows [{"kind", "id"}], in the same order, in the shape of search_catalogue's items. */
create function private.items_of(rows jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  items jsonb;
begin
  if rows = '[]' then
    return rows;
  end if;
  execute (
    select format(
      'with page as (
         select each ->> ''kind'' as kind, (each ->> ''id'')::uuid as id, place
         from jsonb_array_elements($1) with ordinality as listed (each, place)
       ), items as (%s)
       select coalesce(jsonb_agg(item order by place), ''[]'') from items',
      string_agg(private.item_statement(listed.kind), ' union all '))
    from private.catalogue_kinds as listed
    where listed.kind in (select each ->> 'kind' from jsonb_array_elements(rows) as each)
  ) into items using rows;
  return items;
end
$$;

/* At most `size` of the nearest items of a search that found nothing. */
create function private.nearest_items(chunks private.search_chunk[], size integer) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.items_of(private.read_chunks(
    array(select (kind, counted, chunk, near)::private.item_chunk from unnest(chunks) where near <> 0),
    'newest', null, null, size))
$$;
