/*
 * A push row that a worker claimed, as it sends it: {"endpoint", "p256dh", "auth": keys in base64url, "ttl":
 * seconds for which the push service keeps it, "topic": a later notice of the same record replaces it, "contact": address
 * of the studio for the push service, or null, "payload": {"title", "body", "tag", "path"}}, or {"skip": reason}. A row
 * without a device is fanned out.
 */
create function private.push_delivery(message private.outbox) returns jsonb
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
