/*
 * Whether the caller is staff with one of these roles, and has shown a second factor (aal2) where one is due:
 * because the person has one, or the settings require it.
 * why: policies call it as `(select private.is_staff(…))`, so that it runs once per statement and
 * not once per row. It is SECURITY DEFINER so that reading the profile does not run the profile's policies.
 * why plpgsql: it caches its plans, which a SQL function does from PostgreSQL 18 on only.
 */
create function private.is_staff(variadic roles text[]) returns boolean
language plpgsql stable security definer parallel safe
set search_path = ''
as $$
declare
  claims constant jsonb := auth.jwt();
begin
  return exists (
      select from public.user_profiles as profile
      where profile.id = (claims ->> 'sub')::uuid and profile.role = any (roles))
    and (coalesce(claims ->> 'aal' = 'aal2', false) or not (
      exists (
        select from auth.mfa_factors as factor
        where factor.user_id = (claims ->> 'sub')::uuid and factor.status = 'verified')
      or private.requires_second_factor()));
end
$$;

grant execute on function private.is_staff(text[]) to authenticated;
