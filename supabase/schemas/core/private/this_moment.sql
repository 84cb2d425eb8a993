/*
 * This moment, for holds: they end by the clock and not with the transaction that reads.
 * why not the function itself: a view that names something volatile is read as a whole before it is joined.
 */
create function private.this_moment() returns timestamptz
language plpgsql stable
set search_path = ''
as $$
begin
  return clock_timestamp();
end
$$;
