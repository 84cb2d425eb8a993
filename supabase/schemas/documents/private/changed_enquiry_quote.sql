/*
 * The newest issued quote of an open enquiry whose lines or days changed since: {"id", "number", "total", "accepted"}, as
 * private.changed_quote of an order. Null where it fits, and without a quote.
 */
create function private.changed_enquiry_quote(enquiry_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', quote.id, 'number', quote.number, 'total', quote.total, 'accepted', exists (
      select from public.document_answers as given where given.document_id = quote.id and given.answer = 'accepted'))
  from private.quote_of_enquiry(changed_enquiry_quote.enquiry_id) as quote
    join public.enquiry_orders as enquiry on enquiry.id = quote.enquiry_order_id
      and enquiry.status = any (private.open_statuses())
  where quote.source_hash <> private.document_source(null, enquiry.id)
    or exists (
      select from private.quoted_days as kept
        join public.document_lines as line on line.document_id = kept.document_id and line.position = kept.position
        join public.enquiry_items as asked on asked.id = line.enquiry_item_id
      where kept.document_id = quote.id and kept.rental_from is distinct from asked.rental_from)
$$;
