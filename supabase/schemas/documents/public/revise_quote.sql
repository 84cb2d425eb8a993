/*
 * Makes a draft of the next revision of an issued quote, under its number, and returns it; the one that is open already
 * if there is one. The quote stays valid until the revision is issued. Where the quote does not fit its order any more,
 * the draft has the order's lines and discount.
 * Raises PT404, PT409 {"reason": "revised"} for a quote that is superseded or not issued, 42501 for anyone but admin and
 * crm_user.
 */
create function public.revise_quote(id uuid, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  quote public.documents;
  answer jsonb;
  made uuid;
  changed public.orders;
begin
  perform private.require_staff('admin', 'crm_user');
  if revise_quote.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('revise_quote', revise_quote.key, jsonb_build_array(revise_quote.id));
  if answer is not null then
    return private.document_record((answer ->> 'id')::uuid);
  end if;
  select * into quote from public.documents as document
  where document.id = revise_quote.id and document.kind = 'quote' for update;
  if not found then
    raise exception 'There is no such quote.' using errcode = 'PT404';
  elsif quote.state <> 'issued' then
    raise exception 'Only the last issued revision of a quote can be revised.' using errcode = 'PT409', detail = '{"reason": "revised"}';
  end if;
  select draft.id into made from public.documents as draft where draft.number = quote.number and draft.state = 'draft';
  if not found then
    made := gen_random_uuid();
    changed := private.order_of_document(quote);
    if changed.id is not null and private.quote_fits(quote, changed) then
      changed := null;
    end if;
    insert into public.documents (id, kind, order_id, enquiry_order_id, customer_id, billing_profile_id, fy, sequence, revision,
      number, valid_until, place_of_supply, discount_percent, discount_amount, notes, source_hash, created_by)
    values (made, 'quote', coalesce(changed.id, quote.order_id), quote.enquiry_order_id, quote.customer_id, quote.billing_profile_id, quote.fy,
      quote.sequence, quote.revision + 1, quote.number,
      private.usual_validity(private.first_rental_day(quote.order_id, quote.enquiry_order_id), quote.valid_until),
      case quote.place_reason when 'set' then quote.place_of_supply end, 
      case when changed.id is null then quote.discount_percent else changed.discount_percent end,
      case when changed.id is null then quote.discount_amount else changed.discount_amount end, quote.notes,
      case when changed.id is null then quote.source_hash else private.document_source(changed.id, null) end, auth.uid());
    if changed.id is not null then
      perform private.write_document_lines(made, private.source_lines(changed.id, null, false));
    else
      insert into public.document_lines
      select (jsonb_populate_record(line, jsonb_build_object('document_id', made))).*
      from public.document_lines as line where line.document_id = quote.id;
    end if;
    perform private.save_amounts(made);
  end if;
  perform private.bind_idempotency_key('revise_quote', revise_quote.key, jsonb_build_object('id', made));
  return private.document_record(made);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

grant execute on function public.revise_quote(uuid,uuid) to authenticated;
