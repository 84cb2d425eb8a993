/*
 * An optional text of staff from JSON, as one line; null if it is empty. Raises PT422 with details {"field": …} for
 * more than 200 characters.
 */
create function private.short_text(value text, field text) returns text
language plpgsql
set search_path = ''
as $$
declare
  given constant text := nullif(private.one_line(value), '');
begin
  if char_length(given) > 200 then
    perform private.refuse(field, 'At most 200 characters are possible.');
  end if;
  return given;
end
$$;
