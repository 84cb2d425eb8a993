/* An entry of the ledger as staff see it. */
create function private.payment_value(entry public.payments) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', entry.id, 'day', entry.day, 'account', entry.account, 'kind', entry.kind,
    'amount', entry.amount, 'method', entry.method, 'reference', entry.reference, 'note', entry.note,
    'reverses', entry.reverses,
    'reversed_by', (select reversal.id from public.payments as reversal where reversal.reverses = entry.id),
    'voucher', (
      select jsonb_build_object('id', document.id, 'number', document.number, 'kind', document.kind)
      from public.documents as document where document.id = entry.document_id),
    'created_at', private.iso_time(entry.created_at), 'created_by_name', private.person_name(entry.created_by))
$$;
