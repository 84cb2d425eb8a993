-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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

insert into private.channels (channel) values
  ('email'),
  ('push');
