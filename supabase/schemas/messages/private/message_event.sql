/*
 * A customer's words or answer, or a payment: the parts "payment", "answer" and "words" of an e-mail, each where
 * it belongs to the template. {"skip": reason} when it is gone or settled. made: the order, or a row of nulls.
 */
create function private.message_event(
  message private.outbox,
  enquiry public.enquiry_orders,
  made public.orders
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  due constant numeric := case when made.id is not null then (private.ledger_sums(made.id)).due end;
  told jsonb;
begin
  case message.template
  when 'enquiry_new' then
    return jsonb_build_object('words', enquiry.message);
  when 'message_new' then
    select jsonb_build_object('words', coalesce(written.message, '')) into told
    from public.contact_enquiries as written where written.id = (message.params ->> 'contact')::uuid;
  when 'enquiry_answered' then
    select jsonb_build_object('words', nullif(concat_ws(E'\n',
      'Other dates: ' || private.days_text(given.rental_from, given.rental_to), given.note), ''), 'answer', jsonb_build_object('name', null,
      'answer', case given.answer when 'withdraw' then 'withdrawn' else given.answer end)) into told
    from public.enquiry_answers as given where given.id = (message.params ->> 'answer')::uuid;
  when 'quote_answered' then
    select jsonb_build_object('answer', jsonb_build_object('answer', given.answer, 'name', given.name),
      'words', nullif(concat_ws(E'\n', given.note, (
        select string_agg(format('%s: %s', coalesce(line.text, wish ->> 'position'), wish ->> 'text'), E'\n'
          order by (wish ->> 'position')::integer)
        from jsonb_array_elements(given.changes) as wish
          left join public.document_lines as line
            on line.document_id = given.document_id and line.position = (wish ->> 'position')::smallint)), '')) into told
    from public.document_answers as given where given.id = (message.params ->> 'answer')::uuid;
  when 'payment_claimed' then
    select case when claim.state <> 'open' then '{"skip": "expired"}' else jsonb_build_object('payment',
        jsonb_build_object('amount', claim.amount, 'method', null, 'reference', claim.utr,
          'day', (claim.created_at at time zone 'Asia/Kolkata')::date, 'due', due)) end into told
    from public.payment_claims as claim where claim.id = (message.params ->> 'claim')::uuid;
  when 'payment_received' then
    select case when exists (select from public.payments as reversal where reversal.reverses = entry.id)
        then '{"skip": "cancelled"}' else jsonb_build_object('payment',
          jsonb_build_object('amount', entry.amount, 'method', entry.method, 'reference', nullif(entry.reference, ''),
            'day', entry.day, 'due', due)) end into told
    from public.payments as entry where entry.id = (message.params ->> 'payment')::uuid;
  else
    return '{}';
  end case;
  return coalesce(told, '{"skip": "gone"}');
end
$$;
