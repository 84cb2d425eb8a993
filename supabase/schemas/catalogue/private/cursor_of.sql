/* An opaque cursor that marks the last item of a page. */
create function private.cursor_of(sort text, sort_value jsonb, id uuid) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select translate(
    encode(convert_to(jsonb_build_array(sort, sort_value, id)::text, 'UTF8'), 'base64'),
    E'+/\n', '-_')
$$;
