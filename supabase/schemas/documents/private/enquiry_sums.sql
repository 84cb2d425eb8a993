/*
 * Cost of an enquiry with the GST of today, as a quote made from it says while nothing is known of the customer's
 * state: the sums of private.document_sums, in rupees.
 */
create function private.enquiry_sums(enquiry_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.document_sums(
    coalesce(jsonb_agg(jsonb_build_object('position', line.position, 'kind', case when line.item_id is not null then 'item' else 'text' end,
      'place', class.place,
      'rate', case when private.is_gst_registered() then class.rate end,
      'quantity', line.quantity, 'days', case when line.per_day then line.rental_days end, 'unit_price', line.price)), '[]'),
    null, null, coalesce(private.studio_state(), ''), null, false,
    private.setting_or_default('documents.round_off')::boolean) -> 'sums'
  from public.enquiry_items as line cross join lateral private.tax_class_of(line.item_type) as class
  where line.enquiry_order_id = enquiry_sums.enquiry_id
$$;
