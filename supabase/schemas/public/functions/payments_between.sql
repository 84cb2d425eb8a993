-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * All entries of the ledger of these days, both included, for a CSV file: [{"day", "order", "customer", "customer_name",
 * "account", "kind", "amount", "method", "reference", "note", "voucher": number, "reversed", "reverses",
 * "created_at", "created_by_name"}]. At most 366 days.
 * Raises PT422 with details {"field": "from" | "to"}; 42501 for anyone but admin and crm_user.
 */
create function public.payments_between("from" date, "to" date) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  if payments_between."from" is null or not isfinite(payments_between."from") then
    perform private.refuse('from', 'Enter the first day.');
  elsif payments_between."to" is null or not isfinite(payments_between."to")
    or payments_between."to" < payments_between."from" then
    perform private.refuse('to', 'Enter a last day that is not before the first.');
  elsif payments_between."to" - payments_between."from" > 365 then
    perform private.refuse('to', 'Export at most one year at a time.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('day', entry.day, 'order', made.order_number,
      'customer', customer.customer_number, 'customer_name', private.customer_name(customer.id),
      'account', entry.account, 'kind', entry.kind, 'amount', entry.amount, 'method', entry.method,
      'reference', entry.reference, 'note', entry.note,
      'voucher', (select document.number from public.documents as document where document.id = entry.document_id),
      'reversed', exists (select from public.payments as reversal where reversal.reverses = entry.id),
      -- why the kind: a spreadsheet subtracts a reversal from the column of the entry that it takes back.
      'reverses', (select former.kind from public.payments as former where former.id = entry.reverses),
      'created_at', private.iso_time(entry.created_at), 'created_by_name', private.person_name(entry.created_by)
    ) order by entry.day, entry.created_at, entry.id), '[]')
    from public.payments as entry
      join public.orders as made on made.id = entry.order_id
      join public.customers as customer on customer.id = entry.customer_id
    where entry.day between payments_between."from" and payments_between."to");
end
$$;

grant execute on function public.payments_between(date,date) to authenticated;
