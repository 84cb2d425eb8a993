/*
 * Judges what private.full_days cannot tell, among the items of a kind (null: all): kits, whose parts
 * may be short, and items with expired holds. Sets `apart_free` and `apart_booked`.
 */
create function private.judge_apart(kind text, inout days private.rental_days)
returns private.rental_days
language plpgsql stable
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  apart constant uuid[] := array(
    select kit.kit_id from private.kit_parts as kit join public.items as item on item.id = kit.kit_id
    where item.active and (judge_apart.kind is null or item.kind = judge_apart.kind)
    union
    select hold.item_id from public.reservations as hold join public.items as item on item.id = hold.item_id
    where hold.status = 'held' and hold.expires_at <= private.this_moment()
      and hold.blocked && daterange(days.first, days.last_days[31], '[]')
      and item.active and (judge_apart.kind is null or item.kind = judge_apart.kind));
begin
  if apart = '{}' then
    return;
  end if;
  -- Not counted is free.
  select coalesce(array_agg(id) filter (where figures.free is distinct from 0), '{}'),
    coalesce(array_agg(id) filter (where figures.free = 0), '{}')
  into days.apart_free, days.apart_booked
  from unnest(apart) as listed (id)
    left join private.free_of(apart, days.first, days.last_days) as figures on figures.item_id = listed.id;
end
$$;
