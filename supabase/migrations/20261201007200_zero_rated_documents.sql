-- Written by `npm run db:change` from supabase/schemas.

drop routine private.document_place(public.documents);
drop routine private.voucher_place(public.orders);
drop routine private.document_sums(jsonb,numeric,numeric,text,text,boolean,boolean);
drop routine private.taxed_parts(public.orders,numeric,boolean,boolean);

create or replace function private.billing_profile_value(profile public.billing_profiles) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', profile.id, 'label', profile.label, 'legal_name', profile.legal_name, 'gstin', profile.gstin,
    'address', profile.address, 'state_code', profile.state_code, 'zero_rated', profile.zero_rated)
$$;

create function private.is_without_payment(zero_rated text) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(zero_rated in ('SEZWOP', 'EXPWOP'), false)
$$;

create or replace function private.billed_profile(document public.documents) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when printed.customer is null then private.billing_profile_value(profile)
    else jsonb_build_object('id', profile.id, 'label', profile.label, 'legal_name', printed.customer ->> 'legal_name',
      'gstin', nullif(printed.customer ->> 'gstin', ''), 'address', printed.customer ->> 'address',
      'state_code', printed.customer #>> '{state,code}', 'zero_rated',
      case when rated.zero_rated is not null then
        case when private.is_without_payment(rated.zero_rated) then 'without_payment' else 'with_payment' end end) end
  from public.billing_profiles as profile
    left join public.documents as corrected on corrected.id = document.corrects
    cross join lateral (
      select coalesce(document.frozen, corrected.frozen) -> 'customer' as customer
    ) as printed
    cross join lateral (select coalesce(document.zero_rated, corrected.zero_rated) as zero_rated) as rated
  where profile.id = document.billing_profile_id
$$;

create or replace function private.credit_sums(note public.documents) returns jsonb
language sql stable
set search_path = ''
as $$
  with invoice as (
    select billed.taxable, billed.round_off, billed.total, private.is_printed_taxed(billed) and not private.is_without_payment(billed.zero_rated) as is_taxed
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
      private.setting_or_default('documents.round_off')::boolean, place.zero_rated);
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
      'text', line.text, 'picture', item.image, 'sac', line.sac, 'rate', case when is_taxed then
        case when private.is_without_payment(place.zero_rated) then 0 else line.rate end end, 'quantity', line.quantity,
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
    'endorsement', case when corrected.id is null then private.endorsement(place.zero_rated) else corrected.frozen ->> 'endorsement' end,
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
  -- What corrects a document has the place of it.
  if draft.corrects is null and private.is_gst_registered() and private.studio_state() is null then
    missing := missing || jsonb_build_object('field', 'studio.region', 'text',
      'Enter the studio''s GSTIN in the settings, or its State as GST names it: without it nobody knows which GST is due.');
  end if;
  -- why also of a quote: it is printed there, and decides which GST is due. What corrects a document has that of it.
  if draft.corrects is null and private.is_gst_registered() and wrong_gstin is not null then
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
  -- What corrects a document has the studio of it.
  if draft.corrects is null then
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
    -- Section 16(3) of the IGST Act, Rule 96A of the CGST Rules: for a financial year.
    if private.is_without_payment(place.zero_rated) and private.setting_text('identity.lut') = '' then
      missing := missing || jsonb_build_object('field', 'identity.lut', 'text',
        'Enter the number of the letter of undertaking in the settings, or bill this customer with payment of IGST.');
    elsif private.is_without_payment(place.zero_rated)
      and private.setting_text('identity.lut_year') <> private.financial_year(private.today()) then
      missing := missing || jsonb_build_object('field', 'identity.lut_year', 'text', format(
        'Enter the letter of undertaking of %s in the settings, or bill this customer with payment of IGST.',
        private.financial_year(private.today())));
    end if;
  end if;
  if facts.bill_sign > 0 then
    if place.zero_rated in ('EXPWP', 'EXPWOP')
      and (profile.id is null or private.trimmed(profile.legal_name) = '' or private.trimmed(profile.address) = '') then
      missing := missing || jsonb_build_object('field', 'billing_profile', 'text',
        'A customer abroad needs a name, and an address with its country.');
    elsif profile.gstin is not null and (private.trimmed(profile.legal_name) = '' or private.trimmed(profile.address) = '') then
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

