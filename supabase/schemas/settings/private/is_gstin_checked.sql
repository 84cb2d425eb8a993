/*
 * True when the last character of a GSTIN fits the other 14. Each character counts 0 to 35, every second one twice; of
 * each product quotient and remainder by 36 are added up.
 */
create function private.is_gstin_checked(gstin text) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  with digit as (
    select place, (strpos('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', substr(gstin, place, 1)) - 1)
      * case when place % 2 = 0 then 2 else 1 end as product
    from generate_series(1, 14) as place
  )
  select substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (36 - sum(product / 36 + product % 36)::integer % 36) % 36 + 1, 1)
    = substr(gstin, 15, 1)
  from digit
$$;
