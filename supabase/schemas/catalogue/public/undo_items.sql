/*
 * Restores the values that the items of a batch had before it. Items whose values were changed since, or
 * that were deleted, are skipped. Items that an import created are switched off. The undo is a batch of
 * the log too and can itself be undone.
 * Returns {"restored": count, "kept": count, "items": the first 20 skipped as {"id", "code", "name"}}.
 * Raises PT404 for a batch that is not in the log, PT409 for one that was already undone, for one that
 * archived or restored items, or if an old
 * value was removed from its lookup, 42501 for anyone but staff.
 */
create function public.undo_items(batch uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set jit = 'off'
set enable_nestloop = 'off'
as $$
declare
  undone public.item_batches;
  listed private.catalogue_kinds;
  undo constant uuid := gen_random_uuid();
  standing text;
  assignments text;
  restored_items integer;
  kept_items integer;
  kept_first jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  select * into undone from public.item_batches where item_batches.id = batch for update;
  if not found then
    raise exception 'This change is no longer in the log.' using errcode = 'PT404';
  elsif undone.undone_at is not null then
    raise exception 'This change was undone already.' using errcode = 'PT409';
  elsif undone.what in ('archive', 'restore') then
    raise exception 'Archived items are restored from the list of archived items.' using errcode = 'PT409';
  end if;
  listed := private.inventory_kind(undone.kind);
  select string_agg(format('%1$L, item.%1$I', item_column), ', '),
    string_agg(format('%1$I = case when fit.was ? %1$L then fit.%1$I else item.%1$I end', item_column), ', ')
    into standing, assignments
  from private.import_columns(undone.kind) where item_column in (
    select jsonb_object_keys(was) from public.item_changes where batch_id = undone.id);
  perform private.begin_item_batch(undo, undone.kind, 'undo', undoes => undone.id);
  execute format(
    'with asked as materialized (
       select item_id, code, name, was, became from public.item_changes where batch_id = $1 and was <> became
     ), standing as materialized (
       select item.id, jsonb_build_object(%2$s) as has from %1$s as item
       where item.id in (select item_id from asked) order by item.id for no key update
     ), fit as materialized (
       select asked.item_id, asked.was, asked.became, typed.*
       from asked join standing on standing.id = asked.item_id
       cross join lateral jsonb_populate_record(null::%1$s, asked.was) as typed
       where not exists (
         select from jsonb_each(asked.became) as given where standing.has -> given.key is distinct from given.value)
     ), restored as (
       update %1$s as item set %3$s from fit where item.id = fit.item_id
       returning item.id, item.%4$I as code, item.name
     ), logged as (
       insert into public.item_changes (batch_id, item_id, code, name, was, became)
       select $2, restored.id, restored.code, restored.name, asked.became, asked.was
       from restored join asked on asked.item_id = restored.id
     ), kept as (
       select item_id, code, name from asked where item_id not in (select id from restored)
     )
     select (select count(*) from restored), (select count(*) from kept), (
       select coalesce(jsonb_agg(jsonb_build_object(''id'', item_id, ''code'', code, ''name'', name) order by code), ''[]'')
       from (select * from kept order by code limit 20) as first)',
    listed.item_table, standing, assignments, listed.code_column)
    into restored_items, kept_items, kept_first using undone.id, undo;
  if restored_items = 0 then
    delete from public.item_batches as begun where begun.id = undo;
  else
    update public.item_batches as begun set changed = restored_items where begun.id = undo;
    update public.item_batches set undone_at = now() where item_batches.id = undone.id;
  end if;
  return jsonb_build_object('restored', restored_items, 'kept', kept_items, 'items', kept_first);
exception when integrity_constraint_violation then
  raise exception 'Some of the former values can no longer be set: they were removed from their list.'
    using errcode = 'PT409';
end
$$;

grant execute on function public.undo_items(uuid) to authenticated;
