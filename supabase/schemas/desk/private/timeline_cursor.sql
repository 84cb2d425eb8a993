/* The cursor of a page of the timeline: what its last row was sorted by. */
create function private.timeline_cursor(parts jsonb) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select translate(encode(convert_to(parts::text, 'UTF8'), 'base64'), E'+/\n', '-_')
$$;
