/*
 * Undoes a merge, within 24 hours: the moved rows return, with orders made from moved enquiries and notes written
 * about them since. Rows that arrived after the merge stay with the remaining customer.
 * Returns {"merge", "into", "from": customer numbers}.
 *
 * Raises PT404 for an unknown merge; PT422 with details {"field": "key"}; PT409 with details {"reason": "undone" |
 * "too_late" | "erased" | "later_merge" | "busy"}, later_merge if the remaining customer was merged into another
 * one since. 42501 for anyone but admin and crm_user.
 */
create function public.undo_merge(id uuid, key uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  merge public.customer_merges;
  remaining public.customers;
  merged public.customers;
  enquiries uuid[];
  made uuid[];
  messages uuid[];
  notes uuid[];
  refused text;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if undo_merge.key is null then
    perform private.refuse('key', 'A key is required.');
  end if;
  answer := private.claim_idempotency_key('undo_merge', undo_merge.key, jsonb_build_array(undo_merge.id));
  if answer is not null then
    return answer;
  end if;
  select * into merge from public.customer_merges as found where found.id = undo_merge.id;
  if not found then
    raise exception 'There is no such merge.' using errcode = 'PT404';
  end if;
  perform private.lock_customers(array[merge.into_id, merge.from_id]);
  select * into merge from public.customer_merges as found where found.id = undo_merge.id for update;
  select * into remaining from public.customers as found where found.id = merge.into_id;
  select * into merged from public.customers as found where found.id = merge.from_id;
  refused := case when merge.undone_at is not null then 'undone'
    when merge.merged_at <= now() - interval '24 hours' then 'too_late'
    when remaining.erased_at is not null then 'erased'
    when remaining.merged_into is not null then 'later_merge' end;
  if refused is not null then
    raise exception using errcode = 'PT409', detail = jsonb_build_object('reason', refused)::text,
      message = case refused
        when 'undone' then 'This merge was undone already.'
        when 'too_late' then 'A merge can be undone within 24 hours.'
        when 'erased' then 'The data of this customer was erased.'
        else format('Customer %s was merged into another one since. Undo that merge first.',
          remaining.customer_number) end;
  end if;

  enquiries := array(select value::uuid from jsonb_array_elements_text(merge.moved -> 'enquiries'));
  messages := array(select value::uuid from jsonb_array_elements_text(merge.moved -> 'messages'));
  perform private.exchange_details(remaining.id, merged.id,
    array(select value from jsonb_array_elements_text(merge.moved -> 'details')));
  update public.customers as former set merged_into = null where former.id = merged.id;
  update public.enquiry_orders as moving set customer_id = merged.id where moving.id = any (enquiries);
  with back as (
    update public.orders as moving set customer_id = merged.id
    where moving.customer_id = remaining.id and (moving.enquiry_order_id = any (enquiries)
      or moving.id in (select value::uuid from jsonb_array_elements_text(merge.moved -> 'orders')))
    returning moving.id
  ) select array_agg(back.id) into made from back;
  update public.contact_enquiries as moving set customer_id = merged.id where moving.id = any (messages);
  with back as (
    update public.customer_notes as moving set customer_id = merged.id
    where moving.customer_id = remaining.id and (moving.enquiry_order_id = any (enquiries)
      or moving.order_id = any (made)
      or moving.id in (select value::uuid from jsonb_array_elements_text(merge.moved -> 'notes')))
    returning moving.id
  ) select array_agg(back.id) into notes from back;
  update public.crm_events as moving set customer_id = merged.id
  where moving.customer_id = remaining.id and moving.subject_id = any (enquiries || made || messages || notes || merged.id);
  update public.customer_merges as undone set undone_at = now(), undone_by = auth.uid() where undone.id = merge.id;
  perform private.record_event(remaining.id, 'customer', remaining.id, 'unmerged', null, merged.customer_number);
  perform private.record_event(merged.id, 'customer', merged.id, 'unmerged', null, remaining.customer_number);
  answer := jsonb_build_object('merge', merge.id, 'into', remaining.customer_number, 'from', merged.customer_number);
  perform private.bind_idempotency_key('undo_merge', undo_merge.key, answer);
  return answer;
exception when lock_not_available or deadlock_detected then
  perform private.refuse_busy_customer();
end
$$;

grant execute on function public.undo_merge(uuid,uuid) to authenticated;
