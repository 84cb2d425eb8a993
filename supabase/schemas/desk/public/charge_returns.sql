/*
 * Decides about the charges of an order's returns that wait for it, see private.charges_due: adds these, or none, and
 * answers as private.moved_order; "movement" is null. A charge belongs to the newest of these returns with its line, and
 * goes when that is undone. charges: see private.add_charges. A repeat with the same key returns the first answer.
 *
 * Raises PT404 for an unknown order, PT422 with details {"field": …}, PT409 with details {"reason": "charged"} where
 * nothing waits, {"reason": "status"} for charges of a cancelled order, {"reason": "busy"}; 42501 for anyone but admin and crm_user.
 */
create function public.charge_returns(id uuid, charges jsonb default null, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  made public.orders;
  due uuid[];
  added uuid[];
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('charge_returns', key, jsonb_build_array(id, charges));
  if answer is not null then
    return answer;
  end if;
  made := private.lock_moving_order(id, case when charges not in ('null', '[]') then '{in_progress,returned,completed}'
    else '{in_progress,returned,completed,cancelled}' end::text[]);
  due := array(
    select movement.id from public.order_movements as movement
    where movement.order_id = made.id and movement.charges_due and movement.undone_at is null);
  if due = '{}' then
    raise exception 'Somebody decided about these charges already.' using errcode = 'PT409', detail = '{"reason": "charged"}';
  end if;
  added := private.add_charges(made, charges);
  update public.order_movements as movement
  set charges_due = false, charges = movement.charges || array(
    select line.id from public.order_items as line
    where line.id = any (added) and movement.id = (
      select newest.id from public.order_movements as newest
        join public.order_movement_lines as moved on moved.movement_id = newest.id
      where newest.id = any (due) and moved.order_item_id = line.charge_for
      order by newest.created_at desc, newest.id desc limit 1))
  where movement.id = any (due);
  perform private.record_event(made.customer_id, 'order', made.id, 'returns_charged', null, cardinality(added)::text);
  select * into made from public.orders as found where found.id = made.id;
  answer := private.moved_order(made, null);
  perform private.bind_idempotency_key('charge_returns', key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.charge_returns(uuid,jsonb,uuid) to authenticated;
