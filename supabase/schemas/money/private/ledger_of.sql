/* The ledger of an order that exists. */
create function private.ledger_of(made public.orders) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'order', jsonb_build_object('id', made.id, 'number', made.order_number, 'status', made.status,
      'payment_status', made.payment_status),
    'value', sums.value, 'basis', sums.basis, 'billed', sums.billed, 'to_bill', sums.to_bill, 'to_credit', sums.to_credit,
    'credits', sums.credits, 'quoted', case when sums.basis <> 'invoice' then private.changed_quote(made) end, 'received', sums.received, 'refunded', sums.refunded, 'tds', sums.tds,
    'written_off', sums.written_off, 'due', sums.due, 'due_on', coalesce(made.rental_from, made.rental_to),
    'deposit', jsonb_build_object('held', sums.held),
    'rows', (
      select coalesce(jsonb_agg(private.payment_value(entry) order by entry.created_at, entry.id), '[]')
      from public.payments as entry where entry.order_id = made.id),
    'claims', (
      select coalesce(jsonb_agg(private.claim_value(claim) order by claim.created_at, claim.id), '[]')
      from public.payment_claims as claim
      where claim.order_id = made.id or claim.document_id in (
        select document.id from private.documents_of_order(made.id, made.enquiry_order_id) as document)),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', document.id, 'kind', document.kind, 'number', document.number,
        'date', document.date, 'total', document.total) order by document.issued_at, document.id), '[]')
      from public.documents as document join private.document_kinds as kinds using (kind)
      where document.order_id = made.id and kinds.lines = 'payment' and document.state = 'issued'))
  from private.ledger_sums(made.id) as sums
$$;
