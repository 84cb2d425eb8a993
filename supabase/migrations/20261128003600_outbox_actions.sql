-- Functions for staff: send again, cancel, pause, send a document.

/* The message for a change by staff, locked; PT404 for an unknown one. */
create function private.message_to_change(id uuid) returns private.outbox
language plpgsql
set search_path = ''
as $$
declare
  message private.outbox;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into message from private.outbox as known where known.id = message_to_change.id for update;
  if not found then
    raise exception 'This message does not exist.' using errcode = 'PT404';
  end if;
  return message;
end
$$;

/*
 * Logs what the caller did to a message: 'resent' or 'cancelled', under the record that it is about, or the channel where it
 * is about none. Its recipient is not in the log.
 */
create function private.log_message(message private.outbox, what text) returns void
language plpgsql
set search_path = ''
as $$
declare
  about constant jsonb := private.record_of_message(message);
  new_id constant bigint := nextval('private.activity_id_seq');
begin
  insert into private.activity (id, change_id, person_id, person_name, area, what, table_name, record_type, record_id, label,
    customer_id, changes)
  values (new_id, new_id, auth.uid(), private.person_name(auth.uid()), 'crm', log_message.what, 'outbox',
    coalesce(about ->> 'type', 'setting'), coalesce(about ->> 'id', 'messages.' || message.channel),
    coalesce(about ->> 'number', case message.channel when 'email' then 'E-mails' else 'Push notices' end),
    private.remaining_customer(message.customer_id),
    jsonb_build_object('template', jsonb_build_array(null, message.template)));
end
$$;

/*
 * Sends an e-mail again, once per key; returns the message that waits (private.outbox_value). A failed or cancelled one that
 * nobody got is the same message again; of one that was sent a copy is queued, with a Message-ID of its own, so that mail
 * programs show both.
 * Raises 42501 for anyone but admin and crm_user, PT404 for an unknown message, PT422 without a key, PT409 with {"reason":
 * 'state'} for one that cannot be sent again.
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
    select * into message from private.outbox as known where known.id = (earlier ->> 'id')::uuid;
    return private.outbox_value(message);
  end if;
  if not private.can_resend(message) then
    raise exception 'This message cannot be sent again.' using errcode = 'PT409', detail = '{"reason": "state"}';
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
grant execute on function public.resend_message(uuid, uuid) to authenticated;

/*
 * Cancels a message that waits, or takes note of a failed one; a repeat changes nothing. Returns private.outbox_value.
 * Raises 42501 for anyone but admin and crm_user, PT404 for an unknown message, PT409 with {"reason"}: 'sending' while it is
 * being sent, 'sent' when it was.
 */
