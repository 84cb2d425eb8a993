/*
 * Whether a quote is of an order as it stands: the order did not change since the quote's lines were read from it, or lines and
 * discount are the same: pieces and amount of each item, and of all texts together. Charges of a return that the quote
 * does not have are left out.
 */
create function private.quote_fits(quote public.documents, made public.orders) returns boolean
language sql stable
set search_path = ''
as $$
  with quoted as (
    select coalesce(line.item_id::text, 'text') as thing, sum(line.quantity) as pieces,
      sum(private.line_amount(line.unit_price, line.quantity, line.days)) as amount
    from public.document_lines as line where line.document_id = quote.id and line.kind <> 'heading'
    group by 1
  ), ordered as (
    select coalesce(line.item_id::text, 'text') as thing, sum(line.quantity) as pieces,
      sum(private.line_amount(line.price, line.quantity, private.charged_days(line))) as amount
    from public.order_items as line
    where line.order_id = made.id and (line.charge is null or exists (
      select from public.document_lines as same where same.document_id = quote.id and same.order_item_id = line.id))
    group by 1
  )
  select quote.order_id is not distinct from made.id and quote.source_hash is not distinct from private.document_source(made.id, null)
    or (not exists (
      select from quoted full join ordered using (thing)
      where quoted.pieces is distinct from ordered.pieces
        -- why not exactly: a line that is charged once has the quoted amount divided by its pieces.
        or abs(quoted.amount - ordered.amount) >= 1)
    -- why not exactly: a percentage is rounded for each line of a quote, and once for an order.
    and abs(quote.gross - quote.taxable - coalesce(made.discount_amount, round(made.discount_percent / 100 * (
      select sum(ordered.amount) from ordered), 2), 0)) < 2)
$$;
