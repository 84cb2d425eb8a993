-- Written by `npm run db:change` from supabase/schemas.

create or replace function public.make_document(
  kind text,
  "order" uuid default null,
  enquiry uuid default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  facts private.document_kinds;
  made public.orders;
  asked public.enquiry_orders;
  lines jsonb;
  is_part boolean;
  answer jsonb;
  document_id constant uuid := gen_random_uuid();
  customer uuid;
begin
  perform private.require_staff('admin', 'crm_user');
  if make_document.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('make_document', make_document.key,
    jsonb_build_array(make_document.kind, make_document."order", make_document.enquiry));
  if answer is not null then
    return private.document_record((answer ->> 'id')::uuid);
  end if;
  select * into facts from private.document_kinds as kinds where kinds.kind = make_document.kind and kinds.lines = 'source';
  if not found then
    perform private.refuse('kind', format('Select %s.', (
      select string_agg(format('%s %s', case when kinds.name ~ '^[AEIOU]' then 'an' else 'a' end, lower(kinds.name)),
        ' or ' order by kinds.bill_sign, kinds.kind)
      from private.document_kinds as kinds where kinds.lines = 'source')));
  elsif num_nonnulls(make_document."order", make_document.enquiry) <> 1 then
    perform private.refuse('order', 'Select an order or an enquiry.');
  elsif facts.needs_order and make_document."order" is null then
    perform private.refuse('order', format('%s %s needs an order. Make the order first.',
      case when facts.name ~ '^[AEIOU]' then 'An' else 'A' end, lower(facts.name)));
  end if;
  if make_document."order" is not null then
    select * into made from public.orders where orders.id = make_document."order" for key share;
    if not found then
      raise exception 'There is no such order.' using errcode = 'PT404';
    end if;
  else
    select * into asked from public.enquiry_orders where enquiry_orders.id = make_document.enquiry for key share;
    if not found then
      raise exception 'There is no such enquiry.' using errcode = 'PT404';
    end if;
  end if;
  customer := private.remaining_customer(coalesce(made.customer_id, asked.customer_id));
  perform from public.customers where customers.id = customer and customers.erased_at is null for key share;
  if not found then
    perform private.refuse('customer', 'The data of this customer was erased.');
  end if;
  lines := private.source_lines(made.id, asked.id, facts.bill_sign > 0);
  is_part := made.id is not null and jsonb_array_length(lines) < (
    select count(*) from public.order_items as line where line.order_id = made.id);
  if is_part and lines = '[]' then
    raise exception 'All lines of this order are invoiced already.' using errcode = 'PT409', detail = '{"reason": "incomplete"}';
  end if;
  insert into public.documents (id, kind, order_id, enquiry_order_id, customer_id, billing_profile_id, valid_until,
    discount_percent, discount_amount, source_hash, created_by)
  values (document_id, make_document.kind, made.id, coalesce(asked.id, made.enquiry_order_id), customer,
    private.usual_billing_profile(customer),
    case when facts.is_offer then private.usual_validity(private.first_rental_day(made.id, asked.id)) end,
    -- why not of a part: the discount was deducted on the first invoice.
    case when not is_part or made.discount_percent is not null then made.discount_percent end,
    case when not is_part then made.discount_amount end, private.document_source(made.id, asked.id), auth.uid());
  perform private.write_document_lines(document_id, lines);
  perform private.save_amounts(document_id);
  perform private.bind_idempotency_key('make_document', make_document.key, jsonb_build_object('id', document_id));
  return private.document_record(document_id);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

create or replace function public.take_source_lines(id uuid, version integer, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  draft public.documents;
  facts private.document_kinds;
  made public.orders;
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
  perform private.write_document_lines(draft.id, private.source_lines(draft.order_id, draft.enquiry_order_id, facts.bill_sign > 0));
  update public.documents
  set discount_percent = made.discount_percent, discount_amount = made.discount_amount,
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
