/*
 * Takes back pieces of an order that is in progress, and answers as private.moved_order. Pieces that are back are free
 * at once, after their turnaround. When everything is back or missing, the order is returned. lines:
 * [{"line", "item", "quantity", "condition": "good" | "damaged" | "missing", "note", "photos": names in the bucket
 * returns, "pieces", "repair_until": of damaged ones}]; null: everything that is out, in good condition. charges:
 * added as lines, see private.add_charges; null: to be decided, see private.charges_due. Everything else as in
 * hand_over; the details of a refusal for more pieces than are out are {"reason": "more_than_out", …}. PT422 with details
 * {"field": "day"} before the hand-over. 42501 also for charges by a storekeeper.
 */
create function public.take_back(
  id uuid,
  lines jsonb default null,
  charges jsonb default null,
  day date default null,
  reason text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  given_reason constant text := nullif(private.trimmed(reason), '');
  made public.orders;
  moved jsonb;
  movement_id uuid;
  added uuid[];
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'storekeeper');
  if charges not in ('null', '[]') then
    perform private.require_staff('admin', 'crm_user');
  end if;
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('take_back', key, jsonb_build_array(id, lines, charges, day, reason));
  if answer is not null then
    return answer;
  end if;
  day := private.movement_day(day, given_reason);
  made := private.lock_moving_order(id, '{in_progress}');
  moved := private.checked_movement(made.id, lines, 'return', day);
  movement_id := private.record_movement(made, moved, 'return', day, given_reason);
  if exists (select from private.order_pieces(array[made.id]) as piece where piece.back + piece.missing < piece.quantity) then
    perform private.write_reservations(array[made.id]);
  else
    update public.orders as ended set status = 'returned' where ended.id = made.id;
  end if;
  perform private.take_out_of_service(made, movement_id, day, coalesce(moved, '[]'));
  added := private.add_charges(made, charges);
  update public.order_movements as recorded set charges = added where recorded.id = movement_id and added <> '{}';
  if charges is null or private.names_shown() <> 'whole' then
    perform private.mark_charges_due(movement_id);
  end if;
  perform private.record_event(made.customer_id, 'order', made.id, 'returned', null, private.movement_text(movement_id));
  select * into made from public.orders as found where found.id = made.id;
  answer := private.moved_order(made, movement_id);
  perform private.bind_idempotency_key('take_back', key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.take_back(uuid,jsonb,jsonb,date,text,uuid) to authenticated;
