-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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
