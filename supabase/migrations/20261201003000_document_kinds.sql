-- What the code asks about a kind of document is a row of one table.

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
  constraint document_kinds_prefix_setting_fkey foreign key (prefix_setting) references private.setting_rules (key),
  constraint document_kinds_terms_setting_fkey foreign key (terms_setting) references private.setting_rules (key),
  constraint document_kinds_bill_sign_check check (bill_sign in (-1, 0, 1)),
  constraint document_kinds_lines_check check (lines in ('source', 'corrected', 'payment')),
  constraint document_kinds_link_days_range check (link_days > 0),
  constraint document_kinds_page_check check (page in ('/quote', '/invoice'))
);

alter table private.document_kinds enable row level security;

create policy "document_kinds: service_role does all" on private.document_kinds
  for all to service_role using (true) with check (true);

insert into private.document_kinds (kind, name, registered_title, lines, is_offer, is_chained, is_tax_document, is_payable,
  needs_order, bill_sign, prefix_setting, terms_setting, page, template, link_days)
values
  ('quote', 'Quote', null, 'source', true, false, false, true,
    false, 0, 'documents.quote_prefix', 'documents.quote_terms', '/quote', 'quote', 30),
  ('invoice', 'Invoice', 'Tax invoice', 'source', false, true, true, true,
    true, 1, 'documents.invoice_prefix', 'documents.invoice_terms', '/invoice', 'invoice', 180),
  ('credit_note', 'Credit note', null, 'corrected', false, true, true, false,
    true, -1, 'documents.credit_note_prefix', null, '/invoice', 'invoice', 180),
  ('receipt_voucher', 'Receipt voucher', null, 'payment', false, true, true, false,
    true, 0, 'documents.receipt_voucher_prefix', null, '/invoice', 'invoice', 180),
  ('refund_voucher', 'Refund voucher', null, 'payment', false, true, true, false,
    true, 0, 'documents.refund_voucher_prefix', null, '/invoice', 'invoice', 180);

alter table public.documents drop constraint documents_kind_check;
alter table public.documents add constraint documents_kind_fkey
  foreign key (kind) references private.document_kinds (kind);
create index documents_kind_idx on public.documents (kind);
alter table private.document_series add constraint document_series_kind_fkey
  foreign key (kind) references private.document_kinds (kind);

/* The facts of a document's kind. */
create function private.kind_of(document public.documents) returns private.document_kinds
language sql stable
set search_path = ''
as $$
  select kinds.* from private.document_kinds as kinds where kinds.kind = document.kind
$$;

/* When a link to a document ends, that is made now. */
create function private.document_link_ends(document public.documents) returns timestamptz
language sql stable
set search_path = ''
as $$
  select (greatest(document.valid_until, private.today()) + kinds.link_days + 1)::timestamp at time zone 'Asia/Kolkata'
  from private.document_kinds as kinds where kinds.kind = document.kind
$$;

/* Whether an e-mail sends a document: staff have been asked to whom it goes. */
create function private.sends_document(template text) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from private.document_kinds as kinds where kinds.template = sends_document.template)
$$;

drop trigger documents_activity_insert on public.documents;
drop trigger documents_activity_update on public.documents;
drop trigger documents_activity_delete on public.documents;
select private.add_activity_log('public.documents', 'crm', 'document', 'written.id',
  $$coalesce(written.number, (
      select kinds.name from private.document_kinds as kinds where kinds.kind = written.kind) || ' (draft)')$$,
  'state,total,valid_until,irn');

/*
 * The path of the button in an e-mail to a customer at an address, with a fresh link: {"path", "link_id"}; nulls without
 * a page. As long as somebody has to choose between two addresses, only the page of the enquiry, by a link that does not
 * open its quote: documents that staff send have been asked about (public.send_document).
 */
create or replace function private.customer_path(
  message private.outbox,
  document public.documents,
  enquiry_id uuid,
  address text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  link record;
  is_sure constant boolean := private.sends_document(message.template)
    or private.address_choice(message.customer_id, enquiry_id, message.order_id) is null;
begin
  if document.id is not null and is_sure then
    link := private.new_document_link(document, message.link_id, message.requested_by, customer_path.address);
    return jsonb_build_object('link_id', link.id,
      'path', (private.kind_of(document)).page || '?k=' || link.secret);
  elsif enquiry_id is not null then
    -- An acknowledgement goes to the address that was typed, which may be another person's than the customer's.
    link := private.new_enquiry_link(enquiry_id, message.link_id, is_sure and message.template <> 'acknowledgement',
      customer_path.address);
    return jsonb_build_object('link_id', link.id, 'path', '/enquiry?k=' || link.secret);
  end if;
  return jsonb_build_object('link_id', null, 'path', null);
end
$$;

/* The amounts of a document as private.document_sums returns them: those saved with it, or of a draft those of today. */
create or replace function private.document_amounts(document public.documents) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  place constant record := private.document_place(document);
  facts constant private.document_kinds := private.kind_of(document);
begin
  if document.state = 'draft' and facts.lines = 'corrected' then
    return private.credit_sums(document);
  elsif document.state = 'draft' and facts.lines = 'source' then
    return private.document_sums(
      (select coalesce(jsonb_agg(to_jsonb(line) || case when private.is_gst_registered() then '{}' else '{"rate": null}' end::jsonb
          order by line.position), '[]')
        from public.document_lines as line where line.document_id = document.id),
      document.discount_percent, document.discount_amount, private.studio_state(), place.code, place.reason = 'set',
      private.setting_or_default('documents.round_off')::boolean);
  end if;
  return jsonb_build_object(
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('position', line.position, 'gross', line.gross, 'discount', line.discount,
        'shared_discount', line.shared_discount, 'taxable', line.taxable, 'cgst', line.cgst, 'sgst', line.sgst,
        'igst', line.igst) order by line.position), '[]')
      from public.document_lines as line where line.document_id = document.id),
    'sums', jsonb_build_object('gross', document.gross, 'discount', document.discount, 'taxable', document.taxable,
      'cgst', document.cgst, 'sgst', document.sgst, 'igst', document.igst, 'round_off', document.round_off,
      'total', document.total));
end
$$;

/*
 * A document as its customer sees it (src/domain/documents/frozen-document.ts), computed now; number and date are those
 * that it gets when it is issued; amounts: its amounts, where the caller has computed them.
 */
