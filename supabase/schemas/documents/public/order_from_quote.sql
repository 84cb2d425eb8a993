/*
 * Makes a confirmed order from the enquiry of an issued quote and returns the order's row; everything or nothing. Its
 * lines, prices and discount are the quote's. A repeat with the same key returns the first answer. The customer's
 * acceptance is not required, as it may be given by phone.
 *
 * Raises PT404 for an unknown document; PT409 with {"reason"}: 'not_free' with the short lines as
 * convert_enquiry_to_order does, 'has_order' with "order_number", 'revised' for an earlier revision, 'closed' when the
 * enquiry is, 'incomplete' for a draft, another kind of document or a quote without lines, 'busy'; PT422 without a key;
 * 42501 for anyone but admin and crm_user.
 */
create function public.order_from_quote(document uuid, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  quote public.documents;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if order_from_quote.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('order_from_quote', order_from_quote.key, to_jsonb(order_from_quote.document));
  if answer is not null then
    return answer;
  end if;
  select * into quote from public.documents where documents.id = order_from_quote.document for no key update;
  if not found then
    raise exception 'This document does not exist.' using errcode = 'PT404';
  end if;
  answer := private.without_texts(to_jsonb(private.make_quoted_order(quote)));
  perform private.bind_idempotency_key('order_from_quote', order_from_quote.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.order_from_quote(uuid,uuid) to authenticated;
