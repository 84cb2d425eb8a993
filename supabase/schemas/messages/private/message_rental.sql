/*
 * An order, or else an enquiry, as an e-mail tells it; null for neither. payable: what an enquiry will cost with GST
 * (private.enquiry_sums). The lines are those of the document that the e-mail brings, if there is one: the order may have
 * changed since.
 */
create function private.message_rental(
  message private.outbox,
  enquiry public.enquiry_orders,
  made public.orders,
  document public.documents
) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when coalesce(made.id, enquiry.id) is not null then
    jsonb_build_object('number', coalesce(made.order_number, enquiry.enquiry_number),
      'status', coalesce(made.status, enquiry.status),
      'rental_from', case when made.id is null then enquiry.rental_from else made.rental_from end,
      'rental_to', case when made.id is null then enquiry.rental_to else made.rental_to end,
      'rental_days', coalesce(made.rental_days, enquiry.rental_days),
      'total', coalesce(made.total_price, enquiry.total_price),
      'payable', case when made.id is null then private.enquiry_sums(enquiry.id) -> 'total' end,
      'held_until', case when made.id is null then private.iso_time(enquiry.held_until) end)
    || private.message_lines(message, enquiry.id, made.id, (
      select document.id from private.document_kinds as kinds
      where kinds.kind = document.kind and kinds.lines <> 'payment' and message.document_id is not null)) end
$$;
