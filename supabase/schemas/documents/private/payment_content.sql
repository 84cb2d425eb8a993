/* The payment of a voucher as documents show it: {"method", "reference", "day"}; null for none. */
create function private.payment_content(payment uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('method', coalesce(entry.method, former.method),
    'reference', case when entry.kind = 'reversal' then former.reference else entry.reference end, 'day', entry.day)
  from public.payments as entry left join public.payments as former on former.id = entry.reverses
  where entry.id = payment_content.payment
$$;