create or replace function private.document_content(
  id uuid,
  number text default null,
  date date default null,
  amounts jsonb default null
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  document public.documents;
  facts private.document_kinds;
  place record;
  sums jsonb;
  lines jsonb;
  is_taxed boolean;
begin
  select * into document from public.documents as known where known.id = document_content.id;
  facts := private.kind_of(document);
  place := private.document_place(document);
  amounts := coalesce(amounts, private.document_amounts(document));
  sums := amounts -> 'sums';
  -- why not credit notes and vouchers: they have the rates of what they correct.
  is_taxed := facts.lines <> 'source' or private.is_gst_registered();
  select coalesce(jsonb_agg(jsonb_build_object('position', line.position, 'kind', line.kind, 'code', item.code,
      'text', line.text, 'picture', item.image, 'sac', line.sac, 'rate', case when is_taxed then line.rate end, 'quantity', line.quantity,
      'days', line.days, 'unit_price', line.unit_price, 'gross', priced.gross,
      'discount', priced.discount + priced.shared_discount, 'taxable', priced.taxable, 'cgst', priced.cgst,
      'sgst', priced.sgst, 'igst', priced.igst,
      'total', priced.taxable + priced.cgst + priced.sgst + priced.igst) order by line.position), '[]')
    into lines
  from public.document_lines as line
    join jsonb_populate_recordset(null::public.document_lines, amounts -> 'lines') as priced on priced.position = line.position
    left join public.items as item on item.id = line.item_id
  where line.document_id = document.id;
  return jsonb_build_object(
    'template', 1,
    'kind', document.kind,
    'title', coalesce(case when is_taxed then facts.registered_title end, facts.name),
    'number', document_content.number,
    'revision', document.revision,
    'date', document_content.date,
    'valid_until', document.valid_until,
    'studio', private.studio_content(),
    'customer', (
      select jsonb_build_object('number', customer.customer_number, 'name', coalesce(private.customer_name(customer.id), ''),
        'legal_name', coalesce(profile.legal_name, ''), 'gstin', coalesce(profile.gstin, ''),
        'address', coalesce(profile.address, ''), 'state', private.gst_state(profile.state_code),
        'mobile', coalesce(customer.mobile, ''), 'email', coalesce(customer.email, ''))
      from public.customers as customer
        left join public.billing_profiles as profile on profile.id = document.billing_profile_id
      where customer.id = private.remaining_customer(document.customer_id)),
    'place_of_supply', private.gst_state(place.code),
    'reverse_charge', false,
    'order', (
      select jsonb_build_object('number', made.order_number, 'rental_from', made.rental_from, 'rental_to', made.rental_to)
      from public.orders as made where made.id = document.order_id),
    'enquiry', (
      select jsonb_build_object('number', enquiry.enquiry_number, 'rental_from', enquiry.rental_from, 'rental_to', enquiry.rental_to)
      from public.enquiry_orders as enquiry where enquiry.id = document.enquiry_order_id),
    'corrects', (
      select jsonb_build_object('number', corrected.number, 'date', corrected.date)
      from public.documents as corrected where corrected.id = document.corrects),
    'reason', document.reason,
    'lines', lines,
    'sums', sums,
    'taxes', (
      select coalesce(jsonb_agg(to_jsonb(tax) order by tax.sac, tax.rate), '[]')
      from (
        select line ->> 'sac' as sac, (line ->> 'rate')::numeric as rate, sum((line ->> 'taxable')::numeric) as taxable,
          sum((line ->> 'cgst')::numeric) as cgst, sum((line ->> 'sgst')::numeric) as sgst, sum((line ->> 'igst')::numeric) as igst
        from jsonb_array_elements(lines) as listed (line) where line ->> 'sac' is not null and line ->> 'rate' is not null
        group by line ->> 'sac', (line ->> 'rate')::numeric
      ) as tax),
    'total_words', private.in_words((sums ->> 'total')::numeric),
    'notes', document.notes,
    'terms', case when facts.terms_setting is null then '' else private.setting_text(facts.terms_setting) end,
    'footer', private.setting_text('documents.footer'),
    'deposit', case when facts.is_offer and private.setting_text('documents.deposit_percent') <> '0' then
      round((sums ->> 'total')::numeric * private.setting_or_default('documents.deposit_percent')::numeric * 0.01, 2) end,
    'payment', private.payment_content(document.payment_id));
end
$$;

/*
 * Why a draft cannot be issued yet: [{"field", "text", "index": of the line from 0 where it is about one}], in the order
 * in which staff would fix it; [] when it can.
 */
create or replace function private.document_missing(draft public.documents, amounts jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  missing jsonb := '[]';
  facts constant private.document_kinds := private.kind_of(draft);
  place constant record := private.document_place(draft);
  profile public.billing_profiles;
  line record;
  billed record;
begin
  select * into profile from public.billing_profiles as known where known.id = draft.billing_profile_id;
  if exists (
    select from public.customers as customer
    where customer.id = private.remaining_customer(draft.customer_id) and customer.erased_at is not null
  ) then
    missing := missing || jsonb_build_object('field', 'customer', 'text', 'The data of this customer was erased.');
  end if;
  if not exists (
    select from public.document_lines as listed where listed.document_id = draft.id and listed.kind <> 'heading'
  ) then
    missing := missing || jsonb_build_object('field', 'lines', 'text', 'Add a line.');
  elsif facts.is_tax_document and (amounts #>> '{sums,total}')::numeric = 0 then
    missing := missing || jsonb_build_object('field', 'lines', 'text', 'An amount of ₹0 needs no invoice.');
  end if;
  if facts.lines = 'source' then
    for line in
      select listed.position, listed.text, former.label, former.rate as former_rate, current.rate as current_rate
      from public.document_lines as listed
        join public.tax_classes as former on (former.sac, former.rate, former.place) = (listed.sac, listed.rate, listed.place)
          and former.succeeded_by is not null
        join lateral (
          with recursive later as (
            select next.* from public.tax_classes as next where next.id = former.succeeded_by
            union all
            select next.* from later join public.tax_classes as next on next.id = later.succeeded_by
          )
          select * from later where later.succeeded_by is null
        ) as current on true
      where listed.document_id = draft.id and not exists (
        select from public.tax_classes as valid
        where (valid.sac, valid.rate, valid.place) = (listed.sac, listed.rate, listed.place) and valid.succeeded_by is null)
      order by listed.position
    loop
      missing := missing || jsonb_build_object('field', 'lines', 'index', line.position - 1, 'text', format(
        'The tax class "%s" changed: this line has %s%%, today''s rate is %s%%.', line.label,
        trim_scale(line.former_rate), trim_scale(line.current_rate)));
    end loop;
  end if;
  -- A credit note has the place of its invoice.
  if facts.lines <> 'corrected' and private.is_gst_registered() and private.studio_state() is null then
    missing := missing || jsonb_build_object('field', 'studio.region', 'text',
      'Enter the studio''s GSTIN in the settings, or its State as GST names it: without it nobody knows which GST is due.');
  end if;
  if facts.is_offer and draft.valid_until < private.today() then
    missing := missing || jsonb_build_object('field', 'valid_until', 'text', 'The last day of validity is past.');
  end if;
  if not facts.is_tax_document then
    return missing;
  end if;
  if private.setting_text('identity.legal_name') = '' then
    missing := missing || jsonb_build_object('field', 'identity.legal_name', 'text', 'Enter the studio''s legal name in the settings.');
  end if;
  if not private.is_gst_registered() then
    if draft.kind = 'receipt_voucher' then
      missing := missing || jsonb_build_object('field', 'studio.gst_registered', 'text',
        'A studio that is not registered for GST issues no vouchers: record the money without one.');
    end if;
  elsif private.setting_text('identity.gstin') = '' then
    missing := missing || jsonb_build_object('field', 'identity.gstin', 'text', 'Enter the studio''s GSTIN in the settings.');
  end if;
  if facts.bill_sign > 0 then
    if profile.gstin is not null and (private.trimmed(profile.legal_name) = '' or private.trimmed(profile.address) = '') then
      missing := missing || jsonb_build_object('field', 'billing_profile', 'text', 'A customer with a GSTIN needs a legal name and an address.');
    elsif profile.gstin is null and (amounts #>> '{sums,taxable}')::numeric >= 50000
      and (profile.id is null or private.trimmed(profile.legal_name) = '' or private.trimmed(profile.address) = '' or profile.state_code is null)
    then
      -- Rule 46(e) of the CGST Rules.
      missing := missing || jsonb_build_object('field', 'billing_profile', 'text', 'From ₹50,000 an invoice needs the customer''s name, address and state.');
    end if;
    if place.reason = 'customer' and place.code is distinct from private.studio_state() and exists (
      select from public.document_lines as listed where listed.document_id = draft.id and listed.place = 'premises'
    ) then
      missing := missing || jsonb_build_object('field', 'place_of_supply', 'text',
        'Some lines are taxed in the customer''s state and others in the studio''s. Make two invoices, or set one place of supply.');
    end if;
    for line in
      -- why first: what was credited is read of these invoices only.
      with earlier as materialized (
        select listed.position, other.id, other.number, former.position as billed_position, former.taxable
        from public.document_lines as listed
          join public.document_lines as former on former.order_item_id = listed.order_item_id
          join public.documents as other on other.id = former.document_id and other.kind = 'invoice' and other.state = 'issued'
        where listed.document_id = draft.id and listed.order_item_id is not null
      )
      select earlier.position, min(earlier.number) as number
      from earlier left join private.credited_lines(earlier.id, null) as credited
        on credited.line_position = earlier.billed_position
      where coalesce(credited.taxable, 0) < earlier.taxable
      group by earlier.position order by earlier.position
    loop
      missing := missing || jsonb_build_object('field', 'lines', 'index', line.position - 1, 'text', format('This is on %s already.', line.number));
    end loop;
  elsif facts.lines = 'corrected' then
    if private.trimmed(coalesce(draft.reason, '')) = '' then
      missing := missing || jsonb_build_object('field', 'reason', 'text', 'Say why the invoice is corrected.');
    end if;
    for billed in
      select listed.position, whole.taxable - coalesce(credited.taxable, 0) as rest
      from public.document_lines as listed
        join public.document_lines as whole on whole.document_id = draft.corrects and whole.position = listed.credits_position
        left join private.credited_lines(draft.corrects, draft.id) as credited on credited.line_position = whole.position
      where listed.document_id = draft.id and listed.unit_price > whole.taxable - coalesce(credited.taxable, 0)
      order by listed.position
    loop
      missing := missing || jsonb_build_object('field', 'lines', 'index', billed.position - 1, 'text',
        format('Only ₹%s of this line is left to credit.', trim(to_char(billed.rest, '9999999990.00'))));
    end loop;
  end if;
  return missing;
end
$$;

/*
 * Money of a linked quote or invoice: {"paid": {"received", "due"} of its order, or null; "pay": how to pay what is due, or
 * null}. A quote is paid once it is accepted, before its order is made too; the amount is its total then. Where to pay
 * is read from the settings, not from the document, as an account may have changed since.
 */
create or replace function private.document_money(document public.documents, state text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  facts constant private.document_kinds := private.kind_of(document);
  order_id constant uuid := (private.order_of_document(document)).id;
  sums record;
  amount numeric := document.total;
  paid jsonb;
  pay jsonb;
  studio jsonb;
begin
  if order_id is not null and facts.is_payable then
    sums := private.ledger_sums(order_id);
    paid := jsonb_build_object('received', sums.received, 'due', sums.due);
    amount := sums.due;
  end if;
  if facts.is_payable and (not facts.is_offer or state = 'accepted') and amount > 0 then
    studio := private.studio_content();
    if studio -> 'upi' <> 'null' or studio -> 'bank' <> 'null' then
      pay := jsonb_build_object('upi', studio -> 'upi', 'bank', studio -> 'bank', 'amount', amount,
        'reference', regexp_replace(document.number, '[^A-Za-z0-9]', '', 'g'));
    end if;
  end if;
  return jsonb_build_object('paid', paid, 'pay', pay);
end
$$;

/*
 * Whether a quote can be accepted: 'accepted', 'declined', 'expired' (its validity has passed, or its order was
 * cancelled) or 'open'; 'invoice' for a document of any other kind. A declined quote can still be accepted while it is
 * valid.
 */
create or replace function private.document_state(document public.documents) returns text
language sql stable
set search_path = ''
as $$
  select case
    when not (private.kind_of(document)).is_offer then 'invoice'
    when last.answer = 'accepted' then 'accepted'
    when coalesce(document.valid_until < private.today(), false)
      or coalesce((private.order_of_document(document)).status = 'cancelled', false) then 'expired'
    when last.answer = 'declined' then 'declined'
    else 'open' end
  from (select private.answer_of_document(document.id) ->> 'answer' as answer) as last
$$;

/*
 * Removes the personal data of an erased customer from quotes and billing profiles, and drafts as a whole. Documents of a
 * chain stay, as the law demands (private.tax_documents_until).
 */
create or replace function private.erase_documents() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.documents as draft where draft.customer_id = new.id and draft.state = 'draft';
  update public.document_lines as line
  set text = coalesce((select item.name from public.items as item where item.id = line.item_id), 'Erased')
  from public.documents as document join private.document_kinds as kinds using (kind)
  where document.id = line.document_id and document.customer_id = new.id and not kinds.is_chained;
  update public.documents as document
  set notes = '', frozen = document.frozen || jsonb_build_object('notes', '',
    'customer', (document.frozen -> 'customer')
      || '{"name": "", "legal_name": "", "gstin": "", "address": "", "mobile": "", "email": ""}',
    'lines', (
      select coalesce(jsonb_agg(line.value || jsonb_build_object('text', erased.text) order by erased.position), '[]')
      from jsonb_array_elements(document.frozen -> 'lines') as line (value)
        join public.document_lines as erased
          on erased.document_id = document.id and erased.position = (line.value ->> 'position')::smallint))
  from private.document_kinds as kinds
  where kinds.kind = document.kind and document.customer_id = new.id and not kinds.is_chained;
  update public.billing_profiles as profile
  set label = '', legal_name = 'Erased', gstin = null, address = '', state_code = null
  where profile.customer_id = new.id;
  return null;
end
$$;

/* Follows documents when they are issued or superseded. */
create or replace function private.follow_document_balances() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  order_ids uuid[];
begin
  order_ids := array(
    select made.id from new_rows as document join public.orders as made
      on made.id = document.order_id or made.enquiry_order_id = document.enquiry_order_id
      join private.document_kinds as kinds on kinds.kind = document.kind
    where document.state <> 'draft' and (kinds.is_offer or kinds.bill_sign <> 0));
  if order_ids <> '{}' then
    perform private.recount_balances(order_ids);
  end if;
  return null;
end
$$;

/*
 * Gives a draft its number and date, and freezes it. Its row is locked by the caller; the row of the series is the last
 * lock, so that numbers follow each other without a gap and a failure leaves none. Raises PT409 {"reason": "incomplete"}
 * when the series is full or another kind has its prefix.
 */
create or replace function private.freeze_document(id uuid, amounts jsonb default null)
returns public.documents
language plpgsql
set search_path = ''
as $$
declare
  draft public.documents;
  facts private.document_kinds;
  place record;
  series private.document_series;
  day date := private.today();
  own_prefix text;
  content jsonb;
begin
  select * into draft from public.documents as known where known.id = freeze_document.id;
  facts := private.kind_of(draft);
  place := private.document_place(draft);
  own_prefix := private.setting_text(facts.prefix_setting);
  -- why before the series is locked: others wait for it.
  content := private.document_content(draft.id, amounts => freeze_document.amounts);
  if draft.number is null then
    loop
      insert into private.document_series as known (kind, fy, prefix)
      values (draft.kind, private.financial_year(day), own_prefix)
      on conflict on constraint document_series_pkey do nothing;
      select * into series from private.document_series as known
      where known.kind = draft.kind and known.fy = private.financial_year(day) and known.prefix = own_prefix
      for update;
      -- why again: 1 April may have begun while this waited.
      exit when private.financial_year(private.today()) = private.financial_year(day);
      day := private.today();
    end loop;
    day := greatest(private.today(), series.last_date);
    draft.fy := series.fy;
    draft.sequence := series.last_number + 1;
    draft.number := format('%s/%s/%s', series.prefix, series.fy, lpad(draft.sequence::text, greatest(4, length(draft.sequence::text)), '0'));
    if length(draft.number) > 16 then
      raise exception using errcode = 'PT409', detail = '{"reason": "incomplete"}',
        message = format('The series %s/%s is full. Select another prefix in the settings.', series.prefix, series.fy);
    end if;
  end if;
  content := content || jsonb_build_object('number', draft.number, 'date', day);
  if facts.is_chained then
    draft.previous_hash := coalesce(series.last_hash, '');
  end if;
  update public.documents as issued
  set state = 'issued', fy = draft.fy, sequence = draft.sequence, number = draft.number, date = day, place_of_supply = place.code,
    place_reason = place.reason, customer_state = place.customer_state, frozen = content, template = 1,
    previous_hash = draft.previous_hash, hash = sha256(coalesce(draft.previous_hash, '') || convert_to(content::text, 'UTF8')),
    issued_at = clock_timestamp(), issued_by = auth.uid(), updated_at = clock_timestamp(), version = issued.version + 1
  where issued.id = draft.id
  returning * into draft;
  if series.kind is not null then
    update private.document_series as known set last_number = draft.sequence, last_date = day, last_hash = draft.hash
    where known.kind = series.kind and known.fy = series.fy and known.prefix = series.prefix;
  end if;
  return draft;
exception when unique_violation then
  raise exception using errcode = 'PT409', detail = '{"reason": "incomplete"}',
    message = format('Another kind of document has the prefix %s. Select another one in the settings.', own_prefix);
end
$$;

/* The number that a draft would get if it was issued now: its own of a revision, or the next of its series. */
create or replace function private.next_document_number(draft public.documents) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  own_prefix constant text := private.setting_text((private.kind_of(draft)).prefix_setting);
  year constant text := private.financial_year(private.today());
  next integer;
begin
  if draft.number is not null then
    return draft.number;
  end if;
  select known.last_number + 1 into next from private.document_series as known
  where known.kind = draft.kind and known.fy = year and known.prefix = own_prefix;
  next := coalesce(next, 1);
  return format('%s/%s/%s', own_prefix, year, lpad(next::text, greatest(4, length(next::text)), '0'));
end
$$;

/* The ledger of an order that exists. */
create or replace function private.ledger_of(made public.orders) returns jsonb
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
      from public.documents as document join private.document_kinds as kinds using (kind)
      where document.order_id = made.id and kinds.lines = 'payment' and document.state = 'issued'))
  from private.ledger_sums(made.id) as sums
$$;

/*
 * Makes a confirmed order from the enquiry of an issued quote, with the quote's lines and total; everything or nothing.
 * The items are reserved, the enquiry's hold ends, and its status becomes converted, from any status in which it is
 * open. Raises PT409 as public.order_from_quote does.
 */
create or replace function private.make_quoted_order(quote public.documents) returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  enquiry public.enquiry_orders;
  made public.orders;
  lines public.order_items[];
begin
  if not (private.kind_of(quote)).is_offer or quote.state = 'draft' then
    raise exception 'Only an issued quote becomes an order.' using errcode = 'PT409', detail = '{"reason": "incomplete"}';
  elsif quote.state = 'superseded' then
    raise exception 'This quote was revised. Use its last revision.'
      using errcode = 'PT409', detail = '{"reason": "revised"}';
  end if;
  select * into enquiry from public.enquiry_orders as found where found.id = quote.enquiry_order_id for update;
  made := private.order_of_document(quote);
  if made.id is not null then
    raise exception using errcode = 'PT409', message = format('Quote %s has its order already: %s.', quote.number, made.order_number),
      detail = jsonb_build_object('reason', 'has_order', 'order_number', made.order_number)::text;
  elsif enquiry.id is null or enquiry.status <> all (private.open_statuses()) then
    raise exception using errcode = 'PT409', message = 'The enquiry of this quote is closed. Open it again first.',
      detail = '{"reason": "closed"}';
  end if;
  lines := array(select line from private.quoted_lines(quote, enquiry) as line order by line.position);
  if lines = '{}' then
    raise exception 'This quote has no lines to make an order from.'
      using errcode = 'PT409', detail = '{"reason": "incomplete"}';
  end if;

  insert into public.orders (
    customer_id, enquiry_order_id, status, payment_status, rental_from, rental_to, total_price, discount_amount,
    discount_reason, message, contact_first_name, contact_last_name, contact_email
  )
  select enquiry.customer_id, enquiry.id, 'confirmed', 'advance_received',
    coalesce(min(line.rental_from), enquiry.rental_from), coalesce(max(line.rental_to), enquiry.rental_to), quote.taxable,
    nullif(quote.gross - quote.taxable, 0), case when quote.gross > quote.taxable then format('Discount of quote %s', quote.number) end,
    enquiry.message, enquiry.contact_first_name, enquiry.contact_last_name, enquiry.contact_email
  from unnest(lines) as line
  returning * into made;
  -- why after the order: its counts of the lead are locked before any item, as on every other path.
  perform private.lock_stock(array(
    select line.item_id from unnest(lines) as line where line.item_id is not null
    union
    select hold.item_id from public.enquiry_items as line
      join public.reservations as hold on hold.enquiry_item_id = line.id and hold.status = 'held'
    where line.enquiry_order_id = enquiry.id));
  update public.enquiry_orders as converted set status = 'converted', held_until = null where converted.id = enquiry.id;
  insert into public.order_items (
    id, order_id, item_type, item_id, description, quantity, price, list_price, per_day, rental_from, rental_to, position
  )
  select line.id, made.id, line.item_type, line.item_id, line.description, line.quantity, line.price, line.list_price,
    line.per_day, line.rental_from, line.rental_to, line.position
  from unnest(lines) as line;
  return made;
end
$$;

/*
 * The document that an e-mail shows: of a quote its newest issued revision, of money that was received its voucher or
 * the newest invoice of the order. A row of nulls for none.
 */
create or replace function private.message_document(message private.outbox, made public.orders)
returns public.documents
language plpgsql stable
set search_path = ''
as $$
declare
  shown public.documents;
begin
  select * into shown from public.documents as known
  where known.id = message.document_id and known.state <> 'draft';
  if shown.state = 'superseded' then
    select * into shown from public.documents as revised
    where revised.number = shown.number and revised.state <> 'draft'
    order by revised.revision desc limit 1;
  elsif shown.id is null and message.template = 'payment_received' then
    select * into shown from public.documents as invoice
    where invoice.order_id = made.id and invoice.kind = 'invoice' and invoice.state = 'issued'
    order by invoice.issued_at desc, invoice.id limit 1;
  end if;
  return shown;
end
$$;

/*
 * A link for one sending of a document to its customer: its id and its secret. reuse: a link of an attempt that reached
 * nobody; it gets the new secret, unless it was revoked. address: where it is e-mailed to. Valid as long as
 * private.document_link_ends says.
 */
create or replace function private.new_document_link(
  document public.documents,
  reuse uuid,
  made_by uuid,
  address text,
  out id uuid,
  out secret text
) returns record
language plpgsql
set search_path = ''
as $$
declare
  new_token bytea;
  mailbox constant bytea := private.address_hash(new_document_link.address);
  ends constant timestamptz := private.document_link_ends(document);
begin
  new_document_link.secret := private.new_secret();
  new_token := sha256(convert_to(new_document_link.secret, 'UTF8'));
  update private.links as link set token = new_token, expires_at = ends, mailed_to = mailbox
  where link.id = new_document_link.reuse and link.document_id = document.id and link.revoked_at is null
  returning link.id into new_document_link.id;
  if new_document_link.id is null then
    insert into private.links (kind, document_id, customer_id, mailed_to, expires_at, token, created_by)
    values ('document', document.id, private.remaining_customer(document.customer_id), mailbox, ends, new_token, (
      select profile.id from public.user_profiles as profile where profile.id = new_document_link.made_by))
    returning links.id into new_document_link.id;
  end if;
end
$$;

/*
 * Rupees that orders have to pay with tax, and by which document: issued invoices less credit notes; without an invoice
 * the quote, an accepted one first, else the newest; without either the order's total with the GST rate of estimates, rounded
 * to paise. A cancelled order without an invoice has nothing to pay. expected: the same as if it were not cancelled.
 */
create or replace function private.order_bills(order_ids uuid[])
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
      select sum(kinds.bill_sign * document.total) as total
      from private.documents_of_order(made.id, made.enquiry_order_id) as document
        join private.document_kinds as kinds on kinds.kind = document.kind and kinds.bill_sign <> 0
      where document.state = 'issued'
      having bool_or(kinds.bill_sign > 0)
    ) as invoiced on true
    left join lateral (
      select document.total
      from private.documents_of_order(made.id, made.enquiry_order_id) as document
        join private.document_kinds as kinds on kinds.kind = document.kind and kinds.is_offer
      where document.state = 'issued'
      order by exists (
        select from public.document_answers as given where given.document_id = document.id and given.answer = 'accepted'
      ) desc, document.issued_at desc limit 1
    ) as quoted on true
    cross join lateral (
      select round(made.total_price * (1 + private.estimated_gst_rate()), 2) as total
    ) as estimate
  where made.id = any (order_bills.order_ids)
$$;

/*
 * Refuses every change of an issued document: PT409 {"reason": "issued"}, for all roles. Allowed are its registration as
 * an e-invoice, a later revision of an offer, and the removal of an erased customer's data where no chain has it.
 */
create or replace function private.refuse_issued() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  free text[] := '{irn,irn_qr}';
  facts private.document_kinds;
begin
  if old.state = 'draft' then
    return case tg_op when 'DELETE' then old else new end;
  elsif tg_op = 'UPDATE' then
    facts := private.kind_of(old);
    if facts.is_offer and (old.state, new.state) = ('issued', 'superseded') then
      free := free || '{state}';
    end if;
    if not facts.is_chained and exists (
      select from public.customers as customer where customer.id = old.customer_id and customer.erased_at is not null
    ) then
      free := free || '{frozen,notes,source_hash}';
    end if;
    if to_jsonb(new) - free = to_jsonb(old) - free then
      return new;
    end if;
  end if;
  raise exception using errcode = 'PT409', detail = '{"reason": "issued"}',
    message = format('%s was issued and never changes.', old.number);
end
$$;

/* Refuses every change of an issued document's lines, as private.refuse_issued. */
create or replace function private.refuse_issued_lines() returns trigger
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
    if tg_op = 'UPDATE' and not (private.kind_of(holder)).is_chained and to_jsonb(new) - 'text' = to_jsonb(old) - 'text' and exists (
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

/*
 * The lines of a quote that cannot be had as quoted on their days: [{"position", "wanted", "free", "of", "short_days",
 * "rental_from", "rental_to", "next_free", "holds": how many other enquiries hold them}] (private.lines_availability).
 * What its own order or enquiry has reserved or holds counts as free. Empty for other documents, for an enquiry's quote
 * once there is an order, and for an order that reserves nothing any more.
 */
create or replace function private.short_quote_lines(quote public.documents) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  made constant public.orders := private.order_of_document(quote);
  enquiry public.enquiry_orders;
  wanted jsonb;
  own jsonb;
begin
  if not (private.kind_of(quote)).is_offer or (made.id is not null and (quote.order_id is null or made.status not in ('confirmed', 'in_progress'))) then
    return '[]';
  elsif made.id is not null then
    select jsonb_agg(jsonb_build_object('position', line.position, 'item_id', line.item_id, 'quantity', line.quantity,
      'rental_from', coalesce(source.rental_from, made.rental_from), 'rental_to', coalesce(source.rental_to, made.rental_to)))
      into wanted
    from public.document_lines as line
      left join public.order_items as source on source.id = line.order_item_id and source.order_id = made.id
    where line.document_id = quote.id and line.item_id is not null;
    select jsonb_agg(jsonb_build_object('id', line.id, 'of', line.item_id, 'rental_from', line.rental_from)) into own
    from public.order_items as line where line.order_id = made.id;
  else
    select * into enquiry from public.enquiry_orders as known where known.id = quote.enquiry_order_id;
    select jsonb_agg(jsonb_build_object('position', line.position, 'item_id', line.item_id, 'quantity', line.quantity,
      'rental_from', line.rental_from, 'rental_to', line.rental_to)) into wanted
    from private.quoted_lines(quote, enquiry) as line where line.item_id is not null;
    select jsonb_agg(jsonb_build_object('id', line.id, 'of', line.item_id, 'rental_from', line.rental_from)) into own
    from public.enquiry_items as line where line.enquiry_order_id = enquiry.id;
  end if;
  return (
    with quoted as materialized (
      select line.*, row_number() over (partition by line.item_id order by line.rental_from, line.position) as place
      from jsonb_to_recordset(wanted) as line (position integer, item_id uuid, quantity integer, rental_from date, rental_to date)
    ), reserved as materialized (
      select line.id, line.of, row_number() over (partition by line.of order by line.rental_from, line.id) as place
      from jsonb_to_recordset(own) as line (id uuid, "of" uuid, rental_from date)
    ), line as materialized (
      -- why the id of its own line: what that has reserved or holds is free for it.
      select coalesce(reserved.id, gen_random_uuid()) as id, quoted.*
      from quoted left join reserved on reserved.of = quoted.item_id and reserved.place = quoted.place
    )
    select coalesce(jsonb_agg(jsonb_build_object('position', line.position, 'wanted', line.quantity,
        'free', told.availability -> 'free', 'of', told.availability -> 'of', 'short_days', told.availability -> 'short_days',
        'rental_from', line.rental_from, 'rental_to', line.rental_to, 'next_free', told.availability -> 'next_free',
        'holds', jsonb_array_length(told.availability -> 'holds')) order by line.position), '[]')
    from private.lines_availability(coalesce((select jsonb_agg(to_jsonb(line)) from line), '[]')
        || coalesce((select jsonb_agg(jsonb_build_object('id', reserved.id)) from reserved
          where not exists (select from line where line.id = reserved.id)), '[]'), enquiry.id) as told
      join line on line.id = told.line_id
    where told.availability -> 'short_days' <> '[]');
exception when numeric_value_out_of_range then
  -- why: a quote of such amounts never becomes an order; it can still be read and mended.
  return '[]';
end
$$;

/*
 * The document that a link shows: of a quote its newest issued revision, so that an old link stays useful; a preview
 * shows its own revision.
 */
create or replace function private.shown_document(link private.links) returns public.documents
language plpgsql stable
set search_path = ''
as $$
declare
  shown public.documents;
begin
  select * into shown from public.documents as known where known.id = link.document_id;
  if shown.state = 'superseded' and link.kind = 'document' then
    select * into shown from public.documents as revised
    where revised.number = shown.number and revised.state <> 'draft'
    order by revised.revision desc limit 1;
  end if;
  return shown;
end
$$;

/*
 * Until when the documents of these customers stay that no erasure changes: 72 months after the annual return of their financial year, which is
 * due on 31 December after it (section 36 of the CGST Act). Null without any.
 */
create or replace function private.tax_documents_until(customer_ids uuid[]) returns date
language sql stable
set search_path = ''
as $$
  select make_date(extract(year from max(document.date) - interval '3 months')::integer + 7, 12, 31)
  from public.documents as document join private.document_kinds as kinds using (kind)
  where document.customer_id = any (tax_documents_until.customer_ids) and document.state = 'issued' and kinds.is_chained
$$;

/*
 * Splits an amount that contains its tax over what an order rents: [{"text", "sac", "rate", "place", "taxable", "cgst",
 * "sgst", "igst", "total"}], one for each SAC, rate and rule of place, by their part of the newest invoice, else of the
 * newest quote, else of the order's lines. The parts are whole paise and add up to the amount; inside the state CGST =
 * SGST = round(part × rate / (200 + 2 × rate)), outside IGST = round(part × rate / (100 + rate)). 25,000 at 18 % inside:
 * taxable 21,186.44, CGST and SGST 1,906.78 each.
 * premises_inside, recipient_inside: whether supplies used in the studio, and all others, are inside its state.
 */
create or replace function private.taxed_parts(
  made public.orders,
  amount numeric,
  premises_inside boolean,
  recipient_inside boolean
) returns jsonb
language sql stable
set search_path = ''
as $$
  with basis as (
    select document.id
    from private.documents_of_order(made.id, made.enquiry_order_id) as document
      join private.document_kinds as kinds using (kind)
    where kinds.is_payable and document.state = 'issued' and document.taxable > 0
    order by kinds.is_offer, document.issued_at desc limit 1
  ), weighed as (
    select line.sac, line.rate, line.place, line.taxable as weight
    from public.document_lines as line join basis on basis.id = line.document_id
    where line.taxable > 0
    union all
    select class.sac, class.rate, class.place,
      private.line_amount(line.price, line.quantity, private.charged_days(line))
    from public.order_items as line cross join lateral private.tax_class_of(line.item_type) as class
    where line.order_id = made.id and not exists (select from basis)
    union all
    -- why: an order of free items has the class of text lines.
    select class.sac, class.rate, class.place, 0 from private.tax_class_of(null) as class
  ), grouped as (
    select weighed.sac, weighed.rate, weighed.place, sum(weighed.weight) as weight
    from weighed group by weighed.sac, weighed.rate, weighed.place
  ), counted as (
    select grouped.*, sum(grouped.weight) over () as whole,
      sum(grouped.weight) over (order by grouped.sac, grouped.rate, grouped.place) as upto
    from grouped
  ), shared as (
    select counted.sac, case when private.is_gst_registered() then counted.rate else 0 end as rate, counted.place, case when counted.whole = 0 then taxed_parts.amount
      else round(taxed_parts.amount * counted.upto / counted.whole, 2)
        - round(taxed_parts.amount * (counted.upto - counted.weight) / counted.whole, 2) end as part
    from counted where counted.weight > 0 or counted.whole = 0
  )
  select coalesce(jsonb_agg(jsonb_build_object('sac', shared.sac, 'rate', shared.rate, 'place', shared.place,
      'total', shared.part) || private.tax_inside(shared.part, shared.rate,
        case shared.place when 'premises' then premises_inside else recipient_inside end)
    order by shared.sac, shared.rate, shared.place), '[]')
  from shared where shared.part > 0
$$;

/*
 * To whom and where an order's vouchers are taxed: as its newest issued invoice or quote, else by the customer's newest
 * billing profile. premises_inside, recipient_inside: whether what is used in the studio, and all else, is taxed inside
 * the studio's state.
 */
create or replace function private.voucher_place(
  made public.orders,
  out billing_profile_id uuid,
  out place_of_supply text,
  out premises_inside boolean,
  out recipient_inside boolean
) returns record
language sql stable
set search_path = ''
as $$
  select profile.id, basis.place, coalesce(basis.place = private.studio_state(), true),
    coalesce(coalesce(basis.place, profile.state_code) = private.studio_state(), true)
  from (select) as always
    left join lateral (
      select document.billing_profile_id, case document.place_reason when 'set' then document.place_of_supply end as place
      from private.documents_of_order(made.id, made.enquiry_order_id) as document
        join private.document_kinds as kinds using (kind)
      where kinds.is_payable and document.state = 'issued'
      order by document.issued_at desc limit 1
    ) as basis on true
    left join public.billing_profiles as profile
      on profile.id = coalesce(basis.billing_profile_id, private.usual_billing_profile(made.customer_id))
$$;

/*
 * Saves a customer's answer to the quote of a link, and returns what the link shows then (public.linked_document).
 * answer: 'accepted' with a name; 'declined'; 'change' with a note or changes, [{"position", "text"}]. The first two may
 * have a note and changes too, which change nothing of the quote. hash: of the revision that the customer read.
 *
 * An acceptance is final and only possible while the quote is valid; repeating it returns the first. A declined quote
 * can still be accepted. A repeat with the same key, or of a decline with nothing new, changes nothing.
 *
 * Returns null for an unknown, expired or revoked secret. Raises PT422 with {"field"} (and "index" for changes); PT409
 * with {"reason"}: 'revised' when the hash is of another revision, with that revision's content as "seen"; 'accepted',
 * 'expired', 'preview', 'busy'; PT429 with {"retry_after": seconds}.
 */
create or replace function public.answer_document(
  secret text,
  answer text default null,
  name text default null,
  note text default null,
  changes jsonb default null,
  hash text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  link private.links;
  quote public.documents;
  content jsonb;
  state text;
  last_answer jsonb;
  seen jsonb;
  given public.document_answers;
begin
  if answer_document.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  link := private.open_document_link(answer_document.secret);
  if link.id is null then
    return null;
  elsif link.kind = 'document_preview' then
    perform private.refuse_answer('preview', 'This is a preview. Only the customer can answer.');
  end if;
  if private.claim_idempotency_key('answer_document:' || link.id, answer_document.key, jsonb_build_array(
    answer_document.answer, answer_document.name, answer_document.note, answer_document.changes, answer_document.hash)
  ) is not null then
    return private.linked_content(link, private.shown_document(link));
  end if;

  quote := private.document_to_answer(link, answer_document.answer);
  if not (private.kind_of(quote)).is_offer then
    perform private.refuse('answer', 'Only a quote can be answered.');
  end if;
  content := private.shown_content(quote);
  given.revision_hash := private.document_hash(content);
  if answer_document.hash is distinct from encode(given.revision_hash, 'hex') then
    select former.frozen into seen from public.documents as former
    where former.number = quote.number and former.state <> 'draft'
      and encode(private.document_hash(former.frozen), 'hex') = answer_document.hash;
    raise exception 'This quote was changed after you opened it. Please read it again.'
      using errcode = 'PT409', detail = jsonb_build_object('reason', 'revised', 'seen', seen)::text;
  end if;

  state := private.document_state(quote);
  last_answer := private.answer_of_document(quote.id);
  given.document_id := quote.id;
  given.answer := answer_document.answer;
  if given.answer is null or given.answer not in ('accepted', 'declined', 'change') then
    perform private.refuse('answer', 'Accept or decline the quote, or ask for a change.');
  elsif state = 'accepted' and given.answer <> 'accepted' then
    perform private.refuse_answer('accepted', 'You have accepted this quote. Please call us about changes.');
  elsif state = 'expired' and given.answer = 'accepted' then
    perform private.refuse_answer('expired', 'This quote has expired. Please ask us for a new one.');
  end if;
  given.name := private.typed_text('name', regexp_replace(answer_document.name, '\s+', ' ', 'g'), 120, 'A name can have 120 characters.');
  given.note := private.typed_text('note', answer_document.note, 2000, 'A note can have 2000 characters.');
  given.changes := private.checked_wishes(answer_document.changes, content);
  if given.answer = 'accepted' and given.name is null then
    perform private.refuse('name', 'Please type your name.');
  elsif given.answer = 'change' and given.note is null and given.changes = '[]' then
    perform private.refuse('note', 'Please say what you would like to change.');
  end if;

  if given.answer = 'change' or given.answer is distinct from last_answer ->> 'answer' or given.answer = 'declined'
    and ((given.note is not null and given.note is distinct from last_answer ->> 'note')
      or (given.changes <> '[]' and given.changes <> last_answer -> 'changes'))
  then
    perform private.use_limits('answers', null);
    given.address := private.request_inet();
    insert into public.document_answers (document_id, revision_hash, answer, name, note, changes, address)
    values (given.document_id, given.revision_hash, given.answer, given.name, given.note, given.changes, given.address)
    returning id into given.id;
    perform private.record_document_event(quote,
      case given.answer when 'change' then 'quote_change' else 'quote_' || given.answer end);
    if given.answer = 'accepted' then
      perform private.order_when_accepted(quote);
    end if;
    perform private.queue_messages('quote_answered', quote.customer_id, quote.enquiry_order_id,
      (private.order_of_document(quote)).id, quote.id, jsonb_build_object('answer', given.id));
  end if;
  -- why without the answer: keys are stored for a day, where erasing a customer must find nothing.
  perform private.bind_idempotency_key('answer_document:' || link.id, answer_document.key, 'true');
  return private.linked_content(link, quote);
exception when lock_not_available then
  perform private.refuse_answer('busy', 'Somebody else is answering this document right now. Please try again.');
end
$$;

/*
 * Saves a draft and returns it. draft: {"billing_profile", "place_of_supply", "valid_until", "discount_percent",
 * "discount_amount", "notes", "lines"}, all of it; a credit note has only its notes and reason changed. version: the one
 * that the caller saw.
 * Raises PT404, PT409 {"reason": "changed", "document"} or {"reason": "issued"}, PT422 with {"field"} and "index" for a
 * line; 42501 for anyone but admin and crm_user.
 */
create or replace function public.change_document(id uuid, version integer, draft jsonb, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  known public.documents;
  facts private.document_kinds;
  answer jsonb;
  given_profile constant uuid := private.uuid_of(draft ->> 'billing_profile');
  given_notes constant text := private.trimmed(replace(coalesce(draft ->> 'notes', ''), e'\r\n', e'\n'));
  given_place constant text := nullif(draft ->> 'place_of_supply', '');
  given_until date;
  percent numeric;
  fixed numeric;
begin
  perform private.require_staff('admin', 'crm_user');
  if change_document.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  elsif jsonb_typeof(change_document.draft) is distinct from 'object' then
    perform private.refuse('draft', 'Send the draft.');
  end if;
  answer := private.claim_idempotency_key('change_document', change_document.key, jsonb_build_array(change_document.id,
    change_document.version, encode(sha256(convert_to(change_document.draft::text, 'UTF8')), 'hex')));
  if answer is not null then
    return private.document_record(change_document.id);
  end if;
  known := private.locked_draft(change_document.id, change_document.version);
  facts := private.kind_of(known);
  if char_length(given_notes) > 2000 or given_notes ~ '[\x01-\x08\x0b-\x1f\x7f]' then
    perform private.refuse('notes', 'At most 2,000 characters.');
  end if;
  if facts.lines <> 'source' then
    if char_length(coalesce(draft ->> 'reason', '')) > 200 then
      perform private.refuse('reason', 'At most 200 characters.');
    end if;
    update public.documents as saved
    set notes = given_notes, reason = coalesce(private.trimmed(draft ->> 'reason'), saved.reason), version = saved.version + 1,
      updated_at = clock_timestamp()
    where saved.id = known.id;
  else
    if draft ->> 'billing_profile' is not null and not exists (
      select from public.billing_profiles as profile
      where profile.id = given_profile and profile.customer_id = any (private.merged_customers(private.remaining_customer(known.customer_id)))
    ) then
      perform private.refuse('billing_profile', 'Select a billing profile of this customer.');
    elsif given_place is not null and private.gst_state(given_place) is null then
      perform private.refuse('place_of_supply', 'Select a state of the list.');
    end if;
    if facts.is_offer then
      begin
        given_until := (draft ->> 'valid_until')::date;
      exception when data_exception then
        given_until := null;
      end;
      if coalesce(given_until not between private.today() and private.today() + 3660, true) then
        perform private.refuse('valid_until', 'Enter a last day from today on.');
      end if;
    end if;
    if coalesce(draft -> 'discount_percent', 'null') <> 'null' then
      percent := private.decimal_of(draft -> 'discount_percent', 0, 100);
      if percent is null then
        perform private.refuse('discount_percent', 'Enter a discount from 0 to 100%.');
      elsif coalesce(draft -> 'discount_amount', 'null') <> 'null' then
        perform private.refuse('discount_amount', 'Enter a discount in percent or in rupees, not both.');
      end if;
    elsif coalesce(draft -> 'discount_amount', 'null') <> 'null' then
      fixed := private.decimal_of(draft -> 'discount_amount', 0, 9999999999.99);
      if fixed is null then
        perform private.refuse('discount_amount', 'Enter a discount from ₹0, with at most two decimals.');
      end if;
    end if;
    perform private.write_document_lines(known.id, draft -> 'lines');
    if fixed > (select coalesce(sum(priced.amount - private.discount_on(priced.amount, line.discount_percent, line.discount_amount)), 0)
      from public.document_lines as line
        cross join lateral (select private.line_amount(line.unit_price, line.quantity, line.days) as amount) as priced
      where line.document_id = known.id and line.kind <> 'heading') then
      perform private.refuse('discount_amount', 'The discount cannot be more than the lines.');
    end if;
    update public.documents as saved
    set billing_profile_id = given_profile, place_of_supply = given_place, valid_until = given_until,
      discount_percent = nullif(percent, 0), discount_amount = nullif(fixed, 0), notes = given_notes,
      version = saved.version + 1, updated_at = clock_timestamp()
    where saved.id = known.id;
  end if;
  perform private.save_amounts(known.id);
  perform private.bind_idempotency_key('change_document', change_document.key, jsonb_build_object('id', known.id));
  return private.document_record(known.id);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

/*
 * Saves that the customer of a link says they paid, and returns what the link shows then (public.linked_document).
 * Staff match it with the bank's list; it is no payment. amount: rupees; utr: the bank's reference, 6 to 40 letters and
 * digits. Repeating a reference of the same document changes nothing.
 *
 * Returns null for an unknown, expired or revoked secret. Raises PT422 with {"field"}; PT409 with {"reason"}: 'preview',
 * 'busy'; PT429 with {"retry_after": seconds}.
 */
create or replace function public.claim_payment(
  secret text,
  amount numeric default null,
  utr text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  reference constant text := upper(regexp_replace(coalesce(claim_payment.utr, ''), '[\s-]', '', 'g'));
  link private.links;
  paid public.documents;
  order_id uuid;
  claim_id uuid;
begin
  if claim_payment.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  link := private.open_document_link(claim_payment.secret);
  if link.id is null then
    return null;
  elsif link.kind = 'document_preview' then
    perform private.refuse_answer('preview', 'This is a preview. Only the customer can report a payment.');
  end if;
  if private.claim_idempotency_key('claim_payment:' || link.id, claim_payment.key,
    jsonb_build_array(claim_payment.amount, claim_payment.utr)) is not null then
    return private.linked_content(link, private.shown_document(link));
  end if;
  paid := private.shown_document(link);
  if not (private.kind_of(paid)).is_payable then
    perform private.refuse('amount', 'This document is not for payment.');
  elsif claim_payment.amount is null or claim_payment.amount not between 0.01 and 9999999999.99
    or claim_payment.amount <> round(claim_payment.amount, 2) then
    perform private.refuse('amount', 'Enter the amount that you paid, in rupees.');
  elsif reference !~ '^[A-Z0-9]{6,40}$' then
    perform private.refuse('utr', 'Enter the reference of your payment (UTR): 6 to 40 letters and digits.');
  end if;
  -- why locked: of two reports with the same reference the second one sees the first.
  paid := private.document_to_answer(link, null);
  if not exists (
    select from public.payment_claims as known where known.document_id = paid.id and known.utr = reference
  ) then
    perform private.use_limits('answers', null);
    order_id := (private.order_of_document(paid)).id;
    insert into public.payment_claims (document_id, order_id, amount, utr)
    values (paid.id, order_id, claim_payment.amount, reference)
    returning id into claim_id;
    perform private.queue_messages('payment_claimed', paid.customer_id, paid.enquiry_order_id, order_id, paid.id,
      jsonb_build_object('claim', claim_id));
  end if;
  perform private.bind_idempotency_key('claim_payment:' || link.id, claim_payment.key, 'true');
  return private.linked_content(link, paid);
exception when lock_not_available then
  perform private.refuse_answer('busy', 'Somebody else is answering this document right now. Please try again.');
end
$$;

/*
 * Issues a draft: it gets its number and date and never changes again; a revised quote supersedes the one before. Returns
 * it as `document` does; a repeat with the same key too.
 * Raises PT404, PT409 {"reason": "incomplete", "missing"} with what is missing, {"reason": "changed", "document"},
 * {"reason": "issued"} or {"reason": "busy"}; 42501 for anyone but admin and crm_user.
 */
create or replace function public.issue_document(id uuid, version integer, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '5s'
as $$
declare
  draft public.documents;
  answer jsonb;
  missing jsonb;
  amounts jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if issue_document.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('issue_document', issue_document.key, jsonb_build_array(issue_document.id, issue_document.version));
  if answer is not null then
    return private.document_record(issue_document.id);
  end if;
  -- why first: two invoices of an order, or two credit notes of an invoice, are checked one after the other.
  perform from public.orders as made
  where made.id = (select known.order_id from public.documents as known where known.id = issue_document.id) for no key update;
  perform from public.documents as invoice
  where invoice.id = (select known.corrects from public.documents as known where known.id = issue_document.id) for update;
  draft := private.locked_draft(issue_document.id, issue_document.version);
  amounts := private.document_amounts(draft);
  missing := private.document_missing(draft, amounts);
  if missing <> '[]' then
    raise exception using errcode = 'PT409', message = missing #>> '{0,text}',
      detail = jsonb_build_object('reason', 'incomplete', 'missing', missing)::text;
  end if;
  perform private.save_amounts(draft.id, amounts);
  if (private.kind_of(draft)).is_offer then
    update public.documents as former set state = 'superseded'
    where former.number = draft.number and former.state = 'issued';
  end if;
  perform private.record_event(private.remaining_customer(draft.customer_id),
    case when draft.order_id is not null then 'order' else 'enquiry' end, coalesce(draft.order_id, draft.enquiry_order_id),
    'document_issued', null, issued.number)
  from private.freeze_document(draft.id, amounts) as issued;
  perform private.bind_idempotency_key('issue_document', issue_document.key, jsonb_build_object('id', draft.id));
  return private.document_record(draft.id);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

/*
 * Makes a draft of a quote from an order or enquiry, or of an invoice from an order, with its lines, and returns it as
 * `document` does. An invoice leaves out what is invoiced already. A repeat with the same key returns the same draft.
 * Raises PT404 for an unknown order or enquiry; PT409 {"reason": "incomplete"} when all lines are invoiced; PT422 with
 * {"field"}; 42501 for anyone but admin and crm_user.
 */
create or replace function public.make_document(
  kind text,
  "order" uuid default null,
  enquiry uuid default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  facts private.document_kinds;
  made public.orders;
  asked public.enquiry_orders;
  lines jsonb;
  is_part boolean;
  answer jsonb;
  document_id constant uuid := gen_random_uuid();
  customer uuid;
begin
  perform private.require_staff('admin', 'crm_user');
  if make_document.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('make_document', make_document.key,
    jsonb_build_array(make_document.kind, make_document."order", make_document.enquiry));
  if answer is not null then
    return private.document_record((answer ->> 'id')::uuid);
  end if;
  select * into facts from private.document_kinds as kinds where kinds.kind = make_document.kind and kinds.lines = 'source';
  if not found then
    perform private.refuse('kind', 'Select a quote or an invoice.');
  elsif num_nonnulls(make_document."order", make_document.enquiry) <> 1 then
    perform private.refuse('order', 'Select an order or an enquiry.');
  elsif facts.needs_order and make_document."order" is null then
    perform private.refuse('order', format('%s %s needs an order. Make the order first.',
      case when facts.name ~ '^[AEIOU]' then 'An' else 'A' end, lower(facts.name)));
  end if;
  if make_document."order" is not null then
    select * into made from public.orders as known where known.id = make_document."order" for key share;
    if not found then
      raise exception 'There is no such order.' using errcode = 'PT404';
    end if;
  else
    select * into asked from public.enquiry_orders as known where known.id = make_document.enquiry for key share;
    if not found then
      raise exception 'There is no such enquiry.' using errcode = 'PT404';
    end if;
  end if;
  customer := private.remaining_customer(coalesce(made.customer_id, asked.customer_id));
  perform from public.customers as known where known.id = customer and known.erased_at is null for key share;
  if not found then
    perform private.refuse('customer', 'The data of this customer was erased.');
  end if;
  lines := private.source_lines(made.id, asked.id, facts.bill_sign > 0);
  is_part := made.id is not null and jsonb_array_length(lines) < (
    select count(*) from public.order_items as line where line.order_id = made.id);
  if is_part and lines = '[]' then
    raise exception 'All lines of this order are invoiced already.' using errcode = 'PT409', detail = '{"reason": "incomplete"}';
  end if;
  insert into public.documents (id, kind, order_id, enquiry_order_id, customer_id, billing_profile_id, valid_until,
    discount_percent, discount_amount, source_hash, created_by)
  values (document_id, make_document.kind, made.id, coalesce(asked.id, made.enquiry_order_id), customer,
    private.usual_billing_profile(customer),
    case when facts.is_offer then private.usual_validity(private.first_rental_day(made.id, asked.id)) end,
    -- why not of a part: the discount was deducted on the first invoice.
    case when not is_part or made.discount_percent is not null then made.discount_percent end,
    case when not is_part then made.discount_amount end, private.document_source(made.id, asked.id), auth.uid());
  perform private.write_document_lines(document_id, lines);
  perform private.save_amounts(document_id);
  perform private.bind_idempotency_key('make_document', make_document.key, jsonb_build_object('id', document_id));
  return private.document_record(document_id);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

/*
 * Makes a link for one sending of an issued document: {"id", "secret", "expires_at"}; the secret cannot be read again.
 * A quote's link is valid until 30 days after the quote, others for 180 days. preview: opens drafts too, for an hour,
 * and cannot answer.
 * Raises 42501 for anyone but admin and crm_user, PT404 for an unknown document, PT422 without a key, PT409 with
 * {"reason"}: 'incomplete' for a draft, 'erased' when the customer's data was erased.
 */
create or replace function public.make_document_link(
  document uuid,
  preview boolean default false,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  linked public.documents;
  made private.links;
  is_preview constant boolean := coalesce(make_document_link.preview, false);
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if make_document_link.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  select * into linked from public.documents as known where known.id = make_document_link.document;
  if not found then
    raise exception 'This document does not exist.' using errcode = 'PT404';
  end if;
  if not is_preview then
    if linked.state = 'draft' then
      raise exception 'Issue this document before you send it.'
        using errcode = 'PT409', detail = '{"reason": "incomplete"}';
    end if;
    -- why locked: an erasure at the same moment revokes this link, or is seen here.
    perform from public.customers as customer
    where customer.id = linked.customer_id and customer.erased_at is null for share;
    if not found then
      raise exception 'This customer''s data was erased.' using errcode = 'PT409', detail = '{"reason": "erased"}';
    end if;
  end if;
  made.kind := case when is_preview then 'document_preview' else 'document' end;
  made.for_studio := false;
  made.document_id := linked.id;
  made.customer_id := private.remaining_customer(linked.customer_id);
  made.expires_at := case
    when is_preview then clock_timestamp() + interval '1 hour' else private.document_link_ends(linked) end;
  answer := private.make_link(made, make_document_link.key);
  select * into made from private.links as known where known.id = (answer ->> 'id')::uuid;
  -- A repeat with the key finds a link of an earlier transaction.
  if not is_preview and made.created_at = now() then
    perform private.record_document_event(linked, 'document_sent');
  end if;
  return answer || jsonb_build_object('expires_at', private.iso_time(made.expires_at));
exception when lock_not_available then
  perform private.refuse_busy_customer();
end
$$;

/*
 * Sends an e-mail again, once per key; returns the message that waits (private.outbox_value). A failed or cancelled one that
 * nobody got is the same message again; of one that was sent a copy is queued, with a Message-ID of its own, so that mail
 * programs show both.
 * Raises 42501 for anyone but admin and crm_user, PT404 for an unknown message, PT422 without a key, PT409 with {"reason":
 * 'state'} for one that cannot be sent again, 'address' for a document between whose addresses somebody has to choose
 * (public.send_document).
 */
create or replace function public.resend_message(id uuid, key uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  scope constant text := 'resend_message:' || auth.uid();
  message private.outbox := private.message_to_change(resend_message.id);
  earlier jsonb;
begin
  if resend_message.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  earlier := private.claim_idempotency_key(scope, resend_message.key, jsonb_build_array(resend_message.id));
  if earlier is not null then
    select * into message from private.outbox as known where known.id = (earlier ->> 'id')::uuid;
    return private.outbox_value(message);
  end if;
  if not private.can_resend(message) then
    raise exception 'This message cannot be sent again.' using errcode = 'PT409', detail = '{"reason": "state"}';
  end if;
  if private.sends_document(message.template)
    and private.address_choice(message.customer_id, message.enquiry_order_id, message.order_id) is not null then
    raise exception 'Its enquiry was sent with another e-mail address. Send the document again from its page, which asks.'
      using errcode = 'PT409', detail = '{"reason": "address"}';
  end if;
  if message.state = 'sent' then
    insert into private.outbox as copy (channel, template, audience, user_id, customer_id, enquiry_order_id, order_id,
      document_id, params, recipient, thread, requested_by)
    values (message.channel, message.template, message.audience, message.user_id, message.customer_id,
      message.enquiry_order_id, message.order_id, message.document_id, message.params, message.recipient, message.thread,
      auth.uid())
    returning * into message;
  else
    update private.outbox as again set state = 'waiting', reason = null, problem = null, attempts = 0,
      first_attempt_at = null, due_at = now(), expires_at = null, link_id = null, requested_by = auth.uid()
    where again.id = message.id returning * into message;
    perform pg_notify('outbox', '');
  end if;
  perform private.log_message(message, 'resent');
  perform private.bind_idempotency_key(scope, resend_message.key, jsonb_build_object('id', message.id));
  return private.outbox_value(message);
end
$$;

/*
 * Queues an e-mail with an issued document to its customer, once per key, and returns it (private.outbox_value). The link in
 * it is made when it is sent. address: which one of private.address_choice is the customer's; the one that was typed with
 * the enquiry becomes that of the record.
 * Raises 42501 for anyone but admin and crm_user, PT404 for an unknown document, PT422 without a key, PT409 with
 * {"reason"}: 'incomplete' for a document that is not issued, 'erased' when the customer's data was erased, 'off' when
 * these e-mails are switched off, 'busy', and 'address' with "addresses" (private.address_choice) when one of two has to be
 * chosen, or another one was.
 */
create or replace function public.send_document(document uuid, key uuid, address text default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  scope constant text := 'send_document:' || auth.uid();
  sent public.documents;
  message private.outbox;
  earlier jsonb;
  template text;
  choice jsonb;
  chosen text := lower(private.trimmed(send_document.address));
begin
  perform private.require_staff('admin', 'crm_user');
  if send_document.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  select * into sent from public.documents as known where known.id = send_document.document;
  if not found then
    raise exception 'This document does not exist.' using errcode = 'PT404';
  end if;
  earlier := private.claim_idempotency_key(scope, send_document.key, jsonb_build_array(sent.id, chosen));
  if earlier is not null then
    select * into message from private.outbox as known where known.id = (earlier ->> 'id')::uuid;
    return private.outbox_value(message);
  end if;
  if sent.state <> 'issued' then
    raise exception 'Only an issued document can be sent.' using errcode = 'PT409', detail = '{"reason": "incomplete"}';
  end if;
  template := (private.kind_of(sent)).template;
  if private.setting_or_default('messages.' || template || '_on') = 'false' then
    raise exception 'These e-mails are switched off in the settings.' using errcode = 'PT409', detail = '{"reason": "off"}';
  end if;
  -- why locked: an erasure at the same moment empties this message, or is seen here.
  perform from public.customers as customer
  where customer.id = private.remaining_customer(sent.customer_id) and customer.erased_at is null for no key update;
  if not found then
    raise exception 'This customer''s data was erased.' using errcode = 'PT409', detail = '{"reason": "erased"}';
  end if;
  choice := private.address_choice(sent.customer_id, sent.enquiry_order_id, sent.order_id);
  if choice is not null and (chosen is null
    or chosen not in (lower(choice #>> '{record,email}'), lower(choice #>> '{typed,email}')))
    or choice is null and chosen is not null and not exists (
      select from public.customers as customer
      where customer.id = private.remaining_customer(sent.customer_id) and lower(customer.email) = chosen) then
    raise exception using errcode = 'PT409', message = 'Choose to which e-mail address it goes.',
      detail = jsonb_build_object('reason', 'address', 'addresses', choice)::text;
  elsif chosen = lower(choice #>> '{typed,email}') then
    update public.customers as corrected set email = choice #>> '{typed,email}'
    where corrected.id = private.remaining_customer(sent.customer_id);
  end if;
  insert into private.outbox (channel, template, audience, customer_id, enquiry_order_id, order_id, document_id, requested_by)
  values ('email', template, 'customer', private.remaining_customer(sent.customer_id), sent.enquiry_order_id, sent.order_id,
    sent.id, auth.uid())
  returning * into message;
  perform private.record_document_event(sent, 'document_sent');
  perform private.bind_idempotency_key(scope, send_document.key, jsonb_build_object('id', message.id));
  return private.outbox_value(message);
exception when lock_not_available then
  perform private.refuse_busy_customer();
end
$$;

/*
 * Reads the lines and the discount of a draft again from its order or enquiry, and returns it. A repeat with the same key
 * reads them once. Raises PT404, PT409 {"reason": "changed", "document"}, {"reason": "issued"} or {"reason": "busy"}, PT422
 * with {"field"} for a credit note, 42501 for anyone but admin and crm_user.
 */
create or replace function public.take_source_lines(id uuid, version integer, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  draft public.documents;
  facts private.document_kinds;
  made public.orders;
begin
  perform private.require_staff('admin', 'crm_user');
  if take_source_lines.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  if private.claim_idempotency_key('take_source_lines', take_source_lines.key,
    jsonb_build_array(take_source_lines.id, take_source_lines.version)) is not null
  then
    return private.document_record(take_source_lines.id);
  end if;
  draft := private.locked_draft(take_source_lines.id, take_source_lines.version);
  facts := private.kind_of(draft);
  if facts.lines <> 'source' then
    perform private.refuse('id', 'Only quotes and invoices have the lines of an order.');
  end if;
  select * into made from public.orders as known where known.id = draft.order_id;
  perform private.write_document_lines(draft.id, private.source_lines(draft.order_id, draft.enquiry_order_id, facts.bill_sign > 0));
  update public.documents as saved
  set discount_percent = made.discount_percent, discount_amount = made.discount_amount,
    source_hash = private.document_source(draft.order_id, draft.enquiry_order_id), version = saved.version + 1,
    updated_at = clock_timestamp()
  where saved.id = draft.id;
  perform private.save_amounts(draft.id);
  perform private.bind_idempotency_key('take_source_lines', take_source_lines.key, jsonb_build_object('id', draft.id));
  return private.document_record(draft.id);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

/*
 * Tax documents by date, both days included, in the order of their numbers: [{"id", "date", "kind", "number", "customer":
 * number, "name", "gstin", "place_of_supply", "order": number, "corrects": number, "taxable", "cgst", "sgst", "igst",
 * "round_off", "total"}], amounts in rupees, as printed. Raises PT422 for missing days, 42501 for anyone but admin and
 * crm_user.
 */
create or replace function public.invoice_register("from" date, "to" date) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  perform private.check_register_days(invoice_register."from", invoice_register."to");
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', document.id, 'date', document.date, 'kind', document.kind,
      'number', document.number, 'customer', printed.customer ->> 'number',
      'name', coalesce(nullif(printed.customer ->> 'legal_name', ''), printed.customer ->> 'name'),
      'gstin', printed.customer ->> 'gstin', 'place_of_supply', document.place_of_supply,
      'order', printed."order" ->> 'number', 'corrects', printed.corrects ->> 'number',
      'taxable', document.taxable, 'cgst', document.cgst, 'sgst', document.sgst, 'igst', document.igst,
      'round_off', document.round_off, 'total', document.total)
      order by document.date, document.kind, document.fy, document.sequence), '[]')
    from public.documents as document join private.document_kinds as kinds using (kind)
      -- why: reading each value from the document would unpack the whole document each time.
      cross join lateral jsonb_to_record(document.frozen) as printed (customer jsonb, "order" jsonb, corrects jsonb)
    where document.state = 'issued' and kinds.is_tax_document
      and document.date between invoice_register."from" and invoice_register."to");
end
$$;

/*
 * Figures of GSTR-1, from documents by date, both days included; each key is a table of the return, amounts in rupees,
 * rates in percent:
 *   b2b (4), b2cl (5), cdnr and cdnur (9B): a row for each document and rate; b2cs (7): by place and rate, less credit
 *   notes; hsn (12): by SAC and rate, for registered recipients ("B2B") and others ("B2C"), less credit notes; docs (13):
 *   each series with its first and last number; at (11A): advances received and not yet invoiced; atadj (11B): advances
 *   of earlier days that an invoice of these days takes up.
 * Raises PT422 for missing days, 42501 for anyone but admin and crm_user.
 */
create or replace function public.gstr1("from" date, "to" date) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  perform private.check_register_days(gstr1."from", gstr1."to");
  return (
    with listed as materialized (
      select document.id, document.kind, document.number, document.date, document.fy, document.sequence, document.order_id,
        document.total, document.place_of_supply as place, state.name as state,
        printed.customer ->> 'gstin' as gstin,
        coalesce(nullif(printed.customer ->> 'legal_name', ''), printed.customer ->> 'name') as name,
        coalesce(billed.number, document.number) as invoice_number, coalesce(billed.date, document.date) as invoice_date,
        coalesce(billed.total, document.total) as invoice_total, document.igst > 0 or billed.igst > 0 as is_outside,
        kinds.bill_sign as sign
      from public.documents as document join private.document_kinds as kinds using (kind)
        left join public.documents as billed on billed.id = document.corrects
        left join private.gst_states as state on state.code = document.place_of_supply
        -- why: reading each value from the document would unpack the whole document each time.
        cross join lateral jsonb_to_record(document.frozen) as printed (customer jsonb)
      where document.state = 'issued' and kinds.is_tax_document and document.date between gstr1."from" and gstr1."to"
    ), sales as (
      select listed.*, case when gstin <> '' then 'registered'
        when is_outside and invoice_total > private.b2cl_from() then 'large' else 'small' end as buyer
      from listed where sign <> 0
    ), by_rate as (
      select sales.*, line.rate, sum(line.taxable) as taxable, sum(line.cgst) as cgst, sum(line.sgst) as sgst, sum(line.igst) as igst
      from sales join public.document_lines as line on line.document_id = sales.id
      where line.kind <> 'heading'
      group by sales.id, sales.kind, sales.number, sales.date, sales.fy, sales.sequence, sales.order_id, sales.total,
        sales.place, sales.state, sales.gstin, sales.name, sales.invoice_number, sales.invoice_date, sales.invoice_total,
        sales.is_outside, sales.sign, sales.buyer, line.rate
    ), documents as (
      select case when sign > 0 then case buyer when 'registered' then 'b2b' else 'b2cl' end
          else case buyer when 'registered' then 'cdnr' else 'cdnur' end end as name,
        jsonb_agg(jsonb_strip_nulls(jsonb_build_object('gstin', nullif(gstin, ''), 'name', by_rate.name, 'number', number,
          'date', date, 'value', total, 'place', place, 'state', state,
          'invoice', case when sign < 0 then invoice_number end,
          'invoice_date', case when sign < 0 then invoice_date end,
          'rate', rate, 'taxable', taxable, 'cgst', cgst, 'sgst', sgst, 'igst', igst)) order by date, fy, sequence, rate) as rows
      from by_rate where buyer <> 'small' group by 1
    ), small as (
      select place, state, rate, sum(sign * taxable) as taxable, sum(sign * cgst) as cgst, sum(sign * sgst) as sgst,
        sum(sign * igst) as igst
      from by_rate where buyer = 'small' group by place, state, rate
    ), codes as (
      select case sales.buyer when 'registered' then 'B2B' else 'B2C' end as type, line.sac, line.rate,
        sum(sign * (line.taxable + line.cgst + line.sgst + line.igst)) as value, sum(sign * line.taxable) as taxable,
        sum(sign * line.cgst) as cgst, sum(sign * line.sgst) as sgst, sum(sign * line.igst) as igst
      from sales join public.document_lines as line on line.document_id = sales.id
      where line.kind <> 'heading'
      group by 1, line.sac, line.rate
    ), series as (
      select kind, fy, regexp_replace(number, '/[0-9]+$', '') as prefix, min(sequence) as first, max(sequence) as last,
        count(*) as issued, (array_agg(number order by sequence))[1] as first_number,
        (array_agg(number order by sequence desc))[1] as last_number
      from listed group by kind, fy, 3
    ), advances as (
      select voucher.place, voucher.state, line.rate, sum(line.taxable + line.cgst + line.sgst + line.igst) as received,
        sum(line.cgst) as cgst, sum(line.sgst) as sgst, sum(line.igst) as igst
      from listed as voucher join public.document_lines as line on line.document_id = voucher.id
      where voucher.kind = 'receipt_voucher' and not exists (
          select from public.documents as invoice
          where invoice.order_id = voucher.order_id and invoice.kind = 'invoice' and invoice.state = 'issued'
            and invoice.date <= gstr1."to")
        and not exists (
          select from public.documents as refund
          where refund.corrects = voucher.id and refund.kind = 'refund_voucher' and refund.state = 'issued' and refund.date <= gstr1."to")
      group by voucher.place, voucher.state, line.rate
    ), adjusted as (
      select voucher.place_of_supply as place, private.gst_state(voucher.place_of_supply) ->> 'name' as state, line.rate,
        sum(line.taxable + line.cgst + line.sgst + line.igst) as received, sum(line.cgst) as cgst, sum(line.sgst) as sgst,
        sum(line.igst) as igst
      from public.documents as voucher join public.document_lines as line on line.document_id = voucher.id
      where voucher.kind = 'receipt_voucher' and voucher.state = 'issued' and voucher.date < gstr1."from" and (
        select min(invoice.date) from public.documents as invoice
        where invoice.order_id = voucher.order_id and invoice.kind = 'invoice' and invoice.state = 'issued'
      ) between gstr1."from" and gstr1."to"
      group by voucher.place_of_supply, line.rate
    )
    select jsonb_build_object('b2b', '[]'::jsonb, 'b2cl', '[]'::jsonb, 'cdnr', '[]'::jsonb, 'cdnur', '[]'::jsonb)
      || coalesce((select jsonb_object_agg(documents.name, documents.rows) from documents), '{}')
      || jsonb_build_object(
        'b2cs', (select coalesce(jsonb_agg(to_jsonb(small) order by place, rate), '[]') from small),
        'hsn', (select coalesce(jsonb_agg(to_jsonb(codes) order by type, sac, rate), '[]') from codes),
        'docs', (
          select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'from', first_number, 'to', last_number,
            'total', last - first + 1, 'cancelled', last - first + 1 - issued) order by kind, fy, prefix), '[]') from series),
        'at', (select coalesce(jsonb_agg(to_jsonb(advances) order by place, rate), '[]') from advances),
        'atadj', (select coalesce(jsonb_agg(to_jsonb(adjusted) order by place, rate), '[]') from adjusted)));
end
$$;
