/*
 * Items that are like an item: active items of its kind whose names name the same thing by their last word before a comma, or
 * what means the same ("Fountain Pen, Boxed" and "Ink Pen", "Sofa" and "Couch"), and that are of its category or have
 * another of the words nearest to the thing. `likeness` adds up these common words: a word counts more the fewer of the
 * things have it and the nearer it is to the thing ("Fountain"); a common category counts one, and so does the thing
 * where it is last ("Ink Pen", but not "Pen Holder"). About 240, the most alike. No rows for an item that is not active.
 */
create function private.alike(kind text, id uuid)
returns table (item_id uuid, likeness double precision)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  -- What follows the thing in a name.
  rest constant text := '[,(:].*| [-–—] .*| (with|for|from|in|on) .*';
  own record;
  thing text[];
  heads text[];
  -- The regular expression of a thing that ends with one of `heads`.
  last text;
  near text[];
  -- What each of `near` is divided by.
  distances integer[];
begin
  select entry.name, counts.lookup_ids[lookup.place] as category, lookup.place into own
  from (
    select lower(item.name) as name, entry.counted, entry.kind
    from private.search_entries as entry join public.items as item on item.id = entry.item_id
    where entry.kind = alike.kind and entry.item_id = alike.id
  ) as entry
    join private.catalogue_counts as counts on counts.id = entry.counted
    join private.catalogue_lookups as listed on listed.kind = entry.kind and listed.is_sidebar
    join private.counted_lookups as lookup on lookup.kind = listed.kind and lookup.key = listed.key;
  -- why: numbers ("No. 4") name nothing.
  thing := array(
    select word
    from unnest(private.typed_words(regexp_replace(own.name, rest, '')))
      with ordinality as typed (word, at)
    where word !~ '^[0-9]+$' and char_length(word) > 1 order by at desc);
  if cardinality(thing) = 0 then
    return;
  end if;
  heads := thing[1:1] || array(
    select synonym.words[1] from private.synonyms_of(thing[1], thing[1:1]) as synonym
    where cardinality(synonym.words) = 1);
  last := format('(^|[^[:alnum:]])(%s)(e?s)?[^[:alpha:]]*$', (
    select string_agg(form, '|') from unnest(heads) as head cross join lateral unnest(private.term_forms(head)) as form));
  select array_agg(word order by distance, at), array_agg(distance order by distance, at) into near, distances
  from (
    select word, min(distance) as distance, min(at) as at
    from (
      select word, at, least(2 * at - 1, 5) from unnest(thing[2:]) with ordinality as listed (word, at)
      union all
      select word, at, 6
      from unnest(private.telling_words(private.typed_words(own.name))) with ordinality as listed (word, at)
      where word !~ '^[0-9]+$' and char_length(word) > 1 and word <> all (thing)
    ) as listed (word, at, distance)
    where word <> all (heads) group by word order by distance, at limit 4
  ) as listed;
  return query
    with held as materialized (
      -- Unit 0 is the thing, 1 to 4 the words near it.
      select unit, found.word
      from (
        select 0, word from unnest(heads) as word
        union all
        select at, word from unnest(near) with ordinality as listed (word, at)
      ) as said (unit, word)
        cross join lateral unnest(private.term_forms(said.word)) as form
        cross join lateral (
          select word from private.search_words
          where char_length(form) > 2 and word like '%' || form || '%' and word !~ '^[a-z]{3}-[0-9]+$'
          union all
          select word from private.search_words
          where char_length(form) < 3 and word >= form and word < form || U&'\+10FFFF'
            and word !~ '^[a-z]{3}-[0-9]+$'
        ) as found
      where found.word in (form, form || 's', form || 'es')
    ), part as materialized (
      -- 64 items at a time: those that are the same thing, and which of them have each word.
      select counted, chunk, same, same & first as first, same & second as second, same & third as third,
        same & fourth as fourth, is_near
      from (
        select mark.counted, mark.chunk, bit_or(items) filter (where unit = 0) as same,
          coalesce(bit_or(items) filter (where unit = 1), 0) as first,
          coalesce(bit_or(items) filter (where unit = 2), 0) as second,
          coalesce(bit_or(items) filter (where unit = 3), 0) as third,
          coalesce(bit_or(items) filter (where unit = 4), 0) as fourth
        from held join private.search_marks as mark on mark.word = held.word
        group by mark.counted, mark.chunk
      ) as marked
        join (
          select id, coalesce(lookup_ids[own.place] = own.category, false) as is_near
          from private.catalogue_counts as counts where counts.kind = alike.kind
        ) as counts on counts.id = marked.counted
      where same is not null
    ), weight as (
      select at, ln(1 + items / nullif((array[first, second, third, fourth])[at], 0)) / distances[at] as weight
      from (
        select sum(bit_count(same::bit(64)))::double precision as items, sum(bit_count(first::bit(64))) as first,
          sum(bit_count(second::bit(64))) as second, sum(bit_count(third::bit(64))) as third,
          sum(bit_count(fourth::bit(64))) as fourth
        from part
      ) as total cross join generate_series(1, cardinality(near)) as at
    ), mask as materialized (
      -- Which of the words: each combination, with what it counts.
      select words, -(words & 1) as first, -(words >> 1 & 1) as second, -(words >> 2 & 1) as third,
        -(words >> 3 & 1) as fourth, (
          select coalesce(sum(weight), 0) from weight where words >> at - 1 & 1 = 1
        ) as likeness
      from generate_series(0, (1 << coalesce(cardinality(near), 0)) - 1) as words
    ), nearest as (
      select counted, chunk, items, likeness,
        sum(bit_count(items::bit(64))) over (order by likeness desc, counted, chunk) - bit_count(items::bit(64)) as before
      from (
        select counted, chunk, mask.likeness + is_near::integer as likeness,
          same & ~(part.first # mask.first) & ~(part.second # mask.second) & ~(part.third # mask.third)
            & ~(part.fourth # mask.fourth) as items
        from part join mask on is_near or words > 0
      ) as found
      where items <> 0
    )
    select entry.item_id,
      likeness + (regexp_replace(lower(item.name), rest, '') ~ last)::integer
    from nearest cross join generate_series(0, 63) as bit
      join private.search_entries as entry on entry.counted = nearest.counted and entry.place = chunk * 64 + bit
      join public.items as item on item.id = entry.item_id
    where before < 240 and items >> bit & 1 = 1 and entry.item_id <> alike.id;
end
$$;
