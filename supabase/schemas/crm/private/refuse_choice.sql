/* Refuses a choice about a line: PT422, details {"field": "choices", "line": id of the line or null}. */
create function private.refuse_choice(line text, message text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT422', message = message,
    detail = jsonb_build_object('field', 'choices', 'line', line)::text;
end
$$;
