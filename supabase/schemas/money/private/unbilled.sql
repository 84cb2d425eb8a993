/*
 * Cost of an order with invoices besides the billed. lines, total: the lines of an invoice of what is missing
 * (private.checked_document_line), and its total; a line of which a part is billed has the difference. credits,
 * credit_total: what is billed too much, [{"invoice", "number", "total", "lines": [{"position", "taxable"}]}], taken from
 * the newest invoices that have the lines. Rupees.
 */
create function private.unbilled(
  made public.orders,
  out lines jsonb,
  out total numeric,
  out credits jsonb,
  out credit_total numeric
) returns record
language sql stable
set search_path = ''
as $$
  with bill as materialized (
    select * from private.line_bills(made)
  ), former as materialized (
    select billed.*, count(*) over (partition by billed.order_item_id) as times from private.billed_lines(made.id) as billed
  ), more as (
    select jsonb_build_object('position', bill.position, 'kind', bill.kind, 'item_id', bill.item_id, 'order_item_id', bill.order_item_id,
        'sac', bill.sac, 'rate', bill.rate, 'place', bill.place)
      || case when bill.billed = 0 then jsonb_build_object('text', bill.text, 'quantity', bill.quantity, 'days', bill.days,
          'unit_price', bill.unit_price, 'discount_amount', nullif(bill.gross - bill.taxable, 0))
        else jsonb_build_object('text', private.difference_text(to_jsonb(bill), to_jsonb(former)), 'quantity', 1, 'days', null,
          'unit_price', bill.taxable - bill.billed) end as line,
      bill.position
    from bill
      left join former on former.order_item_id = bill.order_item_id and former.times = 1 and cardinality(bill.numbers) = 1
    where bill.taxable > bill.billed
  ), missing as (
    select coalesce(jsonb_agg(more.line order by more.position), '[]') as lines from more
  ), part as (
    select former.*, least(former.rest, greatest(0, bill.billed - bill.taxable
      - (sum(former.rest) over (partition by former.order_item_id order by former.issued_at desc, former.line_position) - former.rest))) as part
    from bill join former using (order_item_id)
    where bill.billed > bill.taxable
  ), note as (
    select part.invoice_id, part.number, part.issued_at,
      jsonb_agg(jsonb_build_object('position', part.line_position, 'taxable', part.part) order by part.line_position) as lines,
      (private.credit_amounts(part.invoice_id, jsonb_agg(jsonb_build_object('position', part.line_position,
        'credits_position', part.line_position, 'unit_price', part.part)), null) #>> '{sums,total}')::numeric as total
    from part where part.part > 0 group by part.invoice_id, part.number, part.issued_at
  ), notes as (
    select coalesce(jsonb_agg(jsonb_build_object('invoice', note.invoice_id, 'number', note.number, 'total', note.total,
      'lines', note.lines) order by note.issued_at desc), '[]') as credits, coalesce(sum(note.total), 0) as total
    from note
  )
  select missing.lines, case when missing.lines = '[]' then 0
      else (private.bill_sums(made, missing.lines, null, null) #>> '{sums,total}')::numeric end,
    notes.credits, notes.total
  from missing, notes
$$;
