-- Money of orders: the ledger's entries, and what customers say they paid. docs/product/money.md

create table public.payments (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  customer_id uuid not null,
  account text not null,
  kind text not null,
  -- Rupees, always above 0; the kind says whether it adds or takes away.
  amount numeric(12, 2) not null,
  method text,
  -- Of the bank: UTR, cheque number; of TDS, the certificate.
  reference text not null default '',
  -- The day in the studio on which the money moved.
  day date not null,
  -- The entry that a reversal corrects.
  reverses uuid,
  -- The voucher issued with it.
  document_id uuid,
  note text,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  constraint payments_pkey primary key (id),
  constraint payments_order_id_fkey foreign key (order_id) references public.orders (id),
  constraint payments_customer_id_fkey foreign key (customer_id) references public.customers (id),
  constraint payments_reverses_fkey foreign key (reverses) references public.payments (id),
  constraint payments_reverses_key unique (reverses),
  -- why deferred: a voucher names its payment, so the payment is written first.
  constraint payments_document_id_fkey foreign key (document_id) references public.documents (id)
    deferrable initially deferred,
  constraint payments_created_by_fkey foreign key (created_by) references public.user_profiles (id) on delete set null,
  constraint payments_amount_range check (amount > 0 and amount <= 9999999999.99),
  constraint payments_kind_check check (case account
    when 'rental' then kind in ('received', 'refunded', 'tds', 'written_off', 'reversal')
    when 'deposit' then kind in ('received', 'refunded', 'deposit_applied', 'reversal')
    else false end),
  constraint payments_reverses_check check ((kind = 'reversal') = (reverses is not null)),
  constraint payments_method_check check (method in ('cash', 'upi', 'bank', 'card', 'cheque', 'other')),
  constraint payments_moves_money check ((kind in ('received', 'refunded')) = (method is not null)),
  constraint payments_reference_length check (char_length(reference) <= 60),
  constraint payments_day_check check (isfinite(day)),
  constraint payments_note_length check (char_length(note) <= 500)
);
create index payments_order_id_idx on public.payments (order_id, created_at, id);
create index payments_customer_id_idx on public.payments (customer_id);
create index payments_document_id_idx on public.payments (document_id);
create index payments_created_by_idx on public.payments (created_by);
create index payments_day_idx on public.payments (day, created_at, id);

alter table public.payments enable row level security;
create policy "payments: crm staff read" on public.payments
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "payments: service_role does all" on public.payments for all to service_role using (true) with check (true);
-- why no writes: entries are written by functions only, for every caller.
grant select on public.payments to authenticated, service_role;

-- References in use: one transfer is recorded once. It may be split into the rent and the deposit of one order.
-- why a table: the reference of a reversed payment is free again, and payments never change.
create table private.payment_references (
  method text not null,
  -- In lower case.
  reference text not null,
  account text not null,
  payment_id uuid not null,
  order_id uuid not null,
  constraint payment_references_pkey primary key (method, reference, account),
  constraint payment_references_payment_id_fkey foreign key (payment_id) references public.payments (id),
  constraint payment_references_order_id_fkey foreign key (order_id) references public.orders (id)
);
create index payment_references_reference_idx on private.payment_references (reference);
create index payment_references_payment_id_idx on private.payment_references (payment_id);
create index payment_references_order_id_idx on private.payment_references (order_id);
alter table private.payment_references enable row level security;
create policy "payment_references: service_role does all" on private.payment_references
  for all to service_role using (true) with check (true);

create table public.payment_claims (
  id uuid not null default gen_random_uuid(),
  -- The invoice or quote that the customer paid.
  document_id uuid not null,
  order_id uuid,
  amount numeric(12, 2) not null,
  -- Reference of the bank, as the customer typed it.
  utr text not null,
  state text not null default 'open',
  payment_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  constraint payment_claims_pkey primary key (id),
  constraint payment_claims_document_id_fkey foreign key (document_id) references public.documents (id) on delete cascade,
  constraint payment_claims_order_id_fkey foreign key (order_id) references public.orders (id),
  constraint payment_claims_payment_id_fkey foreign key (payment_id) references public.payments (id),
  constraint payment_claims_amount_range check (amount > 0 and amount <= 9999999999.99),
  constraint payment_claims_utr_length check (private.trimmed(utr) <> '' and char_length(utr) <= 60),
  constraint payment_claims_state_check check (state in ('open', 'matched', 'dismissed')),
  constraint payment_claims_payment_check check ((state = 'matched') = (payment_id is not null))
);
create index payment_claims_document_id_idx on public.payment_claims (document_id);
create index payment_claims_order_id_idx on public.payment_claims (order_id);
create index payment_claims_payment_id_idx on public.payment_claims (payment_id);
create index payment_claims_open_idx on public.payment_claims (created_at, id) where state = 'open';

