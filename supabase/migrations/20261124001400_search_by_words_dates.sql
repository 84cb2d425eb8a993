-- The search by words with dates.

drop function public.search_by_words(text, text, jsonb, text, text, integer);
drop function private.items_instead(text, text);

/* The results of a search by words without the items that have no piece free. */
create function private.free_chunks(chunks private.search_chunk[], days private.rental_days)
returns private.search_chunk[]
language plpgsql stable
set search_path = ''
as $$
declare
  judged constant private.rental_days := private.judge_apart(null, days);
  free private.search_chunk[];
begin
  execute format(
    'with booked as materialized (%s)
     select array_agg((part.kind, part.counted, part.chunk, part.phrase & ~coalesce(items, 0),
       part.exact & ~coalesce(items, 0), part.wide & ~coalesce(items, 0), part.near & ~coalesce(items, 0)
     )::private.search_chunk)
     from unnest($1) as part left join booked on booked.counted = part.counted and booked.chunk = part.chunk',
    private.booked_statement(null, judged)) into free using chunks;
  return coalesce(free, '{}');
end
$$;

/*
 * The items offered below an empty result: at most 24 of that kind that match all words, directly or
 * approximately; with `free_days`, only what is free on them. [] if there are none.
 */
create function private.items_instead(q text, kind text, free_days private.rental_days default null) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  chunks private.search_chunk[] := private.found_chunks(q, kind);
begin
  if free_days is not null then
    chunks := private.free_chunks(chunks, free_days);
  end if;
  return private.items_of(private.read_found(chunks, 'best', null, null, null, 24));
end
$$;

/*
 * A page of the active items of all kinds that match every word of q, with the arguments and the answer
 * of search_catalogue; the only filter is `kind`. Searched are name, code, category, brand, colour, size,
 * gender, material and kind, and a set's description. If fewer than eight items match directly, items
 * with typing errors or with a word inside another word follow. If nothing is found, the first page has
 * `instead`: the nearest eight.
 *
 * sort: best (the words in their order in the name, then all words, then approximate matches; newest
 * first within each), newest, price_asc, price_desc or name. Without words this is search_catalogue, with
 * best as newest.
 * rental_from, rental_to, only_free: as in search_catalogue.
 * Raises PT400 with a message for unknown or invalid arguments.
 */
create function public.search_by_words(
  q text default '', category text default null, filters jsonb default '{}',
  sort text default 'best', cursor text default null, size integer default 24,
  rental_from date default null, rental_to date default null, only_free boolean default false
) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- why: short statements, planned for every call; JIT and parallel workers cost more than they save.
set jit = off
set max_parallel_workers_per_gather = 0
as $$
declare
  wanted_sort constant text := coalesce(sort, 'best');
  wanted_size constant integer := coalesce(size, 24);
  chosen constant jsonb := private.search_filters(null, category, coalesce(filters, '{}'));
  chunks private.search_chunk[];
  days private.rental_days;
  -- The same results without those that are booked.
  free_chunks private.search_chunk[];
  of_kinds private.search_chunk[];
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
    after := private.read_best_cursor(cursor, wanted_sort);
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
  select jsonb_agg(jsonb_build_object('value', listed.kind, 'label', listed.plural, 'count', coalesce(counted.n, 0))
      order by listed.plural),
    coalesce(sum(counted.n) filter (where not chosen ? 'kind' or chosen -> 'kind' ? listed.kind), 0)
    into facets, total
  from private.catalogue_kinds as listed left join (
    select kind, sum(bit_count((exact | wide)::bit(64))) as n from unnest(chunks) group by kind
  ) as counted on counted.kind = listed.kind;
  of_kinds := case when chosen ? 'kind'
    then array(select part from unnest(chunks) as part where chosen -> 'kind' ? part.kind) else chunks end;
  if total > 0 then
    rows := private.read_found(of_kinds, wanted_sort, after.rank, after.sort_value, after.id, wanted_size + 1);
  end if;
  last := rows -> wanted_size - 1;
  answer := jsonb_build_object(
    'total', total,
    'items', private.items_of(case when jsonb_array_length(rows) > wanted_size then rows - wanted_size else rows end),
    'facets', jsonb_build_object('kind', facets),
    'next', case when jsonb_array_length(rows) > wanted_size then private.cursor_of(wanted_sort,
      case wanted_sort when 'best' then jsonb_build_array(last -> 'rank', last -> 'sort_value')
        else last -> 'sort_value' end,
      (last ->> 'id')::uuid) end);
  if total = 0 and cursor is null then
    answer := answer || jsonb_build_object('instead', case
      when exists (select from unnest(chunks) where near <> 0) then private.nearest_items(chunks, 8)
      else private.items_of(private.read_found(chunks, 'best', null, null, null, 8)) end);
  end if;
  if days is not null then
    answer := private.dated_page(answer, days);
    if free_chunks is not null and only_free is not true then
      answer := answer || jsonb_build_object('free_total', (
        select coalesce(sum(bit_count((exact | wide)::bit(64))), 0) from unnest(free_chunks)
        where not chosen ? 'kind' or chosen -> 'kind' ? kind));
    end if;
  end if;
  return answer;
end
$$;

grant execute on function public.search_by_words(text, text, jsonb, text, text, integer, date, date, boolean)
  to anon, authenticated, service_role;
