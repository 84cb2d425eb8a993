/*
 * A page of the active items of all kinds that match every word of q, or a word that means the same (the
 * setting search.synonyms), with the arguments and the answer of search_catalogue; the only filter is `kind`.
 * Searched are name, code, category, brand, colour, size, gender, material and kind, and a set's description.
 * If fewer than eight items match directly, items with typing errors or with a word inside another word
 * follow. If none has all words, those with the most are found, and the answer has `partial`: true. If
 * nothing is found, the first page has `instead`: the nearest eight.
 *
 * sort: best (docs/product/search.md; newest first among equals), newest, price_asc, price_desc or name.
 * Without words this is search_catalogue, with best as newest.
 * rental_from, rental_to, only_free: as in search_catalogue.
 * Raises PT400 with a message for unknown or invalid arguments.
 */
create function public.search_by_words(
  q text default '',
  category text default null,
  filters jsonb default '{}'::jsonb,
  sort text default 'best',
  cursor text default null,
  size integer default 24,
  rental_from date default null,
  rental_to date default null,
  only_free boolean default false
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
declare
  wanted_sort constant text := coalesce(sort, 'best');
  wanted_size constant integer := coalesce(size, 24);
  chosen constant jsonb := private.search_filters(null, category, coalesce(filters, '{}'));
  -- As in search_catalogue.
  is_at_booked constant boolean := coalesce(starts_with(cursor, 'booked-'), false);
  chunks private.search_chunk[];
  days private.rental_days;
  -- The same results without those that are booked.
  free_chunks private.search_chunk[];
  of_kinds private.search_chunk[];
  booked private.search_chunk[];
  free_rows integer;
  facets jsonb;
  total bigint;
  after record;
  rows jsonb := '[]';
  last jsonb;
  answer jsonb;
begin
  if wanted_sort not in ('best', 'newest', 'price_asc', 'price_desc', 'name') then
    raise exception 'sort must be best, newest, price_asc, price_desc or name.' using errcode = 'PT400';
  end if;
  if wanted_size not between 1 and 100 then
    raise exception 'size must be between 1 and 100.' using errcode = 'PT400';
  end if;
  if cardinality(private.search_terms(coalesce(q, ''))) = 0 then
    return public.search_catalogue(null, q, category, filters,
      case wanted_sort when 'best' then 'newest' else wanted_sort end, cursor, size,
      rental_from, rental_to, only_free);
  end if;
  select null::integer as rank, null::text as sort_value, null::uuid as id into after;
  if cursor is not null then
    after := private.read_best_cursor(case when is_at_booked then substr(cursor, 8) else cursor end, wanted_sort);
  end if;

  chunks := private.found_chunks(q, null);
  if rental_from is not null or rental_to is not null then
    days := private.rental_days_of(rental_from, rental_to);
    if days.shows <> 'off' then
      free_chunks := private.free_chunks(chunks, days);
      if only_free then
        chunks := free_chunks;
      end if;
    end if;
  end if;
  if is_at_booked and (free_chunks is null or only_free) then
    raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
  end if;
  select jsonb_agg(jsonb_build_object('value', listed.kind, 'label', listed.plural, 'count', coalesce(counted.n, 0))
      order by listed.plural),
    coalesce(sum(counted.n) filter (where not chosen ? 'kind' or chosen -> 'kind' ? listed.kind), 0)
    into facets, total
  from private.catalogue_kinds as listed left join (
    select kind, sum(bit_count(ranks[cardinality(ranks)]::bit(64))) as n from unnest(chunks) group by kind
  ) as counted on counted.kind = listed.kind;
  of_kinds := array(
    select part from unnest(coalesce(free_chunks, chunks)) as part
    where not chosen ? 'kind' or chosen -> 'kind' ? part.kind);
  if total > 0 and not is_at_booked then
    rows := private.read_found(of_kinds, wanted_sort, after.rank, after.sort_value, after.id, wanted_size + 1);
  end if;
  free_rows := jsonb_array_length(rows);
  if total > 0 and free_chunks is not null and only_free is not true and free_rows <= wanted_size then
    booked := array(
      select (part.kind, part.counted, part.chunk,
        array(select part.ranks[at] & ~free.ranks[at] from generate_subscripts(part.ranks, 1) as at order by at),
        part.near & ~free.near, part.is_partial)::private.search_chunk
      from unnest(chunks) as part join unnest(free_chunks) as free using (kind, counted, chunk)
      where not chosen ? 'kind' or chosen -> 'kind' ? part.kind);
    rows := rows || private.read_found(booked, wanted_sort, case when is_at_booked then after.rank end,
      case when is_at_booked then after.sort_value end, case when is_at_booked then after.id end,
      wanted_size + 1 - free_rows);
  end if;
  last := rows -> wanted_size - 1;
  answer := jsonb_build_object(
    'total', total,
    'items', private.items_of(case when jsonb_array_length(rows) > wanted_size then rows - wanted_size else rows end),
    'facets', jsonb_build_object('kind', facets),
    'next', case when jsonb_array_length(rows) > wanted_size then
      case when free_rows < wanted_size and free_chunks is not null and only_free is not true then 'booked-' else '' end
      || private.cursor_of(wanted_sort,
      case wanted_sort when 'best' then jsonb_build_array(last -> 'rank', last -> 'sort_value')
        else last -> 'sort_value' end,
      (last ->> 'id')::uuid) end);
  if total > 0 and chunks[1].is_partial then
    answer := answer || '{"partial": true}';
  elsif total = 0 and cursor is null then
    answer := answer || jsonb_build_object('instead', case
      when exists (select from unnest(chunks) where near <> 0) then private.nearest_items(chunks, 8)
      else private.items_of(private.read_found(chunks, 'best', null, null, null, 8)) end);
  end if;
  if days is not null then
    answer := private.dated_page(answer, days);
    if free_chunks is not null and only_free is not true then
      answer := answer || jsonb_build_object('free_total', (
        select coalesce(sum(bit_count(ranks[cardinality(ranks)]::bit(64))), 0) from unnest(free_chunks)
        where not chosen ? 'kind' or chosen -> 'kind' ? kind));
    end if;
  end if;
  return answer;
end
$$;

grant execute
  on function public.search_by_words(text,text,jsonb,text,text,integer,date,date,boolean)
  to anon, authenticated, service_role;
