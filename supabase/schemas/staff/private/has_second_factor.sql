/* Whether this person has a second factor. */
create function private.has_second_factor(person uuid) returns boolean
language plpgsql stable parallel safe
set search_path = ''
as $$
begin
  return exists (
    select from auth.mfa_factors as factor where factor.user_id = person and factor.status = 'verified');
end
$$;
