/*
 * Queues the e-mails of an event that are switched on, and its notice to staff, in the transaction of the change that
 * caused them; returns how many e-mails. The template has the event's name; a new enquiry is acknowledged too. The ids:
 * which records they are about, null for none. params: further ids, such as {"payment": id}. Ids only: what an e-mail
 * tells is read when it is sent (private.email_delivery).
 */
create function private.queue_messages(
  event text,
  customer uuid,
  enquiry uuid default null,
  "order" uuid default null,
  document uuid default null,
  params jsonb default '{}'::jsonb
) returns integer
language plpgsql
set search_path = ''
as $$
declare
  templates constant text[] :=
    case queue_messages.event when 'enquiry_new' then '{enquiry_new,acknowledgement}' else array[queue_messages.event] end;
  queued integer;
begin
  insert into private.outbox
    (channel, template, audience, customer_id, enquiry_order_id, order_id, document_id, params, requested_by)
  select 'email', listed.template,
    case when listed.template = any (private.customer_templates()) then 'customer' else 'studio' end,
    queue_messages.customer, queue_messages.enquiry, queue_messages."order", queue_messages.document,
    queue_messages.params, auth.uid()
  from unnest(templates) as listed (template)
    left join private.studio_settings as switch on switch.key = 'messages.' || listed.template || '_on'
  where switch.value is distinct from 'false';
  get diagnostics queued = row_count;
  if queue_messages.event = any (private.notice_events()) then
    perform private.queue_notice(queue_messages.event, queue_messages.customer, queue_messages.enquiry,
      queue_messages."order", queue_messages.document, queue_messages.params);
  end if;
  return queued;
end
$$;
