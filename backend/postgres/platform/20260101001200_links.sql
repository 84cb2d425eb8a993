-- Links that an admin hands out: an invitation, or a new password.

-- `token_hash` is the SHA-256 of what the link contains: a copy of this table opens nothing.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type text not null
    constraint one_time_tokens_token_type_check check (token_type in ('invite', 'recovery')),
  token_hash text not null constraint one_time_tokens_token_hash_key unique,
  created_at timestamptz not null default now(),
  constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type)
);

alter table auth.users
  add column invited_at timestamptz,
  add column confirmation_sent_at timestamptz,
  add column recovery_sent_at timestamptz;

-- Until when a session that a link started may set the password without the current one.
alter table auth.sessions add column password_until timestamptz;
