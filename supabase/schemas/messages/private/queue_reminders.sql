/*
 * Queues the reminders that are due at a moment and not queued yet, those that are switched on, and the notices to staff;
 * ends those that waited too long. Returns how many e-mails. Workers call it every minute; of several at once one works.
 */
create function private.queue_reminders(moment timestamptz default clock_timestamp())
returns integer
language plpgsql
set search_path = ''
as $$
declare
  reminder record;
  queued integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('reminders', 20261128)) then
    return 0;
  end if;
  update private.outbox as late set state = 'skipped', reason = 'expired'
  where late.id in (
    select waiting.id from private.outbox as waiting
    where waiting.state = 'waiting' and waiting.expires_at <= queue_reminders.moment for update skip locked);
  for reminder in
    select due.*, switch.value is distinct from 'false' as is_on, due.template = any (private.notice_events()) as is_notice
    from private.due_reminders(queue_reminders.moment) as due
      left join private.studio_settings as switch on switch.key = 'messages.' || due.template || '_on'
    where not exists (select from private.outbox as message where message.once = due.once)
      or due.template = any (private.notice_events())
        and not exists (select from private.outbox as message where message.once = 'push:' || due.once)
  loop
    if reminder.is_on then
      insert into private.outbox (channel, template, audience, customer_id, enquiry_order_id, order_id, once, expires_at)
      select 'email', reminder.template, case when reminder.template = any (private.customer_templates()) then 'customer' else 'studio' end, reminder.customer_id,
        reminder.enquiry_order_id, reminder.order_id, reminder.once, reminder.expires_at
      where not exists (select from private.outbox as message where message.once = reminder.once)
      on conflict do nothing;
      queued := queued + found::integer;
    end if;
    if reminder.is_notice then
      perform private.queue_notice(reminder.template, reminder.customer_id, reminder.enquiry_order_id, reminder.order_id,
        null, '{}', reminder.once);
    end if;
  end loop;
  return queued;
end
$$;
