-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table private.limit_salt (
  salt bytea not null,
  only_one boolean not null default true,
  constraint limit_salt_pkey primary key (only_one),
  constraint limit_salt_only_one check (only_one)
);

alter table private.limit_salt enable row level security;

insert into private.limit_salt (only_one) values
  (true);
