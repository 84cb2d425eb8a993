-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- A request that is sent twice takes effect once: a key belongs to one body, and only success binds it.
create table private.idempotency_keys (
  -- The function that the key was sent to.
  scope text not null,
  key uuid not null,
  body_hash bytea not null,
  -- Null while the call that claimed the key still runs; no other transaction sees the row then.
  response jsonb,
  expires_at timestamptz not null default now() + '24:00:00'::interval,
  constraint idempotency_keys_pkey primary key (scope, key)
);

create index idempotency_keys_expires_at_idx on private.idempotency_keys (expires_at);

alter table private.idempotency_keys enable row level security;
