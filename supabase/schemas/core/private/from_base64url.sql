/* Bytes from base64url; null for another text. */
create function private.from_base64url(text text) returns bytea
language plpgsql immutable
set search_path = ''
as $$
begin
  return decode(rpad(translate(text, '-_', '+/'), (char_length(text) + 3) / 4 * 4, '='), 'base64');
exception when others then
  return null;
end
$$;
