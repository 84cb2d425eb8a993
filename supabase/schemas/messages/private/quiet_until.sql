/* When the quiet hours end that this moment lies in; null outside of them. */
create function private.quiet_until(chosen private.notice_settings, moment timestamptz)
returns timestamptz
language sql immutable
set search_path = ''
as $$
  select (case
      when clock.now < chosen.quiet_to and (chosen.quiet_from < chosen.quiet_to and clock.now >= chosen.quiet_from
        or chosen.quiet_from > chosen.quiet_to) then clock.day + chosen.quiet_to
      when chosen.quiet_from > chosen.quiet_to and clock.now >= chosen.quiet_from then clock.day + 1 + chosen.quiet_to
    end) at time zone 'Asia/Kolkata'
  from (select (moment at time zone 'Asia/Kolkata')::date as day, (moment at time zone 'Asia/Kolkata')::time as now) as clock
$$;
