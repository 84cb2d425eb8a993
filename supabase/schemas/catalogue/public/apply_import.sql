/*
 * Saves an import of the caller, all lines or none: creates new items in line order and changes those
 * with a code. Old and new values are logged under the import's id, by which undo_items reverts it.
 * Returns {"created", "changed", "unchanged": counts}; a retry returns the same without saving again.
 * Raises PT422 with check_import's result as detail if there is a problem, also if an item was changed
 * after the check; PT404 if there is no such import, 42501 for anyone but staff.
 */
create function public.apply_import(id uuid, required text[] default '{}'::text[]) returns jsonb
language plpgsql security definer
set search_path = ''
set jit = 'off'
set enable_nestloop = 'off'
as $$
declare
  mine private.imports;
  listed private.catalogue_kinds;
  problems jsonb;
  written text;
  assignments text;
  made integer;
  renewed integer;
  kept integer;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  mine := private.own_import(apply_import.id);
  if mine.created is not null then
    return jsonb_build_object('created', mine.created, 'changed', mine.changed, 'unchanged', mine.unchanged);
  end if;
  listed := private.inventory_kind(mine.kind);
  -- why: locked, so that no item changes between the comparison and the write.
  execute format('select from %1$s as item where item.%2$I in (
      select upper(private.trimmed(fields ->> ''code'')) collate "C" from private.import_lines where import_id = $1)
    order by item.id for no key update', listed.item_table, listed.code_column)
    using mine.id;
  problems := private.import_problems(mine.id, mine.kind, coalesce(required, '{}'));
  if problems -> 'lines' = '0' or problems -> 'total' <> '0' then
    raise exception 'The file has lines that cannot be imported. Nothing was saved.'
      using errcode = 'PT422', detail = problems::text;
  end if;
  perform private.begin_item_batch(mine.id, mine.kind, 'import');
  select string_agg(quote_ident(item_column), ', ' order by place),
    string_agg(format('%1$I = said.%1$I', item_column), ', ' order by place)
    into written, assignments
  from private.import_columns(mine.kind);
  -- why: created_at a microsecond apart, so that lists sorted newest first keep the file's order.
  execute format(
    'with said as materialized (%3$s), made as (
       insert into %1$s (%2$s, created_at)
       select %2$s, now() - line * interval ''1 microsecond'' from said where there_id is null order by line
       returning id, %4$I as code, name, active
     ), renewed as (
       update %1$s as item set %5$s from said where item.id = said.there_id and said.differing <> ''{}''
       returning item.id, item.%4$I as code, item.name
     ), logged as (
       insert into public.item_changes (batch_id, item_id, code, name, is_new, was, became)
       select $1, id, code, name, true, ''{"active": false}'', jsonb_build_object(''active'', active) from made
       union all
       select $1, renewed.id, renewed.code, renewed.name, false,
         private.picked(said.was, said.differing), private.picked(said.became, said.differing)
       from renewed join said on said.there_id = renewed.id
     )
     select (select count(*) from made), (select count(*) from renewed),
       (select count(*) from said where there_id is not null and differing = ''{}'')',
    listed.item_table, written, private.import_items(mine.kind), listed.code_column, assignments)
    into made, renewed, kept using mine.id;
  if made + renewed = 0 then
    delete from public.item_batches as begun where begun.id = mine.id;
  else
    update public.item_batches as begun set created = made, changed = renewed where begun.id = mine.id;
  end if;
  delete from private.import_lines where import_id = mine.id;
  update private.imports set created = made, changed = renewed, unchanged = kept where imports.id = mine.id;
  return jsonb_build_object('created', made, 'changed', renewed, 'unchanged', kept);
end
$$;

grant execute on function public.apply_import(uuid,text[]) to authenticated;
