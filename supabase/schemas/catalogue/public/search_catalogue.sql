/*
 * A page of the active items that match, with the total and the counts beside each filter
 * (docs/product/search.md).
 *
 * kind: prop, cloth, backdrop, gear, set or crew; null is all kinds, with `kind` as the only filter.
 * category: slug of the sidebar's lookup (backdrops: a size). filters: slugs by filter.
 * sort: newest, price_asc, price_desc or name. cursor: `next` of the previous page. size: 1 to 100.
 * The first page of one kind also has `instead` if the search finds nothing: items of the kind that
 * match all words, whatever filters are selected.
 *
 * With rental_from and rental_to (inclusive days of Asia/Kolkata, private.rental_days_of) each item has
 * `free`, the pieces free on all these days and its turnaround after them, and `of`, the pieces there
 * are; both null when not counted. `availability` says what the caller may learn ('exact'; 'yes-no':
 * `free` is 1 or 0 and `of` null; 'off': both null), and `free_total` how many of `total` have a piece
 * free or are not counted: these come first, in sort order, then those that are booked. With only_free these
 * alone are found, and `free_total` is left out; without dates, and with 'off', only_free has no effect.
 * Raises PT400 with a message for unknown or invalid arguments.
 */
create function public.search_catalogue(
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

grant execute
  on function public.search_catalogue(text,text,text,jsonb,text,text,integer,date,date,boolean)
  to anon, authenticated, service_role;
