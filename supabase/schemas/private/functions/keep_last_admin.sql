-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * There is always at least one admin.
 * why: it runs after the statement's changes and under a lock, so two admins who demote each other
 * at the same moment are checked one after the other.
 */
create function private.keep_last_admin() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('last admin', 0));
  if not exists (select from public.user_profiles where role = 'admin') then
    raise exception 'The last admin must stay.' using errcode = 'PT409';
  end if;
  return null;
end
$$;
