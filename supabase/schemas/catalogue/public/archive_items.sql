/*
 * Archives items, or restores them, all or none. An archived item becomes inactive and disappears from all lists but
 * the manager's filter "Archived"; a restored one stays inactive. Items already in that state do not change.
 * Logged for each kind, like change_items.
 * items: [{"type", "id"}], 1 to 5,000.
 * Returns {"changed": count}.
 *
 * Raises PT404 for an unknown item; PT422 with details {"field": "items" | "key"}; PT409 with details {"reason":
 * "reserved", "orders": [numbers], "enquiries": [numbers], "items": [{"type", "id", "code", "name"}]} while pieces are
 * out, booked or held; {"reason": "in_kit", "kits": [{"type", "id", "code", "name"}], "items"} for components of kits
 * that are not archived with them; {"reason": "busy"}. 42501 for anyone but admin and inventory_user.
 */
create function public.archive_items(items jsonb, archived boolean, key uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  wanted uuid[];
  ids uuid[];
  listed record;
  answer jsonb;
begin
  perform private.require_staff('admin', 'inventory_user');
  if archive_items.key is null then
    perform private.refuse('key', 'A key is required.');
  elsif jsonb_typeof(archive_items.items) is distinct from 'array'
    or jsonb_array_length(archive_items.items) not between 1 and 5000
  then
    perform private.refuse('items', 'Choose 1 to 5,000 items.');
  elsif archive_items.archived is null then
    perform private.refuse('archived', 'archived must be true or false.');
  end if;
  answer := private.claim_idempotency_key('archive_items', archive_items.key,
    jsonb_build_array(archive_items.items, archive_items.archived));
  if answer is not null then
    return answer;
  end if;
  wanted := array(
    select distinct private.uuid_of(given.value ->> 'id') from jsonb_array_elements(archive_items.items) as given (value));
  ids := array(
    select item.id from public.items as item join jsonb_array_elements(archive_items.items) as given (value)
      on item.id = private.uuid_of(given.value ->> 'id') and item.kind = given.value ->> 'type'
    where item.removed_at is null);
  if not wanted <@ ids or wanted = '{}' then
    raise exception 'Some of the items are no longer there.' using errcode = 'PT404';
  end if;
  -- why: a booking reads under the same lock whether its items are archived.
  perform private.lock_items(ids);
  ids := array(
    select item.id from public.items as item
    where item.id = any (ids) and (item.archived_at is not null) <> archive_items.archived);
  if archive_items.archived then
    perform private.refuse_reserved(ids);
    perform private.refuse_in_kits(ids);
  end if;
  for listed in
    select kinds.kind, kinds.item_table, array_agg(item.id order by item.id) as ids, gen_random_uuid() as batch
    from public.items as item join private.catalogue_kinds as kinds using (kind)
    where item.id = any (ids) group by kinds.kind, kinds.item_table
  loop
    perform private.begin_item_batch(listed.batch, listed.kind,
      case when archive_items.archived then 'archive' else 'restore' end);
    insert into public.item_changes (batch_id, item_id, code, name, was, became)
    select listed.batch, item.id, item.code, item.name, jsonb_build_object('active', item.active), '{"active": false}'
    from public.items as item where item.id = any (listed.ids);
    update public.item_batches as begun set changed = cardinality(listed.ids) where begun.id = listed.batch;
    if archive_items.archived then
      execute format('update %s as item set active = false where item.id = any ($1) and item.active', listed.item_table)
        using listed.ids;
    end if;
  end loop;
  update public.items as item
  set archived_at = case when archive_items.archived then now() end where item.id = any (ids);
  answer := jsonb_build_object('changed', cardinality(ids));
  perform private.bind_idempotency_key('archive_items', archive_items.key, answer);
  return answer;
exception when lock_not_available or deadlock_detected then
  perform private.refuse_busy();
end
$$;

grant execute on function public.archive_items(jsonb,boolean,uuid) to authenticated;
