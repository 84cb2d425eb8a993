-- Notices to staff: who is told, on which of their devices.

/*
 * The events that staff are told of, by the names of the studio's e-mails. Only admins and CRM users are told: other
 * roles may not see the records.
 */
create function private.notice_events() returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select array['enquiry_new', 'message_new', 'enquiry_answered', 'quote_answered', 'payment_claimed', 'hold_ending',
    'item_overdue']
$$;

/*
 * The events that staff are told of on an open page, as they happen. The others are found by the clock and are on the
 * page Today.
 */
create function private.live_events() returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select array['enquiry_new', 'message_new', 'enquiry_answered', 'quote_answered', 'payment_claimed']
$$;

-- A person's own choice; without a row the defaults of their role hold (private.notice_choice).
create table private.notice_settings (
  user_id uuid not null,
  -- Events shown on an open page, with a sound, and pushed to devices.
  screen text[] not null,
  sound text[] not null,
  push text[] not null,
  -- Hours of Asia/Kolkata without sound and push. From 22:00 to 07:00 goes over midnight.
  quiet_from time,
  quiet_to time,
  updated_at timestamptz not null default now(),
  constraint notice_settings_pkey primary key (user_id),
  constraint notice_settings_user_id_fkey foreign key (user_id) references public.user_profiles (id) on delete cascade,
  constraint notice_settings_screen_check check (screen <@ private.live_events()),
  constraint notice_settings_sound_check check (sound <@ private.live_events()),
  constraint notice_settings_push_check check (push <@ private.notice_events()),
  constraint notice_settings_quiet_check check (
    (quiet_from is null) = (quiet_to is null) and (quiet_from is null or quiet_from <> quiet_to))
);

alter table private.notice_settings enable row level security;
create policy "notice_settings: service_role does all" on private.notice_settings for all to service_role
  using (true) with check (true);

-- Browsers that get notices from their push service (RFC 8030).
create table private.push_subscriptions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  -- The browser's session. why no foreign key: a Supabase project may refuse one to its own tables.
  -- private.live_subscriptions leaves out those whose session has ended.
  session_id uuid not null,
  endpoint text not null,
  -- The browser's public key and shared secret: only it can read what is encrypted with them (RFC 8291).
  p256dh bytea not null,
  auth bytea not null,
  -- Such as "Chrome on Android".
  device text not null,
  created_at timestamptz not null default now(),
  -- When the push service accepted a notice last.
  last_ok timestamptz,
  constraint push_subscriptions_pkey primary key (id),
  constraint push_subscriptions_endpoint_key unique (endpoint),
  constraint push_subscriptions_user_id_fkey foreign key (user_id) references public.user_profiles (id) on delete cascade,
  constraint push_subscriptions_endpoint_check check (endpoint ~ '^https?://' and char_length(endpoint) <= 1000),
  constraint push_subscriptions_p256dh_length check (octet_length(p256dh) = 65),
  constraint push_subscriptions_auth_length check (octet_length(auth) = 16),
  constraint push_subscriptions_device_length check (char_length(device) <= 80)
);
create index push_subscriptions_user_id_idx on private.push_subscriptions (user_id, created_at);

alter table private.push_subscriptions enable row level security;
create policy "push_subscriptions: service_role does all" on private.push_subscriptions
  for all to service_role using (true) with check (true);

/*
 * Queues a notice to staff, in the transaction of the change that causes it: one row, which becomes one for each device
 * when a worker claims it within 24 hours. event: one of private.notice_events. params and the ids: as in private.outbox. once: of
 * reminders; a second one with the same text is left out.
 * why nothing without a subscription: nobody would get it.
 */
create function private.queue_notice(event text, customer uuid, enquiry uuid, "order" uuid, document uuid,
  params jsonb default '{}', once text default null) returns void
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
