/*
 * A text that a customer typed, or null if it is empty; PT422 for the field if it has more than `most` characters, or is
 * no name in the field 'name' (private.name_problem).
 */
create function private.typed_text(field text, value text, most integer, message text) returns text
language plpgsql
set search_path = ''
as $$
declare
  typed constant text := private.plain_text(value);
begin
  if char_length(typed) > most then
    perform private.refuse(field, message);
  elsif field = 'name' and private.name_problem(value) is not null then
    perform private.refuse(field, private.name_problem(value));
  end if;
  return typed;
end
$$;
