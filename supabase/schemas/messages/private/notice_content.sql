/*
 * A notice: {"title", "name": a first name or null, "tag": one for each record, "path": page to open, "is_open":
 * whether it still needs somebody}; null where the record is gone. record: the row that tells of the event: the
 * enquiry, contact message, answer or claim; of an item overdue the order.
 */
create function private.notice_content(event text, record uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  told jsonb;
begin
  case event
  when 'test' then
    told := jsonb_build_object('title', 'Test notice', 'tag', 'test', 'path', '/ops/notices', 'is_open', true);
  when 'enquiry_new' then
    select jsonb_build_object('title', 'New enquiry ' || asked.enquiry_number,
      'name', private.greeting_name(asked.contact_first_name), 'tag', asked.enquiry_number,
      'path', '/ops/crm?tab=enquiries&open=' || asked.enquiry_number, 'is_open', asked.status = 'pending')
    into told from public.enquiry_orders as asked where asked.id = record;
  when 'message_new' then
    select jsonb_build_object('title', 'New message', 'name', private.greeting_name(sent.contact_first_name),
      'tag', 'message-' || left(sent.id::text, 8), 'path', '/ops/customers/' || writer.customer_number,
      'is_open', sent.handled_at is null)
    into told from public.contact_enquiries as sent join public.customers as writer on writer.id = sent.customer_id
    where sent.id = record;
  when 'enquiry_answered' then
    select jsonb_build_object('title', asked.enquiry_number
        || case given.answer when 'withdraw' then ' withdrawn' else ': change wanted' end,
      'name', private.greeting_name(asked.contact_first_name), 'tag', asked.enquiry_number,
      'path', '/ops/crm?tab=enquiries&open=' || asked.enquiry_number, 'is_open', true)
    into told
    from public.enquiry_answers as given join public.enquiry_orders as asked on asked.id = given.enquiry_order_id
    where given.id = record;
  when 'quote_answered' then
    select jsonb_build_object('title', 'Quote ' || quote.number
        || case given.answer when 'accepted' then ' accepted' when 'declined' then ' declined' else ': change wanted' end,
      'name', private.greeting_name(asker.first_name), 'tag', quote.number, 'path', '/ops/documents/' || quote.id,
      'is_open', true)
    into told
    from public.document_answers as given join public.documents as quote on quote.id = given.document_id
      left join public.customers as asker on asker.id = quote.customer_id
    where given.id = record;
  when 'payment_claimed' then
    select jsonb_build_object('title', 'Payment reported for ' || billed.number,
      'name', private.greeting_name(payer.first_name), 'tag', 'payment-' || billed.number,
      'path', '/ops/money?tab=claims', 'is_open', claim.state = 'open')
    into told
    from public.payment_claims as claim join public.documents as billed on billed.id = claim.document_id
      left join public.customers as payer on payer.id = billed.customer_id
    where claim.id = record;
  when 'hold_ending' then
    select jsonb_build_object('title', 'Hold of ' || asked.enquiry_number || ' ends soon',
      'name', private.greeting_name(asked.contact_first_name), 'tag', 'hold-' || asked.enquiry_number,
      'path', '/ops/crm?tab=enquiries&open=' || asked.enquiry_number,
      'is_open', exists (
        select from public.enquiry_items as line join public.reservations as hold on hold.enquiry_item_id = line.id
        where line.enquiry_order_id = asked.id and hold.status = 'held' and hold.expires_at > clock_timestamp()))
    into told from public.enquiry_orders as asked where asked.id = record;
  when 'item_overdue' then
    select jsonb_build_object('title', made.order_number || ' is overdue',
      'name', private.greeting_name(renter.first_name), 'tag', 'overdue-' || made.order_number,
      'path', '/ops/crm?tab=orders&open=' || made.order_number,
      'is_open', exists (
        select from public.order_items as line
          join public.reservations as rented on rented.order_item_id = line.id
        where line.order_id = made.id and rented.status = 'out' and line.rental_to < private.today()))
    into told
    from public.orders as made left join public.customers as renter on renter.id = made.customer_id
    where made.id = record;
  end case;
  return told;
end
$$;
