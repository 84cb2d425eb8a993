-- Reading the money: an order's ledger, what is due, claims, the payments of a period, a cancellation's proposal.

/* An entry of the ledger as staff see it. */
create function private.payment_value(entry public.payments) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', entry.id, 'day', entry.day, 'account', entry.account, 'kind', entry.kind,
    'amount', entry.amount, 'method', entry.method, 'reference', entry.reference, 'note', entry.note,
    'reverses', entry.reverses,
    'reversed_by', (select reversal.id from public.payments as reversal where reversal.reverses = entry.id),
    'voucher', (
      select jsonb_build_object('id', document.id, 'number', document.number, 'kind', document.kind)
      from public.documents as document where document.id = entry.document_id),
    'created_at', private.iso_time(entry.created_at), 'created_by_name', private.person_name(entry.created_by))
$$;

/* A claim as staff see it. */
create function private.claim_value(claim public.payment_claims) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', claim.id, 'amount', claim.amount, 'utr', claim.utr, 'state', claim.state,
    'payment_id', claim.payment_id, 'created_at', private.iso_time(claim.created_at), 'document', (
      select jsonb_build_object('id', document.id, 'number', document.number, 'kind', document.kind)
      from public.documents as document where document.id = claim.document_id))
$$;

/* A claim belongs to its order, or to the order that was made from the enquiry of its document. */
create function private.order_of_claim(claim public.payment_claims) returns uuid
language sql stable
set search_path = ''
as $$
  select coalesce(claim.order_id, document.order_id, made.id)
  from public.documents as document
    left join public.orders as made on made.enquiry_order_id = document.enquiry_order_id
  where document.id = claim.document_id
$$;

/* The ledger of an order that exists. */
create function private.ledger_of(made public.orders) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'order', jsonb_build_object('id', made.id, 'number', made.order_number, 'status', made.status,
      'payment_status', made.payment_status),
    'billed', sums.billed, 'basis', sums.basis, 'received', sums.received, 'refunded', sums.refunded, 'tds', sums.tds,
    'written_off', sums.written_off, 'due', sums.due, 'due_on', coalesce(made.rental_from, made.rental_to),
    'deposit', jsonb_build_object('held', sums.held),
    'rows', (
      select coalesce(jsonb_agg(private.payment_value(entry) order by entry.created_at, entry.id), '[]')
      from public.payments as entry where entry.order_id = made.id),
    'claims', (
      select coalesce(jsonb_agg(private.claim_value(claim) order by claim.created_at, claim.id), '[]')
      from public.payment_claims as claim
      where claim.order_id = made.id or claim.document_id in (
        select document.id from private.documents_of_order(made.id, made.enquiry_order_id) as document)),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', document.id, 'kind', document.kind, 'number', document.number,
        'date', document.date, 'total', document.total) order by document.issued_at, document.id), '[]')
      from public.documents as document
      where document.order_id = made.id and document.kind in ('receipt_voucher', 'refund_voucher')
        and document.state = 'issued'))
  from private.ledger_sums(made.id) as sums
$$;

/*
 * The money of an order: {"order", "rows", "billed", "basis", "received", "refunded", "tds", "written_off", "due",
 * "due_on", "deposit": {"held"}, "claims", "documents": vouchers}. due = billed - received - tds - written_off.
 * Raises PT404 for an unknown order; 42501 for anyone but admin and crm_user.
 */
