-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.documents (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  state text not null default 'draft',
  order_id uuid,
  enquiry_order_id uuid,
  customer_id uuid not null,
  billing_profile_id uuid,
  -- Financial year of the date, April to March: '26-27'.
  fy text,
  sequence integer,
  -- Of a quote: its revisions share a number.
  revision integer not null default 1,
  number text collate "C",
  date date,
  valid_until date,
  -- GST code. Of a draft: only if staff set it.
  place_of_supply text,
  -- 'customer': the customer's state; 'studio': the studio's; 'set': by staff, for all lines.
  place_reason text,
  customer_state text,
  discount_percent numeric(5,2),
  discount_amount numeric(12,2),
  notes text not null default '',
  -- Of a credit note: why it was made.
  reason text,
  -- Rupees.
  gross numeric(12,2) not null default 0,
  discount numeric(12,2) not null default 0,
  taxable numeric(12,2) not null default 0,
  cgst numeric(12,2) not null default 0,
  sgst numeric(12,2) not null default 0,
  igst numeric(12,2) not null default 0,
  round_off numeric(12,2) not null default 0,
  total numeric(12,2) not null default 0,
  -- What was issued, as renderers show it (src/domain/documents/frozen-document.ts).
  frozen jsonb,
  template smallint,
  -- SHA-256 of the previous hash of the series and the text of `frozen`; quotes have no previous one.
  hash bytea,
  previous_hash bytea,
  -- Of an e-invoice, when one is registered.
  irn text,
  irn_qr text,
  corrects uuid,
  -- Of a voucher.
  payment_id uuid,
  -- SHA-256 of the lines of the order or enquiry when the draft was made.
  source_hash bytea,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- why no foreign key: an issued row never changes.
  created_by uuid,
  issued_at timestamptz,
  issued_by uuid,
  zero_rated text,
  constraint documents_pkey primary key (id),
  constraint documents_number_key unique (number, revision),
  constraint documents_billing_profile_id_fkey foreign key (billing_profile_id)
    references public.billing_profiles(id),
  constraint documents_corrects_fkey foreign key (corrects) references public.documents(id),
  constraint documents_customer_id_fkey foreign key (customer_id) references public.customers(id),
  constraint documents_enquiry_order_id_fkey foreign key (enquiry_order_id)
    references public.enquiry_orders(id),
  constraint documents_kind_fkey foreign key (kind) references private.document_kinds(kind),
  constraint documents_order_id_fkey foreign key (order_id) references public.orders(id),
  constraint documents_place_of_supply_fkey foreign key (place_of_supply)
    references private.gst_states(code),
  constraint documents_chained_check
    check (state = 'draft' or (kind = 'quote') = (previous_hash is null)),
  constraint documents_discount_amount_range check (discount_amount > 0),
  constraint documents_discount_check check (num_nonnulls(discount_percent, discount_amount) <= 1),
  constraint documents_discount_percent_range check (discount_percent > 0 and discount_percent <= 100),
  constraint documents_issued_check
    check (state = 'draft' or num_nulls(fy, sequence, number, date, frozen, template, hash, issued_at) = 0),
  constraint documents_notes_length check (char_length(notes) <= 2000),
  constraint documents_number_check check (number ~ '^[A-Z0-9/-]{1,16}$'),
  constraint documents_reason_length check (char_length(reason) <= 200),
  constraint documents_revision_check check (revision >= 1 and (revision = 1 or kind = 'quote')),
  constraint documents_source_check
    check (num_nonnulls(order_id, enquiry_order_id) >= 1 or corrects is not null),
  constraint documents_state_check
    check ((state = any (array['draft', 'issued'])) or state = 'superseded' and kind = 'quote'),
  constraint documents_sums_check
    check (total = (taxable + cgst + sgst + igst + round_off) and taxable = (gross - discount) and cgst = sgst and least(gross, discount, taxable, cgst, igst, total) >= 0),
  constraint documents_zero_rated_check
    check (zero_rated = any (array['SEZWP', 'SEZWOP', 'EXPWP', 'EXPWOP']))
);

create index documents_billing_profile_id_idx on public.documents (billing_profile_id);
create index documents_corrects_idx on public.documents (corrects);
create index documents_customer_id_idx on public.documents (customer_id);
create index documents_date_idx on public.documents (date, kind) where state <> 'draft';
create index documents_enquiry_order_id_idx on public.documents (enquiry_order_id);
create index documents_kind_idx on public.documents (kind);
create index documents_newest_idx on public.documents (created_at, id);
create index documents_order_id_idx on public.documents (order_id);
create index documents_payment_id_idx on public.documents (payment_id);
create index documents_place_of_supply_idx on public.documents (place_of_supply);
-- One draft of a revision.
create unique index documents_revised_once on public.documents (number) where state = 'draft';
-- Documents by the number within their year.
create index documents_sequence_idx on public.documents (sequence, date);

alter table public.documents enable row level security;

create policy "documents: crm staff read" on public.documents for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "documents: service_role does all" on public.documents for all to service_role
  using (true) with check (true);

create trigger documents_activity_delete after delete on public.documents
  referencing old table as old_rows
  for each statement execute function private.record_activity('crm', 'document', 'written.id', e'coalesce(written.number, (\n      select kinds.name from private.document_kinds as kinds where kinds.kind = written.kind) || '' (draft)'')', 'state,total,valid_until,irn', 'true', 't');
create trigger documents_activity_insert after insert on public.documents
  referencing new table as new_rows
  for each statement execute function private.record_activity('crm', 'document', 'written.id', e'coalesce(written.number, (\n      select kinds.name from private.document_kinds as kinds where kinds.kind = written.kind) || '' (draft)'')', 'state,total,valid_until,irn', 'true', 't');
create trigger documents_activity_update after update on public.documents
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('crm', 'document', 'written.id', e'coalesce(written.number, (\n      select kinds.name from private.document_kinds as kinds where kinds.kind = written.kind) || '' (draft)'')', 'state,total,valid_until,irn', 'true', 't');
create trigger documents_balance_insert after insert on public.documents
  referencing new table as new_rows
  for each statement execute function private.follow_document_balances();
create trigger documents_balance_update after update on public.documents
  referencing new table as new_rows
  for each statement execute function private.follow_document_balances();
create trigger documents_end_change after update of state on public.documents
  for each row
  when (old.state = 'draft' and new.state = 'issued' and new.kind = 'quote' and new.enquiry_order_id is not null) execute function private.end_quoted_change();
create trigger documents_issued before delete or update on public.documents
  for each row execute function private.refuse_issued();

grant select on public.documents to authenticated, service_role;

comment on column public.documents.zero_rated is 'Of an issued one: a supply to an SEZ or an export, with (WP) or without (WOP) payment of IGST, as GSTR-1 names it; null: neither.';
