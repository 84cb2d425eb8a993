/*
 * Lines of the issued invoices of an order with what is left of each after its credit notes, in rupees without GST. A
 * line of which nothing is left is left out.
 */
create function private.billed_lines(order_id uuid)
returns table (
  order_item_id uuid,
  invoice_id uuid,
  number text,
  issued_at timestamptz,
  line_position smallint,
  kind text,
  item_id uuid,
  text text,
  quantity integer,
  days integer,
  unit_price numeric,
  sac text,
  rate numeric,
  place text,
  rest numeric
)
language sql stable
set search_path = ''
as $$
  select line.order_item_id, invoice.id, invoice.number, invoice.issued_at, line.position, line.kind, line.item_id, line.text, line.quantity,
    line.days, line.unit_price, line.sac, line.rate, line.place, line.taxable - coalesce(credited.taxable, 0)
  from public.documents as invoice
    join public.document_lines as line on line.document_id = invoice.id
    left join private.credited_lines(invoice.id, null) as credited on credited.line_position = line.position
  where invoice.order_id = billed_lines.order_id and invoice.kind = 'invoice' and invoice.state = 'issued'
    and line.taxable > coalesce(credited.taxable, 0)
$$;
