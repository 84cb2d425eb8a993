/*
 * The events that staff are told of on an open page, as they happen. The others are found by the clock and are on the
 * page Today.
 */
create function private.live_events() returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select array['enquiry_new', 'message_new', 'enquiry_answered', 'quote_answered', 'payment_claimed']
$$;
