/*
 * An enquiry's or order's row without the texts of its sender and of staff.
 * why: answers are stored under their idempotency keys for a day, where erasing a customer must find nothing.
 */
create function private.without_texts(rental jsonb) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select rental - array['message', 'contact_first_name', 'contact_last_name', 'contact_email', 'discount_reason']
$$;
