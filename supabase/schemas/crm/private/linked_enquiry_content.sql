/*
 * The content of an enquiry's page, without any name of a person, and of number and address only what masks leave of what
 * was typed with this enquiry: {"number", "state", "status",
 * "created_at", "rental_from", "rental_to", "rental_days", "total" (rupees for all days, without GST), "payable"
 * (private.enquiry_sums; null once a quote or an order says what is to be paid), "held_until" (null
 * without a hold), "contact": {"mobile", "email"} or nulls, "items": [{"name", "image", "quantity", "price" (for one, a day where "per_day")}], "answer": the customer's last, or
 * null, "change_waits": it is a change that the studio has not answered, "quote": {"number", "total", "valid_until",
 * "state" (private.document_state), "opens": the link opens it too} or null, "order": {"number", "status", "rental_from",
 * "rental_to"} or null}.
 * States: 'open', 'quoted' (a quote was issued), 'ordered', 'cancelled' (its order was), 'withdrawn' by the customer, and
 * 'closed' by the studio.
 */
create function private.linked_enquiry_content(link private.enquiry_links) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  enquiry public.enquiry_orders;
  made public.orders;
  quote public.documents;
  answer jsonb;
begin
  select * into enquiry from public.enquiry_orders where enquiry_orders.id = link.enquiry_order_id;
  select * into made from public.orders where orders.enquiry_order_id = enquiry.id;
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
      select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(line.description, item.name),
        'image', shown.image, 'quantity', line.quantity, 'price', line.price, 'per_day', line.per_day) order by line.position, line.id), '[]')
      from public.enquiry_items as line
        left join public.items as item on item.id = line.item_id
        left join public.catalogue_items as shown on shown.id = line.item_id and shown.type = line.item_type
      where line.enquiry_order_id = enquiry.id),
    'answer', answer, 'change_waits', enquiry.change_asked_at is not null,
    'quote', case when quote.id is not null then jsonb_build_object('number', quote.number, 'total', quote.total,
      'valid_until', quote.valid_until, 'state', private.document_state(quote), 'opens', private.opens_quote(link)) end,
    'order', case when made.id is not null then jsonb_build_object('number', made.order_number, 'status', made.status,
      'rental_from', made.rental_from, 'rental_to', made.rental_to) end);
end
$$;
