-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * The days that a rental blocks: its own and its turnaround in working days. Closed days of the week
 * and single closed days do not count.
 */
create function private.blocked_range(rented daterange, turnaround integer) returns daterange
language sql stable
set search_path = ''
as $$
  select case when turnaround > 0 then daterange(lower(rented), coalesce((
    select upper(rented) + ahead.days + 1
    from private.availability_settings as settings
      -- One day of the week at least is open; each closed day costs a week at most.
      cross join generate_series(0, 7 * (turnaround
        + (select count(*)::integer from private.closed_days as closed where closed.day >= upper(rented)))) as ahead (days)
    where extract(isodow from upper(rented) + ahead.days)::smallint <> all (settings.closed_weekdays)
      and not exists (select from private.closed_days as closed where closed.day = upper(rented) + ahead.days)
    order by ahead.days offset turnaround - 1 limit 1
  ), upper(rented) + turnaround)) else rented end
$$;
