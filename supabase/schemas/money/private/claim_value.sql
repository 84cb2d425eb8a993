/* A claim as staff see it. */
create function private.claim_value(claim public.payment_claims) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', claim.id, 'amount', claim.amount, 'utr', claim.utr, 'state', claim.state,
    'payment_id', claim.payment_id, 'created_at', private.iso_time(claim.created_at), 'document', (
      select jsonb_build_object('id', document.id, 'number', document.number, 'kind', document.kind)
      from public.documents as document where document.id = claim.document_id))
$$;
