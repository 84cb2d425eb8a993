/*
 * Refuses an address that is over a limit already, and counts nothing: PT429, details {"retry_after": seconds}. An
 * unknown address has no limit. what: as in private.use_limits.
 * why enable_seqscan: as in private.use_limits.
 */
create function private.check_limit(what text) returns void
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
as $$
declare
  moment constant timestamptz := clock_timestamp();
  seconds integer;
begin
  -- The use that has to expire first. Uses in the future (the clock was set back) are ignored.
  select greatest(ceil(extract(epoch from used.used_at + interval '1 hour' - moment)), 1) into seconds
  from private.settings as setting cross join private.limit_salt as salted
    cross join lateral (
      select past.used_at from private.limit_uses as past
      where past.name = setting.name
        and past.subject = sha256(salted.salt || convert_to(setting.name || ' ' || private.request_address(), 'UTF8'))
        and past.used_at > moment - interval '1 hour' and past.used_at <= moment
      order by past.used_at desc offset greatest(setting.per_hour - 1, 0) limit 1
    ) as used
  where setting.name = check_limit.what || '_by_address' and setting.per_hour is not null;
  if found then
    raise exception using errcode = 'PT429',
      message = format('Too many %s from your network. Please try again in %s.', what,
        case when seconds > 60 then ceil(seconds / 60.0) || ' minutes' else 'a minute' end),
      detail = jsonb_build_object('retry_after', seconds)::text;
  end if;
end
$$;
