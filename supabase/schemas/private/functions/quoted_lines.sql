-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * The lines of an enquiry's quote as rows of order_items, with new ids; headings have none. An item is reserved for the
 * days that the enquiry wants it, and longer if more are quoted; where other days are quoted than reserved, the line
 * costs the quoted amount once. Texts have no days.
 * why prices without discounts: the order has the quote's whole discount as one amount, so that its total is the quote's
 * taxable value to the paisa.
 */
create function private.quoted_lines(quote public.documents, enquiry public.enquiry_orders)
returns setof public.order_items
language plpgsql
set search_path = ''
as $$
begin
  return query
  select made.*
  from public.document_lines as line
    left join public.items as item on item.id = line.item_id
    left join lateral (
      select asked.rental_from, asked.rental_to from public.enquiry_items as asked
      where asked.enquiry_order_id = enquiry.id and asked.item_id = line.item_id
      order by coalesce(asked.rental_days = line.days, false) desc, asked.position, asked.id limit 1
    ) as wanted on true
    cross join lateral (
      select case when line.item_id is not null then coalesce(wanted.rental_from, enquiry.rental_from) end as first_day
    ) as begun
    cross join lateral (
      select greatest(coalesce(wanted.rental_to, enquiry.rental_to, begun.first_day),
        begun.first_day + coalesce(line.days, 1) - 1) as last_day
      where begun.first_day is not null
      union all select null where begun.first_day is null
    ) as ended
    cross join lateral (
      select coalesce(line.days = coalesce(ended.last_day - begun.first_day + 1, 1) and line.item_id is not null, false) as per_day
    ) as priced
    cross join lateral jsonb_populate_record(null::public.order_items, jsonb_build_object(
      'id', gen_random_uuid(), 'item_type', line.item_type, 'item_id', line.item_id,
      'description', case when line.item_id is null then private.trimmed(line.text) end,
      'quantity', line.quantity,
      'price', line.unit_price * case when priced.per_day then 1 else coalesce(line.days, 1) end,
      'list_price', item.price, 'per_day', priced.per_day,
      'rental_from', begun.first_day, 'rental_to', ended.last_day, 'position', line.position)) as made
  where line.document_id = quote.id and line.kind <> 'heading';
end
$$;
