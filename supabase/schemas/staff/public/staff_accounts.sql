/*
 * All accounts by name: [{"id", "email", "name", "role" (null: none), "disabled", "invited" (has not
 * joined yet), "last_sign_in_at", "second_factor"}]. Raises 42501 unless the caller is an admin or
 * has the service key.
 */
create function public.staff_accounts() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_account_manager();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', account.id,
        'email', account.email,
        'name', profile.display_name,
        'role', profile.role,
        'disabled', coalesce(account.banned_until > now(), false),
        'invited', account.invited_at is not null and account.email_confirmed_at is null,
        'last_sign_in_at', account.last_sign_in_at,
        'second_factor', exists (
          select from auth.mfa_factors as factor
          where factor.user_id = account.id and factor.status = 'verified')
      ) order by profile.display_name, account.email), '[]')
    from auth.users as account left join public.user_profiles as profile on profile.id = account.id
  );
end
$$;

grant execute on function public.staff_accounts() to authenticated, service_role;
