-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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

create trigger outbox_follow_push after update of state on private.outbox
  for each row
  when (new.subscription_id is not null and old.state = 'sending' and (new.state = any (array['sent', 'failed']))) execute function private.follow_push();
create trigger outbox_tell after insert on private.outbox
  for each statement execute function private.tell_outbox();
