/*
 * Deletes some item-days of the past and releases some expired holds, of any item.
 * why: it skips what is locked, so that it never waits and cannot deadlock; there is no scheduler.
 * why the day before yesterday: a writer may have begun before midnight.
 */
create function private.sweep_stock() returns void
language plpgsql
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  first_day constant date := private.today() - 1;
begin
  -- why not beside facts: extending overdue pieces is one, and has nothing to tidy.
  if coalesce(current_setting('studio.facts', true), '') = 'on' then
    return;
  end if;
  if (select min(past.day) from private.item_days as past) < first_day then
    delete from private.item_days as past
    where (past.item_id, past.day) in (
      select old.item_id, old.day from private.item_days as old
      where old.day < first_day
      order by old.day limit 100
      for update skip locked
    );
  end if;
  if (select min(hold.expires_at) from public.reservations as hold where hold.status = 'held') <= moment then
    with due as materialized (
      select hold.id, hold.item_id from public.reservations as hold
      where hold.status = 'held' and hold.expires_at <= moment
      order by hold.expires_at limit 20
    ), locked as materialized (
      select item.id from public.items as item
      where item.id in (select due.item_id from due)
      order by item.id for no key update skip locked
    )
    update public.reservations as hold set status = 'released'
    from due join locked on locked.id = due.item_id
    where hold.id = due.id and hold.status = 'held';
  end if;
end
$$;
