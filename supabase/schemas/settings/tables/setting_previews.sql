-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- Links that show drafts on the site.
create table private.setting_previews (
  -- why only the hash: a copy of the database opens no preview.
  token bytea not null,
  expires_at timestamptz not null,
  created_by uuid,
  constraint setting_previews_pkey primary key (token),
  constraint setting_previews_created_by_fkey foreign key (created_by)
    references public.user_profiles(id) on delete cascade
);

create index setting_previews_created_by_idx on private.setting_previews (created_by);

alter table private.setting_previews enable row level security;

create policy "setting_previews: service_role does all" on private.setting_previews
  for all
  to service_role
  using (true) with check (true);
