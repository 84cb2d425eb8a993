-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- What was sent within the last hour.
-- why: subjects are hashed with a salt of this database, so that visitors' addresses are not stored.
-- why: no foreign key to settings. It would lock the same two rows for every enquiry, and only
-- use_limits writes here, under names that it has just read.
create table private.limit_uses (
  id bigint not null generated always as identity,
  name text not null,
  subject bytea not null,
  used_at timestamptz not null,
  constraint limit_uses_pkey primary key (id)
);

create index limit_uses_subject_idx on private.limit_uses (name, subject, used_at);

alter table private.limit_uses enable row level security;
