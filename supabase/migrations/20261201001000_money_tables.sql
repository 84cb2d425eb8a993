-- Tables: money.

-- The balance of each order, so that the list of due amounts is read along an index.
create table private.order_balances (
  order_id uuid not null,
  billed numeric not null default 0,
  basis text not null default 'none',
  received numeric not null default 0,
  held numeric not null default 0,
  due numeric not null default 0,
  -- The last day to pay.
  due_on date not null default 'infinity'::date,
  -- The list of due amounts shows the order while something is due.
  is_listed boolean not null default false,
  constraint order_balances_pkey primary key (order_id),
  constraint order_balances_order_id_fkey foreign key (order_id)
    references public.orders(id) on delete cascade
);
create index order_balances_due_idx on private.order_balances (due_on, order_id)
  where due > 0 and is_listed;
alter table private.order_balances enable row level security;
create policy "order_balances: service_role does all" on private.order_balances
  for all
  to service_role
  using (true) with check (true);

create table public.payments (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  customer_id uuid not null,
  account text not null,
  kind text not null,
  -- Rupees, always above 0; the kind says whether it adds or takes away.
  amount numeric(12,2) not null,
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
  constraint payments_reverses_key unique (reverses),
  constraint payments_created_by_fkey foreign key (created_by)
    references public.user_profiles(id) on delete set null,
  constraint payments_customer_id_fkey foreign key (customer_id) references public.customers(id),
  constraint payments_document_id_fkey foreign key (document_id)
    references public.documents(id) deferrable initially deferred,
  constraint payments_order_id_fkey foreign key (order_id) references public.orders(id),
  constraint payments_reverses_fkey foreign key (reverses) references public.payments(id),
  constraint payments_amount_range check (amount > 0 and amount <= 9999999999.99),
  constraint payments_day_check check (isfinite(day)),
  constraint payments_kind_check check (
  case account
      when 'rental' then kind = any (array['received', 'refunded', 'tds', 'written_off', 'reversal'])
      when 'deposit' then kind = any (array['received', 'refunded', 'deposit_applied', 'reversal'])
      else false
  end),
  constraint payments_method_check
    check (method = any (array['cash', 'upi', 'bank', 'card', 'cheque', 'other'])),
  constraint payments_moves_money
    check ((kind = any (array['received', 'refunded'])) = (method is not null)),
  constraint payments_note_length check (char_length(note) <= 500),
  constraint payments_reference_length check (char_length(reference) <= 60),
  constraint payments_reverses_check check ((kind = 'reversal') = (reverses is not null))
);
create index payments_created_by_idx on public.payments (created_by);
create index payments_customer_id_idx on public.payments (customer_id);
create index payments_day_idx on public.payments (day, created_at, id);
create index payments_document_id_idx on public.payments (document_id);
create index payments_order_id_idx on public.payments (order_id, created_at, id);
alter table public.payments enable row level security;
create policy "payments: crm staff read" on public.payments for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "payments: service_role does all" on public.payments for all to service_role
  using (true) with check (true);
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
  constraint payment_references_order_id_fkey foreign key (order_id) references public.orders(id),
  constraint payment_references_payment_id_fkey foreign key (payment_id)
    references public.payments(id)
);
create index payment_references_order_id_idx on private.payment_references (order_id);
create index payment_references_payment_id_idx on private.payment_references (payment_id);
create index payment_references_reference_idx on private.payment_references (reference);
alter table private.payment_references enable row level security;
create policy "payment_references: service_role does all" on private.payment_references
  for all
  to service_role
  using (true) with check (true);

create table public.payment_claims (
  id uuid not null default gen_random_uuid(),
  -- The invoice or quote that the customer paid.
  document_id uuid not null,
  order_id uuid,
  amount numeric(12,2) not null,
  -- Reference of the bank, as the customer typed it.
  utr text not null,
  state text not null default 'open',
  payment_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  constraint payment_claims_pkey primary key (id),
  constraint payment_claims_document_id_fkey foreign key (document_id)
    references public.documents(id) on delete cascade,
  constraint payment_claims_order_id_fkey foreign key (order_id) references public.orders(id),
  constraint payment_claims_payment_id_fkey foreign key (payment_id) references public.payments(id),
  constraint payment_claims_amount_range check (amount > 0 and amount <= 9999999999.99),
  constraint payment_claims_payment_check check ((state = 'matched') = (payment_id is not null)),
  constraint payment_claims_state_check check (state = any (array['open', 'matched', 'dismissed'])),
  constraint payment_claims_utr_length check (private.trimmed(utr) <> '' and char_length(utr) <= 60)
);
create index payment_claims_document_id_idx on public.payment_claims (document_id);
create index payment_claims_open_idx on public.payment_claims (created_at, id) where state = 'open';
create index payment_claims_order_id_idx on public.payment_claims (order_id);
create index payment_claims_payment_id_idx on public.payment_claims (payment_id);
alter table public.payment_claims enable row level security;
create policy "payment_claims: crm staff read" on public.payment_claims for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "payment_claims: service_role does all" on public.payment_claims
  for all
  to service_role
  using (true) with check (true);
grant select on public.payment_claims to authenticated, service_role;
