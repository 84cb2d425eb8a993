/*
 * What orders cost and what is billed of it, with tax, in rupees. value: the issued invoices less their credit notes, with
 * what they miss and without what they have too much (private.unbilled); without an invoice the quote that fits the
 * order, an accepted one first, else the newest; without either the order by the arithmetic of documents
 * (private.order_sums). A cancelled order costs what its invoices bill besides its lines. expected: the same as if it
 * were not cancelled. billed: 0 without an invoice. to_bill, to_credit, credits: private.unbilled.
 */
create function private.order_bills(order_ids uuid[])
returns table (
  order_id uuid,
  value numeric,
  basis text,
  billed numeric,
  to_bill numeric,
  to_credit numeric,
  credits jsonb,
  expected numeric
)
language sql stable
set search_path = ''
as $$
  select made.id,
    case when invoiced.total is not null then invoiced.total + rest.total - rest.credit_total
      when made.status = 'cancelled' then 0 else coalesce(quoted.total, estimate.total) end,
    case when invoiced.total is not null then 'invoice' when made.status = 'cancelled' then 'none'
      when quoted.total is not null then 'quote' else 'estimate' end,
    coalesce(invoiced.total, 0), coalesce(rest.total, 0), coalesce(rest.credit_total, 0), coalesce(rest.credits, '[]'),
    coalesce(greatest(invoiced.total, invoiced.total + rest.total - rest.credit_total), quoted.total, estimate.total)
  from public.orders as made
    left join lateral (
      select sum(kinds.bill_sign * document.total) as total
      from private.documents_of_order(made.id, made.enquiry_order_id) as document
        join private.document_kinds as kinds on kinds.kind = document.kind and kinds.bill_sign <> 0
      where document.state = 'issued'
      having bool_or(kinds.bill_sign > 0)
    ) as invoiced on true
    left join lateral private.unbilled(made) as rest on invoiced.total is not null
    left join lateral (
      select document.total
      from private.documents_of_order(made.id, made.enquiry_order_id) as document
        join private.document_kinds as kinds on kinds.kind = document.kind and kinds.is_offer
      where invoiced.total is null and document.state = 'issued' and private.quote_fits(document, made)
        and not exists (
          select from public.order_items as line
          where line.order_id = made.id and line.charge is not null and not exists (
            select from public.document_lines as same where same.document_id = document.id and same.order_item_id = line.id))
      order by exists (
        select from public.document_answers as given where given.document_id = document.id and given.answer = 'accepted'
      ) desc, document.issued_at desc limit 1
    ) as quoted on true
    left join lateral (
      -- why offset: without it each use of the total computes it again.
      select (private.order_sums(made) #>> '{sums,total}')::numeric as total
      where invoiced.total is null and quoted.total is null offset 0
    ) as estimate on true
  where made.id = any (order_bills.order_ids)
$$;
