-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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
