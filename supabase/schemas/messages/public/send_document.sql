/*
 * Queues an e-mail with an issued document to its customer, once per key, and returns it (private.outbox_value). The link in
 * it is made when it is sent. address: which one of private.address_choice is the customer's; the one that was typed with
 * the enquiry becomes that of the record.
 * Raises 42501 for anyone but admin and crm_user, PT404 for an unknown document, PT422 without a key, PT409 with
 * {"reason"}: 'incomplete' for a document that is not issued, 'erased' when the customer's data was erased, 'off' when
 * these e-mails are switched off, 'busy', and 'address' with "addresses" (private.address_choice) when one of two has to be
 * chosen, or another one was.
 */
create function public.send_document(document uuid, key uuid, address text default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  scope constant text := 'send_document:' || auth.uid();
  sent public.documents;
  message private.outbox;
  earlier jsonb;
  template text;
  choice jsonb;
  chosen text := lower(private.trimmed(send_document.address));
begin
  perform private.require_staff('admin', 'crm_user');
  if send_document.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  select * into sent from public.documents where documents.id = send_document.document;
  if not found then
    raise exception 'This document does not exist.' using errcode = 'PT404';
  end if;
  earlier := private.claim_idempotency_key(scope, send_document.key, jsonb_build_array(sent.id, chosen));
  if earlier is not null then
    select * into message from private.outbox where outbox.id = (earlier ->> 'id')::uuid;
    return private.outbox_value(message);
  end if;
  if sent.state <> 'issued' then
    raise exception 'Only an issued document can be sent.' using errcode = 'PT409', detail = '{"reason": "incomplete"}';
  end if;
  template := (private.kind_of(sent)).template;
  if private.setting_or_default('messages.' || template || '_on') = 'false' then
    raise exception 'These e-mails are switched off in the settings.' using errcode = 'PT409', detail = '{"reason": "off"}';
  end if;
  -- why locked: an erasure at the same moment empties this message, or is seen here.
  perform from public.customers as customer
  where customer.id = private.remaining_customer(sent.customer_id) and customer.erased_at is null for no key update;
  if not found then
    raise exception 'This customer''s data was erased.' using errcode = 'PT409', detail = '{"reason": "erased"}';
  end if;
  choice := private.address_choice(sent.customer_id, sent.enquiry_order_id, sent.order_id);
  if choice is not null and (chosen is null
    or chosen not in (lower(choice #>> '{record,email}'), lower(choice #>> '{typed,email}')))
    or choice is null and chosen is not null and not exists (
      select from public.customers as customer
      where customer.id = private.remaining_customer(sent.customer_id) and lower(customer.email) = chosen) then
    raise exception using errcode = 'PT409', message = 'Choose to which e-mail address it goes.',
      detail = jsonb_build_object('reason', 'address', 'addresses', choice)::text;
  elsif chosen = lower(choice #>> '{typed,email}') then
    update public.customers as corrected set email = choice #>> '{typed,email}'
    where corrected.id = private.remaining_customer(sent.customer_id);
  end if;
  insert into private.outbox (channel, template, audience, customer_id, enquiry_order_id, order_id, document_id, requested_by)
  values ('email', template, 'customer', private.remaining_customer(sent.customer_id), sent.enquiry_order_id, sent.order_id,
    sent.id, auth.uid())
  returning * into message;
  perform private.record_document_event(sent, 'document_sent');
  perform private.bind_idempotency_key(scope, send_document.key, jsonb_build_object('id', message.id));
  return private.outbox_value(message);
exception when lock_not_available then
  perform private.refuse_busy_customer();
end
$$;

grant execute on function public.send_document(uuid,uuid,text) to authenticated;
