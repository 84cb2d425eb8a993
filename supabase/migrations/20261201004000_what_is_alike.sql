-- Written by `npm run db:change` from supabase/schemas.

create function private.alike(kind text, id uuid)
returns table (item_id uuid, likeness double precision)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  -- What follows the thing in a name.
  rest constant text := '[,(–—:].*| (with|for|from|in|on) .*';
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
    select split_part(text, E'\n', 1) as name, counted, kind from private.search_entries as entry
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
      where regexp_split_to_array(found.word collate private.names, '[^[:alnum:]]+') && array[form, form || 's', form || 'es']
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
      likeness + (regexp_replace(split_part(entry.text, E'\n', 1), rest, '') collate private.names ~ last)::integer
    from nearest cross join generate_series(0, 63) as bit
      join private.search_entries as entry on entry.counted = nearest.counted and entry.place = chunk * 64 + bit
    where before < 240 and items >> bit & 1 = 1 and entry.item_id <> alike.id;
end
$$;

create or replace function public.related_items(kind text, id uuid, count integer default 8) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  item_id constant uuid := related_items.id;
  wanted constant integer := coalesce(related_items.count, 8);
  own record;
  category text;
  branches text[];
  result jsonb;
begin
  select listed.*, lookup.item_column, lookup.column_type into own
  from private.catalogue_kinds as listed
    join private.catalogue_lookups as lookup on lookup.kind = listed.kind and lookup.is_sidebar
  where listed.kind = related_items.kind;
  if not found then
    raise exception 'There is no kind "%".', left(related_items.kind, 40) using errcode = 'PT400';
  end if;
  if item_id is null then
    raise exception 'An id is required.' using errcode = 'PT400';
  end if;
  if wanted not between 1 and 24 then
    raise exception 'count must be between 1 and 24.' using errcode = 'PT400';
  end if;
  execute format('select item.%I::text from %s as item where item.id = $1', own.item_column, own.item_table)
    into category using item_id;

  branches := array[
    'select * from named',
    'select * from alike where id not in (select id from named)',
    -- why: only if the category has too few items; otherwise the scan would skip all of the category.
    private.neighbour_statement(own.kind, 1, format(
      ' and (select count(*) from alike) < $2 and (%I = $3::%s) is not true',
      own.item_column, own.column_type))
  ] || array(
    select private.neighbour_statement(listed.kind, case when listed.kind = any (own.goes_with) then 2 else 3 end, '')
    from private.catalogue_kinds as listed where listed.kind <> own.kind order by listed.position
  );
  -- Items of the own kind alternate with those that go with it; among these the kinds alternate.
  execute format(
    'with named as materialized (
       select -1 as tier, $4 as kind, item_id as id, row_number() over (order by likeness desc, item_id) as rank
       from private.alike($4, $1) order by likeness desc, item_id limit 2
     ), alike as materialized (%s), found as (%s), turns as (
       select found.*, 2 * row_number() over (
         partition by tier < 2 order by tier, rank, listed.position
       ) - (tier < 2)::integer as turn
       from found join private.catalogue_kinds as listed on listed.kind = found.kind
     ), page as (
       select kind, id, row_number() over (order by turn) as place from turns order by turn limit $2
     )
     select coalesce(private.apart(jsonb_agg(item order by place)), ''[]'') from (%s) as items',
    private.neighbour_statement(own.kind, 0,
      format(' and %I = $3::%s', own.item_column, own.column_type)),
    array_to_string(branches, ' union all '), (
      select string_agg(private.item_statement(listed.kind), ' union all ')
      from private.catalogue_kinds as listed
    ))
  into result using item_id, wanted, category, own.kind;
  return result;
end
$$;

create or replace function public.similar_free(
  kind text,
  id uuid,
  rental_from date,
  rental_to date,
  quantity integer default 1
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  days constant private.rental_days := private.rental_days_of(rental_from, rental_to);
  own record;
  category text;
  price numeric;
  nearest text;
  candidates uuid[] := '{}';
  most integer;
  -- How many of the candidates are judged, and how many are next: more if too few are free.
  judged integer;
  next_judged integer;
  figures jsonb := '[]';
begin
  select listed.kind, listed.item_table, lookup.item_column, lookup.column_type into own
  from private.catalogue_kinds as listed
    join private.catalogue_lookups as lookup on lookup.kind = listed.kind and lookup.is_sidebar
  where listed.kind = similar_free.kind;
  if not found then
    raise exception 'There is no kind "%".', left(similar_free.kind, 40) using errcode = 'PT400';
  end if;
  if similar_free.id is null or days is null then
    raise exception 'An id, rental_from and rental_to are required.' using errcode = 'PT400';
  end if;
  if similar_free.quantity is null or similar_free.quantity not between 1 and 1000000 then
    raise exception 'quantity must be at least 1.' using errcode = 'PT400';
  end if;
  if days.shows = 'off' then
    return '[]';
  end if;
  execute format('select item.%I::text, item.price from %s as item where item.id = $1 and (item.active or $2)',
    own.item_column, own.item_table) into category, price
    using similar_free.id, (private.current_actor()).actor <> 'visitor';
  if price is null then
    return '[]';
  end if;

  for step in 1..2 loop
    most := case step when 1 then 12 else 4 end;
    exit when jsonb_array_length(figures) >= most;
    nearest := case step when 1 then
      'select array_agg(item.id order by alike.likeness - abs(ln((item.price + 50) / ($2 + 50))) desc, item.id)
       from private.alike($4, $1) as alike join %1$s as item on item.id = alike.item_id'
    else
      'select array_agg(id order by distance, id) from (
         (select item.price - $2 as distance, item.id from %1$s as item
          where item.active and %2$s and item.price >= $2 order by item.price, item.id limit 240)
         union all
         (select $2 - item.price, item.id from %1$s as item
          where item.active and %2$s and item.price < $2 order by item.price desc, item.id desc limit 240)
       ) as around where id <> all ($5 || $1)'
    end;
    execute format(nearest, own.item_table,
      format(case when category is null then 'item.%I is null' else 'item.%I = $3::%s' end, own.item_column, own.column_type))
      into candidates
      using similar_free.id, price, category, own.kind, coalesce(candidates, '{}');
    judged := 0;
    next_judged := 48;
    while judged < cardinality(candidates) and jsonb_array_length(figures) < most loop
      figures := figures || (
        select coalesce(jsonb_agg(jsonb_build_object(
          'kind', own.kind, 'id', listed.id, 'free', listed.free, 'of', listed.pieces) order by listed.place), '[]')
        from (
          select candidate.id, candidate.place, free.free, free.pieces
          from unnest(candidates[judged + 1:judged + next_judged]) with ordinality as candidate (id, place)
            join private.free_of(candidates[judged + 1:judged + next_judged], days.first, days.last_days) as free
              on free.item_id = candidate.id
          where free.free >= similar_free.quantity
          order by candidate.place limit most - jsonb_array_length(figures)
        ) as listed);
      judged := judged + next_judged;
      next_judged := next_judged * 10;
    end loop;
  end loop;
  if figures = '[]' then
    return '[]';
  end if;
  return (
    select jsonb_agg(item || case days.shows
      when 'exact' then jsonb_build_object('free', figure -> 'free', 'of', figure -> 'of')
      else jsonb_build_object('free', similar_free.quantity, 'of', null) end order by place)
    from jsonb_array_elements(private.items_of(figures)) with ordinality as listed (item, place)
      join jsonb_array_elements(figures) as figure on figure -> 'id' = item -> 'id');
end
$$;
