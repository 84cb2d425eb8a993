-- Quotes, tax invoices, credit notes and vouchers. What is issued never changes (docs/decisions/0075).

-- To whom a customer's documents are addressed.
create table public.billing_profiles (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  label text not null default '',
  legal_name text not null,
  -- Null: not registered for GST.
  gstin text,
  address text not null default '',
  -- GST code; the first two digits of a GSTIN.
  state_code text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint billing_profiles_pkey primary key (id),
  constraint billing_profiles_customer_id_fkey foreign key (customer_id) references public.customers (id),
  constraint billing_profiles_state_code_fkey foreign key (state_code) references private.gst_states (code),
  constraint billing_profiles_label_length check (char_length(label) <= 60),
  constraint billing_profiles_legal_name_length check (char_length(legal_name) <= 120),
  constraint billing_profiles_address_length check (char_length(address) <= 400),
  constraint billing_profiles_gstin_check
    check (gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$' and private.is_gstin_checked(gstin)
      and state_code = left(gstin, 2))
);
create index billing_profiles_customer_id_idx on public.billing_profiles (customer_id, updated_at);
create index billing_profiles_state_code_idx on public.billing_profiles (state_code);

alter table public.billing_profiles enable row level security;
create policy "billing_profiles: crm staff read" on public.billing_profiles for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "billing_profiles: service_role does all" on public.billing_profiles for all to service_role using (true) with check (true);
grant select on public.billing_profiles to authenticated, service_role;

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
  constraint documents_pkey primary key (id),
  constraint documents_order_id_fkey foreign key (order_id) references public.orders (id),
  constraint documents_enquiry_order_id_fkey foreign key (enquiry_order_id) references public.enquiry_orders (id),
  constraint documents_customer_id_fkey foreign key (customer_id) references public.customers (id),
  constraint documents_billing_profile_id_fkey foreign key (billing_profile_id) references public.billing_profiles (id),
  constraint documents_corrects_fkey foreign key (corrects) references public.documents (id),
  constraint documents_place_of_supply_fkey foreign key (place_of_supply) references private.gst_states (code),
  constraint documents_kind_check check (kind in ('quote', 'invoice', 'credit_note', 'receipt_voucher', 'refund_voucher')),
  constraint documents_state_check check (state in ('draft', 'issued') or state = 'superseded' and kind = 'quote'),
  constraint documents_source_check check (num_nonnulls(order_id, enquiry_order_id) >= 1 or corrects is not null),
  constraint documents_issued_check check (state = 'draft'
    or num_nulls(fy, sequence, number, date, frozen, template, hash, issued_at) = 0),
  constraint documents_chained_check check (state = 'draft' or (kind = 'quote') = (previous_hash is null)),
  -- Rule 46(b) of the CGST Rules.
  constraint documents_number_check check (number ~ '^[A-Z0-9/-]{1,16}$'),
  constraint documents_revision_check check (revision >= 1 and (revision = 1 or kind = 'quote')),
  constraint documents_discount_check check (num_nonnulls(discount_percent, discount_amount) <= 1),
  constraint documents_discount_percent_range check (discount_percent > 0 and discount_percent <= 100),
  constraint documents_discount_amount_range check (discount_amount > 0),
  constraint documents_notes_length check (char_length(notes) <= 2000),
  constraint documents_reason_length check (char_length(reason) <= 200),
  constraint documents_sums_check check (total = taxable + cgst + sgst + igst + round_off
    and taxable = gross - discount and cgst = sgst and least(gross, discount, taxable, cgst, igst, total) >= 0),
  constraint documents_number_key unique (number, revision)
);
create index documents_order_id_idx on public.documents (order_id);
create index documents_enquiry_order_id_idx on public.documents (enquiry_order_id);
create index documents_customer_id_idx on public.documents (customer_id);
create index documents_billing_profile_id_idx on public.documents (billing_profile_id);
create index documents_corrects_idx on public.documents (corrects);
create index documents_payment_id_idx on public.documents (payment_id);
create index documents_place_of_supply_idx on public.documents (place_of_supply);
create index documents_newest_idx on public.documents (created_at, id);
create index documents_date_idx on public.documents (date, kind) where state <> 'draft';
-- One draft of a revision.
create unique index documents_revised_once on public.documents (number) where state = 'draft';

