/*
 * The last day that a rental until `last` blocks, for each turnaround from 0 to 30 working days: the
 * upper ends of private.blocked_range, in one pass.
 */
create function private.last_blocked_days(last date) returns date[]
language plpgsql stable
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return last_blocked_days.last || array(
    select last_blocked_days.last + ahead.days
    from private.availability_settings as settings
      cross join generate_series(1, 7 * (30
        + (select count(*)::integer from private.closed_days as closed where closed.day > last_blocked_days.last)))
        as ahead (days)
    where extract(isodow from last_blocked_days.last + ahead.days)::smallint <> all (settings.closed_weekdays)
      and not exists (select from private.closed_days as closed where closed.day = last_blocked_days.last + ahead.days)
    order by ahead.days limit 30);
end
$$;
