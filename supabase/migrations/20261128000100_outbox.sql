-- Outgoing messages: rows that wait in the database until a worker has sent them.

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
  params jsonb not null default '{}',
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
  constraint outbox_channel_check check (channel in ('email', 'push')),
  constraint outbox_template_length check (char_length(template) between 1 and 60),
  constraint outbox_audience_check check (audience in ('studio', 'customer', 'person')),
  constraint outbox_user_id_check check (audience <> 'person' or user_id is not null),
  constraint outbox_subscription_id_check check ((channel = 'push') = (subscription_id is not null)),
  constraint outbox_params_check check (jsonb_typeof(params) = 'object'),
  constraint outbox_state_check check (state in ('waiting', 'sending', 'sent', 'failed', 'skipped')),
  constraint outbox_reason_check check ((state in ('failed', 'skipped')) = (reason is not null)),
  constraint outbox_lease_check check (num_nulls(lease, lease_until) = case state when 'sending' then 0 else 2 end),
  constraint outbox_problem_length check (char_length(problem) <= 300)
);
-- why partial: workers read open messages only, and finding one must not take longer with every message sent.
create index outbox_open_idx on private.outbox (channel, (coalesce(lease_until, due_at)), id)
  where state in ('waiting', 'sending');
-- Queue reminders with `on conflict do nothing`.
create unique index outbox_once_key on private.outbox (once) where once is not null;
create index outbox_unswept_idx on private.outbox (created_at)
  where state in ('sent', 'skipped', 'failed') and (params <> '{}' or recipient is not null or link_id is not null);

alter table private.outbox enable row level security;
create policy "outbox: service_role does all" on private.outbox for all to service_role using (true) with check (true);

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
  constraint channels_channel_check check (channel in ('email', 'push')),
  constraint channels_problem_length check (char_length(problem) <= 300)
);
insert into private.channels (channel) values ('email'), ('push');

alter table private.channels enable row level security;
create policy "channels: service_role does all" on private.channels for all to service_role using (true) with check (true);

-- When workers were told of messages last, in ms since 1970. why a sequence: all connections see it at once, without locks.
create sequence private.outbox_told as bigint minvalue 0 start 0;

/*
 * Wakes the workers that listen on the database, at most once in half a second. Workers look again a second after they were
 * told (server/messages/outbox.ts).
 * why not each time: a transaction that notifies holds one lock of the whole server until its commit is on disk, so that
 * commits cannot be made together.
 */
create function private.tell_outbox() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  moment constant bigint := extract(epoch from clock_timestamp()) * 1000;
begin
  if moment - (select told.last_value from private.outbox_told as told) not between 0 and 499 then
    perform setval('private.outbox_told', moment);
    perform pg_notify('outbox', '');
  end if;
  return null;
end
$$;
create trigger outbox_tell after insert on private.outbox for each statement execute function private.tell_outbox();

/* A mail server's answer as it is stored: one line without e-mail addresses, at most 300 characters. */
create function private.problem_text(said text) returns text
language sql immutable
set search_path = ''
as $$
  select nullif(left(private.trimmed(regexp_replace(regexp_replace(left(said, 2000),
    '[^[:space:]<>"]*@[^[:space:]<>"]*', '…', 'g'), '[[:cntrl:][:space:]]+', ' ', 'g')), 300), '')
$$;

/*
 * Empties messages of more than 180 days that wait for nothing: what they were made from, the recipient and the link.
 * Template, record and times remain. At most 1000 in one call; returns how many.
 */
create function private.sweep_outbox() returns integer
language plpgsql
set search_path = ''
as $$
declare
  swept integer;
begin
  update private.outbox as old set params = '{}', recipient = null, link_id = null, problem = null
  where old.id in (
    select found.id from private.outbox as found
    where found.created_at < clock_timestamp() - interval '180 days' and found.state in ('sent', 'skipped', 'failed')
      and (found.params <> '{}' or found.recipient is not null or found.link_id is not null)
    order by found.created_at limit 1000
    for update skip locked
  );
  get diagnostics swept = row_count;
  return swept;
end
$$;

