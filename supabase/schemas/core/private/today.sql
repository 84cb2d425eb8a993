/*
 * Today in the studio.
 * why clock_timestamp(): now() is the start of the transaction, which may have waited past midnight for
 * a lock. why stable all the same: conditions on days then use an index.
 */
create function private.today() returns date
language sql stable
set search_path = ''
as $$
  select (clock_timestamp() at time zone 'Asia/Kolkata')::date
$$;
