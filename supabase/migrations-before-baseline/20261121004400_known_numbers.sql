-- How long a form's answer takes says nothing of whether its mobile number is known.

/*
 * Counts what a visitor sends ('enquiries', 'messages') for the mobile number and for the address,
 * after a wait by chance of up to 4 ms.
 * why: a new customer is some hundredths of a millisecond more work than a known one. A number can
 * be tried as a new one only once, so a stranger has one measurement of it, and chance hides it.
 * The wait comes before the locks, so that nobody else waits too; and these always in this order, so
 * that two calls cannot wait for each other in a circle.
 */
create or replace function private.use_limits(what text, mobile text) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform pg_sleep(random() * 0.004);
  perform private.use_limit(what || '_by_mobile', mobile,
    format('Too many %s from this mobile number.', what));
  perform private.use_limit(what || '_by_address', private.request_address(),
    format('Too many %s from your network.', what));
end
$$;