create or replace function private.state_named(name text) returns private.gst_states
language sql stable
set search_path = ''
as $$
  select state.* from private.gst_states as state
  where state.code <> '96' and lower(state.name) = regexp_replace(replace(lower(private.trimmed(state_named.name)), '&', 'and'), '\s+', ' ', 'g')
$$;

create function private.document_place(
  draft public.documents,
  out code text,
  out reason text,
  out customer_state text,
  out zero_rated text
) returns record
language sql stable
set search_path = ''
as $$
  select placed.code, placed.reason, placed.customer_state,
    case when placed.is_fixed then placed.fixed_rating
      when placed.code = '96' and private.is_gst_registered()
        then case placed.payment when 'without_payment' then 'EXPWOP' else 'EXPWP' end
      -- why in any state, and on the studio's premises: section 7(5)(b) of the IGST Act.
      when placed.customer_state <> '96' and placed.payment is not null and private.is_gst_registered()
        then case placed.payment when 'without_payment' then 'SEZWOP' else 'SEZWP' end end
  from (
    select case when corrected.place_reason is not null then corrected.place_of_supply
        when draft.place_of_supply is not null then draft.place_of_supply
        when premises.only then private.studio_state() else coalesce(profile.state_code, private.studio_state()) end as code,
      case when corrected.place_reason is not null then corrected.place_reason
        when draft.place_of_supply is not null then 'set'
        when profile.state_code is not null and not premises.only then 'customer' else 'studio' end as reason,
      case when corrected.place_reason is not null then corrected.customer_state else profile.state_code end as customer_state,
      corrected.place_reason is not null as is_fixed, corrected.zero_rated as fixed_rating, profile.zero_rated as payment
    from (
      select coalesce(bool_and(line.place = 'premises'), false) as only
      from public.document_lines as line where line.document_id = draft.id and line.kind <> 'heading'
    ) as premises
      left join public.billing_profiles as profile on profile.id = draft.billing_profile_id
      left join public.documents as corrected on corrected.id = draft.corrects
  ) as placed
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
    'studio', jsonb_build_object('state_code', private.studio_state(), 'gstin', private.setting_text('identity.gstin'),
      'is_registered', private.is_gst_registered(),
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
    || jsonb_build_object('zero_rated', case when is_draft then place.zero_rated else document.zero_rated end,
    'discount_percent', document.discount_percent, 'discount_amount', document.discount_amount,
    'notes', document.notes, 'reason', document.reason,
    'lines', (
      select coalesce(jsonb_agg(to_jsonb(line) - '{document_id,credits_position,corrects}'::text[] || to_jsonb(priced)
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

create function private.document_sums(
  lines jsonb,
  discount_percent numeric,
  discount_amount numeric,
  studio_state text,
  place_of_supply text,
  is_set boolean,
  round_off boolean,
  zero_rated text default null
) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  with given as (
    select (line ->> 'position')::integer as position, case when not private.is_without_payment(document_sums.zero_rated) then (line ->> 'rate')::numeric end as rate,
      case when document_sums.zero_rated is not null then false
        when coalesce(line ->> 'place' = 'premises' and not is_set, false) then true
        when studio_state is not null then coalesce(place_of_supply = studio_state, true) end as inside,
      case when line ->> 'kind' = 'heading' then 0.00 else round(private.line_amount((line ->> 'unit_price')::numeric,
        (line ->> 'quantity')::numeric, (line ->> 'days')::integer), 2) end as gross,
      (line ->> 'discount_percent')::numeric as percent, (line ->> 'discount_amount')::numeric as fixed
    from jsonb_array_elements(lines) as listed (line)
  ), own as (
    select given.*, private.discount_on(gross, percent, fixed) as discount from given
  ), net as (
    select own.*, own.gross - own.discount as net, sum(own.gross - own.discount) over () as whole from own
  ), wanted as (
    select net.*, (private.discount_on(whole, document_sums.discount_percent, document_sums.discount_amount) * 100)::bigint as paise
    from net
  ), parts as (
    select wanted.*, case when whole = 0 then 0 else div(paise * net, whole) end as part,
      case when whole = 0 then 0 else mod(paise * net, whole) end as remainder
    from wanted
  ), ranked as (
    select parts.*, paise - sum(part) over () as missing,
      row_number() over (order by remainder desc, position) as place
    from parts
  ), shared as (
    select ranked.*, round((part + case when whole > 0 and place <= missing then 1 else 0 end) * 0.01, 2) as share from ranked
  ), taxed as (
    select shared.position, shared.gross, shared.discount, shared.share, shared.net - shared.share as taxable, tax.*
    from shared cross join lateral private.taxes_on(shared.net - shared.share, shared.rate, shared.inside) as tax
  ), summed as (
    select coalesce(sum(gross), 0.00) as gross, coalesce(sum(discount + share), 0.00) as discount,
      coalesce(sum(taxable), 0.00) as taxable, coalesce(sum(cgst), 0.00) as cgst, coalesce(sum(sgst), 0.00) as sgst,
      coalesce(sum(igst), 0.00) as igst,
      coalesce(jsonb_agg(jsonb_build_object('position', position, 'gross', gross, 'discount', discount,
        'shared_discount', share, 'taxable', taxable, 'cgst', cgst, 'sgst', sgst, 'igst', igst) order by position), '[]') as lines
    from taxed
  ), payable as (
    select summed.*, taxable + cgst + sgst + igst as exact,
      case when document_sums.round_off then round(taxable + cgst + sgst + igst) + 0.00 else taxable + cgst + sgst + igst end as total
    from summed
  )
  select jsonb_build_object('lines', lines, 'sums', jsonb_build_object('gross', gross, 'discount', discount,
    'taxable', taxable, 'cgst', cgst, 'sgst', sgst, 'igst', igst, 'round_off', total - exact, 'total', total))
  from payable
$$;

create function private.endorsement(zero_rated text) returns text
language sql stable
set search_path = ''
as $$
  select case
    when private.is_without_payment(zero_rated) then format('Supply meant for export/supply to SEZ unit or SEZ developer for authorised '
      'operations under bond or letter of undertaking without payment of integrated tax (%s of %s)',
      private.setting_text('identity.lut'), private.setting_text('identity.lut_year'))
    when zero_rated is not null then
      'Supply meant for export/supply to SEZ unit or SEZ developer for authorised operations on payment of integrated tax'
  end
$$;

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
  set label = '', legal_name = 'Erased', gstin = null, address = '', state_code = null, zero_rated = null
  where profile.customer_id = new.id;
  return null;
end
$$;

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
  latest date;
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
      latest := private.today();
      exit when private.financial_year(latest) = private.financial_year(day);
      day := latest;
    end loop;
    -- why not today again: the year may have ended since, and the number is one of this year's series.
    day := greatest(latest, series.last_date);
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
    place_reason = place.reason, customer_state = place.customer_state, zero_rated = place.zero_rated, frozen = content, template = 1,
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

create or replace function private.issue_voucher(made public.orders, entry public.payments) returns void
language plpgsql
set search_path = ''
as $$
declare
  former public.payments;
  place constant record := private.voucher_place(made);
  corrected public.documents;
  parts jsonb;
  draft public.documents;
  is_refund boolean := entry.kind = 'refunded';
begin
  if entry.kind = 'reversal' then
    select * into former from public.payments as known where known.id = entry.reverses;
    is_refund := former.kind = 'received';
    select jsonb_agg(jsonb_build_object('corrects', listed.document_id, 'number', known.number, 'credits_position', listed.position,
        'sac', listed.sac, 'rate', listed.rate, 'place', listed.place, 'taxable', listed.taxable, 'cgst', listed.cgst,
        'sgst', listed.sgst, 'igst', listed.igst) order by listed.position)
      into parts
    from public.document_lines as listed join public.documents as known on known.id = listed.document_id
    where listed.document_id = former.document_id;
  elsif is_refund then
    parts := private.refunded_parts(made.id, entry.amount);
  else
    parts := private.taxed_parts(made, entry.amount, place.premises_inside, place.recipient_inside, place.outside_taxed);
  end if;
  select * into corrected from public.documents as known where known.id = (parts #>> '{0,corrects}')::uuid;
  insert into public.documents (id, kind, state, order_id, customer_id, billing_profile_id, place_of_supply,
    corrects, payment_id, reason, created_by)
  values (entry.document_id, case when is_refund then 'refund_voucher' else 'receipt_voucher' end, 'draft', made.id,
    made.customer_id, case when corrected.id is null then place.billing_profile_id else corrected.billing_profile_id end,
    case when corrected.id is null then place.place_of_supply else corrected.place_of_supply end, corrected.id, entry.id,
    case when entry.kind = 'reversal' then entry.note end, auth.uid());
  insert into public.document_lines (document_id, position, kind, text, sac, rate, place, quantity, days, unit_price, gross,
    discount, shared_discount, taxable, cgst, sgst, igst, corrects, credits_position)
  select entry.document_id, listed.position, 'charge',
    case when is_refund then format('Refund of the advance for %s (%s)', made.order_number, part.number)
      else 'Advance for ' || made.order_number end,
    part.sac, part.rate, part.place, 1, null, part.taxable, part.taxable, 0, 0, part.taxable, part.cgst, part.sgst, part.igst,
    case when is_refund then part.corrects end, case when is_refund then part.credits_position end
  from jsonb_array_elements(parts) with ordinality as listed (value, position)
    cross join jsonb_to_record(listed.value) as part (sac text, rate numeric, place text, taxable numeric, cgst numeric,
      sgst numeric, igst numeric, number text, corrects uuid, credits_position smallint);
  update public.documents as voucher
  set gross = sums.taxable, taxable = sums.taxable, cgst = sums.cgst, sgst = sums.sgst, igst = sums.igst, total = entry.amount
  from (
    select sum(line.taxable) as taxable, sum(line.cgst) as cgst, sum(line.sgst) as sgst, sum(line.igst) as igst
    from public.document_lines as line where line.document_id = entry.document_id
  ) as sums
  where voucher.id = entry.document_id
  returning * into draft;
  perform private.refuse_incomplete(private.document_missing(draft, private.document_amounts(draft)));
  perform private.record_event(made.customer_id, 'order', made.id, 'document_issued', null, issued.number)
  from private.freeze_document(entry.document_id) as issued;
end
$$;

create function private.taxed_parts(
  made public.orders,
  amount numeric,
  premises_inside boolean,
  recipient_inside boolean,
  outside_taxed boolean default true
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
  ), placed as (
    select counted.*, case counted.place when 'premises' then premises_inside else recipient_inside end as inside from counted
  ), shared as (
    select placed.sac, placed.place, placed.inside,
      case when private.is_gst_registered() and (placed.inside or outside_taxed) then placed.rate else 0 end as rate,
      case when placed.whole = 0 then taxed_parts.amount
        else round(taxed_parts.amount * placed.upto / placed.whole, 2)
          - round(taxed_parts.amount * (placed.upto - placed.weight) / placed.whole, 2) end as part
    from placed where placed.weight > 0 or placed.whole = 0
  )
  select coalesce(jsonb_agg(jsonb_build_object('sac', shared.sac, 'rate', shared.rate, 'place', shared.place,
      'total', shared.part) || private.tax_inside(shared.part, shared.rate, shared.inside)
    order by shared.sac, shared.rate, shared.place), '[]')
  from shared where shared.part > 0
$$;

create function private.voucher_place(
  made public.orders,
  out billing_profile_id uuid,
  out place_of_supply text,
  out premises_inside boolean,
  out recipient_inside boolean,
  out outside_taxed boolean
) returns record
language sql stable
set search_path = ''
as $$
  select profile.id, basis.place, coalesce(basis.place = private.studio_state(), true) and not sez.is_billed,
    coalesce(coalesce(basis.place, profile.state_code) = private.studio_state(), true) and not sez.is_billed,
    not coalesce(profile.zero_rated = 'without_payment' and (sez.is_billed or coalesce(basis.place, profile.state_code) = '96'), false)
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
    cross join lateral (
      select profile.zero_rated is not null and profile.state_code <> '96' and basis.place is distinct from '96' as is_billed
    ) as sez
$$;

create or replace function public.cancellation_proposal("order" uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  made public.orders;
  money record;
  place record;
  cancelled_at timestamptz;
  hours numeric;
  refund numeric;
  retained numeric;
  parts jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into made from public.orders as known where known.id = cancellation_proposal."order";
  if not found then
    raise exception 'There is no such order.' using errcode = 'PT404';
  end if;
  money := private.ledger_sums(made.id);
  if made.status = 'cancelled' then
    select max(event.created_at) into cancelled_at from public.crm_events as event
    where event.subject = 'order' and event.subject_id = made.id and event.what = 'status' and event.to_value = 'cancelled';
  end if;
  hours := floor(extract(epoch from coalesce(made.rental_from, made.rental_to)::timestamp at time zone 'Asia/Kolkata'
    - coalesce(cancelled_at, private.this_moment())) / 360) / 10;
  -- why with what was refunded: the policy's share is of all that was received, so a recorded refund is not proposed again.
  refund := greatest(round((money.received + money.refunded) * private.refund_share(hours), 2) - money.refunded, 0);
  retained := greatest(money.received, 0) - refund;
  place := private.voucher_place(made);
  parts := private.taxed_parts(made, retained, place.premises_inside, place.recipient_inside, place.outside_taxed);
  return jsonb_build_object('hours_notice', hours, 'refund_share', private.refund_share(hours),
    'received', money.received, 'refund', refund, 'retained', retained,
    'deposit', jsonb_build_object('held', money.held),
    'invoice', case when retained > 0 then (
      select jsonb_build_object('total', retained, 'taxable', sum((part ->> 'taxable')::numeric),
        'tax', retained - sum((part ->> 'taxable')::numeric),
        'lines', jsonb_agg(jsonb_build_object('kind', 'charge', 'text', 'Cancellation of ' || made.order_number,
          'sac', part -> 'sac', 'rate', part -> 'rate', 'place', part -> 'place', 'quantity', 1, 'days', null,
          'unit_price', part -> 'taxable') order by position))
      from jsonb_array_elements(parts) with ordinality as listed (part, position)) end,
    'credit', (
      select coalesce(jsonb_agg(jsonb_build_object('id', invoice.id, 'number', invoice.number,
        'rest', invoice.total - credited.total) order by invoice.issued_at), '[]')
      from private.documents_of_order(made.id, made.enquiry_order_id) as invoice
        cross join lateral (
          select coalesce(sum(note.total), 0) as total from public.documents as note
          where note.corrects = invoice.id and note.kind = 'credit_note' and note.state = 'issued'
        ) as credited
      where invoice.kind = 'invoice' and invoice.state = 'issued' and invoice.total > credited.total));
end
$$;

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
        document.total, document.place_of_supply as place, state.name as state, document.zero_rated,
        private.is_without_payment(document.zero_rated) as is_untaxed,
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
    ), sales as materialized (
      select listed.*, case when zero_rated in ('EXPWP', 'EXPWOP') then 'abroad'
        when gstin <> '' then 'registered'
        when is_outside and invoice_total > private.b2cl_from() then 'large' else 'small' end as buyer
      from listed where sign <> 0
    ), sold as materialized (
      -- why at once: by_rate and codes add up the same lines.
      select line.document_id, line.sac, line.rate, sum(line.taxable) as taxable, sum(line.cgst) as cgst,
        sum(line.sgst) as sgst, sum(line.igst) as igst
      from public.document_lines as line
      where line.document_id in (select sales.id from sales) and line.kind <> 'heading'
      group by line.document_id, line.sac, line.rate
    ), by_rate as (
      select sales.*, case when sales.is_untaxed then 0.00 else line.rate end as rate, line.taxable, line.cgst, line.sgst, line.igst
      from sales join (
        select sold.document_id, sold.rate, sum(sold.taxable) as taxable, sum(sold.cgst) as cgst, sum(sold.sgst) as sgst,
          sum(sold.igst) as igst
        from sold group by sold.document_id, sold.rate
      ) as line on line.document_id = sales.id
    ), documents as (
      select case when sign > 0 then case buyer when 'registered' then 'b2b' when 'abroad' then 'exp' else 'b2cl' end
          else case buyer when 'registered' then 'cdnr' else 'cdnur' end end as name,
        jsonb_agg(jsonb_strip_nulls(jsonb_build_object('gstin', nullif(gstin, ''), 'name', by_rate.name, 'number', number,
          'date', date, 'value', total, 'place', place, 'state', state, 'supply', zero_rated,
          'invoice', case when sign < 0 then invoice_number end,
          'invoice_date', case when sign < 0 then invoice_date end,
          'rate', rate, 'taxable', taxable, 'cgst', cgst, 'sgst', sgst, 'igst', igst)) order by date, fy, sequence, rate) as rows
      from by_rate where buyer <> 'small' group by 1
    ), small as (
      select place, state, rate, sum(sign * taxable) as taxable, sum(sign * cgst) as cgst, sum(sign * sgst) as sgst,
        sum(sign * igst) as igst
      from by_rate where buyer = 'small' group by place, state, rate
    ), codes as (
      select case sales.buyer when 'registered' then 'B2B' else 'B2C' end as type, sold.sac,
        case when sales.is_untaxed then 0.00 else sold.rate end as rate,
        sum(sign * (sold.taxable + sold.cgst + sold.sgst + sold.igst)) as value, sum(sign * sold.taxable) as taxable,
        sum(sign * sold.cgst) as cgst, sum(sign * sold.sgst) as sgst, sum(sign * sold.igst) as igst
      from sales join sold on sold.document_id = sales.id
      group by 1, 2, 3
    ), series as (
      select kind, fy, regexp_replace(number, '/[0-9]+$', '') as prefix, min(sequence) as first, max(sequence) as last,
        count(*) as issued, (array_agg(number order by sequence))[1] as first_number,
        (array_agg(number order by sequence desc))[1] as last_number
      from listed group by kind, fy, 3
    ), receipts as materialized (
      select listed.id, listed.order_id from listed where listed.kind = 'receipt_voucher'
      union
      -- why from the invoices and refunds of these days: they are fewer than all earlier vouchers.
      select voucher.id, voucher.order_id
      from public.documents as voucher
      where voucher.kind = 'receipt_voucher' and voucher.state = 'issued' and voucher.date < gstr1."from"
        and (voucher.order_id in (select billed.order_id from listed as billed where billed.kind = 'invoice')
          or voucher.id in (
            select coalesce(line.corrects, refund.corrects)
            from (select listed.id, document.corrects from listed join public.documents as document on document.id = listed.id
              where listed.kind = 'refund_voucher') as refund
              join public.document_lines as line on line.document_id = refund.id))
    ), billed as materialized (
      -- The first invoice of an order takes up its advances.
      select invoice.order_id, min(invoice.date) as date
      from public.documents as invoice
      where invoice.order_id in (select receipts.order_id from receipts) and invoice.kind = 'invoice' and invoice.state = 'issued'
        and invoice.date <= gstr1."to"
      group by invoice.order_id
    ), returned as materialized (
      select line.corrects as receipt, line.credits_position as position, refund.date,
        line.taxable + line.cgst + line.sgst + line.igst as amount, line.cgst, line.sgst, line.igst
      from public.document_lines as line join public.documents as refund on refund.id = line.document_id
      where line.corrects in (select receipts.id from receipts) and refund.kind = 'refund_voucher' and refund.state = 'issued'
        and refund.date <= gstr1."to"
      union all
      -- why: refund vouchers from before lines named their receipt took back all of it.
      select refund.corrects, line.position, refund.date, line.taxable + line.cgst + line.sgst + line.igst, line.cgst, line.sgst, line.igst
      from public.documents as refund join public.document_lines as line on line.document_id = refund.corrects
      where refund.corrects in (select receipts.id from receipts) and refund.kind = 'refund_voucher' and refund.state = 'issued'
        and refund.date <= gstr1."to" and not exists (
          select from public.document_lines as named where named.document_id = refund.id and named.corrects is not null)
    ), moved as (
      -- Of each line of a receipt: what it adds to the advances of these days, or takes off those of earlier ones.
      select voucher.date >= gstr1."from" as is_new, voucher.place_of_supply as place, line.rate, voucher.zero_rated, amounts.*
      from receipts join public.documents as voucher on voucher.id = receipts.id
        join public.document_lines as line on line.document_id = voucher.id
        left join billed on billed.order_id = voucher.order_id
        cross join lateral (
          select coalesce(sum(back.amount), 0) as amount, coalesce(sum(back.cgst), 0) as cgst,
            coalesce(sum(back.sgst), 0) as sgst, coalesce(sum(back.igst), 0) as igst
          from returned as back
          where back.receipt = line.document_id and back.position = line.position
            and (voucher.date >= gstr1."from" or (back.date < gstr1."from") = (billed.date is not null))
        ) as back
        cross join lateral (
          select case when is_whole then line.taxable + line.cgst + line.sgst + line.igst - back.amount else back.amount end as received,
            case when is_whole then line.cgst - back.cgst else back.cgst end as cgst,
            case when is_whole then line.sgst - back.sgst else back.sgst end as sgst,
            case when is_whole then line.igst - back.igst else back.igst end as igst
          from (select voucher.date >= gstr1."from" or billed.date is not null as is_whole) as part
        ) as amounts
      where case when voucher.date >= gstr1."from" then billed.date is null else billed.date is null or billed.date >= gstr1."from" end
    ), advances as (
      select is_new, place, private.gst_state(place) ->> 'name' as state, rate, zero_rated as supply, sum(received) as received,
        sum(cgst) as cgst, sum(sgst) as sgst, sum(igst) as igst
      from moved group by is_new, place, rate, zero_rated having sum(received) <> 0
    )
    select jsonb_build_object('b2b', '[]'::jsonb, 'b2cl', '[]'::jsonb, 'exp', '[]'::jsonb, 'cdnr', '[]'::jsonb, 'cdnur', '[]'::jsonb)
      || coalesce((select jsonb_object_agg(documents.name, documents.rows) from documents), '{}')
      || jsonb_build_object(
        'b2cs', (select coalesce(jsonb_agg(to_jsonb(small) order by place, rate), '[]') from small),
        'hsn', (select coalesce(jsonb_agg(to_jsonb(codes) order by type, sac, rate), '[]') from codes),
        'docs', (
          select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'from', first_number, 'to', last_number,
            'total', last - first + 1, 'cancelled', last - first + 1 - issued) order by kind, fy, prefix), '[]') from series),
        'at', (
          select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(advances) - 'is_new') order by place, rate), '[]')
          from advances where is_new),
        'atadj', (
          select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(advances) - 'is_new') order by place, rate), '[]')
          from advances where not is_new)));
