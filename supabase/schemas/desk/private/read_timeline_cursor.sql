/* The parts of a cursor of the timeline: [by, first sort value, second, id]. Raises PT400 for anything else. */
create function private.read_timeline_cursor(cursor text, by text) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
declare
  parts jsonb;
begin
  if cursor is null then
    return null;
  end if;
  parts := convert_from(decode(translate(cursor, '-_', '+/'), 'base64'), 'UTF8')::jsonb;
  if jsonb_array_length(parts) <> 4 or parts ->> 0 <> by or private.uuid_of(parts ->> 3) is null
    or (parts ->> 1) is null or (parts ->> 2) is null then
    raise exception using errcode = 'PT400';
  elsif by = 'orders' then
    perform (parts ->> 1)::date;
  end if;
  return parts;
exception when others then
  raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
end
$$;
