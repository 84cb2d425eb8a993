/* The sort value (as text) and id in a cursor. Raises PT400 unless it is a cursor of this sort. */
create function private.read_cursor(cursor text, sort text, out sort_value text, out id uuid)
returns record
language plpgsql stable
set search_path = ''
as $$
declare
  parts jsonb;
begin
  parts := convert_from(decode(translate(cursor, '-_', '+/'), 'base64'), 'UTF8')::jsonb;
  if parts ->> 0 <> sort or jsonb_array_length(parts) <> 3 then
    raise exception using errcode = 'PT400';
  end if;
  sort_value := parts ->> 1;
  id := (parts ->> 2)::uuid;
  case sort
    when 'newest' then perform sort_value::timestamptz;
    when 'name' then null;
    else perform sort_value::numeric;
  end case;
  if sort_value is null or id is null then
    raise exception using errcode = 'PT400';
  end if;
exception when others then
  raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
end
$$;
