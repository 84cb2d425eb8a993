/*
 * Gives `count` more pieces of an item the next numbers, and returns {"pieces": all of the item's pieces}. Pieces in
 * use are never more than the item's quantity, unless that is 0 (not counted). A repeat with the same key returns
 * the first answer.
 *
 * Raises PT404 for an unknown item, PT422 with details {"field": "count" | "key"}, PT409 idempotency_key_reused,
 * PT409 with details {"reason": "busy"}; 42501 for anyone but staff.
 */
create function public.number_pieces(type text, id uuid, count integer, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  item public.items;
  last integer;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('number_pieces', key, jsonb_build_array(type, id, count));
  if answer is not null then
    return answer;
  end if;
  if count is null or count not between 1 and 1000 then
    perform private.refuse('count', 'Enter whole pieces from 1 to 1,000');
  end if;
  item := private.present_item(type, id);
  perform private.lock_items(array[item.id]);
  -- why again: the quantity may have changed while this waited for the lock.
  item := private.present_item(type, id);
  perform private.check_piece_count(item, count, 'count');
  select coalesce(max(piece.number), 0) into last from public.item_pieces as piece where piece.item_id = item.id;
  if last + count > 9999 then
    perform private.refuse('count', 'An item can have at most 9,999 numbers');
  end if;
  insert into public.item_pieces (item_id, number, code)
  select item.id, next.number, item.code || '-' || lpad(next.number::text, greatest(2, length(next.number::text)), '0')
  from generate_series(last + 1, last + count) as next (number);
  answer := jsonb_build_object('pieces', private.pieces_value(item.id));
  perform private.bind_idempotency_key('number_pieces', key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.number_pieces(text,uuid,integer,uuid) to authenticated;
