/*
 * Whether a reservation takes pieces on the days that it blocks, from today on. What is back takes none, today
 * included, unless it needs turnaround (docs/product/desk.md#movements-and-stock).
 * why a body that is parsed here: as in private.days_of.
 */
create function private.takes_pieces(status text, rented daterange, blocked daterange) returns boolean
language sql immutable parallel safe
return status <> 'released' and (status <> 'returned' or upper(blocked) > upper(rented));
