/*
 * Saves the subscription of the browser that asks, and returns its id. It lasts as long as this browser's session. A
 * browser that another person subscribed becomes the caller's; of more than 10, the least recently used one goes.
 * endpoint: address at the push service; p256dh and auth: the browser's keys in base64url. Raises PT422 for anything
 * else, 42501 for anyone but admin and crm_user.
 */
create function public.save_push_subscription(endpoint text, p256dh text, auth text, device text)
returns uuid
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  person constant uuid := auth.uid();
  session constant uuid := (auth.jwt() ->> 'session_id')::uuid;
  browser_key constant bytea := private.from_base64url(save_push_subscription.p256dh);
  secret constant bytea := private.from_base64url(save_push_subscription.auth);
  saved uuid;
begin
  perform private.require_staff('admin', 'crm_user');
  if session is null or save_push_subscription.endpoint is null or save_push_subscription.endpoint !~ '^https?://[^[:space:]@]+$'
    or char_length(save_push_subscription.endpoint) > 1000
    or octet_length(browser_key) is distinct from 65 or octet_length(secret) is distinct from 16 then
    perform private.refuse('endpoint', 'This browser''s push service is not supported');
  end if;
  -- why: locked, so that two at once do not make more than 10.
  perform from public.user_profiles as profile where profile.id = person for update;
  insert into private.push_subscriptions as subscription (user_id, session_id, endpoint, p256dh, auth, device)
  values (person, session, save_push_subscription.endpoint, browser_key, secret,
    coalesce(nullif(left(private.trimmed(save_push_subscription.device), 80), ''), 'A browser'))
  on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
    p256dh = excluded.p256dh, auth = excluded.auth, device = excluded.device,
    created_at = case when subscription.user_id = excluded.user_id then subscription.created_at else now() end,
    last_ok = case when subscription.user_id = excluded.user_id then subscription.last_ok end
  returning id into saved;
  delete from private.push_subscriptions as old
  where old.user_id = person and old.id <> saved and (
    old.id not in (select live.id from private.live_subscriptions() as live)
    or old.id in (
      select other.id from private.push_subscriptions as other where other.user_id = person and other.id <> saved
      order by coalesce(other.last_ok, other.created_at) desc, other.id offset 9));
  return saved;
end
$$;

grant execute on function public.save_push_subscription(text,text,text,text) to authenticated;
