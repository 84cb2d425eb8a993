/*
 * Makes one row of the outbox for each device that is told of this event, which a queued notice becomes when a worker
 * claims it. A device in its person's quiet hours gets it when they end; a notice that was not sent 24 hours after that
 * is dropped. Devices that may get nothing any more are removed. Of a device's own row the device's only.
 */
create function private.fan_out_notice(queued private.outbox) returns void
language plpgsql
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
begin
  delete from private.push_subscriptions as device
  where not exists (
      select from auth.sessions as open
      where open.id = device.session_id and open.user_id = device.user_id
        and coalesce(open.not_after, 'infinity') > moment)
    or not exists (
      select from public.user_profiles as profile
      where profile.id = device.user_id and profile.role in ('admin', 'crm_user'));
  insert into private.outbox (channel, template, audience, user_id, subscription_id, customer_id, enquiry_order_id,
    order_id, document_id, params, once, due_at, expires_at)
  select 'push', queued.template, 'person', device.user_id, device.id, queued.customer_id, queued.enquiry_order_id,
    queued.order_id, queued.document_id, queued.params, queued.id || ':' || device.id, due.at, due.at + interval '24 hours'
  from private.live_subscriptions() as device
    cross join lateral private.notice_choice(device.user_id) as chosen
    cross join lateral (
      select coalesce(private.quiet_until(chosen, moment), moment) as at) as due
  where queued.template = any (chosen.push) and coalesce(device.id = queued.subscription_id, true)
  on conflict do nothing;
end
$$;
