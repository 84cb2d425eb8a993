/* Rejects one field: PT422, details {"field": "mobile"}. */
create function private.refuse(field text, message text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT422', message = message,
    detail = jsonb_build_object('field', field)::text;
end
$$;
