/*
 * Checks an import of the caller without saving anything; returns private.import_problems' result.
 * apply_import does not overwrite an item that is changed after this check.
 * Raises PT404 if there is no such import, 42501 for anyone but staff.
 * why enable_nestloop: the tables are often planned with statistics from when they were empty; every line
 * would be compared with every other. apply_import and undo_items have the setting too.
 */
create function public.check_import(id uuid, required text[] default '{}'::text[]) returns jsonb
language plpgsql security definer
set search_path = ''
set enable_nestloop = 'off'
as $$
declare
  mine private.imports;
  listed private.catalogue_kinds;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  mine := private.own_import(check_import.id);
  listed := private.inventory_kind(mine.kind);
  execute format(
    'update private.import_lines as said set seen = there.updated_at from %s as there
     where said.import_id = $1 and there.%I = upper(private.trimmed(said.fields ->> ''code'')) collate "C"
       and said.seen is distinct from there.updated_at',
    listed.item_table, listed.code_column)
    using mine.id;
  return private.import_problems(mine.id, mine.kind, coalesce(required, '{}'));
end
$$;

grant execute on function public.check_import(uuid,text[]) to authenticated;
