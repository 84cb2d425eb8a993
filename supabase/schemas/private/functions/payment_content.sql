-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* The payment of a voucher as documents show it: {"method", "reference", "day"}; null for none. */
create function private.payment_content(payment uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select null::jsonb
$$;
