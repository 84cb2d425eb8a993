/*
 * The caller's second factor: {"verified": whether they have one, "required": whether the settings require one of
 * staff, "codes_left": recovery codes that were not used}. Also at aal1; nothing is required of an account without a role.
 */
create function public.second_factor() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'verified', private.has_second_factor((select auth.uid())),
    'required', private.requires_second_factor()
      and exists (select from public.user_profiles as profile where profile.id = (select auth.uid())),
    'codes_left', (
      select count(*) from private.recovery_codes as code
      where code.user_id = (select auth.uid()) and code.used_at is null))
$$;

grant execute on function public.second_factor() to authenticated;
