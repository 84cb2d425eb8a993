-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table private.availability_settings (
  only_one boolean not null default true,
  -- Shown to visitors: figures ('exact'), only whether it fits ('yes-no'), or nothing ('off').
  shows text not null default 'exact',
  -- ISO days of the week, 1 is Monday.
  closed_weekdays smallint[] not null default '{}'::smallint[],
  updated_at timestamptz not null default now(),
  constraint availability_settings_pkey primary key (only_one),
  constraint availability_settings_closed_weekdays_check
    check (closed_weekdays <@ '{1,2,3,4,5,6,7}'::smallint[] and not closed_weekdays @> '{1,2,3,4,5,6,7}'::smallint[]),
  constraint availability_settings_only_one check (only_one),
  constraint availability_settings_shows_check check (shows = any (array['exact', 'yes-no', 'off']))
);

alter table private.availability_settings enable row level security;

insert into private.availability_settings (only_one, shows, closed_weekdays) values
  (true, 'exact', array[]);
