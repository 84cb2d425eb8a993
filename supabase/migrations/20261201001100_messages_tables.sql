-- Tables: messages.

-- Whether messages of a channel are sent.
create table private.channels (
  channel text not null,
  -- Paused by a person (paused_by), or because the mail server refused the login.
  paused_at timestamptz,
  paused_by uuid,
  problem text,
  -- When a message is tried again after a refused login.
  probe_at timestamptz,
  -- When a worker asked for messages last, to the minute.
  asked_at timestamptz,
  constraint channels_pkey primary key (channel),
  constraint channels_channel_check check (channel = any (array['email', 'push'])),
  constraint channels_problem_length check (char_length(problem) <= 300)
);
alter table private.channels enable row level security;
create policy "channels: service_role does all" on private.channels for all to service_role
  using (true) with check (true);

-- A person's own choice; without a row the defaults of their role hold (private.notice_choice).
create table private.notice_settings (
  user_id uuid not null,
  -- Events shown on an open page, with a sound, and pushed to devices.
  screen text[] not null,
  sound text[] not null,
  push text[] not null,
  -- Hours of Asia/Kolkata without sound and push. From 22:00 to 07:00 goes over midnight.
  quiet_from time without time zone,
  quiet_to time without time zone,
  updated_at timestamptz not null default now(),
  constraint notice_settings_pkey primary key (user_id),
  constraint notice_settings_user_id_fkey foreign key (user_id)
    references public.user_profiles(id) on delete cascade,
  constraint notice_settings_push_check check (push <@ private.notice_events()),
  constraint notice_settings_quiet_check
    check ((quiet_from is null) = (quiet_to is null) and (quiet_from is null or quiet_from <> quiet_to)),
  constraint notice_settings_screen_check check (screen <@ private.live_events()),
  constraint notice_settings_sound_check check (sound <@ private.live_events())
);
alter table private.notice_settings enable row level security;
create policy "notice_settings: service_role does all" on private.notice_settings
  for all
  to service_role
  using (true) with check (true);

create table private.outbox (
  id uuid not null default gen_random_uuid(),
  channel text not null,
  -- Kind of e-mail, or 'test'; of a push notice its event.
  template text not null,
  audience text not null,
  -- The recipient when the audience is a person; of a push notice whose browser it is.
  user_id uuid,
  subscription_id uuid,
  -- why no foreign keys: queueing a message locks no other row.
  customer_id uuid,
  enquiry_order_id uuid,
  order_id uuid,
  document_id uuid,
  -- Other ids that the message is made from, such as {"payment": id}. Ids only: its data is read when it is sent.
  params jsonb not null default '{}'::jsonb,
  -- A reminder's record, rule and day: 'overdue:ORD-1001:2026-11-28'.
  once text,
  -- Salted hash of the customer's address, for limits.
  recipient bytea,
  state text not null default 'waiting',
  -- Of failed and skipped messages.
  reason text,
  -- Last answer of the mail server, without addresses.
  problem text,
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  lease uuid,
  lease_until timestamptz,
  -- The same for every attempt, with angle brackets.
  message_id text,
  -- Message-ID that all e-mails about one record refer to.
  thread text,
  -- The link of the current attempt; null when the last one may have arrived.
  link_id uuid,
  requested_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  first_attempt_at timestamptz,
  sent_at timestamptz,
  -- Of a reminder: not sent later than this.
  expires_at timestamptz,
  constraint outbox_pkey primary key (id),
  constraint outbox_audience_check check (audience = any (array['studio', 'customer', 'person'])),
  constraint outbox_channel_check check (channel = any (array['email', 'push'])),
  constraint outbox_lease_check check (num_nulls(lease, lease_until) =
  case state
      when 'sending' then 0
      else 2
  end),
  constraint outbox_params_check check (jsonb_typeof(params) = 'object'),
  constraint outbox_problem_length check (char_length(problem) <= 300),
  constraint outbox_reason_check
    check ((state = any (array['failed', 'skipped'])) = (reason is not null)),
  constraint outbox_state_check
    check (state = any (array['waiting', 'sending', 'sent', 'failed', 'skipped'])),
  constraint outbox_subscription_id_check check (
  case channel
      when 'push' then (audience = 'person') = (subscription_id is not null)
      else subscription_id is null
  end),
  constraint outbox_template_length check (char_length(template) >= 1 and char_length(template) <= 60),
  constraint outbox_user_id_check check (audience <> 'person' or user_id is not null)
);
create index outbox_created_idx on private.outbox (created_at desc, id desc);
create index outbox_customer_id_idx on private.outbox (customer_id);
create index outbox_document_id_idx on private.outbox (document_id) where document_id is not null;
create index outbox_enquiry_order_id_idx on private.outbox (enquiry_order_id)
  where enquiry_order_id is not null;
create index outbox_expires_at_idx on private.outbox (expires_at)
  where state = 'waiting' and expires_at is not null;
create index outbox_failed_idx on private.outbox (channel, created_at desc, id desc)
  where state = 'failed';
-- Queue reminders with `on conflict do nothing`.
create unique index outbox_once_key on private.outbox (once) where once is not null;
-- why partial: workers read open messages only, and finding one must not take longer with every message sent.
create index outbox_open_idx on private.outbox (channel, coalesce(lease_until, due_at), id)
  where state = any (array['waiting', 'sending']);
create index outbox_order_id_idx on private.outbox (order_id) where order_id is not null;
-- For the limit of each recipient. why not the skipped: a form that is filled a thousand times leaves many of them.
create index outbox_recipient_idx on private.outbox (recipient)
  where recipient is not null and state <> 'skipped';
create index outbox_skipped_idx on private.outbox (created_at desc, id desc)
  where state = 'skipped';
create index outbox_test_notices_idx on private.outbox (user_id, created_at)
  where channel = 'push' and template = 'test';
create index outbox_unswept_idx on private.outbox (created_at)
  where (state = any (array['sent', 'skipped', 'failed'])) and (params <> '{}'::jsonb or recipient is not null or link_id is not null);
alter table private.outbox enable row level security;
create policy "outbox: service_role does all" on private.outbox for all to service_role
  using (true) with check (true);

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
  constraint push_subscriptions_user_id_fkey foreign key (user_id)
    references public.user_profiles(id) on delete cascade,
  constraint push_subscriptions_auth_length check (octet_length(auth) = 16),
  constraint push_subscriptions_device_length check (char_length(device) <= 80),
  constraint push_subscriptions_endpoint_check
    check (endpoint ~ '^https?://' and char_length(endpoint) <= 1000),
  constraint push_subscriptions_p256dh_length check (octet_length(p256dh) = 65)
);
create index push_subscriptions_user_id_idx on private.push_subscriptions (user_id, created_at);
alter table private.push_subscriptions enable row level security;
create policy "push_subscriptions: service_role does all" on private.push_subscriptions
  for all
  to service_role
  using (true) with check (true);

-- The secret of the workers that have no connection of their own to the database.
create table private.worker_secret (
  only_one boolean not null default true,
  -- why only the hash: a copy of the database is no worker.
  hash bytea not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint worker_secret_pkey primary key (only_one),
  constraint worker_secret_hash_length check (octet_length(hash) = 32),
  constraint worker_secret_only_one check (only_one)
);
alter table private.worker_secret enable row level security;
create policy "worker_secret: service_role does all" on private.worker_secret
  for all
  to service_role
  using (true) with check (true);
