-- Written by `npm run db:change` from supabase/schemas.

drop routine private.message_lines(private.outbox,uuid,uuid);
drop routine private.message_rental(private.outbox,public.enquiry_orders,public.orders);

create or replace function private.email_delivery(message private.outbox) returns jsonb
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
  select * into customer from public.customers as known
  where known.id = private.remaining_customer(message.customer_id);
  select * into made from public.orders as known where known.id = message.order_id;
  document := private.message_document(message, made);
  select * into enquiry from public.enquiry_orders as known
  where known.id = coalesce(message.enquiry_order_id, document.enquiry_order_id);
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

create function private.message_lines(message private.outbox, enquiry uuid, "order" uuid, document uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('more', count(*) filter (where not listed.is_told),
    'lines', coalesce(
      jsonb_agg(jsonb_build_object('name', listed.name, 'quantity', listed.quantity) order by listed.place)
        filter (where listed.is_told), '[]'),
    'short', coalesce(
      jsonb_agg(jsonb_build_object('name', listed.name, 'quantity', listed.quantity,
          'free', case when listed.shows = 'exact' then listed.free else 0 end) order by listed.place)
        filter (where listed.free < listed.quantity and listed.shows in ('exact', 'yes-no')), '[]'))
  from (
    select line.name, line.quantity, line.free, told.shows, row_number() over numbered as place,
      told.to_studio or row_number() over numbered <= 20 as is_told
    from (
      select asked.id, asked.position, asked.quantity, item.name, asked.free_when_sent as free
      from public.enquiry_items as asked join public.items as item on item.id = asked.item_id
      where message_lines.document is null and message_lines."order" is null
        and asked.enquiry_order_id = message_lines.enquiry
      union all
      select rented.id, rented.position, rented.quantity, coalesce(rented.description, item.name), null
      from public.order_items as rented left join public.items as item on item.id = rented.item_id
      where message_lines.document is null and rented.order_id = message_lines."order"
      union all
      select null, printed.position, printed.quantity, printed.text, null
      from public.document_lines as printed
      where printed.document_id = message_lines.document and printed.kind <> 'heading'
    ) as line cross join (
      select message_lines.message.audience = 'studio' as to_studio,
        case when message_lines.message.template not in ('enquiry_new', 'acknowledgement') then null
          when message_lines.message.audience = 'studio' then 'exact' else settings.shows end as shows
      from private.availability_settings as settings
    ) as told
    window numbered as (order by line.position, line.id)
  ) as listed
$$;

create function private.message_rental(
  message private.outbox,
  enquiry public.enquiry_orders,
  made public.orders,
  document public.documents
) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when coalesce(made.id, enquiry.id) is not null then
    jsonb_build_object('number', coalesce(made.order_number, enquiry.enquiry_number),
      'status', coalesce(made.status, enquiry.status),
      'rental_from', case when made.id is null then enquiry.rental_from else made.rental_from end,
      'rental_to', case when made.id is null then enquiry.rental_to else made.rental_to end,
      'rental_days', coalesce(made.rental_days, enquiry.rental_days),
      'total', coalesce(made.total_price, enquiry.total_price),
      'payable', case when made.id is null then private.enquiry_sums(enquiry.id) -> 'total' end,
      'held_until', case when made.id is null then private.iso_time(enquiry.held_until) end)
    || private.message_lines(message, enquiry.id, made.id, (
      select document.id from private.document_kinds as kinds
      where kinds.kind = document.kind and kinds.lines <> 'payment' and message.document_id is not null)) end
$$;
