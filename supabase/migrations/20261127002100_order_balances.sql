-- Balances of orders: billed, received, due.

/* The documents of an order: its own, and those of the enquiry that it was made from. */
create function private.documents_of_order(order_id uuid, enquiry_order_id uuid) returns setof public.documents
language sql stable
set search_path = ''
as $$
  select document.* from public.documents as document where document.order_id = documents_of_order.order_id
  union all
  select document.* from public.documents as document
  where document.enquiry_order_id = documents_of_order.enquiry_order_id
    and document.order_id is distinct from documents_of_order.order_id
$$;

/*
 * Rupees that orders have to pay with tax, and by which document: issued invoices less credit notes; without an invoice
 * the quote, an accepted one first, else the newest; without either the order's total with the studio's GST rate, rounded
 * to paise. A cancelled order without an invoice has nothing to pay. expected: the same as if it were not cancelled.
 */
create function private.order_bills(order_ids uuid[])
returns table (order_id uuid, billed numeric, basis text, expected numeric)
language sql stable
set search_path = ''
as $$
  select made.id,
    case when invoiced.total is null and made.status = 'cancelled' then 0
      else coalesce(invoiced.total, quoted.total, estimate.total) end,
    case when invoiced.total is not null then 'invoice' when made.status = 'cancelled' then 'none'
      when quoted.total is not null then 'quote' else 'estimate' end,
    coalesce(invoiced.total, quoted.total, estimate.total)
  from public.orders as made
    left join lateral (
      select sum(case document.kind when 'credit_note' then - document.total else document.total end) as total
      from private.documents_of_order(made.id, made.enquiry_order_id) as document
      where document.kind in ('invoice', 'credit_note') and document.state = 'issued'
      having bool_or(document.kind = 'invoice')
    ) as invoiced on true
    left join lateral (
      select document.total
      from private.documents_of_order(made.id, made.enquiry_order_id) as document
      where document.kind = 'quote' and document.state = 'issued'
      order by exists (
        select from public.document_answers as given where given.document_id = document.id and given.answer = 'accepted'
      ) desc, document.issued_at desc limit 1
    ) as quoted on true
    cross join lateral (
      select round(made.total_price * (1 + (private.setting_or_default('studio.gst_rate') #>> '{}')::numeric), 2) as total
    ) as estimate
  where made.id = any (order_bills.order_ids)
$$;

/*
 * Sums of the ledger of orders, in rupees. received: of the rent, less refunds, with the deposit that was applied; held:
 * the deposit that the studio has. A reversed entry does not count.
 * Twin: `ledgerSums` in src/domain/money/ledger-sums.ts; both are tested with the same entries.
 */
create function private.paid_sums(order_ids uuid[])
returns table (order_id uuid, received numeric, refunded numeric, tds numeric, written_off numeric, held numeric)
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

/* The balance of an order from its documents and its ledger, in rupees. due: negative when the studio owes. */
create function private.ledger_sums("order" uuid,
  out billed numeric, out basis text, out expected numeric, out received numeric, out refunded numeric, out tds numeric,
  out written_off numeric, out held numeric, out due numeric)
language sql stable
set search_path = ''
as $$
  select bill.billed, bill.basis, bill.expected, paid.received, paid.refunded, paid.tds, paid.written_off, paid.held,
    bill.billed - paid.received - paid.tds - paid.written_off
  from private.order_bills(array[ledger_sums."order"]) as bill
    join private.paid_sums(array[ledger_sums."order"]) as paid on paid.order_id = bill.order_id
$$;

/* Rupees that an order still owes; negative when the studio owes the customer. Null for an unknown order. */
create function private.order_due("order" uuid) returns numeric
language sql stable
set search_path = ''
as $$
  select sums.due from private.ledger_sums(order_due."order") as sums
$$;

-- The balance of each order, so that the list of due amounts is read along an index.
create table private.order_balances (
  order_id uuid not null,
  billed numeric not null default 0,
  basis text not null default 'none',
  received numeric not null default 0,
  held numeric not null default 0,
  due numeric not null default 0,
  -- The last day to pay.
  due_on date not null default 'infinity',
  -- The list of due amounts shows the order while something is due.
  is_listed boolean not null default false,
  constraint order_balances_pkey primary key (order_id),
  constraint order_balances_order_id_fkey foreign key (order_id) references public.orders (id) on delete cascade
);
create index order_balances_due_idx on private.order_balances (due_on, order_id) where due > 0 and is_listed;
alter table private.order_balances enable row level security;
create policy "order_balances: service_role does all" on private.order_balances
  for all to service_role using (true) with check (true);

/*
 * Computes the balances of these orders anew. An order without documents and entries is listed while it is not finished
 * and its payment field says that money is missing: such orders were paid before the ledger existed, or are paid outside.
 */
create function private.recount_balances(order_ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into private.order_balances (order_id)
  select made.id from public.orders as made where made.id = any (recount_balances.order_ids) order by made.id
  on conflict (order_id) do nothing;
  -- why locked first: the figures below are read after every other change of them has ended.
  perform from private.order_balances as balance
  where balance.order_id = any (recount_balances.order_ids) order by balance.order_id for no key update;
  update private.order_balances as balance
  set billed = bill.billed, basis = bill.basis, received = paid.received, held = paid.held,
    due = bill.billed - paid.received - paid.tds - paid.written_off,
    due_on = coalesce(made.rental_from, made.rental_to, 'infinity'),
    is_listed = bill.basis in ('invoice', 'quote') or exists (
        select from public.payments as entry where entry.order_id = made.id)
      or made.status in ('confirmed', 'in_progress', 'returned') and made.payment_status not in ('fully_paid', 'refunded')
  from public.orders as made
    join private.order_bills(recount_balances.order_ids) as bill on bill.order_id = made.id
    join private.paid_sums(recount_balances.order_ids) as paid on paid.order_id = made.id
  where balance.order_id = made.id and made.id = any (recount_balances.order_ids);
end
$$;

/* Follows orders: their total, dates, status and payment field decide their balance. */
create function private.follow_order_balances() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  order_ids uuid[];
begin
  if tg_op = 'INSERT' then
    order_ids := array(select made.id from new_rows as made);
  else
    order_ids := array(
      select became.id from new_rows as became join old_rows as former using (id)
      where (former.total_price, former.status, former.payment_status, former.rental_from, former.rental_to)
        is distinct from (became.total_price, became.status, became.payment_status, became.rental_from, became.rental_to));
  end if;
  if order_ids <> '{}' then
    perform private.recount_balances(order_ids);
  end if;
  return null;
end
$$;
create trigger orders_balance_insert after insert on public.orders
  referencing new table as new_rows for each statement execute function private.follow_order_balances();
create trigger orders_balance_update after update on public.orders
  referencing old table as old_rows new table as new_rows for each statement execute function private.follow_order_balances();

/* Follows the ledger. */
create function private.follow_payments() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.recount_balances(array(select distinct entry.order_id from new_rows as entry));
  return null;
end
$$;
create trigger payments_balance after insert on public.payments
  referencing new table as new_rows for each statement execute function private.follow_payments();

/* Follows documents when they are issued or superseded. */
create function private.follow_document_balances() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  order_ids uuid[];
begin
  order_ids := array(
    select made.id from new_rows as document join public.orders as made
      on made.id = document.order_id or made.enquiry_order_id = document.enquiry_order_id
    where document.state <> 'draft' and document.kind in ('quote', 'invoice', 'credit_note'));
  if order_ids <> '{}' then
    perform private.recount_balances(order_ids);
  end if;
  return null;
end
$$;
create trigger documents_balance_insert after insert on public.documents
  referencing new table as new_rows for each statement execute function private.follow_document_balances();
create trigger documents_balance_update after update on public.documents
  referencing new table as new_rows for each statement execute function private.follow_document_balances();

/* Follows acceptances: an accepted quote counts before a newer one. */
create function private.follow_answer_balances() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.recount_balances(array(
    select made.id from new_rows as given
      join public.documents as document on document.id = given.document_id
      join public.orders as made on made.id = document.order_id or made.enquiry_order_id = document.enquiry_order_id
    where given.answer = 'accepted'));
  return null;
end
$$;
create trigger document_answers_balance after insert on public.document_answers
  referencing new table as new_rows for each statement execute function private.follow_answer_balances();

/*
 * Follows the GST rate, which decides the balance of orders without documents. why only those listed: a studio has many
 * finished ones, and each is computed anew when anything lists it.
 */
create function private.follow_gst_rate() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.recount_balances(array(
    select balance.order_id from private.order_balances as balance where balance.basis = 'estimate' and balance.is_listed));
  return null;
end
$$;
create trigger studio_settings_gst_rate after insert or update of value on private.studio_settings
  for each row when (new.key = 'studio.gst_rate') execute function private.follow_gst_rate();
create trigger studio_settings_gst_rate_removed after delete on private.studio_settings
  for each row when (old.key = 'studio.gst_rate') execute function private.follow_gst_rate();

select private.recount_balances(array(select made.id from public.orders as made));
