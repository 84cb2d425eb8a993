-- Import of items from a file, second part: lines are staged in parts, checked, then saved all or none.

/* An import of the caller, with its row locked. Raises PT404 if there is none. */
create function private.own_import(id uuid) returns private.imports
language plpgsql
set search_path = ''
as $$
declare
  mine private.imports;
begin
  select * into mine from private.imports as known
  where known.id = own_import.id and known.owner = auth.uid() for update;
  if not found then
    raise exception 'There is no such import. Choose the file again.' using errcode = 'PT404';
  end if;
  return mine;
end
$$;

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

/*
 * Checks an import of the caller without saving anything; returns private.import_problems' result.
 * apply_import does not overwrite an item that is changed after this check.
 * Raises PT404 if there is no such import, 42501 for anyone but staff.
 * why enable_nestloop: the tables are often planned with statistics from when they were empty; every line
 * would be compared with every other. apply_import and undo_items have the setting too.
 */
create function public.check_import(id uuid, required text[] default '{}') returns jsonb
language plpgsql security definer
set search_path = ''
set enable_nestloop = off
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

/*
 * Saves an import of the caller, all lines or none: creates new items in line order and changes those
 * with a code. Old and new values are logged under the import's id, by which undo_items reverts it.
 * Returns {"created", "changed", "unchanged": counts}; a retry returns the same without saving again.
 * Raises PT422 with check_import's result as detail if there is a problem, also if an item was changed
 * after the check; PT404 if there is no such import, 42501 for anyone but staff.
 */
create function public.apply_import(id uuid, required text[] default '{}') returns jsonb
language plpgsql security definer
set search_path = ''
set jit = off
set enable_nestloop = off
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
  update private.imports as known set created = made, changed = renewed, unchanged = kept where known.id = mine.id;
  return jsonb_build_object('created', made, 'changed', renewed, 'unchanged', kept);
end
$$;

/* Deletes an import of the caller that was not applied, if there is one. 42501 for anyone but staff. */
create function public.drop_import(id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  delete from private.imports as known
  where known.id = drop_import.id and known.owner = auth.uid() and known.created is null;
end
$$;

grant execute on function public.stage_import(uuid, text, jsonb) to authenticated;
grant execute on function public.check_import(uuid, text[]) to authenticated;
grant execute on function public.apply_import(uuid, text[]) to authenticated;
grant execute on function public.drop_import(uuid) to authenticated;
