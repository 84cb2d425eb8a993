/*
 * Says where an item belongs in the studio, at most 60 characters; null or an empty text: nowhere in particular.
 * Returns {"type", "id", "place"}. Raises PT404 for an unknown item, PT422 with details {"field": "place"},
 * PT409 with details {"reason": "busy"}; 42501 for anyone but admin, inventory_user and storekeeper.
 */
create function public.set_place(type text, id uuid, place text default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  item public.items;
  wanted constant text := nullif(private.one_line(set_place.place), '');
begin
  perform private.require_staff('admin', 'inventory_user', 'storekeeper');
  item := private.present_item(set_place.type, set_place.id);
  if char_length(wanted) > 60 then
    perform private.refuse('place', 'The place must be at most 60 characters');
  end if;
  update public.items as placed set place = wanted
  where placed.id = item.id and placed.place is distinct from wanted;
  return jsonb_build_object('type', item.kind, 'id', item.id, 'place', wanted);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.set_place(text,uuid,text) to authenticated;
