/*
 * A discount on an amount, never more than the amount. Rupees.
 * why a SQL-standard body: it is inlined and needs no search_path.
 */
create function private.discount_on(amount numeric, percent numeric, fixed numeric) returns numeric
language sql immutable parallel safe
return least(amount, coalesce(round(((amount * percent) * 0.01), 2), fixed, 0.00));
