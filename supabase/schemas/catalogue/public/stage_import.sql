/*
 * Stores lines of a file for an import of the caller: [[line, {key: text}], …]. The first call starts the
 * import under an id that the caller makes up. A line sent again replaces the earlier one. Returns the
 * number of staged lines. Imports are deleted after a day.
 * Raises PT422 over 10,000 lines, PT404 for another user's import, PT400 for another shape, 42501 for
 * anyone but staff.
 */
create function public.stage_import(id uuid, kind text, lines jsonb) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  mine private.imports;
  staged integer;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if jsonb_typeof(lines) is distinct from 'array' or exists (
    select from jsonb_array_elements(lines) as each
    where jsonb_typeof(each -> 0) is distinct from 'number' or jsonb_typeof(each -> 1) is distinct from 'object'
      or each ->> 0 !~ '^\d{1,9}$'
  ) then
    raise exception 'lines must be a list of [line, texts].' using errcode = 'PT400';
  end if;
  delete from private.imports as old where old.created_at < now() - interval '1 day';
  insert into private.imports (id, owner, kind)
  values (stage_import.id, auth.uid(), (private.inventory_kind(stage_import.kind)).kind)
  on conflict do nothing;
  mine := private.own_import(stage_import.id);
  if mine.kind <> stage_import.kind or mine.created is not null then
    raise exception 'This import is another one. Choose the file again.' using errcode = 'PT409';
  end if;
  insert into private.import_lines (import_id, line, fields)
  select distinct on ((each ->> 0)::integer) mine.id, (each ->> 0)::integer, each -> 1
  from jsonb_array_elements(lines) as each
  on conflict on constraint import_lines_pkey do update set fields = excluded.fields;
  select count(*) into staged from private.import_lines where import_id = mine.id;
  if staged > 10000 then
    raise exception 'A file can have at most 10,000 lines.' using errcode = 'PT422';
  end if;
  return staged;
end
$$;

grant execute on function public.stage_import(uuid,text,jsonb) to authenticated;
