/*
 * The quote that an order does not fit any more: {"id", "number", "total", "accepted"}, the one that the customer accepted, else,
 * while there is no invoice, the newest. Null where it fits, without a quote, and once the order is over. A first day that was
 * moved since is a change too, where the customer accepted another.
 */
create function private.changed_quote(made public.orders) returns jsonb
language sql stable
set search_path = ''
as $$
  with quote as (
    select document.*, given.created_at as accepted_at
    from private.documents_of_order(made.id, made.enquiry_order_id) as document
      left join public.document_answers as given on given.document_id = document.id and given.answer = 'accepted'
    where document.kind = 'quote' and document.state = 'issued' and made.status in ('confirmed', 'in_progress', 'returned')
    order by given.created_at is null, document.issued_at desc limit 1
  )
  select jsonb_build_object('id', quote.id, 'number', quote.number, 'total', quote.total,
    'accepted', quote.accepted_at is not null)
  from quote join public.documents as document on document.id = quote.id
  where (quote.accepted_at is not null or not exists (
      select from public.documents as invoice
      where invoice.order_id = made.id and invoice.kind = 'invoice' and invoice.state = 'issued'))
    and (not private.quote_fits(document, made)
    or made.rental_from is distinct from (coalesce(quote.frozen -> 'order' ->> 'rental_from',
        quote.frozen -> 'enquiry' ->> 'rental_from'))::date
      and exists (
        select from public.crm_events as event
        where event.subject = 'order' and event.subject_id = made.id and event.what in ('dates', 'line_dates')
          and event.created_at > quote.accepted_at))
$$;
