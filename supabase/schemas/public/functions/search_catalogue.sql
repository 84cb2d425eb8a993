-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * A page of the active items that match, with the total and the counts beside each filter
 * (docs/product/search.md).
 *
 * kind: prop, cloth, backdrop, gear, set or crew; null is all kinds, with `kind` as the only filter.
 * category: slug of the sidebar's lookup (backdrops: a size). filters: slugs by filter.
 * sort: newest, price_asc, price_desc or name. cursor: `next` of the previous page. size: 1 to 100.
 * The first page of one kind also has `instead` if the search finds nothing: items of the kind that
 * match all words, whatever filters are selected.
 * Raises PT400 with a message for unknown or invalid arguments.
 */
create function public.search_catalogue(
  kind text default null,
  q text default '',
  category text default null,
  filters jsonb default '{}'::jsonb,
  sort text default 'newest',
  cursor text default null,
  size integer default 24
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
    -- why: count_statement has selected the cheaper way to the newest items. The planner assumes that
    -- pattern and filters are independent, and would read and sort everything that one of them leaves.
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

grant execute
  on function public.search_catalogue(text,text,text,jsonb,text,text,integer)
  to anon, authenticated, service_role;
