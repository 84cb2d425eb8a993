/*
 * Moves all lines of a confirmed or running order to other days, both included, and returns the order's
 * row without the sender's texts. The total follows its lines. Sub-rentals stay on the days that they were
 * arranged for. A repeat with the same key returns the first answer.
 *
 * Raises PT404 for an unknown order; PT422 with details {"field": …}; PT409 not_free with the short lines, PT409
 * for an order in another status, PT409 with details {"reason": "busy"}; 42501 for anyone but admin and crm_user.
 */
create function public.change_order_dates(
  id uuid,
  rental_from date default null,
  rental_to date default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  made public.orders;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if change_order_dates.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('change_order_dates', change_order_dates.key,
    jsonb_build_array(change_order_dates.id, change_order_dates.rental_from, change_order_dates.rental_to));
  if answer is not null then
    return answer;
  end if;
  made := private.editable_order(change_order_dates.id, 'the dates of ');
  perform private.staff_days(change_order_dates.rental_from, change_order_dates.rental_to);
  answer := private.edit_order(made, jsonb_build_array(jsonb_build_object('action', 'dates',
    'rental_from', change_order_dates.rental_from, 'rental_to', change_order_dates.rental_to)), 'rental_to') -> 'order';
  perform private.bind_idempotency_key('change_order_dates', change_order_dates.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.change_order_dates(uuid,date,date,uuid) to authenticated;
