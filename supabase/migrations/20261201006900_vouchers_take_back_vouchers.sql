-- Written by `npm run db:change` from supabase/schemas.

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
    parts := private.taxed_parts(made, entry.amount, place.premises_inside, place.recipient_inside);
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

create function private.receipt_lines(order_id uuid)
returns table (
  receipt uuid,
  number text,
  place bigint,
  parties jsonb,
  line public.document_lines,
  whole numeric,
  rest numeric,
  back numeric,
  back_half numeric,
  back_igst numeric
)
language sql stable
set search_path = ''
as $$
  with receipts as (
    select document.id, document.number, document.frozen, document.place_of_supply,
      row_number() over (order by document.issued_at desc, document.id) as place
    from public.documents as document
    where document.order_id = receipt_lines.order_id and document.kind = 'receipt_voucher' and document.state = 'issued'
  ), taken as (
    select returned.corrects, returned.credits_position, sum(returned.taxable + returned.cgst + returned.sgst + returned.igst) as amount,
      sum(returned.cgst) as half, sum(returned.igst) as igst
    from public.document_lines as returned join public.documents as refund on refund.id = returned.document_id and refund.state = 'issued'
    where returned.corrects in (select receipts.id from receipts)
    group by returned.corrects, returned.credits_position
  ), former as (
    select refund.corrects, sum(refund.total) as amount
    from public.documents as refund
    where refund.corrects in (select receipts.id from receipts) and refund.kind = 'refund_voucher' and refund.state = 'issued'
      and not exists (
        select from public.document_lines as named where named.document_id = refund.id and named.corrects is not null)
    group by refund.corrects
  ), priced as (
    select receipts.*, listed as line, listed.taxable + listed.cgst + listed.sgst + listed.igst as whole,
      sum(listed.taxable + listed.cgst + listed.sgst + listed.igst)
        over (partition by receipts.id order by listed.position) as upto
    from receipts join public.document_lines as listed on listed.document_id = receipts.id
  )
  select priced.id, priced.number, priced.place,
    jsonb_build_array(priced.frozen -> 'customer', priced.frozen #> '{studio,gstin}', priced.place_of_supply),
    priced.line, priced.whole,
    greatest(0, priced.whole - coalesce(taken.amount, 0)
      - least(priced.whole, greatest(0, coalesce(former.amount, 0) - (priced.upto - priced.whole)))),
    coalesce(taken.amount, 0), coalesce(taken.half, 0), coalesce(taken.igst, 0)
  from priced
    left join taken on taken.corrects = priced.id and taken.credits_position = (priced.line).position
    left join former on former.corrects = priced.id
$$;

create function private.refunded_parts(order_id uuid, amount numeric) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  parts jsonb;
  taken numeric;
  first_part numeric;
  numbers text[];
begin
  with listed as (
    select given.*, sum(given.rest) over receipt as receipt_rest,
      sum(given.rest) over (receipt order by (given.line).position) as upto,
      sum(given.rest) over (order by given.place, (given.line).position) as all_upto
    from private.receipt_lines(refunded_parts.order_id) as given
    where given.rest > 0
    window receipt as (partition by given.receipt)
  ), wanted as (
    select listed.*, least(listed.receipt_rest, greatest(0, refunded_parts.amount - (listed.all_upto - listed.upto))) as share
    from listed
  ), shared as (
    select wanted.*, round(share * upto / receipt_rest, 2) - round(share * (upto - rest) / receipt_rest, 2) as part
    from wanted where share > 0
  ), taxed as (
    select shared.*, case when back + part = whole
        then jsonb_build_object('cgst', (line).cgst, 'igst', (line).igst)
        else private.tax_inside(back + part, (line).rate, (line).igst = 0) end as tax
    from shared where part > 0
  ), split as (
    -- why the limits: of a paisa no two halves of a tax are left.
    select taxed.*, least(greatest((tax ->> 'cgst')::numeric - back_half, 0), trunc(part / 2, 2)) as half,
      least(greatest((tax ->> 'igst')::numeric - back_igst, 0), part) as whole_tax
    from taxed
  )
  select coalesce(jsonb_agg(jsonb_build_object('corrects', receipt, 'number', number, 'credits_position', (line).position,
      'sac', (line).sac, 'rate', (line).rate, 'place', (line).place, 'taxable', part - 2 * half - whole_tax, 'cgst', half,
      'sgst', half, 'igst', whole_tax) order by split.place, (line).position), '[]'),
    sum(part), sum(part) filter (where split.parties = (select newest.parties from split as newest order by newest.place limit 1)),
    array(select number from split as each group by number, each.place order by each.place)
    into parts, taken, first_part, numbers
  from split;
  if parts = '[]' then
    raise exception 'No receipt voucher was issued for this order: record the refund without a voucher.'
      using errcode = 'PT409', detail = '{"reason": "incomplete"}';
  elsif taken < amount then
    raise exception using errcode = 'PT409', detail = '{"reason": "incomplete"}', message = format(
      'Only %s of this order is left on receipt vouchers: record the rest as a refund without a voucher.', private.rupees(taken));
  elsif first_part < amount then
    raise exception using errcode = 'PT409', detail = '{"reason": "incomplete"}', message = format(
      'The receipt vouchers %s have different customers or places of supply: refund at most %s first, then the rest.',
      array_to_string(numbers[:cardinality(numbers) - 1], ', ') || ' and ' || numbers[cardinality(numbers)],
      private.rupees(first_part));
  end if;
  return parts;
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
    ), sales as materialized (
      select listed.*, case when gstin <> '' then 'registered'
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
      select sales.*, line.rate, line.taxable, line.cgst, line.sgst, line.igst
      from sales join (
        select sold.document_id, sold.rate, sum(sold.taxable) as taxable, sum(sold.cgst) as cgst, sum(sold.sgst) as sgst,
          sum(sold.igst) as igst
        from sold group by sold.document_id, sold.rate
      ) as line on line.document_id = sales.id
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
      select case sales.buyer when 'registered' then 'B2B' else 'B2C' end as type, sold.sac, sold.rate,
        sum(sign * (sold.taxable + sold.cgst + sold.sgst + sold.igst)) as value, sum(sign * sold.taxable) as taxable,
        sum(sign * sold.cgst) as cgst, sum(sign * sold.sgst) as sgst, sum(sign * sold.igst) as igst
      from sales join sold on sold.document_id = sales.id
      group by 1, sold.sac, sold.rate
    ), series as (
      select kind, fy, regexp_replace(number, '/[0-9]+$', '') as prefix, min(sequence) as first, max(sequence) as last,
        count(*) as issued, (array_agg(number order by sequence))[1] as first_number,
        (array_agg(number order by sequence desc))[1] as last_number
      from listed group by kind, fy, 3
    ), returned as materialized (
      select line.corrects, line.credits_position, sum(line.taxable + line.cgst + line.sgst + line.igst) as amount,
        sum(line.cgst) as half, sum(line.igst) as igst
      from public.document_lines as line join public.documents as refund on refund.id = line.document_id
      where line.corrects is not null and refund.state = 'issued' and refund.date <= gstr1."to"
        and line.corrects in (select listed.id from listed where listed.sign = 0)
      group by line.corrects, line.credits_position
    ), advances as (
      select voucher.place, voucher.state, line.rate,
        sum(line.taxable + line.cgst + line.sgst + line.igst - coalesce(returned.amount, 0)) as received,
        sum(line.cgst - coalesce(returned.half, 0)) as cgst, sum(line.sgst - coalesce(returned.half, 0)) as sgst,
        sum(line.igst - coalesce(returned.igst, 0)) as igst
      from listed as voucher join public.document_lines as line on line.document_id = voucher.id
        left join returned on returned.corrects = line.document_id and returned.credits_position = line.position
      where voucher.kind = 'receipt_voucher' and not exists (
          select from public.documents as invoice
          where invoice.order_id = voucher.order_id and invoice.kind = 'invoice' and invoice.state = 'issued'
            and invoice.date <= gstr1."to")
        and not exists (
          select from public.documents as refund
          where refund.corrects = voucher.id and refund.kind = 'refund_voucher' and refund.state = 'issued' and refund.date <= gstr1."to"
            -- why: refund vouchers from before lines named their receipt took back all of it.
            and not exists (
              select from public.document_lines as named where named.document_id = refund.id and named.corrects is not null))
      group by voucher.place, voucher.state, line.rate
      having sum(line.taxable + line.cgst + line.sgst + line.igst - coalesce(returned.amount, 0)) <> 0
    ), adjusted as (
      select voucher.place_of_supply as place, private.gst_state(voucher.place_of_supply) ->> 'name' as state, line.rate,
        sum(line.taxable + line.cgst + line.sgst + line.igst) as received, sum(line.cgst) as cgst, sum(line.sgst) as sgst,
        sum(line.igst) as igst
      -- why from the invoices of these days: they are fewer than all earlier vouchers.
      from (select distinct listed.order_id from listed where listed.kind = 'invoice') as billed
        join public.documents as voucher on voucher.order_id = billed.order_id and voucher.kind = 'receipt_voucher'
          and voucher.state = 'issued' and voucher.date < gstr1."from"
        join public.document_lines as line on line.document_id = voucher.id
      where not exists (
        select from public.documents as invoice
        where invoice.order_id = billed.order_id and invoice.kind = 'invoice' and invoice.state = 'issued'
          and invoice.date < gstr1."from")
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
