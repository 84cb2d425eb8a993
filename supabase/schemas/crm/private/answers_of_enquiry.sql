/* The answers of a customer to their enquiry, newest first, at most 50: [{"answer", "note",
 * "rental_from", "rental_to", "at"}]. */
create function private.answers_of_enquiry(enquiry uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('answer', given.answer, 'note', given.note,
    'rental_from', given.rental_from, 'rental_to', given.rental_to, 'at', private.iso_time(given.created_at)) order by given.created_at desc, given.id desc), '[]')
  from (
    select * from public.enquiry_answers as saved where saved.enquiry_order_id = answers_of_enquiry.enquiry
    order by saved.created_at desc, saved.id desc limit 50
  ) as given
$$;
