/*
 * From this invoice value in rupees on, a sale to an unregistered recipient in another state is listed one by one in
 * GSTR-1 (table 5, "b2cl"); notification 12/2024 – Central Tax.
 */
create function private.b2cl_from() returns numeric
language sql immutable parallel safe
set search_path = ''
as $$
  select 100000.00
$$;
