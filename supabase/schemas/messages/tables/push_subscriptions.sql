-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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
