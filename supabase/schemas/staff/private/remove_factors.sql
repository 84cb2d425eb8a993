/* Removes all second factors of a person, whose account the caller has locked. Their sessions stay, at aal1. */
create function private.remove_factors(person uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  delete from auth.mfa_amr_claims as claim using auth.sessions as open
  where open.user_id = person and claim.session_id = open.id and claim.authentication_method = 'totp';
  update auth.sessions as open set aal = 'aal1', factor_id = null, updated_at = now()
  where open.user_id = person and open.aal > 'aal1';
  delete from auth.mfa_factors as factor where factor.user_id = person;
end
$$;
