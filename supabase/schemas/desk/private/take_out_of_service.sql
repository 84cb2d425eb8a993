/*
 * Takes pieces of a running order out of service: damaged ones until their repair ends, missing ones for a year,
 * both from the end of the turnaround after the return, without turnaround from the return on.
 */
create function private.take_out_of_service(
  made public.orders,
  movement_id uuid,
  day date,
  lines jsonb
) returns void
language sql
set search_path = ''
as $$
  insert into public.reservations (item_id, quantity, kind, status, rented, blocked, reason, movement_id, created_by)
  select given.item, sum(given.quantity), 'out_of_service', 'booked', ended.days, ended.days,
    case given.condition when 'missing' then 'Missing from ' else 'Damaged in ' end || made.order_number, movement_id,
    (select profile.id from public.user_profiles as profile where profile.id = auth.uid())
  from jsonb_to_recordset(lines) as given (item uuid, quantity integer, condition text, repair_until date)
    cross join lateral (
      select case when cleaning.days = 0 then take_out_of_service.day
        else upper(private.blocked_range(daterange(take_out_of_service.day, take_out_of_service.day, '[]'), cleaning.days))
        end as day
      from (select private.turnaround_of(given.item) as days) as cleaning
    ) as back
    cross join lateral (
      select daterange(back.day, case given.condition when 'missing' then back.day + 365
        else greatest(back.day, given.repair_until + 1) end) as days
    ) as ended
  where (given.condition = 'missing' or given.condition = 'damaged' and given.repair_until is not null)
    and not isempty(ended.days)
  group by given.item, given.condition, ended.days
$$;
