/*
 * Makes a draft of a credit note for an issued invoice and returns it; issue_document issues it. lines: [{"position",
 * "taxable"}], how much of a line's taxable value in rupees is credited; null: all that is left of the invoice.
 * Raises PT404, PT409 {"reason": "incomplete"} when nothing is left to credit, PT422 with {"field"} and "index" for a
 * line; 42501 for anyone but admin and crm_user.
 */
create function public.make_credit_note(
  invoice uuid,
  lines jsonb default null,
  reason text default null,
  key uuid default null
) returns jsonb
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
  given_reason constant text := private.one_line(coalesce(make_credit_note.reason, ''));
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
  select * into billed from public.documents as document
  where document.id = make_credit_note.invoice and document.kind = 'invoice' and document.state = 'issued'
  for key share;
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

grant execute on function public.make_credit_note(uuid,jsonb,text,uuid) to authenticated;
