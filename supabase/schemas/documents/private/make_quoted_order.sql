/*
 * Makes a confirmed order from the enquiry of an issued quote, with the quote's lines and total; everything or nothing.
 * The items are reserved, the enquiry's hold ends, and its status becomes converted, from any status in which it is
 * open. Raises PT409 as public.order_from_quote does.
 */
create function private.make_quoted_order(quote public.documents) returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  enquiry public.enquiry_orders;
  made public.orders;
  lines public.order_items[];
begin
  if not (private.kind_of(quote)).is_offer or quote.state = 'draft' then
    raise exception 'Only an issued quote becomes an order.' using errcode = 'PT409', detail = '{"reason": "incomplete"}';
  elsif quote.state = 'superseded' then
    raise exception 'This quote was revised. Use its last revision.'
      using errcode = 'PT409', detail = '{"reason": "revised"}';
  end if;
  select * into enquiry from public.enquiry_orders as found where found.id = quote.enquiry_order_id for update;
  made := private.order_of_document(quote);
  if made.id is not null then
    raise exception using errcode = 'PT409', message = format('Quote %s has its order already: %s.', quote.number, made.order_number),
      detail = jsonb_build_object('reason', 'has_order', 'order_number', made.order_number)::text;
  elsif enquiry.id is null or enquiry.status <> all (private.open_statuses()) then
    raise exception using errcode = 'PT409', message = 'The enquiry of this quote is closed. Open it again first.',
      detail = '{"reason": "closed"}';
  end if;
  lines := array(select line from private.quoted_lines(quote, enquiry) as line order by line.position);
  if lines = '{}' then
    raise exception 'This quote has no lines to make an order from.'
      using errcode = 'PT409', detail = '{"reason": "incomplete"}';
  end if;

  insert into public.orders (
    customer_id, enquiry_order_id, status, payment_status, rental_from, rental_to, total_price, discount_amount,
    discount_reason, message, contact_first_name, contact_last_name, contact_email
  )
  select enquiry.customer_id, enquiry.id, 'confirmed', 'advance_received',
    coalesce(min(line.rental_from), enquiry.rental_from), coalesce(max(line.rental_to), enquiry.rental_to), quote.taxable,
    nullif(quote.gross - quote.taxable, 0), case when quote.gross > quote.taxable then format('Discount of quote %s', quote.number) end,
    enquiry.message, enquiry.contact_first_name, enquiry.contact_last_name, enquiry.contact_email
  from unnest(lines) as line
  returning * into made;
  -- why after the order: its counts of the lead are locked before any item, as on every other path.
  perform private.lock_stock(array(
    select line.item_id from unnest(lines) as line where line.item_id is not null
    union
    select hold.item_id from public.enquiry_items as line
      join public.reservations as hold on hold.enquiry_item_id = line.id and hold.status = 'held'
    where line.enquiry_order_id = enquiry.id));
  update public.enquiry_orders as converted set status = 'converted', held_until = null where converted.id = enquiry.id;
  insert into public.order_items (
    id, order_id, item_type, item_id, description, quantity, price, list_price, per_day, rental_from, rental_to, position
  )
  select line.id, made.id, line.item_type, line.item_id, line.description, line.quantity, line.price, line.list_price,
    line.per_day, line.rental_from, line.rental_to, line.position
  from unnest(lines) as line;
  return made;
end
$$;
