/* An optional message, trimmed; null if it is empty. Rejects more than 2000 characters. */
create function private.checked_message(message text) returns text
language plpgsql
set search_path = ''
as $$
declare
  trimmed constant text := nullif(private.trimmed(message), '');
begin
  if char_length(trimmed) > 2000 then
    perform private.refuse('message', 'Message must be at most 2000 characters');
  end if;
  return trimmed;
end
$$;
