/*
 * Saves that the customer of a link says they paid, and returns what the link shows then (public.linked_document).
 * Staff match it with the bank's list; it is no payment. amount: rupees; utr: the bank's reference, 6 to 40 letters and
 * digits. Repeating a reference of the same document changes nothing.
 *
 * Returns null for an unknown, expired or revoked secret. Raises PT422 with {"field"}; PT409 with {"reason"}: 'preview',
 * 'busy'; PT429 with {"retry_after": seconds}.
 */
create function public.claim_payment(
  secret text,
  amount numeric default null,
  utr text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  reference constant text := upper(regexp_replace(coalesce(claim_payment.utr, ''), '[\s-]', '', 'g'));
  link private.links;
  paid public.documents;
  order_id uuid;
  claim_id uuid;
begin
  if claim_payment.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  link := private.open_document_link(claim_payment.secret);
  if link.id is null then
    return null;
  elsif link.kind = 'document_preview' then
    perform private.refuse_answer('preview', 'This is a preview. Only the customer can report a payment.');
  end if;
  if private.claim_idempotency_key('claim_payment:' || link.id, claim_payment.key,
    jsonb_build_array(claim_payment.amount, claim_payment.utr)) is not null then
    return private.linked_content(link, private.shown_document(link));
  end if;
  paid := private.shown_document(link);
  if not (private.kind_of(paid)).is_payable then
    perform private.refuse('amount', 'This document is not for payment.');
  elsif claim_payment.amount is null or claim_payment.amount not between 0.01 and 9999999999.99
    or claim_payment.amount <> round(claim_payment.amount, 2) then
    perform private.refuse('amount', 'Enter the amount that you paid, in rupees.');
  elsif reference !~ '^[A-Z0-9]{6,40}$' then
    perform private.refuse('utr', 'Enter the reference of your payment (UTR): 6 to 40 letters and digits.');
  end if;
  -- why locked: of two reports with the same reference the second one sees the first.
  paid := private.document_to_answer(link, null);
  if not exists (
    select from public.payment_claims as claim where claim.document_id = paid.id and claim.utr = reference
  ) then
    perform private.use_limits('answers', null);
    order_id := (private.order_of_document(paid)).id;
    insert into public.payment_claims (document_id, order_id, amount, utr)
    values (paid.id, order_id, claim_payment.amount, reference)
    returning id into claim_id;
    perform private.queue_messages('payment_claimed', paid.customer_id, paid.enquiry_order_id, order_id, paid.id,
      jsonb_build_object('claim', claim_id));
  end if;
  perform private.bind_idempotency_key('claim_payment:' || link.id, claim_payment.key, 'true');
  return private.linked_content(link, paid);
exception when lock_not_available then
  perform private.refuse_answer('busy', 'Somebody else is answering this document right now. Please try again.');
end
$$;

grant execute
  on function public.claim_payment(text,numeric,text,uuid) to anon, authenticated, service_role;
