/*
 * The lines of a quote that cannot be had as quoted on their days: [{"position", "wanted", "free", "of", "short_days",
 * "rental_from", "rental_to", "next_free", "holds": how many other enquiries hold them}] (private.lines_availability).
 * What its own order or enquiry has reserved or holds counts as free. Empty for other documents, for an enquiry's quote
 * once there is an order, and for an order that reserves nothing any more.
 */
create function private.short_quote_lines(quote public.documents) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  made constant public.orders := private.order_of_document(quote);
  enquiry public.enquiry_orders;
  wanted jsonb;
  own jsonb;
begin
  if not (private.kind_of(quote)).is_offer or (made.id is not null and (quote.order_id is null or made.status not in ('confirmed', 'in_progress'))) then
    return '[]';
  elsif made.id is not null then
    select jsonb_agg(jsonb_build_object('position', line.position, 'item_id', line.item_id, 'quantity', line.quantity,
      'rental_from', coalesce(source.rental_from, made.rental_from), 'rental_to', coalesce(source.rental_to, made.rental_to)))
      into wanted
    from public.document_lines as line
      left join public.order_items as source on source.id = line.order_item_id and source.order_id = made.id
    where line.document_id = quote.id and line.item_id is not null;
    select jsonb_agg(jsonb_build_object('id', line.id, 'of', line.item_id, 'rental_from', line.rental_from)) into own
    from public.order_items as line where line.order_id = made.id;
  else
    select * into enquiry from public.enquiry_orders where enquiry_orders.id = quote.enquiry_order_id;
    select jsonb_agg(jsonb_build_object('position', line.position, 'item_id', line.item_id, 'quantity', line.quantity,
      'rental_from', line.rental_from, 'rental_to', line.rental_to)) into wanted
    from private.quoted_lines(quote, enquiry) as line where line.item_id is not null;
    select jsonb_agg(jsonb_build_object('id', line.id, 'of', line.item_id, 'rental_from', line.rental_from)) into own
    from public.enquiry_items as line where line.enquiry_order_id = enquiry.id;
  end if;
  return (
    with quoted as materialized (
      select line.*, row_number() over (partition by line.item_id order by line.rental_from, line.position) as place
      from jsonb_to_recordset(wanted) as line (position integer, item_id uuid, quantity integer, rental_from date, rental_to date)
    ), reserved as materialized (
      select line.id, line.of, row_number() over (partition by line.of order by line.rental_from, line.id) as place
      from jsonb_to_recordset(own) as line (id uuid, "of" uuid, rental_from date)
    ), line as materialized (
      -- why the id of its own line: what that has reserved or holds is free for it.
      select coalesce(reserved.id, gen_random_uuid()) as id, quoted.*
      from quoted left join reserved on reserved.of = quoted.item_id and reserved.place = quoted.place
    )
    select coalesce(jsonb_agg(jsonb_build_object('position', line.position, 'wanted', line.quantity,
        'free', told.availability -> 'free', 'of', told.availability -> 'of', 'short_days', told.availability -> 'short_days',
        'rental_from', line.rental_from, 'rental_to', line.rental_to, 'next_free', told.availability -> 'next_free',
        'holds', jsonb_array_length(told.availability -> 'holds')) order by line.position), '[]')
    from private.lines_availability(coalesce((select jsonb_agg(to_jsonb(line)) from line), '[]')
        || coalesce((select jsonb_agg(jsonb_build_object('id', reserved.id)) from reserved
          where not exists (select from line where line.id = reserved.id)), '[]'), enquiry.id) as told
      join line on line.id = told.line_id
    where told.availability -> 'short_days' <> '[]');
exception when numeric_value_out_of_range then
  -- why: a quote of such amounts never becomes an order; it can still be read and mended.
  return '[]';
end
$$;
