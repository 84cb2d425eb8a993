/*
 * Changes an open enquiry, all changes or none, and returns {"enquiry": its row without texts, "undo": the changes that take
 * it back}. The total follows; its days are the first and last of its items. A hold goes on with the new lines, and ends
 * before a first day that comes sooner. Issued quotes keep their lines and days. A repeat with the same key returns the
 * first answer.
 *
 * changes: as in change_order, without discount, sub_rental and take_over, which only an order has.
 *
 * Raises PT404 for an unknown enquiry; PT422 with details {"field": "changes", "index", "line"}, or {"field": "key"}; PT409
 * with details {"reason": "changed", "changes"} as change_order does; PT409 not_free with the short lines, of an enquiry
 * that is held; PT409 for an enquiry that nobody acts on, PT409 with details {"reason": "busy"}; 42501 for anyone but admin
 * and crm_user.
 */
create function public.change_enquiry(id uuid, changes jsonb, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if change_enquiry.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('change_enquiry', change_enquiry.key,
    jsonb_build_array(change_enquiry.id, change_enquiry.changes));
  if answer is not null then
    return answer;
  end if;
  perform private.check_changes(changes);
  answer := private.edit_enquiry(change_enquiry.id, changes);
  perform private.bind_idempotency_key('change_enquiry', change_enquiry.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.change_enquiry(uuid,jsonb,uuid) to authenticated;
