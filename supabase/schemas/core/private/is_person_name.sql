/* Whether a text can be a person's name: not blank, at most 80 characters. */
create function private.is_person_name(name text) returns boolean
language plpgsql immutable security definer parallel safe
set search_path = ''
as $$
begin
  return private.trimmed(name) <> '' and char_length(name) <= 80;
end
$$;

grant execute on function private.is_person_name(text) to authenticated, service_role;
