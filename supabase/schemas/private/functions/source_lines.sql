-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * Lines of a new document from those of an order or enquiry: each with price and tax class of its kind. Lines of the order
 * that an invoice has already are left out when `is_invoice`.
 */
create function private.source_lines(order_id uuid, enquiry_id uuid, is_invoice boolean)
returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', source.kind, 'item_id', source.item_id, 'order_item_id', source.line_id,
    'text', source.text, 'quantity', source.quantity, 'days', source.days, 'unit_price', source.price)
    order by source.position, source.line_id), '[]')
  from (
    select case when line.item_id is not null then 'item' when line.charge is not null then 'charge' else 'text' end as kind,
      line.item_id, line.id as line_id, coalesce(line.description, item.name) as text, line.quantity,
      case when line.per_day then line.rental_days end as days, line.price, line.position
    from public.order_items as line left join public.items as item on item.id = line.item_id
    where line.order_id = source_lines.order_id and not (source_lines.is_invoice and exists (
      select from public.document_lines as billed
        join public.documents as invoice on invoice.id = billed.document_id and invoice.kind = 'invoice' and invoice.state = 'issued'
        left join private.credited_lines(invoice.id, null) as credited on credited.line_position = billed.position
      where billed.order_item_id = line.id and coalesce(credited.taxable, 0) < billed.taxable))
    union all
    select 'item', line.item_id, null, item.name, line.quantity, line.rental_days, line.price, line.position
    from public.enquiry_items as line join public.items as item on item.id = line.item_id
    where source_lines.order_id is null and line.enquiry_order_id = source_lines.enquiry_id
  ) as source
$$;
