/* A name as it is compared: D'Souza, D’Souza and DSouza are the same. */
create function private.without_apostrophes(name text) returns text
language sql immutable parallel safe
return translate(name, '''’‘ʼ`´', '');

grant execute on function private.without_apostrophes(text) to authenticated, service_role;
