-- What staff see before they change an item's stock, and the search for components.

/*
 * The promises that items have from today on, and what a quantity would mean for them: {"items": with a
 * rental or hold that is not over, "reservations": of these, "next_day": the first day of one, "short":
 * most pieces missing on a day, "short_days": days with pieces missing, "first_days": the first five}.
 *
 * quantity: pieces of each item, by default those that it has; 0 of an item that is not deleted means not
 * counted, so that nothing is missing. Raises PT400 for more than 5,000 items, 42501 for anyone but staff.
 */
create function public.stock_check(type text, ids uuid[], quantity integer default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  today constant date := private.today();
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if ids is null or cardinality(ids) > 5000 then
    raise exception 'ids must be a list of at most 5,000 items.' using errcode = 'PT400';
  elsif stock_check.quantity not between 0 and 1000000 then
    raise exception 'quantity must be between 0 and 1,000,000.' using errcode = 'PT400';
  end if;
  with item as (
    select listed.id, coalesce(stock_check.quantity, listed.quantity) as quantity
    from public.items as listed
    where listed.kind = stock_check.type and listed.id = any (ids)
  ), live as (
    select item.id, item.quantity as room, reserved.kind, reserved.status, reserved.quantity, reserved.rented,
      reserved.blocked
    from item join public.reservations as reserved on reserved.item_id = item.id
    where reserved.status <> 'released' and upper(reserved.blocked) > today
      and (reserved.status <> 'held' or reserved.expires_at > clock_timestamp())
  ), promised as (
    select id, greatest(lower(rented), today) as first_day from live
    where (kind = 'hold' or kind = 'rental' and status <> 'returned') and upper(rented) > today
  ), on_days as (
    select day::date,
      coalesce(sum(live.quantity) filter (where kind in ('rental', 'hold')), 0) - greatest(0, room
        - coalesce(sum(live.quantity) filter (where kind = 'out_of_service'), 0)
        + coalesce(sum(live.quantity) filter (where kind = 'sub_rental'), 0)) as missing
    from live cross join lateral
      generate_series(greatest(lower(blocked), today), upper(blocked) - 1, interval '1 day') as day
    where room > 0
    group by id, room, day
  ), short_days as (
    select day, max(missing) as missing from on_days where missing > 0 group by day
  )
  select jsonb_build_object(
    'items', (select count(distinct id) from promised),
    'reservations', (select count(*) from promised),
    'next_day', (select min(first_day) from promised),
    'short', (select coalesce(max(missing), 0) from short_days),
    'short_days', (select count(*) from short_days),
    'first_days', (select coalesce(jsonb_agg(day order by day), '[]')
      from (select day from short_days order by day limit 5) as first)) into answer;
  return answer;
end
$$;

grant execute on function public.stock_check(text, uuid[], integer) to authenticated;

/*
 * Items of every kind that the managers' search finds by q, active or not, for example to choose the
 * components of a kit: [{"type", "id", "code", "name", "quantity", "active"}], at most 12, names that begin
 * with q first. Of each kind, 200 matches are compared. [] without q. Raises 42501 for anyone but staff.
 */
create function public.find_items(q text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  pattern constant text := private.search_pattern(coalesce(find_items.q, ''));
  listed record;
  found_ids uuid[] := '{}';
  ids uuid[];
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if pattern = '%%' then
    return '[]';
  end if;
  for listed in select kind, item_table, staff_text from private.catalogue_kinds order by position loop
    execute format('select array(select item.id from %s as item where %s limit 200)', listed.item_table,
      private.inventory_conditions(listed.kind, listed.staff_text, '{}', pattern)) into ids using pattern;
    found_ids := found_ids || ids;
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('type', kind, 'id', id, 'code', code, 'name', name,
      'quantity', quantity, 'active', active) order by place), '[]')
    from (
      select kind, id, code, name, quantity, active, row_number() over (
        order by lower(name) not like substr(pattern, 2), lower(code) not like substr(pattern, 2), name, id) as place
      from public.items as item where item.id = any (found_ids)
    ) as found where place <= 12
  );
end
$$;

grant execute on function public.find_items(text) to authenticated;
