-- A catalogue's own search that finds nothing offers what has all the words.

/* As private.items_instead, among the free items, by name. */
create function private.free_items_instead(q text) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.items_of(coalesce((
    select jsonb_agg(jsonb_build_object('kind', type, 'id', id) order by is_similar, name, id)
    from (
      select item.type, item.id, item.name, part.exact >> entry.place % 64 & 1 = 0 as is_similar
      from public.free_items_unified_view as item
        join private.search_entries as entry on entry.kind = item.type and entry.item_id = item.id
        join unnest(private.found_chunks(q, null)) as part
          on part.counted = entry.counted and part.chunk = entry.place / 64
      where (part.exact | part.wide) >> entry.place % 64 & 1 = 1
      order by is_similar, name, id limit 24
    ) as found), '[]'))
$$;

/*
 * A page of active items that match, with the total and the counts beside each filter
 * (public-side §2 and §9; "Reads that must scale").
 *
 * kind: prop, cloth, backdrop, gear, set, crew; null is all of them, whose one filter is `kind`.
 * category: slug of the sidebar's lookup (backdrops: a size). filters: slugs by filter.
 * sort: newest, price_asc, price_desc, name. cursor: `next` of the page before. size: 1 to 100.
 * A search of one kind that finds nothing brings `instead`: a page of those that have all its words,
 * whatever is chosen besides.
 * Raises PT400 with a message for what it does not know.
 */
create or replace function public.search_catalogue(
  kind text default null, q text default '', category text default null, filters jsonb default '{}',
  sort text default 'newest', cursor text default null, size integer default 24
) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- why: short statements, planned each time. Compiling or sharing them out costs more than it saves.
set jit = off
set max_parallel_workers_per_gather = 0
set enable_sort = on
as $$
declare
  pattern constant text := private.search_pattern(coalesce(q, ''));
  searching constant boolean := pattern <> '%%';
  wanted_sort constant text := coalesce(sort, 'newest');
  wanted_size constant integer := coalesce(size, 24);
  chosen jsonb;
  ids jsonb;
  after record;
  counts jsonb;
  page jsonb := '{"items": [], "next": null}';
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
  if cursor is not null then
    after := private.read_cursor(cursor, wanted_sort);
  end if;
  ids := private.search_ids(kind, chosen, pattern, searching);
  execute private.count_statement(kind, chosen, ids, searching) into counts using pattern, ids, wanted_size;
  if counts -> 'pages' <> 'null' then
    -- why: what a page costs in the order of the newest is known from its counts. The planner takes
    -- needle and choices for independent, and would read and sort all that one of them leaves.
    perform set_config('enable_sort', case wanted_sort when 'newest' then 'off' else 'on' end, true);
    execute private.page_statement(counts -> 'pages', chosen, ids, wanted_sort, searching, going_on => cursor is not null)
      into page using pattern, ids, after.sort_value, after.id, wanted_size, wanted_sort;
  end if;
  if searching and kind is not null and cursor is null and counts -> 'total' = '0' then
    page := page || jsonb_build_object('instead', private.items_instead(q, kind));
  end if;
  return counts - 'pages' || page;
end
$$;

/*
 * A page of the free items, in the shape of search_catalogue and called like it; the one filter is
 * `kind`, chosen by `category` as a page does. Searched are name, second label and type
 * (public-side §9); what finds nothing brings `instead`, as search_catalogue does. Raises PT400 with a message for what it does not know.
 * why: a definer, like search_catalogue; the view says `active` itself.
 */
create or replace function public.search_free_items(
  q text default '', category text default null, filters jsonb default '{}',
  sort text default 'name', cursor text default null, size integer default 24
) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- why: short statements, planned each time. Compiling or sharing them out costs more than it saves.
set jit = off
set max_parallel_workers_per_gather = 0
as $$
declare
  wanted_sort constant text := coalesce(sort, 'name');
  wanted_size constant integer := coalesce(size, 24);
  statement constant text := private.free_items_statement(wanted_sort);
  chosen constant jsonb := private.search_filters(null, category, coalesce(filters, '{}'));
  after record;
  result jsonb;
begin
  if statement is null then
    raise exception 'sort must be newest, price_asc, price_desc or name.' using errcode = 'PT400';
  end if;
  if wanted_size not between 1 and 100 then
    raise exception 'size must be between 1 and 100.' using errcode = 'PT400';
  end if;
  select null::text as sort_value, null::uuid as id into after;
  if cursor is not null then
    after := private.read_cursor(cursor, wanted_sort);
  end if;
  execute statement into result
    using private.search_pattern(coalesce(q, '')),
      case when chosen ? 'kind' then private.ids_in(chosen, 'kind') end,
      after.sort_value, after.id, wanted_size, wanted_sort;
  if result -> 'total' = '0' and cursor is null and private.search_pattern(coalesce(q, '')) <> '%%' then
    result := result || jsonb_build_object('instead', private.free_items_instead(q));
  end if;
  return result;
end
$$;
