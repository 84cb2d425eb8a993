/*
 * All entries of the ledger of these days, both included, for a CSV file: [{"day", "order", "customer", "customer_name",
 * "account", "kind", "amount", "method", "reference", "note", "voucher": number, "reversed", "reverses",
 * "created_at", "created_by_name"}]. At most 366 days.
 * Raises PT422 with details {"field": "from" | "to"}; 42501 for anyone but admin and crm_user.
 * why plan_cache_mode: planning costs more than reading a day.
 */
create function public.payments_between("from" date, "to" date) returns json
language plpgsql stable security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
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
    select coalesce(json_agg(listed), '[]')
    from (
      select entry.day, made.order_number as "order", customer.customer_number as customer,
        customer.first_name || ' ' || customer.last_name as customer_name, entry.account, entry.kind, entry.amount,
        entry.method, entry.reference, entry.note, voucher.number as voucher, reversal.id is not null as reversed,
        -- why the kind: a spreadsheet subtracts a reversal from the column of the entry that it takes back.
        former.kind as reverses,
        private.iso_time(entry.created_at) as created_at, person.display_name as created_by_name
      from public.payments as entry
        join public.orders as made on made.id = entry.order_id
        join public.customers as customer on customer.id = entry.customer_id
        left join public.documents as voucher on voucher.id = entry.document_id
        left join public.payments as reversal on reversal.reverses = entry.id
        left join public.payments as former on former.id = entry.reverses
        left join public.user_profiles as person on person.id = entry.created_by
      where entry.day between payments_between."from" and payments_between."to"
      order by entry.day, entry.created_at, entry.id
    ) as listed);
end
$$;

grant execute on function public.payments_between(date,date) to authenticated;
