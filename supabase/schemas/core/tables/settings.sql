-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- The owner changes a limit (null: no limit):  select private.set_limit('enquiries_by_mobile', 10);
-- and reads them:                              select * from private.settings;
create table private.settings (
  name text not null,
  -- How many in any hour; null is no limit.
  per_hour integer,
  description text not null,
  constraint settings_pkey primary key (name),
  constraint settings_per_hour_range check (per_hour >= 0)
);

alter table private.settings enable row level security;

insert into private.settings (name, per_hour, description) values
  ('answers_by_address', 60, 'Answers to documents and reports of payments an hour from one network address'),
  ('attempts_by_address', 10, 'Unknown, expired or revoked links to documents opened an hour from one network address'),
  ('enquiries_by_address', 30, 'Enquiries an hour from one network address'),
  ('enquiries_by_mobile', 6, 'Enquiries an hour from one mobile number'),
  ('messages_by_address', 30, 'Messages of the contact form an hour from one network address'),
  ('messages_by_mobile', 6, 'Messages of the contact form an hour from one mobile number'),
  ('worker secrets_by_address', 10, 'Wrong secrets of message workers an hour from one network address');
