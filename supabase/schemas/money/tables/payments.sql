-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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

create trigger payments_balance after insert on public.payments
  referencing new table as new_rows
  for each statement execute function private.follow_payments();
create trigger payments_event after insert on public.payments
  for each row execute function private.record_payment_event();
create trigger payments_kept before delete or update on public.payments
  for each row execute function private.keep_payment();

grant select on public.payments to authenticated, service_role;
