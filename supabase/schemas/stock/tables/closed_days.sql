-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table private.closed_days (
  day date not null,
  reason text,
  constraint closed_days_pkey primary key (day),
  constraint closed_days_reason_length check (char_length(reason) <= 200)
);

alter table private.closed_days enable row level security;
