/* Refuses a line of a document: PT422 with {"field": "lines", "index"}. */
create function private.refuse_line(index integer, message text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT422', message = refuse_line.message,
    detail = jsonb_build_object('field', 'lines', 'index', refuse_line.index)::text;
end
$$;
