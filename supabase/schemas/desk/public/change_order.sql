/*
 * Changes a confirmed or running order, all changes or none, and returns {"order": its row without texts, "undo":
 * the changes that take it back, null where that is not safe}. The total follows; the order's days are the first and
 * last of its items. What one change gives back another can take. A repeat with the same key returns the first answer.
 *
 * changes: 1 to 200 of {"action", "line": id of the order line, "expected", …}:
 *   dates {rental_from, rental_to}; without "line": of the order and all its lines with dates.
 *   quantity {quantity}.
 *   swap {type, item, quantity}: another item at its price of today; quantity: the line's. Pieces hired in end.
 *   add {type, item, quantity, rental_from, rental_to}; "line": the new line's id; dates: the order's.
 *   add_text {description, quantity, price, per_day}. text {description}. remove.
 *   price {price, reason}: the reason is required unless it is the catalogue's price, or a text line.
 *   discount {percent or amount, or neither for none, reason}.
 *   sub_rental {quantity, reason, item} and take_over {enquiry}: as in convert_enquiry_to_order.
 *   restore {values}: of an undo.
 * expected: the value that the caller saw (private.line_value; discount: {percent, amount}). If it is another one now:
 * PT409 with details {"reason": "changed", "changes": [{"index", "line", "field", "present", "by", "at"}]}.
 *
 * Raises PT404 for an unknown order; PT422 with details {"field": "changes", "index", "line"}, or {"field": "key"};
 * PT409 not_free with the short lines, PT409 with details {"reason": "handed_over", "lines": [{"line", "out"}]}, PT409
 * for an order in another status, PT409 with details {"reason": "busy"}; 42501 for anyone but admin and crm_user.
 */
create function public.change_order(id uuid, changes jsonb, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if change_order.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('change_order', change_order.key,
    jsonb_build_array(change_order.id, change_order.changes));
  if answer is not null then
    return answer;
  end if;
  perform private.check_changes(changes);
  -- why enquiries first: an erasure locks them before it reads the orders of its customer. why no key update: an
  -- edit of the order that was made from one of them checks its foreign key.
  perform from public.enquiry_orders as holder
  where holder.id in (
    select private.uuid_of(change ->> 'enquiry') from jsonb_array_elements(changes) as change
    where change ->> 'action' = 'take_over'
  ) order by holder.id for no key update;
  answer := private.edit_order(private.editable_order(change_order.id), changes);
  perform private.bind_idempotency_key('change_order', change_order.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.change_order(uuid,jsonb,uuid) to authenticated;
