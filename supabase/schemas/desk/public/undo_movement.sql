/*
 * Undoes a hand-over or return with a reason: its pieces, the order's status, the charges and the times out of
 * service that it made. Answers as private.moved_order. Pieces that are out again after an undone return are a
 * fact: where they are promised to others it makes a conflict. A repeat with the same key returns the first answer.
 *
 * Raises PT404 for an unknown movement, PT422 with details {"field": …}, PT409 with details {"reason":
 * "later_movement"} when the same items were moved again since, {"reason": "undone"}, {"reason": "status"} for an order
 * that was completed or cancelled, {"reason": "busy"}; 42501 for anyone but admin, crm_user and storekeeper, and for a
 * storekeeper where the movement has charges.
 */
create function public.undo_movement(id uuid, reason text default null, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  given_reason constant text := nullif(private.trimmed(reason), '');
  facts constant text := coalesce(current_setting('studio.facts', true), '');
  movement public.order_movements;
  made public.orders;
  became text;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'storekeeper');
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  elsif given_reason is null then
    perform private.refuse('reason', 'A reason is required to undo this.');
  elsif char_length(given_reason) > 500 then
    perform private.refuse('reason', 'The reason must be at most 500 characters');
  end if;
  answer := private.claim_idempotency_key('undo_movement', key, jsonb_build_array(id, reason));
  if answer is not null then
    return answer;
  end if;
  select * into movement from public.order_movements as found where found.id = id;
  if not found then
    raise exception 'There is no such movement.' using errcode = 'PT404';
  end if;
  if cardinality(movement.charges) > 0 then
    perform private.require_staff('admin', 'crm_user');
  end if;
  made := private.lock_moving_order(movement.order_id, '{confirmed,in_progress,returned}');
  -- why again: it may have been undone while this waited for the order.
  select * into movement from public.order_movements as found where found.id = id;
  if movement.undone_at is not null then
    raise exception 'This was undone already.' using errcode = 'PT409', detail = '{"reason": "undone"}';
  elsif exists (
    select from public.order_movement_lines as line
      join public.order_movement_lines as later using (order_item_id, item_id)
      join public.order_movements as since on since.id = later.movement_id and since.undone_at is null
    where line.movement_id = movement.id and since.id <> movement.id
      and (since.created_at, since.id) > (movement.created_at, movement.id)
  ) then
    raise exception 'The same items were moved again since. Undo that first.'
      using errcode = 'PT409', detail = '{"reason": "later_movement"}';
  end if;
  update public.order_movements as undone
  set undone_at = clock_timestamp(), undo_reason = given_reason,
    undone_by = (select profile.id from public.user_profiles as profile where profile.id = auth.uid())
  where undone.id = movement.id;
  update public.reservations as ended set status = 'released'
  where ended.movement_id = movement.id and ended.kind = 'out_of_service' and ended.status <> 'released';
  if cardinality(movement.charges) > 0 then
    delete from public.order_items as charge
    where charge.id = any (movement.charges) and charge.order_id = made.id and charge.charge is not null;
    update public.orders as charged set total_price = private.order_total(made.id) where charged.id = made.id;
  end if;
  became := case
    when movement.kind = 'return' then 'in_progress'
    when exists (
      select from public.order_movements as other where other.order_id = made.id and other.undone_at is null
    ) then made.status
    else 'confirmed' end;
  if movement.kind = 'return' then
    perform set_config('studio.facts', 'on', true);
  end if;
  if became <> made.status then
    update public.orders as changed set status = became where changed.id = made.id;
  else
    perform private.write_reservations(array[made.id]);
  end if;
  perform set_config('studio.facts', facts, true);
  perform private.record_event(made.customer_id, 'order', made.id, 'movement_undone', movement.kind,
    private.movement_text(movement.id));
  select * into made from public.orders as found where found.id = made.id;
  answer := private.moved_order(made, movement.id);
  perform private.bind_idempotency_key('undo_movement', key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.undo_movement(uuid,text,uuid) to authenticated;
