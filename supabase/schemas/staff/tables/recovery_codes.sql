-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- Ten for each person, each good once.
create table private.recovery_codes (
  user_id uuid not null,
  -- why only the hash: a copy of the database has no code.
  hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id)
    references public.user_profiles(id) on delete cascade,
  constraint recovery_codes_hash_length check (octet_length(hash) = 32)
);

alter table private.recovery_codes enable row level security;

create policy "recovery_codes: service_role does all" on private.recovery_codes
  for all
  to service_role
  using (true) with check (true);