alter table public.documents enable row level security;
create policy "documents: crm staff read" on public.documents for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "documents: service_role does all" on public.documents for all to service_role using (true) with check (true);
grant select on public.documents to authenticated, service_role;

create table public.document_lines (
  document_id uuid not null,
  position smallint not null,
  -- 'text': priced like an item; 'charge': of a return (late, damage, missing); a heading has no amounts.
  kind text not null,
  item_id uuid,
  item_type text,
  -- why no foreign key: the line may be removed from its order later.
  order_item_id uuid,
  -- Of a credit note: the position of the invoice's line.
  credits_position smallint,
  text text not null,
  sac text,
  rate numeric(5,2),
  place text,
  quantity integer,
  -- Null: charged once, not by the day.
  days integer,
  -- Rupees for one, per day where `days` is set.
  unit_price numeric(12,2),
  discount_percent numeric(5,2),
  discount_amount numeric(12,2),
  gross numeric(12,2) not null default 0,
  -- The line's own discount; shared_discount is its part of the document's.
  discount numeric(12,2) not null default 0,
  shared_discount numeric(12,2) not null default 0,
  taxable numeric(12,2) not null default 0,
  cgst numeric(12,2) not null default 0,
  sgst numeric(12,2) not null default 0,
  igst numeric(12,2) not null default 0,
  constraint document_lines_pkey primary key (document_id, position),
  constraint document_lines_document_id_fkey foreign key (document_id) references public.documents (id) on delete cascade,
  constraint document_lines_item_id_fkey foreign key (item_id, item_type) references public.items (id, kind),
  constraint document_lines_kind_check check (kind in ('item', 'text', 'charge', 'heading')),
  constraint document_lines_item_check check ((kind = 'item') = (item_id is not null) and (item_id is null) = (item_type is null)),
  constraint document_lines_heading_check check (case kind when 'heading'
    then num_nonnulls(sac, rate, place, quantity, days, unit_price, discount_percent, discount_amount) = 0
    else num_nulls(sac, rate, place, quantity, unit_price) = 0 end),
  constraint document_lines_text_check check (private.trimmed(text) <> '' and char_length(text) <= 200),
  constraint document_lines_sac_check check (sac ~ '^([0-9]{4}|[0-9]{6})$'),
  constraint document_lines_rate_range check (rate between 0 and 100),
  constraint document_lines_place_check check (place in ('recipient', 'premises')),
  constraint document_lines_quantity_range check (quantity between 1 and 1000000),
  constraint document_lines_days_range check (days between 1 and 3660),
  constraint document_lines_unit_price_range check (unit_price between 0 and 9999999999.99),
  constraint document_lines_discount_check check (num_nonnulls(discount_percent, discount_amount) <= 1),
  constraint document_lines_discount_percent_range check (discount_percent > 0 and discount_percent <= 100),
  constraint document_lines_discount_amount_range check (discount_amount > 0),
  constraint document_lines_sums_check check (taxable = gross - discount - shared_discount and cgst = sgst
    and least(gross, discount, shared_discount, taxable, cgst, igst) >= 0)
);
create index document_lines_item_id_idx on public.document_lines (item_id);
create index document_lines_order_item_id_idx on public.document_lines (order_item_id);

alter table public.document_lines enable row level security;
create policy "document_lines: crm staff read" on public.document_lines for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "document_lines: service_role does all" on public.document_lines for all to service_role using (true) with check (true);
grant select on public.document_lines to authenticated, service_role;

-- The last number of each series. Its row is the last lock of whoever issues a document, so numbers have no gap.
create table private.document_series (
  kind text not null,
  fy text not null,
  prefix text not null,
  last_number integer not null default 0,
  last_date date,
  -- Null before the first document.
  last_hash bytea,
  constraint document_series_pkey primary key (kind, fy, prefix),
  -- why: two kinds with the same prefix would have the same numbers.
  constraint document_series_prefix_key unique (fy, prefix)
);
alter table private.document_series enable row level security;
create policy "document_series: service_role does all" on private.document_series
  for all to service_role using (true) with check (true);

