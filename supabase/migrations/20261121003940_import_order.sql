-- Items of one file stand in its order where the newest come first.

/*
 * Saves an import of the caller in the order of its lines, all of them or none, and answers
 * {"created": count}; asked again, it answers the same without saving again.
 * Raises PT422 with what check_import would answer as detail while something keeps it from being
 * saved, PT404 when there is no such import, 42501 for who is no staff.
 */
create or replace function public.apply_import(id uuid, required text[] default '{}') returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  mine private.imports;
  problems jsonb;
  written text;
  made integer;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  mine := private.own_import(apply_import.id);
  if mine.created is not null then
    return jsonb_build_object('created', mine.created);
  end if;
  problems := private.import_problems(mine.id, mine.kind, coalesce(required, '{}'));
  if problems -> 'lines' = '0' or problems -> 'total' <> '0' then
    raise exception 'The file has lines that cannot be imported. Nothing was saved.'
      using errcode = 'PT422', detail = problems::text;
  end if;
  select string_agg(quote_ident(item_column), ', ' order by place) into written
  from private.import_columns(mine.kind);
  -- why: microseconds apart, so that lists with the newest first have the order of the file.
  execute format('insert into %1$s (%2$s, created_at)
      select %2$s, now() - line * interval ''1 microsecond'' from (%3$s) as item order by line',
    (private.inventory_kind(mine.kind)).item_table, written, private.import_items(mine.kind))
    using mine.id;
  get diagnostics made = row_count;
  delete from private.import_lines where import_id = mine.id;
  update private.imports as known set created = made where known.id = mine.id;
  return jsonb_build_object('created', made);
end
$$;