create function public.ledger("order" uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  made public.orders;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into made from public.orders as known where known.id = ledger."order";
  if not found then
    raise exception 'There is no such order.' using errcode = 'PT404';
  end if;
  return private.ledger_of(made);
end
$$;
grant execute on function public.ledger(uuid) to authenticated;

/*
 * Orders that owe money, the longest overdue first: {"rows", "next": cursor or null, "total": {"orders", "due",
 * "overdue_orders", "overdue"} over all of them}. most: rows of a page, 1 to 200.
 * Raises PT400 for a wrong cursor; 42501 for anyone but admin and crm_user.
 */
create function public.due(cursor text default null, most integer default 50) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  page_size constant integer := least(greatest(coalesce(most, 50), 1), 200);
  today constant date := private.today();
  after_day date := '-infinity';
  after_order uuid := '00000000-0000-0000-0000-000000000000';
  rows jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if due.cursor is not null then
    begin
      after_day := split_part(due.cursor, ' ', 1)::date;
      after_order := split_part(due.cursor, ' ', 2)::uuid;
    exception when data_exception then
      raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
    end;
  end if;
  select coalesce(jsonb_agg(listed.value order by listed.due_on, listed.order_id), '[]') into rows
  from (
    select balance.due_on, balance.order_id, jsonb_build_object(
        'order', jsonb_build_object('id', made.id, 'number', made.order_number, 'status', made.status,
          'payment_status', made.payment_status, 'rental_from', made.rental_from, 'rental_to', made.rental_to),
        'customer', jsonb_build_object('id', customer.id, 'number', customer.customer_number,
          'name', private.customer_name(customer.id)),
        'billed', balance.billed, 'basis', balance.basis, 'received', balance.received, 'held', balance.held,
        'due', balance.due, 'due_on', coalesce(made.rental_from, made.rental_to),
        'overdue', case when isfinite(balance.due_on) then greatest(0, today - balance.due_on) else 0 end) as value
    from private.order_balances as balance
      join public.orders as made on made.id = balance.order_id
      join public.customers as customer on customer.id = made.customer_id
    where balance.due > 0 and balance.is_listed and (balance.due_on, balance.order_id) > (after_day, after_order)
    order by balance.due_on, balance.order_id limit page_size + 1
  ) as listed;
  return jsonb_build_object(
    'rows', (select coalesce(jsonb_agg(row.value order by row.place), '[]')
      from jsonb_array_elements(rows) with ordinality as row (value, place) where row.place <= page_size),
    'next', case when jsonb_array_length(rows) > page_size then
      coalesce(rows #>> array[(page_size - 1)::text, 'due_on'], 'infinity') || ' '
        || (rows #>> array[(page_size - 1)::text, 'order', 'id']) end,
    'total', (
      select jsonb_build_object('orders', count(*), 'due', coalesce(sum(balance.due), 0),
        'overdue_orders', count(*) filter (where balance.due_on < today),
        'overdue', coalesce(sum(balance.due) filter (where balance.due_on < today), 0))
      from private.order_balances as balance where balance.due > 0 and balance.is_listed));
end
$$;
grant execute on function public.due(text, integer) to authenticated;

/*
 * Open claims of customers, oldest first: [{"id", "amount", "utr", "state",
 * "payment_id", "document", "created_at", "order": {"id", "number", "due"} or null, "customer": {"id", "number",
 * "name"}, "same_reference": an entry of the ledger with this reference, with "order": its number, or null}]. At most 500.
 * Raises 42501 for anyone but admin and crm_user.
 */
create function public.open_claims() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select coalesce(jsonb_agg(private.claim_value(claim) || jsonb_build_object(
      'order', (
        select jsonb_build_object('id', made.id, 'number', made.order_number, 'due', private.order_due(made.id))
        from public.orders as made where made.id = private.order_of_claim(claim)),
      'customer', (
        select jsonb_build_object('id', customer.id, 'number', customer.customer_number,
          'name', private.customer_name(customer.id))
        from public.documents as document join public.customers as customer on customer.id = document.customer_id
        where document.id = claim.document_id),
      'same_reference', (
        select private.payment_value(entry) || jsonb_build_object('order', made.order_number)
        from private.payment_references as used
          join public.payments as entry on entry.id = used.payment_id
          join public.orders as made on made.id = used.order_id
        where used.reference = lower(private.trimmed(claim.utr)) order by entry.created_at limit 1)
    ) order by claim.created_at, claim.id), '[]')
    from (
      select open.* from public.payment_claims as open where open.state = 'open' order by open.created_at, open.id limit 500
    ) as claim);
end
$$;
grant execute on function public.open_claims() to authenticated;

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
grant execute on function public.payments_between(date, date) to authenticated;
