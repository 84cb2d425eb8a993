/*
 * Reads the lines and the discount of a draft again from its order or enquiry, and returns it. A repeat with the same key
 * reads them once. Raises PT404, PT409 {"reason": "changed", "document"}, {"reason": "issued"} or {"reason": "busy"}, PT422
 * with {"field"} for a credit note, 42501 for anyone but admin and crm_user.
 */
create function public.take_source_lines(id uuid, version integer, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  draft public.documents;
  facts private.document_kinds;
  made public.orders;
  source record;
begin
  perform private.require_staff('admin', 'crm_user');
  if take_source_lines.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  if private.claim_idempotency_key('take_source_lines', take_source_lines.key,
    jsonb_build_array(take_source_lines.id, take_source_lines.version)) is not null
  then
    return private.document_record(take_source_lines.id);
  end if;
  draft := private.locked_draft(take_source_lines.id, take_source_lines.version);
  facts := private.kind_of(draft);
  if facts.lines <> 'source' then
    perform private.refuse('id', format('Only %s have the lines of an order.', (
      select string_agg(lower(kinds.name) || 's', ' and ' order by kinds.bill_sign, kinds.kind)
      from private.document_kinds as kinds where kinds.lines = 'source')));
  end if;
  select * into made from public.orders where orders.id = draft.order_id;
  source := private.draft_source(made, draft.enquiry_order_id, facts.bill_sign > 0);
  perform private.write_document_lines(draft.id, source.lines);
  update public.documents
  set discount_percent = source.discount_percent, discount_amount = source.discount_amount,
    source_hash = private.document_source(draft.order_id, draft.enquiry_order_id), version = documents.version + 1,
    updated_at = clock_timestamp()
  where documents.id = draft.id;
  perform private.save_amounts(draft.id);
  perform private.bind_idempotency_key('take_source_lines', take_source_lines.key, jsonb_build_object('id', draft.id));
  return private.document_record(draft.id);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

grant execute on function public.take_source_lines(uuid,integer,uuid) to authenticated;
