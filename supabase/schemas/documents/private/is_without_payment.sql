/* Whether a zero-rated supply is made without payment of IGST, under a letter of undertaking; as documents.zero_rated. */
create function private.is_without_payment(zero_rated text) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(zero_rated in ('SEZWOP', 'EXPWOP'), false)
$$;
