/*
 * An e-mail as src/domain/messages/outgoing-message.ts describes it, without what claim_outbox adds, for a row that was
 * just claimed. {"skip": reason} when it must not be sent: switched off, erased, its record gone or settled, no address to
 * write to, or its recipient has got enough. A link that it makes is told as "link_id"; row.link_id is a link whose secret
 * reached nobody, to be used again.
 * The acknowledgement greets with the name and goes to the address that were typed with the enquiry. why not the
 * customer's: whoever types a known mobile number must learn nothing about its owner.
 */
create function private.email_delivery(message private.outbox) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  is_studio constant boolean := message.audience = 'studio';
  customer public.customers;
  enquiry public.enquiry_orders;
  made public.orders;
  document public.documents;
  contact record;
  event jsonb;
  path jsonb;
  problem text;
  address text;
begin
  if message.audience = 'person' then
    return private.test_delivery(message);
  elsif private.setting_value('messages.' || message.template || '_on') = 'false' then
    return '{"skip": "off"}';
  end if;
  select * into customer from public.customers
  where customers.id = private.remaining_customer(message.customer_id);
  select * into made from public.orders where orders.id = message.order_id;
  document := private.message_document(message, made);
  select * into enquiry from public.enquiry_orders
  where enquiry_orders.id = coalesce(message.enquiry_order_id, document.enquiry_order_id);
  if made.id is null and document.order_id is not null then
    made := private.order_of_document(document);
  end if;
  problem := case when customer.id is null or message.enquiry_order_id is not null and enquiry.id is null
      or message.order_id is not null and made.id is null
      or message.document_id is not null and document.id is null then 'gone'
    when customer.erased_at is not null then 'erased'
    when message.template = 'quote' and made.status = 'cancelled' then 'cancelled'
    else private.reminder_problem(message, enquiry, made) end;
  if problem is not null then
    return jsonb_build_object('skip', problem);
  end if;
  event := private.message_event(message, enquiry, made);
  if event ? 'skip' then
    return event;
  end if;

  contact := private.message_contact(message, customer, enquiry);
  address := case when is_studio
    then coalesce(nullif(private.setting_value('messages.studio_address') #>> '{}', ''), private.setting_text('studio.email'))
    else contact.email end;
  problem := private.address_problem(address);
  if is_studio and problem = 'reserved_domain' then
    -- why: a mail server is not asked, but a development server writes the demo studio's e-mails.
    problem := null;
  end if;
  if problem is null and message.template = 'acknowledgement' and private.over_mail_limit(message, address) then
    problem := 'limit';
  end if;
  if problem is not null then
    return jsonb_build_object('skip', problem);
  end if;

  path := case when is_studio
    then jsonb_build_object('link_id', null, 'path', private.studio_path(message, customer, enquiry, made))
    else private.customer_path(message, document, coalesce(enquiry.id, made.enquiry_order_id), address) end;
  return jsonb_build_object('to', case when not is_studio then address end, 'sample_of', null,
    'settings', private.message_settings(), 'texts', private.message_texts(message.template), 'link_id', path -> 'link_id',
    'attached', case when not is_studio and message.document_id is not null
      and private.setting_value('messages.attach_document') = 'true' then document.frozen end,
    'content', private.empty_content() || event || jsonb_build_object(
      'customer', jsonb_build_object('first_name', private.greeting_name(contact.first_name),
        'name', case when is_studio then concat_ws(' ', contact.first_name, contact.last_name)
          else coalesce(private.greeting_name(contact.first_name), '') end,
        'mobile', case when is_studio then customer.mobile end, 'email', case when is_studio then contact.email end),
      'rental', private.message_rental(message, enquiry, made, document),
      'document', case when document.id is not null then jsonb_build_object('kind', document.kind,
        'number', document.number, 'total', document.total, 'valid_until', document.valid_until) end,
      'overdue', case when message.template in ('item_overdue', 'overdue') then private.overdue_pieces(made.id) end,
      'path', path -> 'path'));
end
$$;
