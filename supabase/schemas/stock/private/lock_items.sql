/*
 * Locks items until the transaction ends, releases their expired holds, and extends what their overdue
 * pieces block; except_holds: neither for these reservations, null: only locks. Every writer of reservations calls it once, with all items of
 * its call, before it writes, so that a promise is judged by what is there now. Raises PT409 with the details
 * {"reason": "busy"} two seconds after the call began, but waits a fifth of a second at least; the
 * setting studio.waited has the milliseconds for which the request waited for a connection before that.
 * why order by: two writers lock in the same order and cannot deadlock.
 */
create function private.lock_items(item_ids uuid[], except_holds uuid[] default '{}'::uuid[])
returns void
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  -- why from the statement's begin: the call may have waited for another row already, such as the customer's figures.
  -- why two seconds from now at most: a clock that was set back since then would give weeks.
  deadline constant timestamptz := least(clock_timestamp() + interval '2 seconds',
    greatest(clock_timestamp() + interval '200 milliseconds', statement_timestamp() + interval '2 seconds'
      - coalesce(nullif(current_setting('studio.waited', true), ''), '0')::integer * interval '1 millisecond'));
  -- Milliseconds of one wait, and of all.
  most integer := 1000;
  waited integer := 0;
  moment timestamptz;
begin
  loop
    begin
      -- why half: a row is waited for twice, first for this writer's turn and then for the one before it, and each
      -- wait may take the timeout.
      most := least(most, greatest(10, floor(extract(epoch from deadline - clock_timestamp()) * 500)));
      perform set_config('lock_timeout', most::text, true);
      perform from public.items as item where item.id = any (item_ids) order by item.id for no key update;
      perform set_config('lock_timeout', '2s', true);
      exit;
    exception when lock_not_available or deadlock_detected then
      waited := waited + most;
      if sqlstate = '40P01' or clock_timestamp() >= deadline - interval '20 milliseconds' or waited >= 2000 then
        raise exception 'The stock of these items is busy. Please try again.'
          using errcode = 'PT409', detail = jsonb_build_object('reason', 'busy')::text;
      end if;
    end;
  end loop;
  moment := clock_timestamp();
  if except_holds is null then
    return;
  end if;
  if exists (
    select from public.reservations as hold
    where hold.item_id = any (item_ids) and hold.status = 'held' and hold.expires_at <= moment
  ) then
    -- why skip locked: a hold that is being deleted with its enquiry waits for these items.
    update public.reservations as hold set status = 'released'
    where hold.id in (
      select expired.id from public.reservations as expired
      where expired.item_id = any (item_ids) and expired.status = 'held' and expired.expires_at <= moment
        and expired.id <> all (except_holds)
      for update skip locked
    );
  end if;
  -- why not beside facts: extending is one, and its trigger calls this.
  if coalesce(current_setting('studio.facts', true), '') <> 'on' then
    perform private.roll_overdue(item_ids, except_holds);
  end if;
end
$$;
