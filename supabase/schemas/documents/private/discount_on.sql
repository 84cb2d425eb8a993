/* A discount on an amount, never more than the amount. Rupees. */
create function private.discount_on(amount numeric, percent numeric, fixed numeric) returns numeric
language sql immutable parallel safe
set search_path = ''
as $$
  select least(amount, coalesce(round(amount * percent * 0.01, 2), fixed, 0.00))
$$;
