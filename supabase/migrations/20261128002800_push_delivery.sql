-- Notices on their way: one row for each device, and the payload of a row.

-- A push row without a device is a notice to everybody who wants it (private.fan_out_notice).
alter table private.outbox
  drop constraint outbox_subscription_id_check,
  add constraint outbox_subscription_id_check check (case channel
    when 'push' then (audience = 'person') = (subscription_id is not null) else subscription_id is null end);
create index outbox_test_notices_idx on private.outbox (user_id, created_at) where channel = 'push' and template = 'test';

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

/*
 * A push row that a worker claimed, as it sends it: {"endpoint", "p256dh", "auth": keys in base64url, "ttl":
 * seconds for which the push service keeps it, "topic": a later notice of the same record replaces it, "contact": address
 * of the studio for the push service, or null, "payload": {"title", "body", "tag", "path"}}, or {"skip": reason}. A row
 * without a device is fanned out.
 */
create or replace function private.push_delivery(message private.outbox) returns jsonb
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  device private.push_subscriptions;
  chosen private.notice_settings;
  told jsonb;
begin
  if message.subscription_id is null then
    perform private.fan_out_notice(message);
    return '{"skip": "fanned_out"}';
  end if;
  select * into device from private.live_subscriptions() as live where live.id = message.subscription_id;
  if not found then
    return '{"skip": "gone"}';
  end if;
  if message.template <> 'test' then
    chosen := private.notice_choice(device.user_id);
    if message.template <> all (chosen.push) then
      return '{"skip": "off"}';
    elsif private.quiet_until(chosen, clock_timestamp()) is not null then
      -- Tried again, in quiet hours that began meanwhile.
      perform private.fan_out_notice(message);
      return '{"skip": "fanned_out"}';
    end if;
  end if;
  told := private.notice_content(message.template, coalesce(
    message.params ->> 'answer', message.params ->> 'claim', message.params ->> 'contact',
    case when message.template = 'item_overdue' then message.order_id else message.enquiry_order_id end::text)::uuid);
  if told is null or not (told -> 'is_open')::boolean then
    return '{"skip": "expired"}';
  end if;
  return jsonb_build_object('endpoint', device.endpoint, 'p256dh', private.base64url(device.p256dh), 'auth', private.base64url(device.auth),
    'ttl', greatest(ceil(extract(epoch from coalesce(message.expires_at, now() + interval '24 hours') - now())), 0),
    'topic', left(encode(sha256(convert_to(told ->> 'tag', 'UTF8')), 'hex'), 32),
    'contact', 'mailto:' || nullif(private.setting_text('studio.email'), ''),
    'payload', jsonb_build_object('title', told ->> 'title', 'body', coalesce(told ->> 'name', ''),
      'tag', told ->> 'tag', 'path', told ->> 'path'));
end
$$;

/* Keeps what the push service said of a device: when it took a notice last, or that the subscription has ended. */
create function private.follow_push() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.state = 'sent' then
    update private.push_subscriptions as device set last_ok = new.sent_at where device.id = new.subscription_id;
  elsif new.reason = 'gone' then
    delete from private.push_subscriptions as device where device.id = new.subscription_id;
  end if;
  return null;
end
$$;
create trigger outbox_follow_push after update of state on private.outbox
  for each row when (new.subscription_id is not null and old.state = 'sending' and new.state in ('sent', 'failed'))
  execute function private.follow_push();

/* private.push_keys for a worker with the secret; {"refused": "secret"} for a wrong one. */
create function public.push_keys(secret text, public_key text, private_key text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_worker(push_keys.secret) then
    return '{"refused": "secret"}';
  end if;
  return private.push_keys(push_keys.public_key, push_keys.private_key);
end
$$;
grant execute on function public.push_keys(text, text, text) to anon, authenticated, service_role;