end
$$;

create or replace function public.save_billing_profile(customer uuid, profile jsonb, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  given public.billing_profiles;
  saved public.billing_profiles;
  known_customer constant uuid := private.remaining_customer(save_billing_profile.customer);
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if save_billing_profile.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  -- why a hash: the stored keys hold no personal data.
  answer := private.claim_idempotency_key('save_billing_profile', save_billing_profile.key,
    jsonb_build_array(save_billing_profile.customer, encode(sha256(convert_to(profile::text, 'UTF8')), 'hex')));
  if answer is not null then
    select * into saved from public.billing_profiles as known where known.id = (answer ->> 'id')::uuid;
    return private.billing_profile_value(saved);
  end if;
  perform from public.customers as found where found.id = known_customer and found.erased_at is null for key share;
  if not found then
    raise exception 'There is no such customer.' using errcode = 'PT404';
  elsif jsonb_typeof(profile) is distinct from 'object' then
    perform private.refuse('profile', 'Enter a name and an address.');
  end if;
  given.id := private.uuid_of(profile ->> 'id');
  given.label := private.trimmed(coalesce(profile ->> 'label', ''));
  given.legal_name := private.trimmed(coalesce(profile ->> 'legal_name', ''));
  given.gstin := nullif(upper(regexp_replace(coalesce(profile ->> 'gstin', ''), '\s', '', 'g')), '');
  given.address := private.trimmed(replace(coalesce(profile ->> 'address', ''), e'\r\n', e'\n'));
  given.state_code := coalesce(left(given.gstin, 2), nullif(profile ->> 'state_code', ''));
  given.zero_rated := coalesce(nullif(profile ->> 'zero_rated', ''), case given.state_code when '96' then 'with_payment' end);
  if char_length(given.label) > 60 then
    perform private.refuse('label', 'At most 60 characters.');
  elsif private.name_problem(given.label) is not null then
    perform private.refuse('label', private.name_problem(given.label));
  elsif private.name_problem(given.legal_name) is not null then
    perform private.refuse('legal_name', private.name_problem(given.legal_name));
  elsif char_length(given.legal_name) not between 1 and 120 then
    perform private.refuse('legal_name', 'Enter the name of the person or company, at most 120 characters.');
  elsif given.gstin is not null and private.setting_problem('{"type": "gstin"}', to_jsonb(given.gstin)) is not null then
    perform private.refuse('gstin', private.setting_problem('{"type": "gstin"}', to_jsonb(given.gstin)));
  elsif char_length(given.address) > 400 then
    perform private.refuse('address', 'At most 400 characters.');
  elsif private.name_problem(given.address, true) is not null then
    perform private.refuse('address', private.name_problem(given.address, true));
  elsif given.gstin is not null and given.address = '' then
    perform private.refuse('address', 'A customer with a GSTIN needs an address.');
  elsif given.state_code is not null and private.gst_state(given.state_code) is null then
    perform private.refuse('state_code', 'Select a state of the list.');
  elsif given.zero_rated not in ('with_payment', 'without_payment') then
    perform private.refuse('zero_rated', 'Select an entry of the list.');
  elsif given.zero_rated is not null and given.gstin is null and given.state_code is distinct from '96' then
    perform private.refuse('gstin', 'Enter the GSTIN of the SEZ unit or developer.');
  end if;
  if given.id is null then
    insert into public.billing_profiles (customer_id, label, legal_name, gstin, address, state_code, zero_rated)
    values (known_customer, given.label, given.legal_name, given.gstin, given.address, given.state_code, given.zero_rated)
    returning * into saved;
  else
    update public.billing_profiles as known
    set label = given.label, legal_name = given.legal_name, gstin = given.gstin, address = given.address,
      state_code = given.state_code, zero_rated = given.zero_rated, updated_at = clock_timestamp()
    where known.id = given.id and known.customer_id = any (private.merged_customers(known_customer))
    returning * into saved;
    if not found then
      raise exception 'There is no such billing profile.' using errcode = 'PT404';
    end if;
    perform private.save_amounts(draft.id) from public.documents as draft
    where draft.billing_profile_id = saved.id and draft.state = 'draft';
  end if;
  perform private.bind_idempotency_key('save_billing_profile', save_billing_profile.key, jsonb_build_object('id', saved.id));
  return private.billing_profile_value(saved);
end
$$;
