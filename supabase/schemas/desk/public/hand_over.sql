/*
 * Hands over pieces of a confirmed or running order, and answers as private.moved_order. The first hand-over sets the
 * order in progress. lines: [{"line", "item": of the line or a part of that kit, "quantity",
 * "pieces": ids of numbered pieces}]; null: everything left. day: default today; an earlier one needs a reason.
 * anyway: also pieces that are not here by the records, with a reason; a fact, which makes a conflict until the records
 * are right. A repeat with the same key returns the first answer.
 *
 * Raises PT404 for an unknown order, PT422 with details {"field": …}, PT409 with details {"reason":
 * "more_than_there", "lines": [{"line", "item", "quantity", "out"}]}, PT409 {"reason": "not_here", …} for pieces that
 * are out with others, out of service or not in the studio yet, see private.pieces_not_here; PT409 not_free for a day
 * before the line's first on which the pieces are promised to others, PT409 {"reason": "status" | "busy"}; 42501 for
 * anyone but admin, crm_user and storekeeper.
 */
create function public.hand_over(
  id uuid,
  lines jsonb default null,
  day date default null,
  reason text default null,
  key uuid default null,
  anyway boolean default false
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  given_reason constant text := nullif(private.trimmed(reason), '');
  is_anyway constant boolean := coalesce(anyway, false);
  made public.orders;
  movement_id uuid;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'storekeeper');
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('hand_over', key, jsonb_build_array(id, lines, day, reason)
    || case when is_anyway then '[true]'::jsonb else '[]' end);
  if answer is not null then
    return answer;
  end if;
  if is_anyway and given_reason is null then
    perform private.refuse('reason', 'A reason is required to hand over pieces that are not here.');
  end if;
  day := private.movement_day(day, given_reason);
  made := private.lock_moving_order(id, '{confirmed,in_progress}');
  movement_id := private.record_movement(made,
    private.checked_movement(made.id, lines, 'hand_over', day), 'hand_over', day, given_reason, is_anyway);
  if made.status = 'confirmed' then
    update public.orders as started set status = 'in_progress' where started.id = made.id returning * into made;
  else
    perform private.write_reservations(array[made.id]);
  end if;
  perform private.record_event(made.customer_id, 'order', made.id, 'handed_over',
    (select 'not_here' from public.order_movements as moved where moved.id = movement_id and moved.not_here),
    private.movement_text(movement_id));
  answer := private.moved_order(made, movement_id);
  perform private.bind_idempotency_key('hand_over', key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.hand_over(uuid,jsonb,date,text,uuid,boolean) to authenticated;