create function public.cancel_message(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  message private.outbox := private.message_to_change(cancel_message.id);
begin
  if message.state in ('sending', 'sent') then
    raise exception using errcode = 'PT409', detail = jsonb_build_object('reason', message.state)::text,
      message = case message.state when 'sent' then 'This message was sent already.'
        else 'This message is being sent at this moment. Try again in a minute.' end;
  elsif message.state <> 'skipped' then
    perform private.end_message(message.id, 'skipped', 'cancelled', message.problem);
    select * into message from private.outbox as known where known.id = message.id;
    perform private.log_message(message, 'cancelled');
  end if;
  return private.outbox_value(message);
end
$$;
grant execute on function public.cancel_message(uuid) to authenticated;

/*
 * Pauses a channel, or lets it send again, also after the mail server refused the login; returns
 * private.channel_states. Raises 42501 for anyone but admin and crm_user, PT422 for an unknown channel.
 */
create function public.pause_channel(channel text, paused boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  was private.channels;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into was from private.channels as known where known.channel = pause_channel.channel for update;
  if not found then
    perform private.refuse('channel', 'There is no such channel.');
  elsif pause_channel.paused is null then
    perform private.refuse('paused', 'Say whether it is paused.');
  end if;
  if pause_channel.paused and was.paused_by is null then
    update private.channels as known set paused_at = now(), paused_by = auth.uid(), problem = null, probe_at = null
    where known.channel = was.channel;
  elsif not pause_channel.paused then
    update private.channels as known set paused_at = null, paused_by = null, problem = null, probe_at = null
    where known.channel = was.channel;
    perform pg_notify('outbox', '');
  end if;
  if pause_channel.paused <> (was.paused_by is not null) then
    perform private.log_change('settings', 'changed', 'channels', 'setting', 'messages.' || was.channel,
      case was.channel when 'email' then 'E-mails' else 'Push notices' end,
      jsonb_build_object('paused', jsonb_build_array(was.paused_by is not null, pause_channel.paused)));
  end if;
  return private.channel_states();
end
$$;
grant execute on function public.pause_channel(text, boolean) to authenticated;

/*
 * Queues an e-mail with an issued document to its customer, once per key, and returns it (private.outbox_value). The link in
 * it is made when it is sent.
 * Raises 42501 for anyone but admin and crm_user, PT404 for an unknown document, PT422 without a key, PT409 with
 * {"reason"}: 'incomplete' for a document that is not issued, 'erased' when the customer's data was erased, 'off' when
 * these e-mails are switched off, 'busy'.
 */
create function public.send_document(document uuid, key uuid) returns jsonb
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
begin
  perform private.require_staff('admin', 'crm_user');
  if send_document.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  select * into sent from public.documents as known where known.id = send_document.document;
  if not found then
    raise exception 'This document does not exist.' using errcode = 'PT404';
  end if;
  earlier := private.claim_idempotency_key(scope, send_document.key, jsonb_build_array(sent.id));
  if earlier is not null then
    select * into message from private.outbox as known where known.id = (earlier ->> 'id')::uuid;
    return private.outbox_value(message);
  end if;
  if sent.state <> 'issued' then
    raise exception 'Only an issued document can be sent.' using errcode = 'PT409', detail = '{"reason": "incomplete"}';
  end if;
  template := case sent.kind when 'quote' then 'quote' else 'invoice' end;
  if private.setting_or_default('messages.' || template || '_on') = 'false' then
    raise exception 'These e-mails are switched off in the settings.' using errcode = 'PT409', detail = '{"reason": "off"}';
  end if;
  -- why locked: an erasure at the same moment empties this message, or is seen here.
  perform from public.customers as customer
  where customer.id = private.remaining_customer(sent.customer_id) and customer.erased_at is null for share;
  if not found then
    raise exception 'This customer''s data was erased.' using errcode = 'PT409', detail = '{"reason": "erased"}';
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
grant execute on function public.send_document(uuid, uuid) to authenticated;

/*
 * An e-mail as it would be sent at this moment, in the shape of src/domain/messages/outgoing-message.ts, without its
 * recipient's address and the secret of its link; {"skip": reason} when it would not be sent; null for a push notice.
 * Raises 42501 for anyone but admin and crm_user, PT404 for an unknown message.
 */
create function public.message_content(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  message private.outbox := private.message_to_change(message_content.id);
  told jsonb;
begin
  if message.channel <> 'email' then
    return null;
  end if;
  -- why undone: reading makes no link.
  begin
    told := private.email_delivery(message);
    raise exception using errcode = 'PT000';
  exception when sqlstate 'PT000' then null;
  end;
  if told ? 'skip' then
    return told;
  end if;
  if told #>> '{content,path}' is not null then
    told := jsonb_set(told, '{content,path}', to_jsonb(regexp_replace(told #>> '{content,path}', 'k=[0-9a-f]+', 'k=')));
  end if;
  return (told - 'link_id') || jsonb_build_object('to', null, 'id', message.id, 'lease', message.id, 'attempt', message.attempts,
    'message_id', coalesce(message.message_id, ''), 'thread', message.thread, 'template', message.template,
    'audience', message.audience);
end
$$;
grant execute on function public.message_content(uuid) to authenticated;
