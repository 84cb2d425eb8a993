-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* Kinds of documents. Twin of DOCUMENT_FACTS in src/domain/documents/document-kinds.ts, for what the app asks. */
create table private.document_kinds (
  kind text not null,
  name text not null,
  -- Its title in a studio that is registered for GST; null: its name.
  registered_title text,
  -- Where its lines come from. 'source': the order or enquiry, and staff edit them; 'corrected': the invoice that it
  -- corrects; 'payment': the entry of the ledger that it is a voucher of.
  lines text not null,
  -- Its customer answers it until its last day; it has revisions, and its lines are compared with the stock.
  is_offer boolean not null,
  -- Each follows the one before it in its series by a hash, so that nothing of it is removed when its customer is erased.
  is_chained boolean not null,
  -- It is in the registers and in GSTR-1, and names the studio as the law demands.
  is_tax_document boolean not null,
  -- Its customer is told how to pay, and may report a payment.
  is_payable boolean not null,
  -- It is not made from an enquiry.
  needs_order boolean not null,
  -- What its total is in the bill of its order: 1 added, -1 deducted, 0 left out.
  bill_sign smallint not null,
  prefix_setting text not null,
  -- Null: it has no terms.
  terms_setting text,
  -- Path of the page that its links open.
  page text not null,
  -- The e-mail that sends it.
  template text not null,
  -- Days that a link is valid, of an offer after its last day.
  link_days smallint not null,
  constraint document_kinds_pkey primary key (kind),
  constraint document_kinds_prefix_setting_fkey foreign key (prefix_setting)
    references private.setting_rules(key),
  constraint document_kinds_terms_setting_fkey foreign key (terms_setting)
    references private.setting_rules(key),
  constraint document_kinds_bill_sign_check check (bill_sign = any (array['-1'::integer, 0, 1])),
  constraint document_kinds_lines_check check (lines = any (array['source', 'corrected', 'payment'])),
  constraint document_kinds_link_days_range check (link_days > 0),
  constraint document_kinds_page_check check (page = any (array['/quote', '/invoice']))
);

alter table private.document_kinds enable row level security;

create policy "document_kinds: service_role does all" on private.document_kinds
  for all
  to service_role
  using (true) with check (true);

insert into private.document_kinds (kind, name, registered_title, lines, is_offer, is_chained, is_tax_document, is_payable, needs_order, bill_sign, prefix_setting, terms_setting, page, template, link_days) values
  ('credit_note', 'Credit note', null, 'corrected', false, true, true, false, true, -1, 'documents.credit_note_prefix', null, '/invoice', 'invoice', 180),
  ('invoice', 'Invoice', 'Tax invoice', 'source', false, true, true, true, true, 1, 'documents.invoice_prefix', 'documents.invoice_terms', '/invoice', 'invoice', 180),
  ('quote', 'Quote', null, 'source', true, false, false, true, false, 0, 'documents.quote_prefix', 'documents.quote_terms', '/quote', 'quote', 30),
  ('receipt_voucher', 'Receipt voucher', null, 'payment', false, true, true, false, true, 0, 'documents.receipt_voucher_prefix', null, '/invoice', 'invoice', 180),
  ('refund_voucher', 'Refund voucher', null, 'payment', false, true, true, false, true, 0, 'documents.refund_voucher_prefix', null, '/invoice', 'invoice', 180);
