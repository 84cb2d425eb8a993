/*
 * A page of the free items, with the arguments and the answer of search_catalogue; the only filter is
 * `kind`, which `category` selects from. Searched are name, second label and type
 * (docs/product/search.md). An empty result has `instead`, as in search_catalogue. rental_from, rental_to,
 * only_free: as in search_catalogue.
 * Raises PT400 with a message for unknown or invalid arguments.
 * why: SECURITY DEFINER, like search_catalogue; the view itself selects active items.
 */
create function public.search_free_items(
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

grant execute
  on function public.search_free_items(text,text,jsonb,text,text,integer,date,date,boolean)
  to anon, authenticated, service_role;
