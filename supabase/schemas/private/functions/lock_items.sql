-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * Locks items until the transaction ends, releases their expired holds, and extends what their overdue
 * pieces block; except_holds: neither for these reservations, null: only locks. Every writer of reservations calls it once, with all items of
 * its call, before it writes, so that a promise is judged by what is there now. Raises PT409 with the details
 * {"reason": "busy"} after waiting for two seconds.
 * why order by: two writers lock in the same order and cannot deadlock.
 */
create function private.lock_items(item_ids uuid[], except_holds uuid[] default '{}'::uuid[])
returns void
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  moment timestamptz;
begin
  begin
    perform from public.items as item where item.id = any (item_ids) order by item.id for no key update;
  exception when lock_not_available or deadlock_detected then
    raise exception 'The stock of these items is busy. Please try again.'
      using errcode = 'PT409', detail = jsonb_build_object('reason', 'busy')::text;
  end;
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
