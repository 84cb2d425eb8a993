-- Issuing documents, revisions of quotes, credit notes.

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
  missing jsonb;
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
  where made.id = (select known.order_id from public.documents as known where known.id = issue_document.id) for no key update;
  perform from public.documents as invoice
  where invoice.id = (select known.corrects from public.documents as known where known.id = issue_document.id) for update;
  draft := private.locked_draft(issue_document.id, issue_document.version);
  amounts := private.document_amounts(draft);
  missing := private.document_missing(draft, amounts);
  if missing <> '[]' then
    raise exception using errcode = 'PT409', message = missing #>> '{0,text}',
      detail = jsonb_build_object('reason', 'incomplete', 'missing', missing)::text;
  end if;
  perform private.save_amounts(draft.id, amounts);
  if draft.kind = 'quote' then
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
grant execute on function public.issue_document(uuid, integer, uuid) to authenticated;

/*
 * Makes a draft of the next revision of an issued quote, under its number, and returns it; the one that is open already
 * if there is one. The quote stays valid until the revision is issued.
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
begin
  perform private.require_staff('admin', 'crm_user');
  if revise_quote.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('revise_quote', revise_quote.key, jsonb_build_array(revise_quote.id));
  if answer is not null then
    return private.document_record((answer ->> 'id')::uuid);
  end if;
  select * into quote from public.documents as known where known.id = revise_quote.id and known.kind = 'quote' for update;
  if not found then
    raise exception 'There is no such quote.' using errcode = 'PT404';
  elsif quote.state <> 'issued' then
    raise exception 'Only the last issued revision of a quote can be revised.' using errcode = 'PT409', detail = '{"reason": "revised"}';
  end if;
  select known.id into made from public.documents as known where known.number = quote.number and known.state = 'draft';
  if not found then
    made := gen_random_uuid();
    insert into public.documents (id, kind, order_id, enquiry_order_id, customer_id, billing_profile_id, fy, sequence, revision,
      number, valid_until, place_of_supply, discount_percent, discount_amount, notes, source_hash, created_by)
    values (made, 'quote', quote.order_id, quote.enquiry_order_id, quote.customer_id, quote.billing_profile_id, quote.fy,
      quote.sequence, quote.revision + 1, quote.number,
      greatest(quote.valid_until, private.today() + private.setting_or_default('documents.quote_validity_days')::integer),
      case quote.place_reason when 'set' then quote.place_of_supply end, quote.discount_percent, quote.discount_amount,
      quote.notes, quote.source_hash, auth.uid());
    insert into public.document_lines
    select (jsonb_populate_record(line, jsonb_build_object('document_id', made))).*
    from public.document_lines as line where line.document_id = quote.id;
    perform private.save_amounts(made);
  end if;
  perform private.bind_idempotency_key('revise_quote', revise_quote.key, jsonb_build_object('id', made));
  return private.document_record(made);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;
grant execute on function public.revise_quote(uuid, uuid) to authenticated;

/*
 * Makes a draft of a credit note for an issued invoice and returns it; issue_document issues it. lines: [{"position",
 * "taxable"}], how much of a line's taxable value in rupees is credited; null: all that is left of the invoice.
 * Raises PT404, PT409 {"reason": "incomplete"} when nothing is left to credit, PT422 with {"field"} and "index" for a
 * line; 42501 for anyone but admin and crm_user.
 */
create function public.make_credit_note(invoice uuid, lines jsonb default null, reason text default null, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  billed public.documents;
  answer jsonb;
  credits jsonb;
  given jsonb;
  at_line integer;
  rest numeric;
  wanted numeric;
  given_reason constant text := private.trimmed(coalesce(make_credit_note.reason, ''));
  note_id constant uuid := gen_random_uuid();
begin
  perform private.require_staff('admin', 'crm_user');
  if make_credit_note.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('make_credit_note', make_credit_note.key,
    jsonb_build_array(make_credit_note.invoice, make_credit_note.lines, encode(sha256(convert_to(given_reason, 'UTF8')), 'hex')));
  if answer is not null then
    return private.document_record((answer ->> 'id')::uuid);
  elsif char_length(given_reason) not between 1 and 200 then
    perform private.refuse('reason', 'Say why the invoice is corrected, in at most 200 characters.');
  end if;
  select * into billed from public.documents as known
  where known.id = make_credit_note.invoice and known.kind = 'invoice' and known.state = 'issued' for key share;
  if not found then
    raise exception 'There is no such invoice.' using errcode = 'PT404';
  end if;
  -- What is left of each line: {position: rupees}.
  select coalesce(jsonb_object_agg(line.position, line.taxable - coalesce(before.taxable, 0)), '{}') into credits
  from public.document_lines as line
    left join private.credited_lines(billed.id, null) as before on before.line_position = line.position
  where line.document_id = billed.id and line.taxable > coalesce(before.taxable, 0);
  if credits = '{}' then
    raise exception using errcode = 'PT409', detail = '{"reason": "incomplete"}', message = format('%s is credited in full.', billed.number);
  elsif make_credit_note.lines is not null and make_credit_note.lines <> 'null' then
    if jsonb_typeof(make_credit_note.lines) <> 'array' or jsonb_array_length(make_credit_note.lines) not between 1 and 300 then
      perform private.refuse('lines', 'Select the lines to credit.');
    end if;
    answer := '{}';
    for given, at_line in select value, ordinality - 1 from jsonb_array_elements(make_credit_note.lines) with ordinality loop
      rest := (credits ->> coalesce(given ->> 'position', ''))::numeric;
      wanted := private.decimal_of(given -> 'taxable', 0.01, coalesce(rest, 0));
      if rest is null then
        perform private.refuse_line(at_line, 'Nothing is left to credit of this line.');
      elsif wanted is null or answer ? (given ->> 'position') then
        perform private.refuse_line(at_line, format('Enter an amount from ₹0.01 to ₹%s.', trim(to_char(rest, '9999999990.00'))));
      end if;
      answer := answer || jsonb_build_object(given ->> 'position', wanted);
    end loop;
    credits := answer;
  end if;
  insert into public.documents (id, kind, order_id, enquiry_order_id, customer_id, billing_profile_id, corrects, reason,
    place_of_supply, created_by)
  values (note_id, 'credit_note', billed.order_id, billed.enquiry_order_id, billed.customer_id, billed.billing_profile_id, billed.id,
    given_reason, billed.place_of_supply, auth.uid());
  insert into public.document_lines (document_id, position, kind, item_id, item_type, credits_position, text, sac, rate, place,
    quantity, unit_price)
  select note_id, row_number() over (order by line.position), line.kind, line.item_id, line.item_type, line.position, line.text,
    line.sac, line.rate, line.place, 1, (credits ->> line.position::text)::numeric
  from public.document_lines as line
  where line.document_id = billed.id and credits ? line.position::text;
  perform private.save_amounts(note_id);
  perform private.bind_idempotency_key('make_credit_note', make_credit_note.key, jsonb_build_object('id', note_id));
  return private.document_record(note_id);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;
grant execute on function public.make_credit_note(uuid, jsonb, text, uuid) to authenticated;
