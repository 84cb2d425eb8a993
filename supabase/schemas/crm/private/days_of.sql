/*
 * The days of a rental, both included; a missing date counts as the other one. Null if both are missing.
 * why a body that is parsed here: the planner puts it in the place of its calls, where it is the expression of indexes.
 */
create function private.days_of(rental_from date, rental_to date) returns daterange
language sql immutable parallel safe
return case when coalesce(rental_from, rental_to) is not null then
  daterange(coalesce(rental_from, rental_to), coalesce(rental_to, rental_from), '[]') end;
