-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * Whether the caller is staff with one of these roles.
 * why: policies call it as `(select private.is_staff(…))`, so that it runs once per statement and
 * not once per row. It is SECURITY DEFINER so that reading the profile does not run the profile's policies.
 */
create function private.is_staff(variadic roles text[]) returns boolean
language sql stable security definer parallel safe
set search_path = ''
as $$
  select exists (
    select from public.user_profiles as profile
    where profile.id = (select auth.uid()) and profile.role = any (roles)
  )
$$;

grant execute on function private.is_staff(text[]) to authenticated;
