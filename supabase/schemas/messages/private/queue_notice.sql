/*
 * Queues a notice to staff, in the transaction of the change that causes it: one row, which becomes one for each device
 * when a worker claims it within 24 hours. event: one of private.notice_events. params and the ids: as in private.outbox. once: of
 * reminders; a second one with the same text is left out.
 * why nothing without a subscription: nobody would get it.
 */
create function private.queue_notice(
  event text,
  customer uuid,
  enquiry uuid,
  "order" uuid,
  document uuid,
  params jsonb default '{}'::jsonb,
  once text default null
) returns void
language plpgsql
set search_path = ''
as $$
begin
  if not exists (select from private.push_subscriptions) then
    return;
  end if;
  insert into private.outbox (channel, template, audience, customer_id, enquiry_order_id, order_id, document_id, params,
    once, expires_at)
  values ('push', queue_notice.event, 'studio', queue_notice.customer, queue_notice.enquiry, queue_notice."order",
    queue_notice.document, coalesce(queue_notice.params, '{}'), 'push:' || queue_notice.once,
    now() + interval '24 hours')
  on conflict do nothing;
end
$$;
