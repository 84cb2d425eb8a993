/*
 * Sets the components of an item, in this order, and returns them as `components` does; [] for none. Nothing
 * that is booked moves. components: [{"type", "id", "quantity": pieces in one kit, 1 to 1000}], at most 100.
 *
 * Raises PT404 for an unknown item; PT422 with details {"field": "components"} for an unknown component, the
 * same one twice, a kit inside of itself, more than four levels, or more than 1,000 pieces of one item in one
 * kit (private.rebuild_kits); PT409 with details {"reason": "busy"}; 42501 for anyone but staff.
 */
create function public.set_components(type text, id uuid, components jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  kit public.items;
  asked record;
  former jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  kit := private.present_item(type, id);
  if jsonb_typeof(components) is distinct from 'array' or jsonb_array_length(components) > 100 then
    perform private.refuse('components', 'Components must be a list of at most 100.');
  end if;
  for asked in
    select private.whole_number(given.value -> 'quantity', 1, 1000) as quantity, item.id as item_id, item.name,
      count(*) over (partition by item.id) as times
    from jsonb_array_elements(components) as given (value)
      left join public.items as item on item.id = private.uuid_of(given.value ->> 'id')
        and item.kind = given.value ->> 'type' and item.removed_at is null
  loop
    if asked.item_id is null then
      perform private.refuse('components', 'A component is no longer there. Choose another.');
    elsif asked.item_id = kit.id then
      perform private.refuse('components', format('"%s" cannot contain itself.', kit.name));
    elsif asked.quantity is null then
      perform private.refuse('components', format('The quantity of "%s" must be from 1 to 1,000.', asked.name));
    elsif asked.times > 1 then
      perform private.refuse('components', format('"%s" is listed twice.', asked.name));
    end if;
  end loop;
  -- why: a booking of the kit, or of one around it, reads its parts under the same lock.
  perform private.lock_items(array(
    select around.kit_id from private.kit_parts as around where around.part_id = kit.id
  ) || kit.id);
  former := private.component_texts(kit.id);
  delete from public.item_components as listed where listed.kit_id = kit.id;
  insert into public.item_components (kit_id, component_id, quantity, position)
  select kit.id, (given.value ->> 'id')::uuid, (given.value ->> 'quantity')::numeric::integer, given.place
  from jsonb_array_elements(components) with ordinality as given (value, place);
  perform private.log_change('items', 'changed', 'item_components', 'item', kit.id::text, kit.code || ' · ' || kit.name,
    case when former = private.component_texts(kit.id) then '{}'
      else jsonb_build_object('components', jsonb_build_array(former, private.component_texts(kit.id))) end);
  return private.components_of(kit.id);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.set_components(text,uuid,jsonb) to authenticated;
