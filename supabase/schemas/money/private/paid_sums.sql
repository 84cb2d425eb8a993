/*
 * Sums of the ledger of orders, in rupees. received: of the rent, less refunds, with the deposit that was applied; held:
 * the deposit that the studio has. A reversed entry does not count.
 * Twin: `ledgerSums` in src/domain/money/ledger-sums.ts; both are tested with the same entries.
 */
create function private.paid_sums(order_ids uuid[])
returns table (
  order_id uuid,
  received numeric,
  refunded numeric,
  tds numeric,
  written_off numeric,
  held numeric
)
language sql stable
set search_path = ''
as $$
  select listed.id, sums.rent - sums.refunded + sums.applied, sums.refunded, sums.tds, sums.written_off,
    sums.deposited - sums.returned - sums.applied
  from unnest(paid_sums.order_ids) as listed (id)
    cross join lateral (
      select
        coalesce(sum(entry.amount) filter (where entry.account = 'rental' and entry.kind = 'received'), 0) as rent,
        coalesce(sum(entry.amount) filter (where entry.account = 'rental' and entry.kind = 'refunded'), 0) as refunded,
        coalesce(sum(entry.amount) filter (where entry.kind = 'tds'), 0) as tds,
        coalesce(sum(entry.amount) filter (where entry.kind = 'written_off'), 0) as written_off,
        coalesce(sum(entry.amount) filter (where entry.kind = 'deposit_applied'), 0) as applied,
        coalesce(sum(entry.amount) filter (where entry.account = 'deposit' and entry.kind = 'received'), 0) as deposited,
        coalesce(sum(entry.amount) filter (where entry.account = 'deposit' and entry.kind = 'refunded'), 0) as returned
      from public.payments as entry
      where entry.order_id = listed.id
        and not exists (select from public.payments as reversal where reversal.reverses = entry.id)
    ) as sums
$$;
