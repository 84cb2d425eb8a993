/* The sort value, time and id in a cursor of a list. Raises PT400 unless it is a cursor of this sort. */
create function private.read_crm_cursor(
  cursor text,
  sort text,
  type text,
  out sort_value text,
  out created_at timestamptz,
  out id uuid
) returns record
language plpgsql stable
set search_path = ''
as $$
declare
  parts jsonb;
begin
  parts := convert_from(decode(translate(cursor, '-_', '+/'), 'base64'), 'UTF8')::jsonb;
  if parts ->> 0 <> sort then
    raise exception using errcode = 'PT400';
  end if;
  sort_value := parts ->> 1;
  created_at := parts ->> 2;
  id := parts ->> 3;
  execute format('select $1::%s', type) using sort_value;
  if sort_value is null or created_at is null or id is null then
    raise exception using errcode = 'PT400';
  end if;
exception when others then
  raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
end
$$;
