/* Like private.read_cursor; for the sort 'best' also the rank. */
create function private.read_best_cursor(
  cursor text,
  sort text,
  out rank integer,
  out sort_value text,
  out id uuid
) returns record
language plpgsql stable
set search_path = ''
as $$
declare
  parts jsonb;
begin
  if sort <> 'best' then
    select read.sort_value, read.id into sort_value, id from private.read_cursor(cursor, sort) as read;
    return;
  end if;
  parts := convert_from(decode(translate(cursor, '-_', '+/'), 'base64'), 'UTF8')::jsonb;
  rank := (parts #>> '{1,0}')::integer;
  sort_value := parts #>> '{1,1}';
  id := (parts ->> 2)::uuid;
  perform sort_value::timestamptz;
  if parts ->> 0 <> sort or rank not between 1 and 100 or sort_value is null or id is null then
    raise exception using errcode = 'PT400';
  end if;
exception when others then
  raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
end
$$;
