/*
 * The promises that items have from today on, and what a quantity would mean for them: {"items": with a
 * rental or hold that is not over, "reservations": of these, "next_day": the first day of one, "short":
 * most pieces missing on a day, as private.missing_pieces counts, "short_days": days with pieces missing, "first_days":
 * the first five}.
 *
 * quantity: pieces of each item, by default those that it has; 0 of an item that is not deleted means not
 * counted, so that nothing is missing. Raises PT400 for more than 5,000 items, 42501 for anyone but staff.
 */
create function public.stock_check(type text, ids uuid[], quantity integer default null)
returns jsonb
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
      and private.takes_pieces(reserved.status, reserved.rented, reserved.blocked)
      and (reserved.status <> 'held' or reserved.expires_at > clock_timestamp())
  ), promised as (
    select id, greatest(lower(rented), today) as first_day from live
    where (kind = 'hold' or kind = 'rental' and status <> 'returned') and upper(rented) > today
  ), on_days as (
    select id, day::date as day, bool_or(live.status = 'returned') as has_returned,
      coalesce(sum(live.quantity) filter (where kind in ('rental', 'hold')), 0)::integer as promised,
      greatest(0, room
        - coalesce(sum(live.quantity) filter (where kind = 'out_of_service'), 0)
        + coalesce(sum(live.quantity) filter (where kind = 'sub_rental'), 0))::integer as there
    from live cross join lateral
      generate_series(greatest(lower(blocked), today), upper(blocked) - 1, interval '1 day') as day
    where room > 0
    group by id, room, day
  ), short_days as (
    select day, max(missing) as missing
    from (
      -- why not for all: most days have nothing that is back, and the difference says it.
      select day, case when has_returned then private.missing_pieces(id, day, there) else promised - there end as missing
      from on_days where promised > there
    ) as judged
    where missing > 0 group by day
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

grant execute on function public.stock_check(text,uuid[],integer) to authenticated;
