/* Whether a text has the form of an e-mail address (x@y.z, at most RFC 5321's 254 characters). */
create function private.is_email(email text) returns boolean
language plpgsql immutable security definer parallel safe
set search_path = ''
as $$
begin
  return char_length(email) <= 254 and email ~ '^[^[:space:]@]+@[^[:space:]@.]+(\.[^[:space:]@.]+)+$';
end
$$;

grant execute on function private.is_email(text) to authenticated, service_role;
