/*
 * The wait after this many attempts: 1, 2, 5, 15, 30 and 60 minutes, then an hour each, 20 % more or less.
 * why random: messages that failed together are not tried again together.
 */
create function private.retry_delay(attempts integer) returns interval
language sql
set search_path = ''
as $$
  select make_interval(secs => 60 * (0.8 + random() * 0.4)
    * ('{1,2,5,15,30,60}'::integer[])[greatest(least(retry_delay.attempts, 6), 1)])
$$;
