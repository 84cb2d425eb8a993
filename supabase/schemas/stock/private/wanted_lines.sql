/* The lines of a call, validated: [{"place", "type", "id", "quantity"}]. Raises PT400 with a message. */
create function private.wanted_lines(items jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 100 then
    raise exception 'items must be a list of at most 100 lines.' using errcode = 'PT400';
  end if;
  if exists (
    select from jsonb_array_elements(items) as line
    where jsonb_typeof(line) <> 'object'
      or jsonb_typeof(line -> 'type') is distinct from 'string'
      or jsonb_typeof(line -> 'id') is distinct from 'string'
      or (line ->> 'id') !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or jsonb_typeof(line -> 'quantity') is distinct from 'number'
  ) or exists (
    select from jsonb_array_elements(items) as line
    where (line ->> 'quantity')::numeric not between 1 and 1000000 or (line ->> 'quantity')::numeric % 1 <> 0
  ) then
    raise exception 'Each line must have a type, an id and a whole quantity of at least 1.' using errcode = 'PT400';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('place', place, 'type', line ->> 'type', 'id', line ->> 'id',
      'quantity', (line ->> 'quantity')::numeric::integer) order by place), '[]')
    from jsonb_array_elements(items) with ordinality as listed (line, place));
end
$$;