select private.add_activity_log('public.documents', 'crm', 'document', 'written.id',
  'coalesce(written.number, case written.kind when ''quote'' then ''Quote'' when ''invoice'' then ''Invoice''
    when ''credit_note'' then ''Credit note'' when ''receipt_voucher'' then ''Receipt voucher'' else ''Refund voucher'' end || '' (draft)'')',
  'state,total,valid_until,irn');
select private.add_activity_log('public.billing_profiles', 'crm', 'customer', 'written.customer_id',
  '(select customer.customer_number from public.customers as customer where customer.id = written.customer_id)',
  'updated_at', logs_values => false);

-- why a pattern: each part of the product has events of its own.
alter table public.crm_events drop constraint crm_events_what_check,
  add constraint crm_events_what_check check (what ~ '^[a-z_]{1,40}$');

/*
 * Refuses every change of an issued document: PT409 {"reason": "issued"}, for all roles. Allowed are its registration as
 * an e-invoice, a later revision of a quote, and the removal of an erased customer's data from a quote.
 */
create function private.refuse_issued() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  free text[] := '{irn,irn_qr}';
begin
  if old.state = 'draft' then
    return case tg_op when 'DELETE' then old else new end;
  elsif tg_op = 'UPDATE' then
    if old.kind = 'quote' then
      if (old.state, new.state) = ('issued', 'superseded') then
        free := free || '{state}';
      end if;
      if exists (select from public.customers as customer where customer.id = old.customer_id and customer.erased_at is not null) then
        free := free || '{frozen,notes,source_hash}';
      end if;
    end if;
    if to_jsonb(new) - free = to_jsonb(old) - free then
      return new;
    end if;
  end if;
  raise exception using errcode = 'PT409', detail = '{"reason": "issued"}',
    message = format('%s was issued and never changes.', old.number);
end
$$;
create trigger documents_issued before update or delete on public.documents
  for each row execute function private.refuse_issued();

/* Refuses every change of an issued document's lines, as private.refuse_issued. */
create function private.refuse_issued_lines() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  holder public.documents;
begin
  for holder in
    select * from public.documents as document
    where document.id in (case when tg_op <> 'INSERT' then old.document_id end, case when tg_op <> 'DELETE' then new.document_id end)
      and document.state <> 'draft'
  loop
    if tg_op = 'UPDATE' and holder.kind = 'quote' and to_jsonb(new) - 'text' = to_jsonb(old) - 'text' and exists (
      select from public.customers as customer where customer.id = holder.customer_id and customer.erased_at is not null
    ) then
      return new;
    end if;
    raise exception using errcode = 'PT409', detail = '{"reason": "issued"}',
      message = format('%s was issued and never changes.', holder.number);
  end loop;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger document_lines_issued before insert or update or delete on public.document_lines
  for each row execute function private.refuse_issued_lines();

/* The tables that "start with my own" empties: records, their logs, and what is derived from them. */
create or replace function private.record_tables() returns regclass[]
language sql stable
set search_path = ''
as $$
  select array(
    select kind.item_table from private.catalogue_kinds as kind
    union
    select list.lookup_table from private.catalogue_lookups as list where list.column_type = 'uuid'::regtype
    union
    select listed::regclass from unnest(array[
      'public.items', 'public.item_batches', 'public.item_changes', 'public.item_components', 'public.item_pieces',
      'public.reservations', 'public.customers', 'public.customer_merges', 'public.customer_notes', 'public.crm_events',
      'public.contact_enquiries', 'public.enquiry_orders', 'public.enquiry_items', 'public.orders', 'public.order_items',
      'public.order_movements', 'public.order_movement_lines', 'private.activity', 'private.links',
      'private.idempotency_keys', 'private.imports', 'private.import_lines', 'private.lead_figures',
      'private.catalogue_counts', 'private.search_entries', 'private.search_marks', 'private.search_words',
      'private.kit_parts', 'private.item_days', 'private.full_days', 'public.billing_profiles', 'public.documents',
      'public.document_lines', 'private.document_series'
    ]) as listed)
$$;
