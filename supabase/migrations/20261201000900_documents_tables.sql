-- Tables: documents.

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
  constraint document_series_prefix_key unique (fy, prefix)
);
alter table private.document_series enable row level security;
create policy "document_series: service_role does all" on private.document_series
  for all
  to service_role
  using (true) with check (true);

-- States and union territories by their GST code.
create table private.gst_states (
  code text not null,
  name text not null,
  constraint gst_states_pkey primary key (code),
  constraint gst_states_code_check check (code ~ '^[0-9]{2}$')
);
alter table private.gst_states enable row level security;
create policy "gst_states: service_role does all" on private.gst_states for all to service_role
  using (true) with check (true);

create table public.tax_classes (
  id uuid not null default gen_random_uuid(),
  label text not null,
  -- Services Accounting Code: heading 9973 is leasing or rental services.
  sac text not null,
  -- Percent of GST.
  rate numeric(5,2) not null,
  -- 'recipient': taxed in the recipient's state. 'premises': in the studio's, for what is used there.
  place text not null default 'recipient',
  valid_from date not null default private.today(),
  succeeded_by uuid,
  created_at timestamptz not null default now(),
  -- why no foreign key: a class never changes.
  created_by uuid,
  constraint tax_classes_pkey primary key (id),
  constraint tax_classes_succeeded_by_fkey foreign key (succeeded_by)
    references public.tax_classes(id),
  constraint tax_classes_label_check check (private.trimmed(label) <> '' and char_length(label) <= 60),
  constraint tax_classes_place_check check (place = any (array['recipient', 'premises'])),
  constraint tax_classes_rate_check check (rate >= 0 and rate <= 100),
  constraint tax_classes_sac_check check (sac ~ '^([0-9]{4}|[0-9]{6})$')
);
create index tax_classes_succeeded_by_idx on public.tax_classes (succeeded_by);
alter table public.tax_classes enable row level security;
create policy "tax_classes: crm staff read" on public.tax_classes for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "tax_classes: service_role does all" on public.tax_classes for all to service_role
  using (true) with check (true);
grant select on public.tax_classes to authenticated, service_role;

-- The tax class of each kind of item, and of lines without an item.
create table private.kind_tax_classes (
  kind text not null,
  tax_class_id uuid not null,
  constraint kind_tax_classes_pkey primary key (kind),
  constraint kind_tax_classes_tax_class_id_fkey foreign key (tax_class_id)
    references public.tax_classes(id)
);
create index kind_tax_classes_tax_class_id_idx on private.kind_tax_classes (tax_class_id);
alter table private.kind_tax_classes enable row level security;
create policy "kind_tax_classes: service_role does all" on private.kind_tax_classes
  for all
  to service_role
  using (true) with check (true);

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
  constraint billing_profiles_customer_id_fkey foreign key (customer_id)
    references public.customers(id),
  constraint billing_profiles_state_code_fkey foreign key (state_code)
    references private.gst_states(code),
  constraint billing_profiles_address_length check (char_length(address) <= 400),
  constraint billing_profiles_gstin_check
    check (gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$' and private.is_gstin_checked(gstin) and state_code = "left"(gstin, 2)),
  constraint billing_profiles_label_length check (char_length(label) <= 60),
  constraint billing_profiles_legal_name_length check (char_length(legal_name) <= 120)
);
create index billing_profiles_customer_id_idx on public.billing_profiles (customer_id, updated_at);
create index billing_profiles_state_code_idx on public.billing_profiles (state_code);
alter table public.billing_profiles enable row level security;
create policy "billing_profiles: crm staff read" on public.billing_profiles
  for select
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "billing_profiles: service_role does all" on public.billing_profiles
  for all
  to service_role
  using (true) with check (true);
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
  constraint documents_number_key unique (number, revision),
  constraint documents_billing_profile_id_fkey foreign key (billing_profile_id)
    references public.billing_profiles(id),
  constraint documents_corrects_fkey foreign key (corrects) references public.documents(id),
  constraint documents_customer_id_fkey foreign key (customer_id) references public.customers(id),
  constraint documents_enquiry_order_id_fkey foreign key (enquiry_order_id)
    references public.enquiry_orders(id),
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
  constraint documents_kind_check
    check (kind = any (array['quote', 'invoice', 'credit_note', 'receipt_voucher', 'refund_voucher'])),
  constraint documents_notes_length check (char_length(notes) <= 2000),
  constraint documents_number_check check (number ~ '^[A-Z0-9/-]{1,16}$'),
  constraint documents_reason_length check (char_length(reason) <= 200),
  constraint documents_revision_check check (revision >= 1 and (revision = 1 or kind = 'quote')),
  constraint documents_source_check
    check (num_nonnulls(order_id, enquiry_order_id) >= 1 or corrects is not null),
  constraint documents_state_check
    check ((state = any (array['draft', 'issued'])) or state = 'superseded' and kind = 'quote'),
  constraint documents_sums_check
    check (total = (taxable + cgst + sgst + igst + round_off) and taxable = (gross - discount) and cgst = sgst and least(gross, discount, taxable, cgst, igst, total) >= 0)
);
create index documents_billing_profile_id_idx on public.documents (billing_profile_id);
create index documents_corrects_idx on public.documents (corrects);
create index documents_customer_id_idx on public.documents (customer_id);
create index documents_date_idx on public.documents (date, kind) where state <> 'draft';
create index documents_enquiry_order_id_idx on public.documents (enquiry_order_id);
create index documents_newest_idx on public.documents (created_at, id);
create index documents_order_id_idx on public.documents (order_id);
create index documents_payment_id_idx on public.documents (payment_id);
create index documents_place_of_supply_idx on public.documents (place_of_supply);
-- One draft of a revision.
create unique index documents_revised_once on public.documents (number) where state = 'draft';
alter table public.documents enable row level security;
create policy "documents: crm staff read" on public.documents for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "documents: service_role does all" on public.documents for all to service_role
  using (true) with check (true);
