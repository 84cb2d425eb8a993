/*
 * The quote that the customer accepted for an order, where the order has changed since: {"id", "number", "is_billed": the
 * amount due is the quote's}. Null where they agree, without an accepted quote, and once the order is over. Compared are
 * pieces and amount of each item, and of all texts together, the discount, and the first day where it was moved since; charges of a
 * return are left out.
 */
create function private.changed_quote(made public.orders) returns jsonb
language sql stable
set search_path = ''
as $$
  with quote as (
    select document.*, given.created_at as accepted_at
    from private.documents_of_order(made.id, made.enquiry_order_id) as document
      join public.document_answers as given on given.document_id = document.id and given.answer = 'accepted'
    where document.kind = 'quote' and document.state = 'issued' and made.status in ('confirmed', 'in_progress', 'returned')
    order by document.issued_at desc limit 1
  ), quoted as (
    select coalesce(line.item_id::text, 'text') as thing, sum(line.quantity) as pieces,
      sum(private.line_amount(line.unit_price, line.quantity, line.days)) as amount
    from quote join public.document_lines as line on line.document_id = quote.id and line.kind in ('item', 'text')
    group by 1
  ), ordered as (
    select coalesce(line.item_id::text, 'text') as thing, sum(line.quantity) as pieces,
      sum(private.line_amount(line.price, line.quantity, private.charged_days(line))) as amount
    from public.order_items as line where line.order_id = made.id and line.charge is null
    group by 1
  )
  select jsonb_build_object('id', quote.id, 'number', quote.number, 'is_billed', coalesce((
    select balance.basis = 'quote' from private.order_balances as balance where balance.order_id = made.id), false))
  from quote
  where exists (
      select from quoted full join ordered using (thing)
      where quoted.pieces is distinct from ordered.pieces
        -- why not exactly: a line that is charged once has the quoted amount divided by its pieces.
        or abs(quoted.amount - ordered.amount) >= 1)
    -- why not exactly: a percentage is rounded for each line of a quote, and once for an order.
    or abs(quote.gross - quote.taxable - coalesce(made.discount_amount, round(made.discount_percent / 100 * (
      select sum(ordered.amount) from ordered), 2), 0)) >= 2
    or made.rental_from is distinct from (coalesce(quote.frozen -> 'order' ->> 'rental_from',
        quote.frozen -> 'enquiry' ->> 'rental_from'))::date
      and exists (
        select from public.crm_events as event
        where event.subject = 'order' and event.subject_id = made.id and event.what in ('dates', 'line_dates')
          and event.created_at > quote.accepted_at)
$$;
