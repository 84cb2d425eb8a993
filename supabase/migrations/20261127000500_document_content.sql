-- What a document says: its amounts, its frozen shape, what is missing to issue it, and its number.

/* GST code of the studio's state: of its GSTIN, else of the settings; null when neither is set. */
create function private.studio_state() returns text
language sql stable
set search_path = ''
as $$
  select state.code from private.gst_states as state
  where state.code = coalesce(nullif(left(private.setting_text('identity.gstin'), 2), ''), private.setting_text('identity.state_code'))
$$;

/* Answers of the customer to a document, newest first. */
create function private.document_answers_of(document uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select '[]'::jsonb
$$;

/* Links that were made for a document, newest first. */
create function private.document_links_of(document uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select '[]'::jsonb
$$;

/* The payment of a voucher as documents show it: {"method", "reference", "day"}; null for none. */
create function private.payment_content(payment uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select null::jsonb
$$;

/*
 * Place of supply of a draft: the one that staff set; the studio's state where all is used on its premises; else the
 * recipient's state, or the studio's when that is not known.
 */
create function private.document_place(draft public.documents, out code text, out reason text, out customer_state text)
language sql stable
set search_path = ''
as $$
  select case when draft.place_of_supply is not null then draft.place_of_supply
      when premises.only then private.studio_state() else coalesce(profile.state_code, private.studio_state()) end,
    case when draft.place_of_supply is not null then 'set'
      when profile.state_code is not null and not premises.only then 'customer' else 'studio' end,
    profile.state_code
  from (
    select coalesce(bool_and(line.place = 'premises'), false) as only
    from public.document_lines as line where line.document_id = draft.id and line.kind <> 'heading'
  ) as premises
    left join public.billing_profiles as profile on profile.id = draft.billing_profile_id
$$;

/*
 * What earlier credit notes credited of an invoice's lines, in rupees; `except` is left out.
 */
create function private.credited_lines(invoice uuid, except_note uuid)
returns table (line_position smallint, taxable numeric, cgst numeric, sgst numeric, igst numeric)
language sql stable
set search_path = ''
as $$
  select line.credits_position, sum(line.taxable), sum(line.cgst), sum(line.sgst), sum(line.igst)
  from public.documents as note join public.document_lines as line on line.document_id = note.id
  where note.corrects = credited_lines.invoice and note.kind = 'credit_note' and note.state = 'issued'
    and note.id is distinct from credited_lines.except_note
  group by line.credits_position
$$;

/*
 * The amounts of a credit note: of each line the tax on all that is credited so far less the tax credited before, so that
 * notes of parts meet the invoice exactly. As private.document_sums.
 */
create function private.credit_sums(note public.documents) returns jsonb
language sql stable
set search_path = ''
as $$
  with credited as (
    select line.position, line.credits_position, line.unit_price as taxable, billed.taxable as whole,
      coalesce(before.taxable, 0) as before, tax.cgst - coalesce(before.cgst, 0) as cgst,
      tax.sgst - coalesce(before.sgst, 0) as sgst, tax.igst - coalesce(before.igst, 0) as igst
    from public.document_lines as line
      join public.document_lines as billed on billed.document_id = note.corrects and billed.position = line.credits_position
      left join private.credited_lines(note.corrects, note.id) as before on before.line_position = line.credits_position
      cross join lateral private.taxes_on(coalesce(before.taxable, 0) + line.unit_price, billed.rate, billed.igst = 0) as tax
    where line.document_id = note.id
  ), invoice as (
    select billed.taxable, billed.round_off from public.documents as billed where billed.id = note.corrects
  ), before as (
    select coalesce(sum(other.taxable), 0) as taxable, coalesce(sum(other.round_off), 0) as round_off
    from public.documents as other
    where other.corrects = note.corrects and other.kind = 'credit_note' and other.state = 'issued' and other.id <> note.id
  ), summed as (
    select coalesce(sum(credited.taxable), 0.00) as taxable, coalesce(sum(cgst), 0.00) as cgst, coalesce(sum(sgst), 0.00) as sgst,
      coalesce(sum(igst), 0.00) as igst, coalesce(jsonb_agg(jsonb_build_object('position', position, 'gross', taxable,
        'discount', 0.00, 'shared_discount', 0.00, 'taxable', taxable, 'cgst', cgst, 'sgst', sgst, 'igst', igst)
        order by position), '[]') as lines
    from credited
  ), rounded as (
    select summed.*, case when summed.taxable + before.taxable = invoice.taxable
      then invoice.round_off - before.round_off else 0.00 end as round_off
    from summed, before, invoice
  )
  select jsonb_build_object('lines', lines, 'sums', jsonb_build_object('gross', taxable, 'discount', 0.00, 'taxable', taxable,
    'cgst', cgst, 'sgst', sgst, 'igst', igst, 'round_off', round_off, 'total', taxable + cgst + sgst + igst + round_off))
  from rounded
$$;

/* The amounts of a document as private.document_sums returns them: those saved with it, or of a draft those of today. */
create function private.document_amounts(document public.documents) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  place constant record := private.document_place(document);
begin
  if document.state = 'draft' and document.kind = 'credit_note' then
    return private.credit_sums(document);
  elsif document.state = 'draft' and document.kind in ('quote', 'invoice') then
    return private.document_sums(
      (select coalesce(jsonb_agg(to_jsonb(line) order by line.position), '[]')
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

/* Saves the amounts of a draft with its rows; those of today unless they are given. Raises PT422 {"field": "lines"} when they are too large. */
create function private.save_amounts(document_id uuid, given jsonb default null) returns void
language plpgsql
set search_path = ''
as $$
declare
  draft public.documents;
  amounts jsonb;
begin
  select * into draft from public.documents as known where known.id = save_amounts.document_id;
  amounts := coalesce(save_amounts.given, private.document_amounts(draft));
  if greatest((amounts #>> '{sums,gross}')::numeric, (amounts #>> '{sums,total}')::numeric) > 9999999999.99 then
    perform private.refuse('lines', 'The total is too large.');
  end if;
  update public.document_lines as line
  set gross = priced.gross, discount = priced.discount, shared_discount = priced.shared_discount, taxable = priced.taxable,
    cgst = priced.cgst, sgst = priced.sgst, igst = priced.igst
  from jsonb_populate_recordset(null::public.document_lines, amounts -> 'lines') as priced
  where line.document_id = save_amounts.document_id and line.position = priced.position
    and (line.gross, line.discount, line.shared_discount, line.taxable, line.cgst, line.sgst, line.igst)
      is distinct from (priced.gross, priced.discount, priced.shared_discount, priced.taxable, priced.cgst, priced.sgst, priced.igst);
  -- why the condition: triggers of a statement run also when it changes no row.
  if amounts -> 'sums' <> jsonb_build_object('gross', draft.gross, 'discount', draft.discount, 'taxable', draft.taxable,
    'cgst', draft.cgst, 'sgst', draft.sgst, 'igst', draft.igst, 'round_off', draft.round_off, 'total', draft.total) then
    update public.documents as saved
    set gross = sums.gross, discount = sums.discount, taxable = sums.taxable, cgst = sums.cgst, sgst = sums.sgst,
      igst = sums.igst, round_off = sums.round_off, total = sums.total
    from jsonb_populate_record(null::public.documents, amounts -> 'sums') as sums
    where saved.id = save_amounts.document_id;
  end if;
end
$$;

/* The studio as documents show it. */
create function private.studio_content() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'name', private.setting_text('studio.name'),
    'legal_name', private.setting_text('identity.legal_name'),
    'address', (
      select jsonb_agg(line.value order by line.place)
      from regexp_split_to_table(concat_ws(e'\n', private.setting_text('studio.address_lines'),
        concat_ws(' ', private.setting_text('studio.city'), private.setting_text('studio.postal_code')),
        concat_ws(', ', private.setting_text('studio.region'), private.setting_text('studio.country'))), '\s*\n\s*')
        with ordinality as line (value, place) where line.value <> ''),
    'state', private.gst_state(private.studio_state()),
    'gstin', private.setting_text('identity.gstin'),
    'pan', coalesce(nullif(private.setting_text('identity.pan'), ''), substr(private.setting_text('identity.gstin'), 3, 10)),
    'email', private.setting_text('studio.email'),
    'phone', private.setting_text('studio.phone'),
    'logo', private.setting_or_default('brand.logo') ->> 'url',
    'bank', case when private.setting_text('identity.bank_account') <> '' then jsonb_build_object(
      'account_name', coalesce(nullif(private.setting_text('identity.bank_account_name'), ''), private.setting_text('identity.legal_name')),
      'bank', private.setting_text('identity.bank_name'), 'account', private.setting_text('identity.bank_account'),
      'ifsc', private.setting_text('identity.bank_ifsc')) end,
    'upi', case when private.setting_text('identity.upi_id') <> '' then jsonb_build_object(
      'id', private.setting_text('identity.upi_id'),
      'name', coalesce(nullif(private.setting_text('identity.upi_name'), ''), private.setting_text('studio.name'))) end,
    'signatory', private.setting_text('documents.signatory'))
$$;

/*
 * A document as its customer sees it (src/domain/documents/frozen-document.ts), computed now; number and date are those
 * that it gets when it is issued; amounts: its amounts, where the caller has computed them.
 */
create function private.document_content(id uuid, number text default null, date date default null, amounts jsonb default null)
returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  document public.documents;
  place record;
  sums jsonb;
  lines jsonb;
begin
  select * into document from public.documents as known where known.id = document_content.id;
  place := private.document_place(document);
  amounts := coalesce(amounts, private.document_amounts(document));
  sums := amounts -> 'sums';
  select coalesce(jsonb_agg(jsonb_build_object('position', line.position, 'kind', line.kind, 'code', item.code,
      'text', line.text, 'picture', item.image, 'sac', line.sac, 'rate', line.rate, 'quantity', line.quantity,
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
    'title', case document.kind when 'quote' then 'Quote' when 'invoice' then 'Tax invoice' when 'credit_note' then 'Credit note'
      when 'receipt_voucher' then 'Receipt voucher' else 'Refund voucher' end,
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
        from jsonb_array_elements(lines) as listed (line) where line ->> 'sac' is not null
        group by line ->> 'sac', (line ->> 'rate')::numeric
      ) as tax),
    'total_words', private.in_words((sums ->> 'total')::numeric),
    'notes', document.notes,
    'terms', case document.kind when 'quote' then private.setting_text('documents.quote_terms')
      when 'invoice' then private.setting_text('documents.invoice_terms') else '' end,
    'footer', private.setting_text('documents.footer'),
    'deposit', case when document.kind = 'quote' and private.setting_text('documents.deposit_percent') <> '0' then
      round((sums ->> 'total')::numeric * private.setting_or_default('documents.deposit_percent')::numeric * 0.01, 2) end,
    'payment', private.payment_content(document.payment_id));
end
$$;

/*
 * Gives a draft its number and date, and freezes it. Its row is locked by the caller; the row of the series is the last
 * lock, so that numbers follow each other without a gap and a failure leaves none. Raises PT409 {"reason": "incomplete"}
 * when the series is full or another kind has its prefix.
 */
create function private.freeze_document(id uuid, amounts jsonb default null) returns public.documents
language plpgsql
set search_path = ''
as $$
declare
  draft public.documents;
  place record;
  series private.document_series;
  day date := private.today();
  own_prefix text;
  content jsonb;
begin
  select * into draft from public.documents as known where known.id = freeze_document.id;
  place := private.document_place(draft);
  own_prefix := private.setting_text(format('documents.%s_prefix', draft.kind));
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
  if draft.kind <> 'quote' then
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
