/*
 * Days of a rental, first and last day included; 1 without dates (docs/product/cart-and-totals.md#days). Twin of
 * `rentalDays` in src/domain/dates.ts. The tables' rental_days are the same.
 */
create function private.days_in(first_day date, last_day date) returns integer
language sql immutable parallel safe
return coalesce(((last_day - first_day) + 1), 1);