grant select on public.documents to authenticated, service_role;

create table public.document_answers (
  id uuid not null default gen_random_uuid(),
  document_id uuid not null,
  -- Of the revision that the customer read: private.document_hash.
  revision_hash bytea not null,
  answer text not null,
  -- Typed by the customer; null once their data was erased.
  name text,
  note text,
  -- Wishes for single lines: [{"position", "text"}].
  changes jsonb not null default '[]'::jsonb,
  address inet,
  created_at timestamptz not null default clock_timestamp(),
  constraint document_answers_pkey primary key (id),
  constraint document_answers_document_id_fkey foreign key (document_id)
    references public.documents(id) on delete cascade,
  constraint document_answers_answer_check
    check (answer = any (array['accepted', 'declined', 'change'])),
  constraint document_answers_changes_check check (jsonb_typeof(changes) = 'array'),
  constraint document_answers_hash_length check (octet_length(revision_hash) = 32),
  constraint document_answers_name_length check (char_length(name) <= 120),
  constraint document_answers_note_length check (char_length(note) <= 2000)
);
create unique index document_answers_accepted_key on public.document_answers (document_id)
  where answer = 'accepted';
create index document_answers_document_id_idx
  on public.document_answers (document_id, created_at, id);
alter table public.document_answers enable row level security;
create policy "document_answers: crm staff read" on public.document_answers
  for select
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "document_answers: service_role does all" on public.document_answers
  for all
  to service_role
  using (true) with check (true);
grant select on public.document_answers to authenticated, service_role;

create table public.document_lines (
  document_id uuid not null,
  "position" smallint not null,
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
  enquiry_item_id uuid,
  constraint document_lines_pkey primary key (document_id, "position"),
  constraint document_lines_document_id_fkey foreign key (document_id)
    references public.documents(id) on delete cascade,
  constraint document_lines_item_id_fkey foreign key (item_id, item_type)
    references public.items(id, kind),
  constraint document_lines_days_range check (days >= 1 and days <= 3660),
  constraint document_lines_discount_amount_range check (discount_amount > 0),
  constraint document_lines_discount_check
    check (num_nonnulls(discount_percent, discount_amount) <= 1),
  constraint document_lines_discount_percent_range
    check (discount_percent > 0 and discount_percent <= 100),
  constraint document_lines_heading_check check (
  case kind
      when 'heading' then num_nonnulls(sac, rate, place, quantity, days, unit_price, discount_percent, discount_amount) = 0
      else num_nulls(sac, rate, place, quantity, unit_price) = 0
  end),
  constraint document_lines_item_check
    check ((kind = 'item') = (item_id is not null) and (item_id is null) = (item_type is null)),
  constraint document_lines_kind_check check (kind = any (array['item', 'text', 'charge', 'heading'])),
  constraint document_lines_place_check check (place = any (array['recipient', 'premises'])),
  constraint document_lines_quantity_range check (quantity >= 1 and quantity <= 1000000),
  constraint document_lines_rate_range check (rate >= 0 and rate <= 100),
  constraint document_lines_sac_check check (sac ~ '^([0-9]{4}|[0-9]{6})$'),
  constraint document_lines_sums_check
    check (taxable = (gross - discount - shared_discount) and cgst = sgst and least(gross, discount, shared_discount, taxable, cgst, igst) >= 0),
  constraint document_lines_text_check
    check (private.trimmed(text) <> '' and char_length(text) <= 200),
  constraint document_lines_unit_price_range check (unit_price >= 0 and unit_price <= 9999999999.99)
);
create index document_lines_item_id_idx on public.document_lines (item_id);
create index document_lines_order_item_id_idx on public.document_lines (order_item_id);
alter table public.document_lines enable row level security;
create policy "document_lines: crm staff read" on public.document_lines for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "document_lines: service_role does all" on public.document_lines
  for all
  to service_role
  using (true) with check (true);
grant select on public.document_lines to authenticated, service_role;

alter table private.links add constraint links_document_id_fkey foreign key (document_id)
    references public.documents(id) on delete cascade;
