-- Written by `npm run db:change` from supabase/schemas.

create or replace function private.linked_enquiry_content(link private.enquiry_links) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  enquiry public.enquiry_orders;
  made public.orders;
  quote public.documents;
  answer jsonb;
begin
  select * into enquiry from public.enquiry_orders as known where known.id = link.enquiry_order_id;
  select * into made from public.orders as known where known.enquiry_order_id = enquiry.id;
  quote := private.quote_of_enquiry(enquiry.id);
  answer := private.answer_of_enquiry(enquiry.id);
  return jsonb_build_object('number', enquiry.enquiry_number, 'status', enquiry.status,
    'state', case
      when made.status = 'cancelled' then 'cancelled'
      when made.id is not null then 'ordered'
      when enquiry.status = any (private.open_statuses()) then case when quote.id is null then 'open' else 'quoted' end
      when answer ->> 'answer' = 'withdraw' then 'withdrawn'
      else 'closed' end,
    'created_at', private.iso_time(enquiry.created_at), 'rental_from', enquiry.rental_from,
    'rental_to', enquiry.rental_to, 'rental_days', enquiry.rental_days, 'total', enquiry.total_price,
    'payable', case when quote.id is null and made.id is null then private.enquiry_sums(enquiry.id) -> 'total' end,
    'held_until', case when enquiry.held_until > clock_timestamp() then private.iso_time(enquiry.held_until) end,
    'contact', jsonb_build_object('mobile', private.masked_mobile(enquiry.contact_mobile),
      'email', private.masked_email(enquiry.contact_email)),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object('name', item.name, 'image', shown.image, 'quantity', line.quantity,
        'price', line.price) order by line.position, line.id), '[]')
      from public.enquiry_items as line
        join public.items as item on item.id = line.item_id
        left join public.catalogue_items as shown on shown.id = line.item_id and shown.type = line.item_type
      where line.enquiry_order_id = enquiry.id),
    'answer', answer, 'change_waits', enquiry.change_asked_at is not null,
    'quote', case when quote.id is not null then jsonb_build_object('number', quote.number, 'total', quote.total,
      'valid_until', quote.valid_until, 'state', private.document_state(quote), 'opens', private.opens_quote(link)) end,
    'order', case when made.id is not null then jsonb_build_object('number', made.order_number, 'status', made.status,
      'rental_from', made.rental_from, 'rental_to', made.rental_to) end);
end
$$;

create or replace function private.message_rental(message private.outbox, enquiry public.enquiry_orders, made public.orders)
returns jsonb
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
    || private.message_lines(message, enquiry.id, made.id) end
$$;
