/*
 * Promised pieces of an item that are not there on a day on which it has that much room; 0 or less: none. What is back
 * is no promise, and is there again once it needs no turnaround. A hold that expired needs no piece.
 */
create function private.missing_pieces(item_id uuid, day date, room integer) returns integer
language sql stable
set search_path = ''
as $$
  select least(sum(taken.quantity) filter (where taken.status <> 'returned'), sum(taken.quantity) - room)::integer
  from public.reservations as taken
  where taken.item_id = missing_pieces.item_id and taken.kind in ('rental', 'hold') and taken.status <> 'released'
    and upper(taken.blocked) > missing_pieces.day and lower(taken.blocked) <= missing_pieces.day
    and (taken.kind = 'rental' or taken.expires_at > clock_timestamp())
    and private.takes_pieces(taken.status, taken.rented, taken.blocked)
$$;
