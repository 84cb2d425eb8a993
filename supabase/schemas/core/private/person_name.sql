/* Name of a member of staff; null when they have left or have none. */
create function private.person_name(person uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select profile.display_name from public.user_profiles as profile where profile.id = person
$$;
