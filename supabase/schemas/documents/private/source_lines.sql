/*
 * Lines of a new document from those of an order or enquiry: each with price and tax class of its kind. In a quote
 * (not is_invoice) the text of an item names its days where they are not those of the whole.
 */
create function private.source_lines(order_id uuid, enquiry_id uuid, is_invoice boolean)
returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', source.kind, 'item_id', source.item_id, 'order_item_id', source.line_id,
    'enquiry_item_id', source.asked_id, 'text', case when source.has_own_days
      then left(source.text, 165) || ', ' || private.days_text(source.rental_from, source.rental_to) else source.text end,
    'quantity', source.quantity, 'days', source.days, 'unit_price', source.price)
    order by source.position, source.line_id, source.asked_id), '[]')
  from (
    select case when line.item_id is not null then 'item' when line.charge is not null then 'charge' else 'text' end as kind,
      line.item_id, line.id as line_id, null::uuid as asked_id, coalesce(line.description, item.name) as text, line.quantity,
      private.charged_days(line) as days, line.price, line.position, line.rental_from, line.rental_to,
      not source_lines.is_invoice and line.item_id is not null
        and (line.rental_from, line.rental_to) <> (made.rental_from, made.rental_to) as has_own_days
    from public.order_items as line left join public.items as item on item.id = line.item_id
      join public.orders as made on made.id = line.order_id
    where line.order_id = source_lines.order_id
    union all
    select case when line.item_id is not null then 'item' else 'text' end, line.item_id, null, line.id,
      coalesce(line.description, item.name), line.quantity, case when line.per_day then line.rental_days end, line.price,
      line.position, line.rental_from, line.rental_to,
      line.item_id is not null and (line.rental_from, line.rental_to) <> (asked.rental_from, asked.rental_to)
    from public.enquiry_items as line left join public.items as item on item.id = line.item_id
      join public.enquiry_orders as asked on asked.id = line.enquiry_order_id
    where source_lines.order_id is null and line.enquiry_order_id = source_lines.enquiry_id
  ) as source
$$;
