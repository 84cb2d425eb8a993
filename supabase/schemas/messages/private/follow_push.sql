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
