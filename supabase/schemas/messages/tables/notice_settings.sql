-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- A person's own choice; without a row the defaults of their role hold (private.notice_choice).
create table private.notice_settings (
  user_id uuid not null,
  -- Events shown on an open page, with a sound, and pushed to devices.
  screen text[] not null,
  sound text[] not null,
  push text[] not null,
  -- Hours of Asia/Kolkata without sound and push. From 22:00 to 07:00 goes over midnight.
  quiet_from time without time zone,
  quiet_to time without time zone,
  updated_at timestamptz not null default now(),
  constraint notice_settings_pkey primary key (user_id),
  constraint notice_settings_user_id_fkey foreign key (user_id)
    references public.user_profiles(id) on delete cascade,
  constraint notice_settings_push_check check (push <@ private.notice_events()),
  constraint notice_settings_quiet_check
    check ((quiet_from is null) = (quiet_to is null) and (quiet_from is null or quiet_from <> quiet_to)),
  constraint notice_settings_screen_check check (screen <@ private.live_events()),
  constraint notice_settings_sound_check check (sound <@ private.live_events())
);

alter table private.notice_settings enable row level security;

create policy "notice_settings: service_role does all" on private.notice_settings
  for all
  to service_role
  using (true) with check (true);
