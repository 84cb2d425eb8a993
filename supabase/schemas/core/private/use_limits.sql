/*
 * Counts a submission ('enquiries' or 'messages') against the limits of its mobile number and its network
 * address, or refuses it: PT429, details {"retry_after": seconds}. An unknown address has no limit. A
 * submission that is rolled back does not count.
 * why pg_sleep: creating a customer takes some hundredths of a millisecond longer than finding one, which
 * tells whether a number is known. A number can be tried as new only once, so there is one measurement,
 * and a random delay of up to 4 ms hides it. It comes before the locks, so that nobody waits for it.
 * why locks: one for each subject, so that concurrent calls cannot exceed a limit together while calls of
 * other subjects never wait. The mobile's lock is always taken first, so there is no deadlock.
 * why enable_seqscan: a plan cached while the table was empty would scan all uses.
 */
create function private.use_limits(what text, mobile text) returns void
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
as $$
declare
  names text[];
  subjects bytea[];
  most integer[];
  moment timestamptz;
  over record;
begin
  perform pg_sleep(random() * 0.004);
  select array_agg(setting.name order by asked.place), array_agg(setting.per_hour order by asked.place),
    array_agg(sha256(salted.salt || convert_to(setting.name || ' ' || asked.subject, 'UTF8')) order by asked.place)
  into names, most, subjects
  from (values (1, what || '_by_mobile', mobile), (2, what || '_by_address', private.request_address()))
      as asked (place, name, subject)
    join private.settings as setting on setting.name = asked.name
    cross join private.limit_salt as salted
  where setting.per_hour is not null and asked.subject is not null;
  if names is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('limit ' || encode(subject, 'hex'), 0))
  from unnest(subjects) as subject;
  moment := clock_timestamp();
  -- The use that has to expire first. Uses in the future (the clock was set back) are ignored.
  select limited.name, case when limited.per_hour = 0 then 3600
    else greatest(ceil(extract(epoch from former.used_at + interval '1 hour' - moment)), 1) end as retry_after
  into over
  from unnest(names, subjects, most) with ordinality as limited (name, subject, per_hour, place)
    left join lateral (
      select used.used_at from private.limit_uses as used
      where used.name = limited.name and used.subject = limited.subject
        and used.used_at > moment - interval '1 hour' and used.used_at <= moment
      order by used.used_at desc offset greatest(limited.per_hour - 1, 0) limit 1
    ) as former on true
  where limited.per_hour = 0 or former.used_at is not null
  order by limited.place limit 1;
  if found then
    raise exception using errcode = 'PT429',
      message = format('Too many %s from %s. Please try again in %s.', what,
        case when over.name like '%mobile' then 'this mobile number' else 'your network' end,
        case when over.retry_after > 60 then ceil(over.retry_after / 60.0) || ' minutes' else 'a minute' end),
      detail = jsonb_build_object('retry_after', over.retry_after)::text;
  end if;
  insert into private.limit_uses (name, subject, used_at)
  select limited.name, limited.subject, moment from unnest(names, subjects) as limited (name, subject);
  -- why: checked first, because there are seldom any; skips locked rows, so that it never waits. Ids
  -- ascend with time, so the lowest is the oldest.
  if (select used.used_at from private.limit_uses as used order by used.id limit 1)
    <= moment - interval '1 hour' then
    delete from private.limit_uses as old
    where old.id in (
      select expired.id from private.limit_uses as expired
      where expired.used_at <= moment - interval '1 hour'
      order by expired.id limit 50
      for update skip locked
    );
  end if;
end
$$;
