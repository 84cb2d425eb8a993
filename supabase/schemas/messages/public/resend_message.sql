/*
 * Sends an e-mail again, once per key; returns the message that waits (private.outbox_value). A failed or cancelled one that
 * nobody got is the same message again; of one that was sent a copy is queued, with a Message-ID of its own, so that mail
 * programs show both.
 * Raises 42501 for anyone but admin and crm_user, PT404 for an unknown message, PT422 without a key, PT409 with {"reason":
 * 'state'} for one that cannot be sent again, 'address' for a document between whose addresses somebody has to choose
 * (public.send_document).
 */
create function public.resend_message(id uuid, key uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  scope constant text := 'resend_message:' || auth.uid();
  message private.outbox := private.message_to_change(resend_message.id);
  earlier jsonb;
begin
  if resend_message.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  earlier := private.claim_idempotency_key(scope, resend_message.key, jsonb_build_array(resend_message.id));
  if earlier is not null then
    select * into message from private.outbox where outbox.id = (earlier ->> 'id')::uuid;
    return private.outbox_value(message);
  end if;
  if not private.can_resend(message) then
    raise exception 'This message cannot be sent again.' using errcode = 'PT409', detail = '{"reason": "state"}';
  end if;
  if private.sends_document(message.template)
    and private.address_choice(message.customer_id, message.enquiry_order_id, message.order_id) is not null then
    raise exception 'Its enquiry was sent with another e-mail address. Send the document again from its page, which asks.'
      using errcode = 'PT409', detail = '{"reason": "address"}';
  end if;
  if message.state = 'sent' then
    insert into private.outbox as copy (channel, template, audience, user_id, customer_id, enquiry_order_id, order_id,
      document_id, params, recipient, thread, requested_by)
    values (message.channel, message.template, message.audience, message.user_id, message.customer_id,
      message.enquiry_order_id, message.order_id, message.document_id, message.params, message.recipient, message.thread,
      auth.uid())
    returning * into message;
  else
    update private.outbox as again set state = 'waiting', reason = null, problem = null, attempts = 0,
      first_attempt_at = null, due_at = now(), expires_at = null, link_id = null, requested_by = auth.uid()
    where again.id = message.id returning * into message;
    perform pg_notify('outbox', '');
  end if;
  perform private.log_message(message, 'resent');
  perform private.bind_idempotency_key(scope, resend_message.key, jsonb_build_object('id', message.id));
  return private.outbox_value(message);
end
$$;

grant execute on function public.resend_message(uuid,uuid) to authenticated;
