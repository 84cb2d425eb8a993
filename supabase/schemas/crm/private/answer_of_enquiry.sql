/*
 * The last answer of a customer to their enquiry, {"answer", "note", "rental_from", "rental_to", "at"}, or null.
 */
create function private.answer_of_enquiry(enquiry uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('answer', given.answer, 'note', given.note,
    'rental_from', given.rental_from, 'rental_to', given.rental_to, 'at', private.iso_time(given.created_at))
  from public.enquiry_answers as given where given.enquiry_order_id = answer_of_enquiry.enquiry
  order by given.created_at desc, given.id desc limit 1
$$;
