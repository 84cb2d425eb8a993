/* Refuses a line of a movement: PT422, details {"field": "lines", "line": id or null}. */
create function private.refuse_moved_line(line text, message text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT422', message = message,
    detail = jsonb_build_object('field', 'lines', 'line', line)::text;
end
$$;
