/*
 * The pieces of an item that the studio has on a day: those it owns (`owned`), without those out of service, with those
 * hired in.
 */
create function private.room_on(item_id uuid, owned integer, day date) returns integer
language sql stable
set search_path = ''
as $$
  select greatest(0, room_on.owned + coalesce(
    sum(case fact.kind when 'sub_rental' then fact.quantity else -fact.quantity end), 0))::integer
  from public.reservations as fact
  where fact.item_id = room_on.item_id and fact.status = 'booked'
    and fact.kind in ('out_of_service', 'sub_rental') and fact.blocked @> room_on.day
$$;
