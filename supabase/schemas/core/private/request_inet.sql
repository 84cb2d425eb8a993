/* The visitor's network address as evidence of an answer, or null. */
create function private.request_inet() returns inet
language plpgsql stable
set search_path = ''
as $$
begin
  return private.request_address()::inet;
exception when invalid_text_representation then
  return null;
end
$$;
