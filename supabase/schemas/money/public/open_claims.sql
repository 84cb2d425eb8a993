/*
 * Open claims of customers, oldest first: [{"id", "amount", "utr", "state",
 * "payment_id", "document", "created_at", "order": {"id", "number", "due"} or null, "customer": {"id", "number",
 * "name"}, "same_reference": an entry of the ledger with this reference, with "order": its number, or null}]. At most 500.
 * Raises 42501 for anyone but admin and crm_user.
 */
create function public.open_claims() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select coalesce(jsonb_agg(private.claim_value(claim) || jsonb_build_object(
      'order', (
        select jsonb_build_object('id', made.id, 'number', made.order_number, 'due', private.order_due(made.id))
        from public.orders as made where made.id = private.order_of_claim(claim)),
      'customer', (
        select jsonb_build_object('id', customer.id, 'number', customer.customer_number,
          'name', private.customer_name(customer.id))
        from public.documents as document join public.customers as customer on customer.id = document.customer_id
        where document.id = claim.document_id),
      'same_reference', (
        select private.payment_value(entry) || jsonb_build_object('order', made.order_number)
        from private.payment_references as used
          join public.payments as entry on entry.id = used.payment_id
          join public.orders as made on made.id = used.order_id
        where used.reference = lower(private.trimmed(claim.utr)) order by entry.created_at limit 1)
    ) order by claim.created_at, claim.id), '[]')
    from (
      select open.* from public.payment_claims as open where open.state = 'open' order by open.created_at, open.id limit 500
    ) as claim);
end
$$;

grant execute on function public.open_claims() to authenticated;
