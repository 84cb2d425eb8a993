/*
 * What orders cost and what is billed of it, with tax, in rupees. value: the issued invoices less their credit notes, with
 * what they miss and without what they have too much (private.unbilled); without an invoice the quote that fits the
 * order, an accepted one first, else the newest; without either the order by the arithmetic of documents
 * (private.bill_sums). A cancelled order costs what its invoices bill besides its lines. expected: the same as if it
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
language plpgsql stable
set search_path = ''
as $$
declare
  made public.orders;
  rest record;
begin
  for made in
    select listed.* from public.orders as listed where listed.id = any (order_bills.order_ids)
  loop
    order_id := made.id;
    to_bill := 0;
    to_credit := 0;
    credits := '[]';
    select sum(kinds.bill_sign * document.total) into billed
    from public.documents as document join private.document_kinds as kinds using (kind)
    where document.order_id = made.id and document.state = 'issued' and kinds.bill_sign <> 0
    having bool_or(kinds.bill_sign > 0);
    if billed is not null then
      basis := 'invoice';
      rest := private.unbilled(made);
      to_bill := rest.total;
      to_credit := rest.credit_total;
      credits := rest.credits;
      value := billed + to_bill - to_credit;
      expected := greatest(billed, value);
    else
      billed := 0;
      select document.total into expected
      from public.documents as document
        join private.document_kinds as kinds on kinds.kind = document.kind and kinds.is_offer
      where (document.order_id = made.id or document.enquiry_order_id = made.enquiry_order_id) and document.state = 'issued'
        and private.quote_fits(document, made)
        and not exists (
          select from public.order_items as line
          where line.order_id = made.id and line.charge is not null and not exists (
            select from public.document_lines as same where same.document_id = document.id and same.order_item_id = line.id))
      order by exists (
        select from public.document_answers as given where given.document_id = document.id and given.answer = 'accepted'
      ) desc, document.issued_at desc limit 1;
      basis := case when made.status = 'cancelled' then 'none' when expected is not null then 'quote' else 'estimate' end;
      if expected is null then
        expected := (private.bill_sums(made, (
          select coalesce(jsonb_agg(to_jsonb(line) order by line.position), '[]') from private.billable_lines(made) as line),
          made.discount_percent, made.discount_amount) #>> '{sums,total}')::numeric;
      end if;
      value := case when made.status = 'cancelled' then 0 else expected end;
    end if;
    return next;
  end loop;
end
$$;
