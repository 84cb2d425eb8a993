-- Written by `npm run db:change` from supabase/schemas.

create function private.billed_profile(document public.documents) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when printed.customer is null then private.billing_profile_value(profile)
    else jsonb_build_object('id', profile.id, 'label', profile.label, 'legal_name', printed.customer ->> 'legal_name',
      'gstin', nullif(printed.customer ->> 'gstin', ''), 'address', printed.customer ->> 'address',
      'state_code', printed.customer #>> '{state,code}') end
  from public.billing_profiles as profile
    left join public.documents as corrected on corrected.id = document.corrects
    cross join lateral (
      select coalesce(document.frozen, corrected.frozen) -> 'customer' as customer
    ) as printed
  where profile.id = document.billing_profile_id
$$;

create function private.is_printed_taxed(document public.documents) returns boolean
language sql immutable
set search_path = ''
as $$
  select jsonb_path_exists(document.frozen, '$.lines[*] ? (@.rate != null)')
$$;

create or replace function private.credit_sums(note public.documents) returns jsonb
language sql stable
set search_path = ''
as $$
  with invoice as (
    select billed.taxable, billed.round_off, billed.total, private.is_printed_taxed(billed) as is_taxed
    from public.documents as billed where billed.id = note.corrects
  ), credited as (
    select line.position, line.credits_position, line.unit_price as taxable, billed.taxable as whole,
      coalesce(before.taxable, 0) as before, tax.cgst - coalesce(before.cgst, 0) as cgst,
      tax.sgst - coalesce(before.sgst, 0) as sgst, tax.igst - coalesce(before.igst, 0) as igst
    from public.document_lines as line cross join invoice
      join public.document_lines as billed on billed.document_id = note.corrects and billed.position = line.credits_position
      left join private.credited_lines(note.corrects, note.id) as before on before.line_position = line.credits_position
      cross join lateral private.taxes_on(coalesce(before.taxable, 0) + line.unit_price,
        case when invoice.is_taxed then billed.rate end, billed.igst = 0) as tax
    where line.document_id = note.id
  ), before as (
    select coalesce(sum(other.taxable), 0) as taxable, coalesce(sum(other.round_off), 0) as round_off,
      coalesce(sum(other.total), 0) as total
    from public.documents as other
    where other.corrects = note.corrects and other.kind = 'credit_note' and other.state = 'issued' and other.id <> note.id
  ), summed as (
    select coalesce(sum(credited.taxable), 0.00) as taxable, coalesce(sum(cgst), 0.00) as cgst, coalesce(sum(sgst), 0.00) as sgst,
      coalesce(sum(igst), 0.00) as igst, coalesce(jsonb_agg(jsonb_build_object('position', position, 'gross', taxable,
        'discount', 0.00, 'shared_discount', 0.00, 'taxable', taxable, 'cgst', cgst, 'sgst', sgst, 'igst', igst)
        order by position), '[]') as lines
    from credited
  ), exact as (
    select summed.*, summed.taxable + cgst + sgst + igst as exact from summed
  ), rounded as (
    -- why never more off than the note has: notes issued by an earlier rule can exceed the invoice by a part of a rupee.
    select exact.*, greatest(-exact, case when exact.taxable + before.taxable = invoice.taxable
      then invoice.round_off - before.round_off else least(0.00, invoice.total - before.total - exact) end) as round_off
    from exact, before, invoice
  )
  select jsonb_build_object('lines', lines, 'sums', jsonb_build_object('gross', taxable, 'discount', 0.00, 'taxable', taxable,
    'cgst', cgst, 'sgst', sgst, 'igst', igst, 'round_off', round_off, 'total', exact + round_off))
  from rounded
$$;

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
  corrected public.documents;
  studio jsonb := private.studio_content();
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
  select * into corrected from public.documents as known where known.id = document.corrects;
  if corrected.id is not null then
    -- why: whoever reads both finds the same parties; how to reach and pay the studio is that of today.
    studio := studio || ((corrected.frozen -> 'studio') - '{email,phone,logo,bank,upi,signatory}'::text[]);
  end if;
  is_taxed := case when corrected.id is not null then private.is_printed_taxed(corrected)
    else facts.lines <> 'source' or private.is_gst_registered() end;
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
    'studio', studio,
    'customer', coalesce(corrected.frozen -> 'customer', (
      select jsonb_build_object('number', customer.customer_number, 'name', coalesce(private.customer_name(customer.id), ''),
        'legal_name', coalesce(profile.legal_name, ''), 'gstin', coalesce(profile.gstin, ''),
        'address', coalesce(profile.address, ''), 'state', private.gst_state(profile.state_code),
        'mobile', coalesce(customer.mobile, ''), 'email', coalesce(customer.email, ''))
      from public.customers as customer
        left join public.billing_profiles as profile on profile.id = document.billing_profile_id
      where customer.id = private.remaining_customer(document.customer_id))),
    'place_of_supply', private.gst_state(place.code),
    'reverse_charge', false,
    'order', (
      select jsonb_build_object('number', made.order_number, 'rental_from', made.rental_from, 'rental_to', made.rental_to)
      from public.orders as made where made.id = document.order_id),
    'enquiry', (
      select jsonb_build_object('number', enquiry.enquiry_number, 'rental_from', enquiry.rental_from, 'rental_to', enquiry.rental_to)
      from public.enquiry_orders as enquiry where enquiry.id = document.enquiry_order_id),
    'corrects', case when corrected.id is not null then
      jsonb_build_object('number', corrected.number, 'date', corrected.date) end,
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

create or replace function private.document_missing(draft public.documents, amounts jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  missing jsonb := '[]';
  facts constant private.document_kinds := private.kind_of(draft);
  place constant record := private.document_place(draft);
  profile public.billing_profiles;
  prefix constant text := private.setting_text(facts.prefix_setting);
  gstin constant text := private.setting_text('identity.gstin');
  wrong_gstin constant text := private.setting_problem('{"type": "gstin", "optional": true}', to_jsonb(gstin));
  line record;
  billed record;
  net numeric;
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
  -- why the taxable value of a credit note: the last paise of an invoice that was rounded down are credited with ₹0.
  elsif facts.is_tax_document
    and (amounts -> 'sums' ->> case facts.lines when 'corrected' then 'taxable' else 'total' end)::numeric = 0 then
    missing := missing || jsonb_build_object('field', 'lines', 'text', 'An amount of ₹0 needs no invoice.');
  end if;
  if facts.lines = 'source' then
    for line in
      select listed.position, listed.discount_amount, (priced.value ->> 'gross')::numeric as gross
      from jsonb_array_elements(amounts -> 'lines') as priced
        join public.document_lines as listed on listed.document_id = draft.id
          and listed.position = (priced.value ->> 'position')::smallint
      where listed.discount_amount > (priced.value ->> 'gross')::numeric
      order by listed.position
    loop
      missing := missing || jsonb_build_object('field', 'lines', 'index', line.position - 1, 'text', format(
        'The discount of %s is more than this line: it is limited to %s.',
        private.rupees(line.discount_amount), private.rupees(line.gross)));
    end loop;
    select (amounts #>> '{sums,gross}')::numeric - coalesce(sum((priced.value ->> 'discount')::numeric), 0) into net
    from jsonb_array_elements(amounts -> 'lines') as priced;
    if draft.discount_amount > net then
      missing := missing || jsonb_build_object('field', 'discount', 'text', format(
        'The discount of %s is more than the lines: it is limited to %s.',
        private.rupees(draft.discount_amount), private.rupees(net)));
    end if;
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
  -- why also of a quote: it is printed there, and decides which GST is due. A credit note has that of its invoice.
  if facts.lines <> 'corrected' and private.is_gst_registered() and wrong_gstin is not null then
    missing := missing || jsonb_build_object('field', 'identity.gstin', 'text',
      'Correct the studio''s GSTIN in the settings. ' || wrong_gstin);
  end if;
  if facts.is_offer and draft.valid_until < private.today() then
    missing := missing || jsonb_build_object('field', 'valid_until', 'text', 'The last day of validity is past.');
  end if;
  if draft.number is null and private.kind_of_series(prefix) <> draft.kind then
    missing := missing || jsonb_build_object('field', facts.prefix_setting, 'text',
      format('Another kind of document has the prefix %s. Enter another one in the settings.', prefix));
  end if;
  if not facts.is_tax_document then
    return missing;
  end if;
  -- A credit note has the studio of its invoice.
  if facts.lines <> 'corrected' then
    if private.setting_text('identity.legal_name') = '' then
      missing := missing || jsonb_build_object('field', 'identity.legal_name', 'text', 'Enter the studio''s legal name in the settings.');
    end if;
    if not private.is_gst_registered() then
      if draft.kind = 'receipt_voucher' then
        missing := missing || jsonb_build_object('field', 'studio.gst_registered', 'text',
          'A studio that is not registered for GST issues no vouchers: record the money without one.');
      end if;
    elsif gstin = '' then
      missing := missing || jsonb_build_object('field', 'identity.gstin', 'text', 'Enter the studio''s GSTIN in the settings.');
    end if;
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

create or replace function private.document_place(
  draft public.documents,
  out code text,
  out reason text,
  out customer_state text
) returns record
language sql stable
set search_path = ''
as $$
  select case when corrected.place_reason is not null then corrected.place_of_supply
      when draft.place_of_supply is not null then draft.place_of_supply
      when premises.only then private.studio_state() else coalesce(profile.state_code, private.studio_state()) end,
    case when corrected.place_reason is not null then corrected.place_reason
      when draft.place_of_supply is not null then 'set'
      when profile.state_code is not null and not premises.only then 'customer' else 'studio' end,
    case when corrected.place_reason is not null then corrected.customer_state else profile.state_code end
  from (
    select coalesce(bool_and(line.place = 'premises'), false) as only
    from public.document_lines as line where line.document_id = draft.id and line.kind <> 'heading'
  ) as premises
    left join public.billing_profiles as profile on profile.id = draft.billing_profile_id
    left join public.documents as corrected on corrected.id = draft.corrects
$$;

create or replace function private.document_record(id uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  document public.documents;
  holder uuid;
  amounts jsonb;
  place record;
  is_draft boolean;
begin
  select * into document from public.documents as known where known.id = document_record.id;
  if not found then
    return null;
  end if;
  is_draft := document.state = 'draft';
  amounts := private.document_amounts(document);
  place := private.document_place(document);
  holder := private.remaining_customer(document.customer_id);
  return jsonb_build_object('id', document.id, 'kind', document.kind, 'state', document.state, 'number', document.number,
    'revision', document.revision, 'date', document.date, 'valid_until', document.valid_until, 'version', document.version,
    'next_number', case when is_draft then private.next_document_number(document) end,
    'studio', jsonb_build_object('state_code', private.studio_state(), 'is_registered', private.is_gst_registered(),
      'round_off', private.setting_or_default('documents.round_off')::boolean),
    'order', (
      select jsonb_build_object('id', made.id, 'number', made.order_number) from public.orders as made where made.id = document.order_id),
    'enquiry', (
      select jsonb_build_object('id', enquiry.id, 'number', enquiry.enquiry_number, 'status', enquiry.status)
      from public.enquiry_orders as enquiry where enquiry.id = document.enquiry_order_id),
    'customer', private.desk_customer(holder) || jsonb_build_object('email', (
      select customer.email from public.customers as customer where customer.id = holder)),
    'addresses', private.address_choice(holder, document.enquiry_order_id, document.order_id),
    'billing_profile', private.billed_profile(document),
    'billing_profiles', (
      select coalesce(jsonb_agg(private.billing_profile_value(profile) order by profile.updated_at desc, profile.id), '[]')
      from public.billing_profiles as profile where profile.customer_id = any (private.merged_customers(holder))),
    'place_of_supply', case when is_draft then place.code else document.place_of_supply end,
    'place_reason', case when is_draft then place.reason else document.place_reason end)
    || jsonb_build_object('discount_percent', document.discount_percent, 'discount_amount', document.discount_amount,
    'notes', document.notes, 'reason', document.reason,
    'lines', (
      select coalesce(jsonb_agg(to_jsonb(line) - '{document_id,credits_position}'::text[] || to_jsonb(priced)
        || jsonb_build_object('item', case when item.id is not null then
          jsonb_build_object('code', item.code, 'name', item.name, 'picture', item.image) end) order by line.position), '[]')
      from public.document_lines as line
        join jsonb_to_recordset(amounts -> 'lines') as priced (position smallint, gross numeric, discount numeric,
          shared_discount numeric, taxable numeric, cgst numeric, sgst numeric, igst numeric) on priced.position = line.position
        left join public.items as item on item.id = line.item_id
      where line.document_id = document.id),
    'sums', amounts -> 'sums',
    'first_day', private.first_rental_day(document.order_id, document.enquiry_order_id),
    'short', case when document.state <> 'superseded' then private.short_quote_lines(document) else '[]' end,
    'missing', case when is_draft then private.document_missing(document, amounts) else '[]' end,
    'source_changed', document.source_hash is not null
      and document.source_hash is distinct from private.document_source(document.order_id, document.enquiry_order_id),
    'frozen', document.frozen,
    'corrects', (
      select jsonb_build_object('id', corrected.id, 'number', corrected.number)
      from public.documents as corrected where corrected.id = document.corrects),
    'corrected_by', (
      select coalesce(jsonb_agg(jsonb_build_object('id', note.id, 'number', note.number, 'total', note.total) order by note.issued_at), '[]')
      from public.documents as note where note.corrects = document.id and note.kind = 'credit_note' and note.state = 'issued'),
    'credited', (
      select coalesce(sum(note.total), 0.00) from public.documents as note
      where note.corrects = document.id and note.kind = 'credit_note' and note.state = 'issued'),
    'answers', private.document_answers_of(document.id), 'links', private.document_links_of(document.id),
    'issued_at', document.issued_at, 'issued_by_name', private.person_name(document.issued_by));
end
$$;
