-- An enquiry becomes an order with the lines and prices of its quote.

/*
 * The lines of an enquiry's quote as rows of order_items, with new ids; headings have none. An item is reserved for the
 * days that the enquiry wants it, and longer if more are quoted; where other days are quoted than reserved, the line
 * costs the quoted amount once. Texts have no days.
 * why prices without discounts: the order has the quote's whole discount as one amount, so that its total is the quote's
 * taxable value to the paisa.
 */
create function private.quoted_lines(quote public.documents, enquiry public.enquiry_orders)
returns setof public.order_items
language plpgsql
set search_path = ''
as $$
begin
  return query
  select made.*
  from public.document_lines as line
    left join public.items as item on item.id = line.item_id
    left join lateral (
      select asked.rental_from, asked.rental_to from public.enquiry_items as asked
      where asked.enquiry_order_id = enquiry.id and asked.item_id = line.item_id
      order by coalesce(asked.rental_days = line.days, false) desc, asked.position, asked.id limit 1
    ) as wanted on true
    cross join lateral (
      select case when line.item_id is not null then coalesce(wanted.rental_from, enquiry.rental_from) end as first_day
    ) as begun
    cross join lateral (
      select greatest(coalesce(wanted.rental_to, enquiry.rental_to, begun.first_day),
        begun.first_day + coalesce(line.days, 1) - 1) as last_day
      where begun.first_day is not null
      union all select null where begun.first_day is null
    ) as ended
    cross join lateral (
      select coalesce(line.days = coalesce(ended.last_day - begun.first_day + 1, 1) and line.item_id is not null, false) as per_day
    ) as priced
    cross join lateral jsonb_populate_record(null::public.order_items, jsonb_build_object(
      'id', gen_random_uuid(), 'item_type', line.item_type, 'item_id', line.item_id,
      'description', case when line.item_id is null then private.trimmed(line.text) end,
      'quantity', line.quantity,
      'price', line.unit_price * case when priced.per_day then 1 else coalesce(line.days, 1) end,
      'list_price', item.price, 'per_day', priced.per_day,
      'rental_from', begun.first_day, 'rental_to', ended.last_day, 'position', line.position)) as made
  where line.document_id = quote.id and line.kind <> 'heading';
end
$$;

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
  if quote.kind <> 'quote' or quote.state = 'draft' then
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

/*
 * Makes a confirmed order from the enquiry of an issued quote and returns the order's row; everything or nothing. Its
 * lines, prices and discount are the quote's. A repeat with the same key returns the first answer. The customer's
 * acceptance is not required, as it may be given by phone.
 *
 * Raises PT404 for an unknown document; PT409 with {"reason"}: 'not_free' with the short lines as
 * convert_enquiry_to_order does, 'has_order' with "order_number", 'revised' for an earlier revision, 'closed' when the
 * enquiry is, 'incomplete' for a draft, another kind of document or a quote without lines, 'busy'; PT422 without a key;
 * 42501 for anyone but admin and crm_user.
 */
create function public.order_from_quote(document uuid, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  quote public.documents;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if order_from_quote.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('order_from_quote', order_from_quote.key, to_jsonb(order_from_quote.document));
  if answer is not null then
    return answer;
  end if;
  select * into quote from public.documents as known where known.id = order_from_quote.document for no key update;
  if not found then
    raise exception 'This document does not exist.' using errcode = 'PT404';
  end if;
  answer := private.without_texts(to_jsonb(private.make_quoted_order(quote)));
  perform private.bind_idempotency_key('order_from_quote', order_from_quote.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;
grant execute on function public.order_from_quote(uuid, uuid) to authenticated;
