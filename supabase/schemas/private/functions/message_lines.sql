-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* The first 20 lines of an enquiry or an order, and how many more there are: {"lines": [{"name", "quantity"}], "more"}. */
create function private.message_lines(enquiry uuid, "order" uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('more', greatest(count(*) - 20, 0), 'lines', coalesce(
    jsonb_agg(jsonb_build_object('name', listed.name, 'quantity', listed.quantity) order by listed.place)
      filter (where listed.place <= 20), '[]'))
  from (
    select line.name, line.quantity, row_number() over (order by line.position, line.id) as place
    from (
      select asked.id, asked.position, asked.quantity, item.name
      from public.enquiry_items as asked join public.items as item on item.id = asked.item_id
      where message_lines."order" is null and asked.enquiry_order_id = message_lines.enquiry
      union all
      select rented.id, rented.position, rented.quantity, coalesce(rented.description, item.name)
      from public.order_items as rented left join public.items as item on item.id = rented.item_id
      where rented.order_id = message_lines."order"
    ) as line
  ) as listed
$$;
