/* SHA-256 of the lines and the discount of an order, or of an enquiry's lines: whether they changed since. */
create function private.document_source(order_id uuid, enquiry_id uuid) returns bytea
language sql stable
set search_path = ''
as $$
  select sha256(convert_to(case when document_source.order_id is not null then (
      select jsonb_build_array(made.discount_percent, made.discount_amount, (
        select jsonb_agg(jsonb_build_array(line.id, line.item_id, line.description, line.quantity, line.price, line.per_day,
          line.rental_days) order by line.position, line.id)
        from public.order_items as line where line.order_id = made.id))
      from public.orders as made where made.id = document_source.order_id)
    else (
      select jsonb_agg(jsonb_build_array(line.id, line.item_id, line.quantity, line.price, line.rental_days)
          || case when line.description is null then '[]' else jsonb_build_array(line.description, line.per_day) end
        order by line.position, line.id)
      from public.enquiry_items as line where line.enquiry_order_id = document_source.enquiry_id)
    end::text, 'UTF8'))
$$;
