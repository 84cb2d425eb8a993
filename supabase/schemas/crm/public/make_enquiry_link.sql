/*
 * Makes a link to the page of an enquiry, for a message to its customer: {"id", "secret", "expires_at"}; the secret
 * cannot be read again. A repeat with the key gives the same link a new secret.
 * Raises 42501 for anyone but admin and crm_user, PT404 for an unknown enquiry, PT422 without a key, PT409 with
 * {"reason"}: 'erased' when the customer's data was erased, 'busy'.
 */
create function public.make_enquiry_link(enquiry uuid, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  scope constant text := 'make_enquiry_link:' || auth.uid();
  asked public.enquiry_orders;
  earlier jsonb;
  made record;
begin
  perform private.require_staff('admin', 'crm_user');
  if make_enquiry_link.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  earlier := private.claim_idempotency_key(scope, make_enquiry_link.key, to_jsonb(make_enquiry_link.enquiry));
  select * into asked from public.enquiry_orders where enquiry_orders.id = make_enquiry_link.enquiry;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  end if;
  -- why locked: an erasure at the same moment revokes this link, or is seen here.
  perform from public.customers as customer where customer.id = asked.customer_id and customer.erased_at is null for share;
  if not found then
    raise exception 'This customer''s data was erased.' using errcode = 'PT409', detail = '{"reason": "erased"}';
  end if;
  made := private.new_enquiry_link(asked.id, (earlier ->> 'id')::uuid, true);
  if earlier is null then
    perform private.record_event(asked.customer_id, 'enquiry', asked.id, 'link_made', null, null);
  end if;
  perform private.bind_idempotency_key(scope, make_enquiry_link.key, jsonb_build_object('id', made.id));
  return (
    select jsonb_build_object('id', link.id, 'secret', made.secret, 'expires_at', private.iso_time(link.expires_at))
    from private.enquiry_links as link where link.id = made.id);
exception when lock_not_available then
  perform private.refuse_busy_customer();
end
$$;

grant execute on function public.make_enquiry_link(uuid,uuid) to authenticated;
