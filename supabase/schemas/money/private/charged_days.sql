/* The days that a line of an order is charged for; null: it is charged once. */
create function private.charged_days(line public.order_items) returns integer
language sql immutable parallel safe
return case when (line).per_day then (line).rental_days else null::integer end;
