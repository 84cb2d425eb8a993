/*
 * The lines of an order as a new invoice of all of them has them: with text, price, tax class (that of the newest invoice
 * which has the line, else that of its kind) and position from 1.
 */
create function private.billable_lines(made public.orders)
returns table (
  order_item_id uuid,
  "position" bigint,
  kind text,
  item_id uuid,
  text text,
  quantity integer,
  days integer,
  unit_price numeric,
  sac text,
  rate numeric,
  place text
)
language sql stable
set search_path = ''
as $$
  -- why first: one question for each kind, not for each line.
  with studio as materialized (
    select private.is_gst_registered() as is_registered
  ), class as materialized (
    select rented.item_type, tax.sac, tax.rate, tax.place
    from (select distinct other.item_type from public.order_items as other where other.order_id = made.id) as rented
      cross join lateral private.tax_class_of(rented.item_type) as tax
  )
  select line.id, row_number() over (order by line.position, line.id),
    case when line.item_id is not null then 'item' when line.charge is not null then 'charge' else 'text' end,
    line.item_id, coalesce(line.description, item.name), line.quantity, private.charged_days(line), line.price,
    coalesce(former.sac, class.sac), case when studio.is_registered then coalesce(former.rate, class.rate) end,
    coalesce(former.place, class.place)
  from public.order_items as line
    left join public.items as item on item.id = line.item_id
    join class on class.item_type is not distinct from line.item_type
    cross join studio
    left join lateral (
      select billed.sac, billed.rate, billed.place
      from public.document_lines as billed
        join public.documents as invoice on invoice.id = billed.document_id and invoice.kind = 'invoice' and invoice.state = 'issued'
      where billed.order_item_id = line.id
      order by invoice.issued_at desc, billed.position limit 1
    ) as former on true
  where line.order_id = made.id
$$;
