-- Each person's own choice of notices, and their devices.

/*
 * The choice of a person: their own, or the defaults of their role. A CRM user is told of everything; an admin's
 * devices are not told of the work of a day.
 */
create function private.notice_choice(person uuid) returns private.notice_settings
language plpgsql stable
set search_path = ''
as $$
declare
  chosen private.notice_settings;
begin
  select * into chosen from private.notice_settings as own where own.user_id = person;
  if not found then
    chosen.user_id := person;
    chosen.screen := private.live_events();
    chosen.sound := array['enquiry_new', 'message_new'];
    select case profile.role when 'crm_user' then private.notice_events() when 'admin' then private.live_events()
      else '{}' end
    into chosen.push from public.user_profiles as profile where profile.id = person;
  end if;
  return chosen;
end
$$;

/* When the quiet hours end that this moment lies in; null outside of them. */
create function private.quiet_until(chosen private.notice_settings, moment timestamptz) returns timestamptz
language sql immutable
set search_path = ''
as $$
  select (case
      when clock.now < chosen.quiet_to and (chosen.quiet_from < chosen.quiet_to and clock.now >= chosen.quiet_from
        or chosen.quiet_from > chosen.quiet_to) then clock.day + chosen.quiet_to
      when chosen.quiet_from > chosen.quiet_to and clock.now >= chosen.quiet_from then clock.day + 1 + chosen.quiet_to
    end) at time zone 'Asia/Kolkata'
  from (select (moment at time zone 'Asia/Kolkata')::date as day, (moment at time zone 'Asia/Kolkata')::time as now) as clock
$$;

/*
 * The devices that may get notices: their person is an admin or CRM user who is not disabled, and the browser's session
 * is open and has shown a second factor where one is due.
 */
create function private.live_subscriptions() returns setof private.push_subscriptions
language sql stable
set search_path = ''
as $$
  select device.*
  from private.push_subscriptions as device
    join public.user_profiles as profile on profile.id = device.user_id and profile.role in ('admin', 'crm_user')
    join auth.users as account on account.id = device.user_id
    join auth.sessions as open on open.id = device.session_id and open.user_id = device.user_id
  where coalesce(account.banned_until, '-infinity') < now() and coalesce(open.not_after, 'infinity') > now()
    and (open.aal = 'aal2'
      or not (private.has_second_factor(device.user_id) or private.requires_second_factor()))
$$;

-- The key pair that signs notices (VAPID, RFC 8292): one for all processes of a home.
create table private.push_keys (
  only_one boolean not null default true,
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now(),
  constraint push_keys_pkey primary key (only_one),
  constraint push_keys_only_one_check check (only_one)
);

alter table private.push_keys enable row level security;
create policy "push_keys: service_role does all" on private.push_keys for all to service_role
  using (true) with check (true);

/*
 * The key pair of notices as {"public_key", "private_key"}, in base64url. The first process that asks gives one, which
 * all use from then on: a browser's subscription is bound to the key.
 */
create function private.push_keys(public_key text, private_key text) returns jsonb
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
begin
  insert into private.push_keys (public_key, private_key)
  values (push_keys.public_key, push_keys.private_key) on conflict do nothing;
  return (select jsonb_build_object('public_key', kept.public_key, 'private_key', kept.private_key)
    from private.push_keys as kept);
end
$$;

/*
 * The caller's notices: {"settings": {"screen", "sound", "push": events, "quiet_from", "quiet_to": HH:MM or null},
 * "key": public key for subscriptions, null until a process sends notices, "devices": [{"id", "endpoint", "device",
 * "created_at", "last_ok"}], newest first}. Raises 42501 for anyone but admin and crm_user.
 */
create function public.notices() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  person constant uuid := auth.uid();
  chosen private.notice_settings;
begin
  perform private.require_staff('admin', 'crm_user');
  chosen := private.notice_choice(person);
  return jsonb_build_object(
    'settings', jsonb_build_object('screen', chosen.screen, 'sound', chosen.sound, 'push', chosen.push,
      'quiet_from', to_char(chosen.quiet_from, 'HH24:MI'), 'quiet_to', to_char(chosen.quiet_to, 'HH24:MI')),
    'key', (select kept.public_key from private.push_keys as kept),
    'devices', (
      select coalesce(jsonb_agg(jsonb_build_object('id', device.id, 'endpoint', device.endpoint,
        'device', device.device, 'created_at', private.iso_time(device.created_at),
        'last_ok', private.iso_time(device.last_ok)) order by device.created_at desc, device.id), '[]')
      from private.live_subscriptions() as device where device.user_id = person));
