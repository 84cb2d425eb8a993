/*
 * Issues a draft: it gets its number and date and never changes again; a revised quote supersedes the one before. Returns
 * it as `document` does; a repeat with the same key too.
 * Raises PT404, PT409 {"reason": "incomplete", "missing"} with what is missing, {"reason": "changed", "document"},
 * {"reason": "issued"} or {"reason": "busy"}; 42501 for anyone but admin and crm_user.
 */
create function public.issue_document(id uuid, version integer, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '5s'
as $$
declare
  draft public.documents;
  answer jsonb;
  amounts jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if issue_document.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('issue_document', issue_document.key, jsonb_build_array(issue_document.id, issue_document.version));
  if answer is not null then
    return private.document_record(issue_document.id);
  end if;
  -- why first: two invoices of an order, or two credit notes of an invoice, are checked one after the other.
  perform from public.orders as made
  where made.id = (select documents.order_id from public.documents where documents.id = issue_document.id)
  for no key update;
  perform from public.documents as invoice
  where invoice.id = (select documents.corrects from public.documents where documents.id = issue_document.id)
  for update;
  draft := private.locked_draft(issue_document.id, issue_document.version);
  amounts := private.document_amounts(draft);
  perform private.refuse_incomplete(private.document_missing(draft, amounts));
  perform private.save_amounts(draft.id, amounts);
  if (private.kind_of(draft)).is_offer then
    update public.documents as former set state = 'superseded'
    where former.number = draft.number and former.state = 'issued';
  end if;
  perform private.record_event(private.remaining_customer(draft.customer_id),
    case when draft.order_id is not null then 'order' else 'enquiry' end, coalesce(draft.order_id, draft.enquiry_order_id),
    'document_issued', null, issued.number)
  from private.freeze_document(draft.id, amounts) as issued;
  perform private.bind_idempotency_key('issue_document', issue_document.key, jsonb_build_object('id', draft.id));
  return private.document_record(draft.id);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

grant execute on function public.issue_document(uuid,integer,uuid) to authenticated;
