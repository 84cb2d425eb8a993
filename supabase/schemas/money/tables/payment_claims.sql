-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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

create trigger payment_claims_event after insert or update of state on public.payment_claims
  for each row execute function private.record_claim_event();

grant select on public.payment_claims to authenticated, service_role;
