-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table private.demo_studio (
  only_one boolean not null default true,
  filled_at timestamptz not null default clock_timestamp(),
  -- The last whole backup: the moment that it shows, its file and its size.
  backup_at timestamptz,
  backup_file text,
  backup_bytes bigint,
  removed_at timestamptz,
  constraint demo_studio_pkey primary key (only_one),
  constraint demo_studio_backup_check
    check (num_nulls(backup_at, backup_file, backup_bytes) = any (array[0, 3])),
  constraint demo_studio_only_one_check check (only_one)
);

alter table private.demo_studio enable row level security;

create policy "demo_studio: service_role does all" on private.demo_studio for all to service_role
  using (true) with check (true);
