/* Records in the timeline that a customer says they paid, and that staff dismissed it. */
create function private.record_claim_event() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  paid public.documents;
begin
  if tg_op = 'UPDATE' and not (old.state = 'open' and new.state = 'dismissed') then
    return null;
  end if;
  select * into paid from public.documents as document where document.id = new.document_id;
  perform private.record_event(paid.customer_id,
    case when coalesce(new.order_id, paid.order_id) is null then 'enquiry' else 'order' end,
    coalesce(new.order_id, paid.order_id, paid.enquiry_order_id),
    case tg_op when 'INSERT' then 'payment_claimed' else 'claim_dismissed' end, null, new.amount::text);
  return null;
end
$$;
