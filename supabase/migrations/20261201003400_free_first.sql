-- Written by `npm run db:change` from supabase/schemas.

drop routine private.page_statement(jsonb,jsonb,jsonb,text,boolean,boolean,private.rental_days);

create or replace function private.free_items_statement(
  sort text,
  days private.rental_days default null,
  only_free boolean default false
) returns text
language sql stable
set search_path = ''
as $$
  select format(
    'with found as materialized (
       select type as kind, id, %1$I as sort_value%5$s from public.free_items_unified_view as item
       where ($1 = ''%%%%'' or lower(name) like $1 or lower(second_label) like $1 or type like $1)%6$s
     ), page as (
       select found.*, row_number() over (order by %8$ssort_value %2$s, id %2$s) as place
       from found
       where ($2::text[] is null or kind = any ($2))
         and %3$s
       order by place limit $5 + 1
     ), items as (%4$s)
     select jsonb_build_object(
       ''total'', (select count(*) from found where $2 is null or kind = any ($2)),
       ''items'', (select coalesce(jsonb_agg(item order by place), ''[]'') from items where place <= $5),
       ''facets'', jsonb_build_object(''kind'', (
         select coalesce(jsonb_agg(jsonb_build_object(
           ''value'', listed.kind, ''label'', listed.plural, ''count'', counted.n
         ) order by listed.position), ''[]'')
         from private.catalogue_kinds as listed
           join (select kind, count(*) as n from found group by kind) as counted using (kind))),
       ''next'', (select %9$sprivate.cursor_of($6, to_jsonb(sort_value), id) from page
         where place = $5 and exists (select from page where place > $5))%7$s)',
    ordered.by_column, ordered.direction,
    format(case when counts_free then 'case when is_free then not $7 and (%1$s) else not $7 or %1$s end'
        else '(not $7 and %1$s)' end,
      format('($4::uuid is null or (sort_value, id) %s ($3::%s, $4))',
        case ordered.direction when 'desc' then '<' else '>' end, ordered.by_type)), (
      select string_agg(private.item_statement(listed.kind), ' union all ')
      from private.catalogue_kinds as listed where listed.kind in ('prop', 'cloth', 'backdrop', 'gear')
    ),
    case when counts_free then ', ' || is_free || ' as is_free' else '' end,
    case when only_free then ' and ' || is_free else '' end,
    case when counts_free
      then ', ''free_total'', (select count(*) from found where is_free and ($2 is null or kind = any ($2)))' else '' end,
    case when counts_free then 'is_free desc, ' else '' end,
    case when counts_free then 'case when is_free then '''' else ''booked-'' end || ' else '' end)
  from (values
    ('newest', 'created_at', 'timestamptz', 'desc'),
    ('price_asc', 'price', 'numeric', 'asc'),
    ('price_desc', 'price', 'numeric', 'desc'),
    ('name', 'name', 'text', 'asc')
  ) as ordered (sort, by_column, by_type, direction)
    cross join (
      select days is not null and not only_free as counts_free, private.free_condition('item.id', days) as is_free
    ) as judged
  where ordered.sort = free_items_statement.sort
$$;

create function private.page_statement(
  pages jsonb,
  chosen jsonb,
  ids jsonb,
  sort text,
  searching boolean,
  going_on boolean,
  free_days private.rental_days default null,
  booked_days private.rental_days default null
) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  sort_column constant name :=
    case sort when 'newest' then 'created_at' when 'name' then 'name' else 'price' end;
  sort_type constant text :=
    case sort when 'newest' then 'timestamptz' when 'name' then 'text' else 'numeric' end;
  direction constant text := case when sort in ('newest', 'price_desc') then 'desc' else 'asc' end;
  beyond constant text := case direction when 'desc' then '<' else '>' end;
  free constant text := case
    when free_days is not null then ' and ' || private.free_condition('item.id', free_days)
    -- why two conditions: the first lists what may be booked, so that not all items are judged.
    when booked_days is not null then format(
      ' and item.id = any (array(select item_id from private.full_days where day between %L and %L) || %L::uuid[]) and not %s',
      booked_days.first, booked_days.last_days[31], booked_days.apart_booked,
      private.free_condition('item.id', booked_days)) end;
  each record;
  source text;
  -- For each kind with results: the query of its part of the page, and of its items.
  branches text[] := '{}';
  items text[] := '{}';
begin
  for each in
    select asked.kind, asked.item_table, page.collected, page.whole, page.partly, lookups.matched, lookups.narrowed
    from jsonb_to_recordset(pages) as page (kind text, collected boolean, whole integer[], partly integer[])
    join private.catalogue_kinds as asked on asked.kind = page.kind
    cross join lateral (
      select
        string_agg(format(' or item.%I = any (private.ids_in($2, %L)::%s[])',
          item_column, listed.kind || '.' || key, column_type), '')
          filter (where ids ? (listed.kind || '.' || key)) as matched,
        string_agg(format(' and item.%I = any (private.ids_in($2, %L)::%s[])',
          item_column, 'chosen.' || key, column_type), '') filter (where chosen ? key) as narrowed
      from private.catalogue_lookups as listed
      where listed.kind = asked.kind
    ) as lookups
    order by asked.position
  loop
    source := case when each.collected
      -- why: materialized; otherwise the planner walks all items and checks each.
      then format(
        '(with collected as materialized (%s)
          select item.* from collected join %s as item on item.id = collected.item_id) as item where true',
        concat_ws(' union all ',
          format('select item_id from private.search_entries where counted = any (%L::integer[])', each.whole),
          case when each.partly is not null then format(
            'select item_id from private.search_entries where counted = any (%L::integer[]) and text like $1',
            each.partly) end),
        each.item_table)
      else format('%s as item where item.active%s%s', each.item_table,
        case when searching then format(' and (item.search_text like $1%s)', each.matched) end, each.narrowed) end;
    branches := branches || format(
      '(select %1$L::text as kind, item.id, item.%2$I as sort_value from %3$s%4$s%6$s
        order by item.%2$I %5$s, item.id %5$s limit $5 + 1)',
      each.kind, sort_column, source,
      case when going_on
        then format(' and (item.%I, item.id) %s ($3::%s, $4)', sort_column, beyond, sort_type) end,
      direction, free);
    items := items || private.item_statement(each.kind);
  end loop;

  return format(
    'with page as (
       select found.*, row_number() over (order by sort_value %1$s, id %1$s) as place
       from (%2$s) as found order by place limit $5 + 1
     ), items as (%3$s)
     select jsonb_build_object(
       ''items'', (select coalesce(jsonb_agg(item order by place), ''[]'') from items where place <= $5),
       ''next'', (select private.cursor_of($6, to_jsonb(sort_value), id) from page
         where place = $5 and exists (select from page where place > $5)))',
    direction, array_to_string(branches, ' union all '), array_to_string(items, ' union all '));
end
$$;

create or replace function public.search_by_words(
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
    select kind, sum(bit_count((exact | wide)::bit(64))) as n from unnest(chunks) group by kind
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
      select (part.kind, part.counted, part.chunk, part.phrase & ~free.phrase, part.exact & ~free.exact,
        part.wide & ~free.wide, part.near & ~free.near)::private.search_chunk
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

create or replace function public.search_catalogue(
  kind text default null,
  q text default '',
  category text default null,
  filters jsonb default '{}'::jsonb,
  sort text default 'newest',
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
set enable_sort = 'on'
as $$
declare
  pattern constant text := private.search_pattern(coalesce(q, ''));
  searching constant boolean := pattern <> '%%';
  wanted_sort constant text := coalesce(sort, 'newest');
  wanted_size constant integer := coalesce(size, 24);
  -- Whether the page begins among the booked items, which follow the free ones.
  is_at_booked constant boolean := coalesce(starts_with(cursor, 'booked-'), false);
  chosen jsonb;
  ids jsonb;
  after record;
  free_items jsonb;
  counts jsonb;
  page jsonb := '{"items": [], "next": null}';
  days private.rental_days;
  -- The days that decide what is found and counted.
  judged private.rental_days;
  is_only_free boolean := false;
begin
  if kind is not null and not exists (
    select from private.catalogue_kinds as listed where listed.kind = search_catalogue.kind
  ) then
    raise exception 'There is no kind "%".', left(kind, 40) using errcode = 'PT400';
  end if;
  if wanted_sort not in ('newest', 'price_asc', 'price_desc', 'name') then
    raise exception 'sort must be newest, price_asc, price_desc or name.' using errcode = 'PT400';
  end if;
  if wanted_size not between 1 and 100 then
    raise exception 'size must be between 1 and 100.' using errcode = 'PT400';
  end if;
  chosen := private.search_filters(kind, category, coalesce(filters, '{}'));
  select null::text as sort_value, null::uuid as id into after;
  if cursor is not null and cursor <> 'booked-' then
    after := private.read_cursor(case when is_at_booked then substr(cursor, 8) else cursor end, wanted_sort);
  end if;
  if rental_from is not null or rental_to is not null then
    days := private.rental_days_of(rental_from, rental_to);
    if days.shows <> 'off' then
      judged := private.judge_apart(kind, days);
      is_only_free := coalesce(only_free, false);
    end if;
  end if;
  if is_at_booked and (judged is null or is_only_free) then
    raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
  end if;
  ids := private.search_ids(kind, chosen, pattern, searching);
  execute private.count_statement(kind, chosen, ids, searching, judged, is_only_free)
    into counts using pattern, ids, wanted_size;
  if counts -> 'pages' <> 'null' then
    -- why: count_statement has selected the cheaper way to the newest items. The planner assumes that
    -- pattern and filters are independent, and would read and sort everything that one of them leaves.
    perform set_config('enable_sort', case wanted_sort when 'newest' then 'off' else 'on' end, true);
    if not is_at_booked then
      execute private.page_statement(counts -> 'pages', chosen, ids, wanted_sort, searching,
          going_on => cursor is not null, free_days => judged)
        into page using pattern, ids, after.sort_value, after.id, wanted_size, wanted_sort;
    end if;
    if judged is not null and not is_only_free and page -> 'next' = 'null'
      and (counts ->> 'free_total')::integer < (counts ->> 'total')::integer then
      free_items := page -> 'items';
      page := '{"items": [], "next": "booked-"}';
      if jsonb_array_length(free_items) < wanted_size then
        -- why: no index has the booked items in sort order.
        perform set_config('enable_sort', 'on', true);
        execute private.page_statement(counts -> 'pages', chosen, ids, wanted_sort, searching,
            going_on => is_at_booked and after.id is not null, booked_days => judged)
          into page using pattern, ids, after.sort_value, after.id,
            wanted_size - jsonb_array_length(free_items), wanted_sort;
        page := jsonb_set(page, '{next}', coalesce(to_jsonb('booked-' || (page ->> 'next')), 'null'));
      end if;
      page := jsonb_set(page, '{items}', free_items || (page -> 'items'));
    end if;
  end if;
  if searching and kind is not null and cursor is null and counts -> 'total' = '0' then
    page := page || jsonb_build_object('instead',
      private.items_instead(q, kind, case when is_only_free then judged end));
  end if;
  if days is not null then
    -- why: plans of the statements that follow are cached.
    perform set_config('enable_sort', 'on', true);
    page := private.dated_page(page, days);
  end if;
  return counts - 'pages' || page;
end
$$;

create or replace function public.search_free_items(
  q text default '',
  category text default null,
  filters jsonb default '{}'::jsonb,
  sort text default 'name',
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
  wanted_sort constant text := coalesce(sort, 'name');
  wanted_size constant integer := coalesce(size, 24);
  -- As in search_catalogue.
  is_at_booked constant boolean := coalesce(starts_with(cursor, 'booked-'), false);
  chosen constant jsonb := private.search_filters(null, category, coalesce(filters, '{}'));
  after record;
  days private.rental_days;
  judged private.rental_days;
  is_only_free boolean := false;
  result jsonb;
begin
  if wanted_sort not in ('newest', 'price_asc', 'price_desc', 'name') then
    raise exception 'sort must be newest, price_asc, price_desc or name.' using errcode = 'PT400';
  end if;
  if wanted_size not between 1 and 100 then
    raise exception 'size must be between 1 and 100.' using errcode = 'PT400';
  end if;
  select null::text as sort_value, null::uuid as id into after;
  if cursor is not null then
    after := private.read_cursor(case when is_at_booked then substr(cursor, 8) else cursor end, wanted_sort);
  end if;
  if rental_from is not null or rental_to is not null then
    days := private.rental_days_of(rental_from, rental_to);
    if days.shows <> 'off' then
      judged := private.judge_apart(null, days);
      is_only_free := coalesce(only_free, false);
    end if;
  end if;
  if is_at_booked and (judged is null or is_only_free) then
    raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
  end if;
  execute private.free_items_statement(wanted_sort, judged, is_only_free) into result
    using private.search_pattern(coalesce(q, '')),
      case when chosen ? 'kind' then private.ids_in(chosen, 'kind') end,
      after.sort_value, after.id, wanted_size, wanted_sort, is_at_booked;
  if result -> 'total' = '0' and cursor is null and private.search_pattern(coalesce(q, '')) <> '%%' then
    result := result || jsonb_build_object('instead',
      private.free_items_instead(q, case when is_only_free then judged end));
  end if;
  if days is not null then
    result := private.dated_page(result, days);
  end if;
  return result;
end
$$;
