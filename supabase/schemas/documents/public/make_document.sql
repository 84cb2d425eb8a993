/*
 * Makes a draft of a quote from an order or enquiry, or of an invoice from an order, with its lines, and returns it as
 * `document` does. An invoice leaves out what is invoiced already: of a line of which a part is, it has the difference. A
 * repeat with the same key returns the same draft.
 * Raises PT404 for an unknown order or enquiry; PT409 {"reason": "incomplete"} with "numbers" when all is invoiced, and
 * {"reason": "has_order", "order_number"} for an enquiry that is an order; PT422
 * with {"field"}; 42501 for anyone but admin and crm_user.
 */
create function public.make_document(
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
  converted public.orders;
  source record;
  answer jsonb;
  document_id constant uuid := gen_random_uuid();
  customer uuid;
  billing record;
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
    select * into converted from public.orders where orders.enquiry_order_id = asked.id;
    if found then
      raise exception using errcode = 'PT409', message = format('This enquiry is order %s now. Make its documents there.', converted.order_number),
        detail = jsonb_build_object('reason', 'has_order', 'order_number', converted.order_number)::text;
    end if;
  end if;
  customer := private.remaining_customer(coalesce(made.customer_id, asked.customer_id));
  perform from public.customers where customers.id = customer and customers.erased_at is null for key share;
  if not found then
    perform private.refuse('customer', 'The data of this customer was erased.');
  end if;
  source := private.draft_source(made, asked.id, facts.bill_sign > 0);
  if source.lines = '[]' and source.numbers <> '{}' then
    raise exception using errcode = 'PT409', detail = jsonb_build_object('reason', 'incomplete', 'numbers', source.numbers)::text,
      message = format('All of this order is invoiced already: %s.', array_to_string(source.numbers, ', '));
  end if;
  if facts.bill_sign > 0 then
    select * into billing from private.order_billing(made, false);
  else
    select private.usual_billing_profile(customer) as billing_profile_id, null::text as place_of_supply into billing;
  end if;
  insert into public.documents (id, kind, order_id, enquiry_order_id, customer_id, billing_profile_id, place_of_supply, valid_until,
    discount_percent, discount_amount, source_hash, created_by)
  values (document_id, make_document.kind, made.id, coalesce(asked.id, made.enquiry_order_id), customer,
    billing.billing_profile_id, billing.place_of_supply,
    case when facts.is_offer then private.usual_validity(private.first_rental_day(made.id, asked.id)) end,
    source.discount_percent, source.discount_amount, private.document_source(made.id, asked.id), auth.uid());
  perform private.write_document_lines(document_id, source.lines);
  perform private.save_amounts(document_id);
  perform private.bind_idempotency_key('make_document', make_document.key, jsonb_build_object('id', document_id));
  return private.document_record(document_id);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

grant execute on function public.make_document(text,uuid,uuid,uuid) to authenticated;