end
$$;

/*
 * Saves the caller's choice: settings as in public.notices. Raises PT422 for another event or hour, 42501 for anyone but
 * admin and crm_user.
 */
create function public.change_notices(settings jsonb) returns void
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  screen text[];
  sound text[];
  push text[];
  quiet_from time;
  quiet_to time;
begin
  perform private.require_staff('admin', 'crm_user');
  begin
    select given.screen, given.sound, given.push, given.quiet_from, given.quiet_to
    into strict screen, sound, push, quiet_from, quiet_to
    from jsonb_to_record(change_notices.settings)
      as given (screen text[], sound text[], push text[], quiet_from time, quiet_to time);
    insert into private.notice_settings (user_id, screen, sound, push, quiet_from, quiet_to)
    values (auth.uid(), screen, sound, push, quiet_from, quiet_to)
    on conflict (user_id) do update set screen = excluded.screen, sound = excluded.sound, push = excluded.push,
      quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, updated_at = now();
  exception
    when check_violation then
      if (quiet_from is null) <> (quiet_to is null) then
        perform private.refuse('quiet_from', 'Please enter both hours');
      elsif quiet_from = quiet_to then
        perform private.refuse('quiet_from', 'Please enter two different hours');
      end if;
      perform private.refuse('settings', 'There is no such event');
    when data_exception or not_null_violation then
      perform private.refuse('settings', 'Please enter valid hours');
  end;
end
$$;

/* Bytes as base64url. */
create function private.base64url(bytes bytea) returns text
language sql immutable
set search_path = ''
as $$
  select rtrim(translate(encode(bytes, 'base64'), E'+/\n', '-_'), '=')
$$;

/* Bytes from base64url; null for another text. */
create function private.from_base64url(text text) returns bytea
language plpgsql immutable
set search_path = ''
as $$
begin
  return decode(rpad(translate(text, '-_', '+/'), (char_length(text) + 3) / 4 * 4, '='), 'base64');
exception when others then
  return null;
end
$$;

/*
 * Saves the subscription of the browser that asks, and returns its id. It lasts as long as this browser's session. A
 * browser that another person subscribed becomes the caller's; of more than 10, the least recently used one goes.
 * endpoint: address at the push service; p256dh and auth: the browser's keys in base64url. Raises PT422 for anything
 * else, 42501 for anyone but admin and crm_user.
 */
create function public.save_push_subscription(endpoint text, p256dh text, auth text, device text) returns uuid
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
  insert into private.push_subscriptions as known (user_id, session_id, endpoint, p256dh, auth, device)
  values (person, session, save_push_subscription.endpoint, browser_key, secret,
    coalesce(nullif(left(private.trimmed(save_push_subscription.device), 80), ''), 'A browser'))
  on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
    p256dh = excluded.p256dh, auth = excluded.auth, device = excluded.device,
    created_at = case when known.user_id = excluded.user_id then known.created_at else now() end,
    last_ok = case when known.user_id = excluded.user_id then known.last_ok end
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

/* Removes one of the caller's devices; does nothing when it is gone. */
create function public.remove_push_subscription(subscription uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  delete from private.push_subscriptions as device where device.id = subscription and device.user_id = auth.uid();
end
$$;

/*
 * Sends a test notice to one of the caller's devices, also in quiet hours. Raises PT404 for a device that is not the
 * caller's, PT429 after 20 in an hour, 42501 for anyone but admin and crm_user.
 */
create function public.send_test_notice(subscription uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  person constant uuid := auth.uid();
begin
  perform private.require_staff('admin', 'crm_user');
  if not exists (
    select from private.live_subscriptions() as device
    where device.id = subscription and device.user_id = person) then
    raise exception 'This device gets no notices any more.' using errcode = 'PT404';
  end if;
  if (select count(*) from private.outbox as sent
      where sent.channel = 'push' and sent.template = 'test' and sent.user_id = person
        and sent.created_at > now() - interval '1 hour') >= 20 then
    raise exception using errcode = 'PT429', message = 'Too many test notices. Please try again in an hour.',
      detail = '{"retry_after": 3600}';
  end if;
  insert into private.outbox (channel, template, audience, user_id, subscription_id, requested_by, expires_at)
  values ('push', 'test', 'person', person, subscription, person, now() + interval '10 minutes');
end
$$;

grant execute on function public.notices(), public.change_notices(jsonb),
  public.save_push_subscription(text, text, text, text), public.remove_push_subscription(uuid),
  public.send_test_notice(uuid) to authenticated;