alter table public.payment_claims enable row level security;
create policy "payment_claims: crm staff read" on public.payment_claims
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "payment_claims: service_role does all" on public.payment_claims
  for all to service_role using (true) with check (true);
grant select on public.payment_claims to authenticated, service_role;

do $$
begin
  -- why: a publication FOR ALL TABLES includes them already and rejects ADD TABLE.
  if exists (select from pg_publication where pubname = 'supabase_realtime' and not puballtables) then
    alter publication supabase_realtime add table public.payments, public.payment_claims;
  end if;
end
$$;

/*
 * Refuses any change of the ledger, for every caller: an entry is corrected by reversing it. Two things follow other
 * records: the customer of the order (merging), and the note, which erasing the customer removes.
 */
create function private.keep_payment() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  expected public.payments := old;
begin
  if tg_op = 'UPDATE' then
    expected.customer_id := (select made.customer_id from public.orders as made where made.id = old.order_id);
    expected.note := case when exists (
      select from public.customers as customer where customer.id = expected.customer_id and customer.erased_at is null
    ) then old.note end;
    -- why: removing a profile empties it.
    expected.created_by := (select profile.id from public.user_profiles as profile where profile.id = old.created_by);
    if new is not distinct from expected then
      return new;
    end if;
  end if;
  raise exception 'An entry of the ledger never changes. Reverse it instead.' using errcode = 'PT409', detail = '{"reason": "ledger"}';
end
$$;
create trigger payments_kept before update or delete on public.payments
  for each row execute function private.keep_payment();

/* Entries of the ledger belong to the customer of their order. */
create function private.move_payments() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.payments as entry set customer_id = new.customer_id
  where entry.order_id = new.id and entry.customer_id <> new.customer_id;
  return null;
end
$$;
create trigger orders_move_payments after update of customer_id on public.orders
  for each row when (old.customer_id <> new.customer_id)
  execute function private.move_payments();

/* Erases the notes on payments of customers whose personal data was erased. Amounts and references stay for the accounts. */
create function private.erase_payment_notes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.payments as entry set note = null where entry.customer_id = new.id and entry.note is not null;
  return null;
end
$$;
create trigger customers_erase_payment_notes after update of erased_at on public.customers
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.erase_payment_notes();

/* Records a payment in the timeline of its order; a value like "rental received 25000.00". */
create function private.record_payment_event() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  former public.payments;
begin
  if new.kind = 'reversal' then
    select * into former from public.payments as entry where entry.id = new.reverses;
    perform private.record_event(new.customer_id, 'order', new.order_id, 'payment_reversed',
      concat_ws(' ', former.account, former.kind, former.amount), null);
  else
    perform private.record_event(new.customer_id, 'order', new.order_id, 'payment_recorded', null,
      concat_ws(' ', new.account, new.kind, new.amount));
  end if;
  return null;
end
$$;
create trigger payments_event after insert on public.payments
  for each row execute function private.record_payment_event();

/* Records in the timeline that a customer says they paid, and that staff dismissed it. */
create function private.record_claim_event() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  paid public.documents;
begin
  if tg_op = 'UPDATE' and not (old.state = 'open' and new.state = 'dismissed') then
    return null;
  end if;
  select * into paid from public.documents as known where known.id = new.document_id;
  perform private.record_event(paid.customer_id,
    case when coalesce(new.order_id, paid.order_id) is null then 'enquiry' else 'order' end,
    coalesce(new.order_id, paid.order_id, paid.enquiry_order_id),
    case tg_op when 'INSERT' then 'payment_claimed' else 'claim_dismissed' end, null, new.amount::text);
  return null;
end
$$;
create trigger payment_claims_event after insert or update of state on public.payment_claims
  for each row execute function private.record_claim_event();
