/* The templates of e-mails to customers; all others go to the studio. */
create function private.customer_templates() returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select '{acknowledgement,quote,invoice,pickup_tomorrow,return_today,overdue,payment_received}'::text[]
$$;
