/*
 * Whether a zero-rated supply is made without payment of IGST, under a letter of undertaking; as documents.zero_rated.
 * why a SQL-standard body: it is inlined and needs no search_path.
 */
create function private.is_without_payment(zero_rated text) returns boolean
language sql immutable parallel safe
return coalesce((zero_rated = ANY (ARRAY['SEZWOP'::text, 'EXPWOP'::text])), false);
