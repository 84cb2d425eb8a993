/* Cost of an enquiry's lines. Rupees without GST. */
create function private.enquiry_total(enquiry_id uuid) returns numeric
language sql stable
set search_path = ''
as $$
  select coalesce(sum(private.line_amount(line.price, line.quantity, case when line.per_day then line.rental_days end)), 0)
  from public.enquiry_items as line where line.enquiry_order_id = enquiry_total.enquiry_id
$$;
