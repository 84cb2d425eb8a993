-- Written by `npm run db:change` from supabase/schemas.

drop routine private.order_bills(uuid[]);
drop routine private.ledger_sums(uuid);

create or replace function private.is_without_payment(zero_rated text) returns boolean
language sql immutable parallel safe
return coalesce((zero_rated = ANY (ARRAY['SEZWOP'::text, 'EXPWOP'::text])), false);

create or replace function private.discount_on(amount numeric, percent numeric, fixed numeric) returns numeric
language sql immutable parallel safe
return least(amount, coalesce(round(((amount * percent) * 0.01), 2), fixed, 0.00));

create or replace function private.document_sums(
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
  -- why materialized: functions are inlined on columns only.
  with given as materialized (
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

create or replace function private.setting_text(key text) returns text
language sql stable
return (private.setting_or_default(key) #>> '{}'::text[]);

create function private.zero_rating(place_of_supply text, customer_state text, payment text) returns text
language sql stable
set search_path = ''
as $$
  select case when zero_rating.place_of_supply = '96'
      then case zero_rating.payment when 'without_payment' then 'EXPWOP' else 'EXPWP' end
    -- why in any state, and on the studio's premises: section 7(5)(b) of the IGST Act.
    when zero_rating.customer_state <> '96' and zero_rating.payment is not null
      then case zero_rating.payment when 'without_payment' then 'SEZWOP' else 'SEZWP' end end
  where private.is_gst_registered()
$$;

create function private.order_billing(
  made public.orders,
  only_premises boolean,
  out billing_profile_id uuid,
  out place_of_supply text,
  out code text,
  out is_set boolean,
  out studio_state text,
  out zero_rated text
) returns record
language sql stable
set search_path = ''
as $$
  with former as materialized (
    select invoice.billing_profile_id, case invoice.place_reason when 'set' then invoice.place_of_supply end as place
    from public.documents as invoice
    where invoice.order_id = made.id and invoice.kind = 'invoice' and invoice.state = 'issued'
      and invoice.taxable > (
        select coalesce(sum(note.taxable), 0) from public.documents as note
        where note.corrects = invoice.id and note.kind = 'credit_note' and note.state = 'issued')
    order by invoice.issued_at desc limit 1
  ), profile as materialized (
    select known.* from public.billing_profiles as known
    where known.id = (select coalesce((select former.billing_profile_id from former), private.usual_billing_profile(made.customer_id)))
  ), placed as materialized (
    select profile.id, former.place, profile.state_code, profile.zero_rated, studio.state,
      coalesce(former.place, case when not order_billing.only_premises then profile.state_code end, studio.state) as code
    from (select private.studio_state() as state offset 0) as studio
      left join former on true left join profile on true
  )
  select placed.id, placed.place, placed.code, placed.place is not null, placed.state,
    case when placed.code = '96' or placed.zero_rated is not null
      then private.zero_rating(placed.code, placed.state_code, placed.zero_rated) end
  from placed
$$;

create function private.bill_sums(
  made public.orders,
  lines jsonb,
  discount_percent numeric,
  discount_amount numeric
) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.document_sums(bill_sums.lines, bill_sums.discount_percent, bill_sums.discount_amount, billing.studio_state,
    billing.code, billing.is_set, private.setting_or_default('documents.round_off')::boolean,
    billing.zero_rated)
  from private.order_billing(made, not jsonb_path_exists(bill_sums.lines, '$[*] ? (@.place != "premises")')) as billing
$$;

create function private.billable_lines(made public.orders)
returns table (
  order_item_id uuid,
  "position" bigint,
  kind text,
  item_id uuid,
  text text,
  quantity integer,
  days integer,
  unit_price numeric,
  sac text,
  rate numeric,
  place text
)
language sql stable
set search_path = ''
as $$
  -- why first: one question for each kind, not for each line.
  with studio as materialized (
    select private.is_gst_registered() as is_registered
  ), class as materialized (
    select rented.item_type, known.sac, known.rate, known.place
    from (select distinct other.item_type from public.order_items as other where other.order_id = made.id) as rented
      cross join lateral private.tax_class_of(rented.item_type) as known
  )
  select line.id, row_number() over (order by line.position, line.id),
    case when line.item_id is not null then 'item' when line.charge is not null then 'charge' else 'text' end,
    line.item_id, coalesce(line.description, item.name), line.quantity, private.charged_days(line), line.price,
    coalesce(former.sac, class.sac), case when studio.is_registered then coalesce(former.rate, class.rate) end,
    coalesce(former.place, class.place)
  from public.order_items as line
    left join public.items as item on item.id = line.item_id
    join class on class.item_type is not distinct from line.item_type
    cross join studio
    left join lateral (
      select billed.sac, billed.rate, billed.place
      from public.document_lines as billed
        join public.documents as invoice on invoice.id = billed.document_id and invoice.kind = 'invoice' and invoice.state = 'issued'
      where billed.order_item_id = line.id
      order by invoice.issued_at desc, billed.position limit 1
    ) as former on true
  where line.order_id = made.id
$$;

create function private.billed_lines(order_id uuid)
returns table (
  order_item_id uuid,
  invoice_id uuid,
  number text,
  issued_at timestamptz,
  line_position smallint,
  kind text,
  item_id uuid,
  text text,
  quantity integer,
  days integer,
  unit_price numeric,
  sac text,
  rate numeric,
  place text,
  rest numeric
)
language sql stable
set search_path = ''
as $$
  select line.order_item_id, invoice.id, invoice.number, invoice.issued_at, line.position, line.kind, line.item_id, line.text, line.quantity,
    line.days, line.unit_price, line.sac, line.rate, line.place, line.taxable - coalesce(credited.taxable, 0)
  from public.documents as invoice
    join public.document_lines as line on line.document_id = invoice.id
    left join private.credited_lines(invoice.id, null) as credited on credited.line_position = line.position
  where invoice.order_id = billed_lines.order_id and invoice.kind = 'invoice' and invoice.state = 'issued'
    and line.taxable > coalesce(credited.taxable, 0)
$$;

create function private.quote_fits(quote public.documents, made public.orders) returns boolean
language sql stable
set search_path = ''
as $$
  with quoted as (
    select coalesce(line.item_id::text, 'text') as thing, sum(line.quantity) as pieces,
      sum(private.line_amount(line.unit_price, line.quantity, line.days)) as amount
    from public.document_lines as line where line.document_id = quote.id and line.kind <> 'heading'
    group by 1
  ), ordered as (
    select coalesce(line.item_id::text, 'text') as thing, sum(line.quantity) as pieces,
      sum(private.line_amount(line.price, line.quantity, private.charged_days(line))) as amount
    from public.order_items as line
    where line.order_id = made.id and (line.charge is null or exists (
      select from public.document_lines as same where same.document_id = quote.id and same.order_item_id = line.id))
    group by 1
  )
  select quote.order_id is not distinct from made.id and quote.source_hash is not distinct from private.document_source(made.id, null)
    or (not exists (
      select from quoted full join ordered using (thing)
      where quoted.pieces is distinct from ordered.pieces
        -- why not exactly: a line that is charged once has the quoted amount divided by its pieces.
        or abs(quoted.amount - ordered.amount) >= 1)
    -- why not exactly: a percentage is rounded for each line of a quote, and once for an order.
    and abs(quote.gross - quote.taxable - coalesce(made.discount_amount, round(made.discount_percent / 100 * (
      select sum(ordered.amount) from ordered), 2), 0)) < 2)
$$;

create or replace function private.changed_quote(made public.orders) returns jsonb
language sql stable
set search_path = ''
as $$
  with quote as (
    select document.*, given.created_at as accepted_at
    from private.documents_of_order(made.id, made.enquiry_order_id) as document
      left join public.document_answers as given on given.document_id = document.id and given.answer = 'accepted'
    where document.kind = 'quote' and document.state = 'issued' and made.status in ('confirmed', 'in_progress', 'returned')
    order by given.created_at is null, document.issued_at desc limit 1
  )
  select jsonb_build_object('id', quote.id, 'number', quote.number, 'total', quote.total,
    'accepted', quote.accepted_at is not null)
  from quote join public.documents as document on document.id = quote.id
  where (quote.accepted_at is not null or not exists (
      select from public.documents as invoice
      where invoice.order_id = made.id and invoice.kind = 'invoice' and invoice.state = 'issued'))
    and (not private.quote_fits(document, made)
    or made.rental_from is distinct from (coalesce(quote.frozen -> 'order' ->> 'rental_from',
        quote.frozen -> 'enquiry' ->> 'rental_from'))::date
      and exists (
        select from public.crm_events as event
        where event.subject = 'order' and event.subject_id = made.id and event.what in ('dates', 'line_dates')
          and event.created_at > quote.accepted_at))
$$;

create function private.counted(number integer, word text) returns text
language sql immutable
set search_path = ''
as $$
  select format('%s %s', number, word) || case when number = 1 then '' else 's' end where number is not null
$$;

create function private.credit_amounts(invoice_id uuid, lines jsonb, except_note uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  with invoice as (
    select billed.taxable, billed.round_off, billed.total, private.is_printed_taxed(billed) and not private.is_without_payment(billed.zero_rated) as is_taxed
    from public.documents as billed where billed.id = credit_amounts.invoice_id
  ), credited as (
    select line.position, line.credits_position, line.unit_price as taxable, billed.taxable as whole,
      coalesce(before.taxable, 0) as before, tax.cgst - coalesce(before.cgst, 0) as cgst,
      tax.sgst - coalesce(before.sgst, 0) as sgst, tax.igst - coalesce(before.igst, 0) as igst
    from jsonb_to_recordset(credit_amounts.lines) as line (position integer, credits_position smallint, unit_price numeric(12, 2))
      cross join invoice
      join public.document_lines as billed
        on billed.document_id = credit_amounts.invoice_id and billed.position = line.credits_position
      left join private.credited_lines(credit_amounts.invoice_id, credit_amounts.except_note) as before
        on before.line_position = line.credits_position
      cross join lateral private.taxes_on(coalesce(before.taxable, 0) + line.unit_price,
        case when invoice.is_taxed then billed.rate end, billed.igst = 0) as tax
  ), before as (
    select coalesce(sum(other.taxable), 0) as taxable, coalesce(sum(other.round_off), 0) as round_off,
      coalesce(sum(other.total), 0) as total
    from public.documents as other
    where other.corrects = credit_amounts.invoice_id and other.kind = 'credit_note' and other.state = 'issued'
      and other.id is distinct from credit_amounts.except_note
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

create or replace function private.credit_sums(note public.documents) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.credit_amounts(note.corrects, coalesce(jsonb_agg(to_jsonb(line)), '[]'), note.id)
  from public.document_lines as line where line.document_id = note.id
$$;

create function private.difference_text(line jsonb, former jsonb) returns text
language sql immutable
set search_path = ''
as $$
  select left(line ->> 'text', 200 - char_length(told.rest)) || told.rest
  from (
    select ': ' || coalesce(nullif(concat_ws(' and ',
        case when former ->> 'text' <> line ->> 'text' and former -> 'item_id' is distinct from line -> 'item_id'
          then 'in place of ' || left(former ->> 'text', 60) end,
        case when former ->> 'days' <> line ->> 'days'
          then format('%s instead of %s', private.counted((line ->> 'days')::integer, 'day'), former ->> 'days') end,
        case when former ->> 'quantity' <> line ->> 'quantity'
          then format('%s instead of %s', private.counted((line ->> 'quantity')::integer, 'piece'), former ->> 'quantity') end,
        case when (former ->> 'unit_price')::numeric <> (line ->> 'unit_price')::numeric
          then format('%s instead of %s', private.rupees((line ->> 'unit_price')::numeric), private.rupees((former ->> 'unit_price')::numeric)) end
      ), ''), case when former is not null then 'a smaller discount' end, concat_ws(' for ',
        private.counted((line ->> 'quantity')::integer, 'piece'), private.counted((line ->> 'days')::integer, 'day')))
      || ', less ' || (
        select string_agg(listed.number, ' and ' order by listed.number desc)
        from (select number from jsonb_array_elements_text(line -> 'numbers') as number order by number desc limit 2) as listed)
      || case when jsonb_array_length(line -> 'numbers') > 2 then ' and earlier ones' else '' end as rest
  ) as told
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
      select listed.position, bill.numbers[1] as number, greatest(bill.taxable - bill.billed, 0) as rest
      from public.orders as made
        cross join lateral private.line_bills(made) as bill
        join public.document_lines as listed on listed.document_id = draft.id and listed.order_item_id = bill.order_item_id
        join jsonb_to_recordset(amounts -> 'lines') as priced (position smallint, taxable numeric) on priced.position = listed.position
      where made.id = draft.order_id and bill.billed > 0
        -- why a paisa more: parts of a discount are whole paise.
        and priced.taxable > greatest(bill.taxable - bill.billed, 0) + 0.01
      order by listed.position
    loop
      missing := missing || jsonb_build_object('field', 'lines', 'index', line.position - 1, 'text', case when line.rest = 0
        then format('This is on %s already.', line.number)
        else format('Only %s of this line is not on %s yet.', private.rupees(line.rest), line.number) end);
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
  out customer_state text,
  out zero_rated text
) returns record
language sql stable
set search_path = ''
as $$
  select placed.code, placed.reason, placed.customer_state,
    case when placed.is_fixed then placed.fixed_rating
      else private.zero_rating(placed.code, placed.customer_state, placed.payment) end
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

create or replace function private.document_state(document public.documents) returns text
language sql stable
set search_path = ''
as $$
  select case
    when not (private.kind_of(document)).is_offer then 'invoice'
    when last.answer = 'accepted' then 'accepted'
    when coalesce(document.valid_until < private.today(), false)
      or coalesce(made.status = 'cancelled', false) then 'expired'
    when made.id is not null and not private.quote_fits(document, made) then 'changed'
    when last.answer = 'declined' then 'declined'
    else 'open' end
  from (select private.answer_of_document(document.id) ->> 'answer' as answer) as last
    cross join lateral private.order_of_document(document) as made
$$;

create function private.draft_source(
  made public.orders,
  enquiry_id uuid,
  is_invoice boolean,
  out lines jsonb,
  out discount_percent numeric,
  out discount_amount numeric,
  out numbers text[]
) returns record
language plpgsql stable
set search_path = ''
as $$
begin
  if draft_source.is_invoice then
    numbers := array(select distinct billed.number from private.billed_lines(made.id) as billed order by billed.number);
  end if;
  if numbers <> '{}' then
    lines := (private.unbilled(made)).lines;
  else
    lines := private.source_lines(made.id, draft_source.enquiry_id, draft_source.is_invoice);
    discount_percent := made.discount_percent;
    discount_amount := made.discount_amount;
  end if;
end
$$;

create or replace function private.follow_gst_rate() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  new_rate constant numeric := (private.setting_or_default('studio.gst_rate') #>> '{}')::numeric * 100;
  former_rate constant numeric := (private.tax_class_of(null)).rate;
  former public.tax_classes;
  made uuid;
begin
  if new_rate <> former_rate then
    for former in
      select class.* from public.tax_classes as class
      where class.rate = former_rate and exists (
        select from private.kind_tax_classes as listed where listed.tax_class_id = class.id)
      order by class.label, class.id for update
    loop
      insert into public.tax_classes (label, sac, rate, place, created_by)
      values (former.label, former.sac, new_rate, former.place, auth.uid())
      returning id into made;
      update public.tax_classes as known set succeeded_by = made where known.id = former.id;
      update private.kind_tax_classes as listed set tax_class_id = made where listed.tax_class_id = former.id;
    end loop;
  end if;
  perform private.recount_estimates();
  return null;
end
$$;

create function private.follow_line_balances() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  order_ids uuid[];
begin
  if tg_op = 'INSERT' then
    order_ids := array(select distinct line.order_id from new_rows as line);
  elsif tg_op = 'DELETE' then
    order_ids := array(select distinct line.order_id from old_rows as line);
  else
    order_ids := array(
      select distinct listed.order_id
      from new_rows as became join old_rows as former using (id)
        cross join lateral unnest(array[former.order_id, became.order_id]) as listed (order_id)
      where (former.order_id, former.item_id, former.quantity, former.price, former.per_day, former.rental_days)
        is distinct from (became.order_id, became.item_id, became.quantity, became.price, became.per_day, became.rental_days));
  end if;
  if order_ids <> '{}' then
    perform private.recount_balances(order_ids);
  end if;
  return null;
end
$$;

create or replace function private.follow_order_balances() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  order_ids uuid[];
begin
  if tg_op = 'INSERT' then
    insert into private.order_balances (order_id, due_on)
    select made.id, coalesce(made.rental_from, made.rental_to, 'infinity') from new_rows as made;
  else
    order_ids := array(
      select became.id from new_rows as became join old_rows as former using (id)
      where (former.discount_percent, former.discount_amount, former.customer_id, former.status,
          former.payment_status, former.rental_from, former.rental_to)
        is distinct from (became.discount_percent, became.discount_amount, became.customer_id, became.status,
          became.payment_status, became.rental_from, became.rental_to));
  end if;
  if order_ids <> '{}' then
    perform private.recount_balances(order_ids);
  end if;
  return null;
end
$$;

create function private.follow_profile_balances() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.recount_balances(array(
    select made.id from public.orders as made join private.order_balances as balance on balance.order_id = made.id
    where made.customer_id = private.remaining_customer(new.customer_id) and balance.is_listed and balance.basis <> 'none'));
  return null;
end
$$;

create function private.follow_taxation() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.recount_estimates();
  return null;
end
$$;

create function private.order_bills(order_ids uuid[])
returns table (
  order_id uuid,
  value numeric,
  basis text,
  billed numeric,
  to_bill numeric,
  to_credit numeric,
  credits jsonb,
  expected numeric
)
language plpgsql stable
set search_path = ''
as $$
declare
  made public.orders;
  rest record;
begin
  for made in
    select listed.* from public.orders as listed where listed.id = any (order_bills.order_ids)
  loop
    order_id := made.id;
    to_bill := 0;
    to_credit := 0;
    credits := '[]';
    select sum(kinds.bill_sign * document.total) into billed
    from public.documents as document join private.document_kinds as kinds using (kind)
    where document.order_id = made.id and document.state = 'issued' and kinds.bill_sign <> 0
    having bool_or(kinds.bill_sign > 0);
    if billed is not null then
      basis := 'invoice';
      rest := private.unbilled(made);
      to_bill := rest.total;
      to_credit := rest.credit_total;
      credits := rest.credits;
      value := billed + to_bill - to_credit;
      expected := greatest(billed, value);
    else
      billed := 0;
      select document.total into expected
      from public.documents as document
        join private.document_kinds as kinds on kinds.kind = document.kind and kinds.is_offer
      where (document.order_id = made.id or document.enquiry_order_id = made.enquiry_order_id) and document.state = 'issued'
        and private.quote_fits(document, made)
        and not exists (
          select from public.order_items as line
          where line.order_id = made.id and line.charge is not null and not exists (
            select from public.document_lines as same where same.document_id = document.id and same.order_item_id = line.id))
      order by exists (
        select from public.document_answers as given where given.document_id = document.id and given.answer = 'accepted'
      ) desc, document.issued_at desc limit 1;
      basis := case when made.status = 'cancelled' then 'none' when expected is not null then 'quote' else 'estimate' end;
      if expected is null then
        expected := (private.bill_sums(made, (
          select coalesce(jsonb_agg(to_jsonb(line) order by line.position), '[]') from private.billable_lines(made) as line),
          made.discount_percent, made.discount_amount) #>> '{sums,total}')::numeric;
      end if;
      value := case when made.status = 'cancelled' then 0 else expected end;
    end if;
    return next;
  end loop;
end
$$;

create function private.ledger_sums(
  "order" uuid,
  out value numeric,
  out basis text,
  out billed numeric,
  out to_bill numeric,
  out to_credit numeric,
  out credits jsonb,
  out expected numeric,
  out received numeric,
  out refunded numeric,
  out tds numeric,
  out written_off numeric,
  out held numeric,
  out due numeric
) returns record
language sql stable
set search_path = ''
as $$
  select bill.value, bill.basis, bill.billed, bill.to_bill, bill.to_credit, bill.credits, bill.expected, paid.received,
    paid.refunded, paid.tds, paid.written_off, paid.held, bill.value - paid.received - paid.tds - paid.written_off
  from private.order_bills(array[ledger_sums."order"]) as bill
    join private.paid_sums(array[ledger_sums."order"]) as paid on paid.order_id = bill.order_id
$$;

create or replace function private.ledger_of(made public.orders) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'order', jsonb_build_object('id', made.id, 'number', made.order_number, 'status', made.status,
      'payment_status', made.payment_status),
    'value', sums.value, 'basis', sums.basis, 'billed', sums.billed, 'to_bill', sums.to_bill, 'to_credit', sums.to_credit,
    'credits', sums.credits, 'quoted', case when sums.basis <> 'invoice' then private.changed_quote(made) end, 'received', sums.received, 'refunded', sums.refunded, 'tds', sums.tds,
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

create function private.line_bills(made public.orders)
returns table (
  order_item_id uuid,
  "position" bigint,
  kind text,
  item_id uuid,
  text text,
  quantity integer,
  days integer,
  unit_price numeric,
  sac text,
  rate numeric,
  place text,
  gross numeric,
  taxable numeric,
  billed numeric,
  numbers text[]
)
language sql stable
set search_path = ''
as $$
  with former as materialized (
    select * from private.billed_lines(made.id)
  ), by_line as (
    select former.order_item_id, sum(former.rest) as rest,
      array_agg(distinct former.number order by former.number) as numbers
    from former where former.order_item_id is not null group by former.order_item_id
  ), by_hand as (
    select coalesce(sum(rest.whole), 0) as whole, array_agg(rest.number order by rest.number) as numbers
    from (
      select former.number, sum(former.rest) as whole from former group by former.number having count(former.order_item_id) = 0
    ) as rest
  ), listed as materialized (
    select * from private.billable_lines(made)
  ), priced as (
    select (sum.value ->> 'position')::bigint as position, (sum.value ->> 'gross')::numeric as gross,
      (sum.value ->> 'taxable')::numeric as taxable
    from jsonb_array_elements(private.bill_sums(made, (
      select coalesce(jsonb_agg(to_jsonb(line) order by line.position), '[]') from listed as line),
      made.discount_percent, made.discount_amount) -> 'lines') as sum
  ), removed as (
    select distinct on (former.order_item_id) former.* from former
    where former.order_item_id is not null and not exists (select from listed where listed.order_item_id = former.order_item_id)
    order by former.order_item_id, former.issued_at desc, former.line_position
  ), standing as (
    select listed.*, priced.gross, case when made.status = 'cancelled' then 0 else priced.taxable end as taxable
    from listed join priced using (position)
    union all
    select removed.order_item_id, null, removed.kind, removed.item_id, removed.text, removed.quantity, removed.days, removed.unit_price, removed.sac,
      removed.rate, removed.place, 0, 0
    from removed
  ), matched as (
    select standing.*, coalesce(by_line.rest, 0) as rest, by_line.numbers,
      sum(greatest(standing.taxable - coalesce(by_line.rest, 0), 0)) over (order by standing.position) as upto
    from standing left join by_line using (order_item_id)
  ), covered as (
    select matched.*, least(greatest(matched.taxable - matched.rest, 0),
      greatest(0, by_hand.whole - (matched.upto - greatest(matched.taxable - matched.rest, 0)))) as by_hand,
      by_hand.numbers as by_hand_numbers
    from matched cross join by_hand
  )
  select covered.order_item_id, covered.position, covered.kind, covered.item_id, covered.text, covered.quantity, covered.days,
    covered.unit_price, covered.sac, covered.rate, covered.place, covered.gross, covered.taxable,
    case when abs(covered.taxable - covered.rest - covered.by_hand) < 0.02
        and num_nonnulls(made.discount_percent, made.discount_amount) > 0 then covered.taxable
      else covered.rest + covered.by_hand end,
    coalesce(covered.numbers, '{}') || case when covered.by_hand > 0 then covered.by_hand_numbers else '{}' end
  from covered
$$;

create or replace function private.recount_balances(order_ids uuid[]) returns void
language plpgsql
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  turned uuid;
begin
  -- why locked first: the figures below are read after every other change of them has ended.
  perform from private.order_balances as balance
  where balance.order_id = any (recount_balances.order_ids) order by balance.order_id for no key update;
  for turned in
    with former as materialized (
      select balance.order_id, balance.due from private.order_balances as balance
      where balance.order_id = any (recount_balances.order_ids)
    ), counted as (
      update private.order_balances as balance
      set value = bill.value, billed = bill.billed, basis = bill.basis, received = paid.received, held = paid.held,
        due = bill.value - paid.received - paid.tds - paid.written_off,
        due_on = coalesce(made.rental_from, made.rental_to, 'infinity'),
        is_listed = bill.basis in ('invoice', 'quote') or exists (
            select from public.payments as entry where entry.order_id = made.id)
          or made.status in ('confirmed', 'in_progress', 'returned') and made.payment_status not in ('fully_paid', 'refunded')
      from public.orders as made
        join private.order_bills(recount_balances.order_ids) as bill on bill.order_id = made.id
        join private.paid_sums(recount_balances.order_ids) as paid on paid.order_id = made.id
      where balance.order_id = made.id and made.id = any (recount_balances.order_ids)
      returning balance.order_id, balance.due, balance.received
    )
    select counted.order_id from counted join former using (order_id)
      join public.orders as made on made.id = counted.order_id and made.status <> 'cancelled'
    where counted.received > 0 and (counted.due <= 0) <> (former.due <= 0)
  loop
    perform private.set_payment_status(turned);
  end loop;
end
$$;

create function private.recount_estimates() returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.recount_balances(array(
    select balance.order_id from private.order_balances as balance
    where balance.is_listed and (balance.basis = 'estimate' or balance.basis = 'invoice' and balance.value <> balance.billed)));
end
$$;

create or replace function private.source_lines(order_id uuid, enquiry_id uuid, is_invoice boolean)
returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', source.kind, 'item_id', source.item_id, 'order_item_id', source.line_id,
    'enquiry_item_id', source.asked_id, 'text', case when source.has_own_days
      then left(source.text, 165) || ', ' || private.days_text(source.rental_from, source.rental_to) else source.text end,
    'quantity', source.quantity, 'days', source.days, 'unit_price', source.price)
    order by source.position, source.line_id, source.asked_id), '[]')
  from (
    select case when line.item_id is not null then 'item' when line.charge is not null then 'charge' else 'text' end as kind,
      line.item_id, line.id as line_id, null::uuid as asked_id, coalesce(line.description, item.name) as text, line.quantity,
      private.charged_days(line) as days, line.price, line.position, line.rental_from, line.rental_to,
      not source_lines.is_invoice and line.item_id is not null
        and (line.rental_from, line.rental_to) <> (made.rental_from, made.rental_to) as has_own_days
    from public.order_items as line left join public.items as item on item.id = line.item_id
      join public.orders as made on made.id = line.order_id
    where line.order_id = source_lines.order_id
    union all
    select 'item', line.item_id, null, line.id, item.name, line.quantity, line.rental_days, line.price, line.position,
      line.rental_from, line.rental_to, (line.rental_from, line.rental_to) <> (asked.rental_from, asked.rental_to)
    from public.enquiry_items as line join public.items as item on item.id = line.item_id
      join public.enquiry_orders as asked on asked.id = line.enquiry_order_id
    where source_lines.order_id is null and line.enquiry_order_id = source_lines.enquiry_id
  ) as source
$$;

create function private.unbilled(
  made public.orders,
  out lines jsonb,
  out total numeric,
  out credits jsonb,
  out credit_total numeric
) returns record
language sql stable
set search_path = ''
as $$
  with bill as materialized (
    select * from private.line_bills(made)
  ), former as materialized (
    select billed.*, count(*) over (partition by billed.order_item_id) as times from private.billed_lines(made.id) as billed
  ), more as (
    select jsonb_build_object('position', bill.position, 'kind', bill.kind, 'item_id', bill.item_id, 'order_item_id', bill.order_item_id,
        'sac', bill.sac, 'rate', bill.rate, 'place', bill.place)
      || case when bill.billed = 0 then jsonb_build_object('text', bill.text, 'quantity', bill.quantity, 'days', bill.days,
          'unit_price', bill.unit_price, 'discount_amount', nullif(bill.gross - bill.taxable, 0))
        else jsonb_build_object('text', private.difference_text(to_jsonb(bill), to_jsonb(former)), 'quantity', 1, 'days', null,
          'unit_price', bill.taxable - bill.billed) end as line,
      bill.position
    from bill
      left join former on former.order_item_id = bill.order_item_id and former.times = 1 and cardinality(bill.numbers) = 1
    where bill.taxable > bill.billed
  ), missing as (
    select coalesce(jsonb_agg(more.line order by more.position), '[]') as lines from more
  ), part as (
    select former.*, least(former.rest, greatest(0, bill.billed - bill.taxable
      - (sum(former.rest) over (partition by former.order_item_id order by former.issued_at desc, former.line_position) - former.rest))) as part
    from bill join former using (order_item_id)
    where bill.billed > bill.taxable
  ), note as (
    select part.invoice_id, part.number, part.issued_at,
      jsonb_agg(jsonb_build_object('position', part.line_position, 'taxable', part.part) order by part.line_position) as lines,
      (private.credit_amounts(part.invoice_id, jsonb_agg(jsonb_build_object('position', part.line_position,
        'credits_position', part.line_position, 'unit_price', part.part)), null) #>> '{sums,total}')::numeric as total
    from part where part.part > 0 group by part.invoice_id, part.number, part.issued_at
  ), notes as (
    select coalesce(jsonb_agg(jsonb_build_object('invoice', note.invoice_id, 'number', note.number, 'total', note.total,
      'lines', note.lines) order by note.issued_at desc), '[]') as credits, coalesce(sum(note.total), 0) as total
    from note
  )
  select missing.lines, case when missing.lines = '[]' then 0
      else (private.bill_sums(made, missing.lines, null, null) #>> '{sums,total}')::numeric end,
    notes.credits, notes.total
  from missing, notes
$$;

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
  elsif state = 'changed' and given.answer = 'accepted' then
    perform private.refuse_answer('changed', 'Your order has changed since this quote. Please ask us for a new one.');
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

create or replace function public.due(cursor text default null, most integer default 50) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  page_size constant integer := least(greatest(coalesce(most, 50), 1), 200);
  today constant date := private.today();
  after_day date := '-infinity';
  after_order uuid := '00000000-0000-0000-0000-000000000000';
  rows jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if due.cursor is not null then
    begin
      after_day := split_part(due.cursor, ' ', 1)::date;
      after_order := split_part(due.cursor, ' ', 2)::uuid;
    exception when data_exception then
      raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
    end;
  end if;
  select coalesce(jsonb_agg(listed.value order by listed.due_on, listed.order_id), '[]') into rows
  from (
    select balance.due_on, balance.order_id, jsonb_build_object(
        'order', jsonb_build_object('id', made.id, 'number', made.order_number, 'status', made.status,
          'payment_status', made.payment_status, 'rental_from', made.rental_from, 'rental_to', made.rental_to),
        'customer', jsonb_build_object('id', customer.id, 'number', customer.customer_number,
          'name', private.customer_name(customer.id)),
        'value', balance.value, 'billed', balance.billed, 'basis', balance.basis, 'received', balance.received, 'held', balance.held,
        'due', balance.due, 'due_on', coalesce(made.rental_from, made.rental_to),
        'overdue', case when isfinite(balance.due_on) then greatest(0, today - balance.due_on) else 0 end) as value
    from private.order_balances as balance
      join public.orders as made on made.id = balance.order_id
      join public.customers as customer on customer.id = made.customer_id
    where balance.due > 0 and balance.is_listed and (balance.due_on, balance.order_id) > (after_day, after_order)
    order by balance.due_on, balance.order_id limit page_size + 1
  ) as listed;
  return jsonb_build_object(
    'rows', (select coalesce(jsonb_agg(row.value order by row.place), '[]')
      from jsonb_array_elements(rows) with ordinality as row (value, place) where row.place <= page_size),
    'next', case when jsonb_array_length(rows) > page_size then
      coalesce(rows #>> array[(page_size - 1)::text, 'due_on'], 'infinity') || ' '
        || (rows #>> array[(page_size - 1)::text, 'order', 'id']) end,
    'total', (
      select jsonb_build_object('orders', count(*), 'due', coalesce(sum(balance.due), 0),
        'overdue_orders', count(*) filter (where balance.due_on < today),
        'overdue', coalesce(sum(balance.due) filter (where balance.due_on < today), 0))
      from private.order_balances as balance where balance.due > 0 and balance.is_listed));
end
$$;

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
  converted public.orders;
  source record;
  answer jsonb;
  document_id constant uuid := gen_random_uuid();
  customer uuid;
  billing record;
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
    perform private.refuse('kind', format('Select %s.', (
      select string_agg(format('%s %s', case when kinds.name ~ '^[AEIOU]' then 'an' else 'a' end, lower(kinds.name)),
        ' or ' order by kinds.bill_sign, kinds.kind)
      from private.document_kinds as kinds where kinds.lines = 'source')));
  elsif num_nonnulls(make_document."order", make_document.enquiry) <> 1 then
    perform private.refuse('order', 'Select an order or an enquiry.');
  elsif facts.needs_order and make_document."order" is null then
    perform private.refuse('order', format('%s %s needs an order. Make the order first.',
      case when facts.name ~ '^[AEIOU]' then 'An' else 'A' end, lower(facts.name)));
  end if;
  if make_document."order" is not null then
    select * into made from public.orders where orders.id = make_document."order" for key share;
    if not found then
      raise exception 'There is no such order.' using errcode = 'PT404';
    end if;
  else
    select * into asked from public.enquiry_orders where enquiry_orders.id = make_document.enquiry for key share;
    if not found then
      raise exception 'There is no such enquiry.' using errcode = 'PT404';
    end if;
    select * into converted from public.orders as known where known.enquiry_order_id = asked.id;
    if found then
      raise exception using errcode = 'PT409', message = format('This enquiry is order %s now. Make its documents there.', converted.order_number),
        detail = jsonb_build_object('reason', 'has_order', 'order_number', converted.order_number)::text;
    end if;
  end if;
  customer := private.remaining_customer(coalesce(made.customer_id, asked.customer_id));
  perform from public.customers where customers.id = customer and customers.erased_at is null for key share;
  if not found then
    perform private.refuse('customer', 'The data of this customer was erased.');
  end if;
  source := private.draft_source(made, asked.id, facts.bill_sign > 0);
  if source.lines = '[]' and source.numbers <> '{}' then
    raise exception using errcode = 'PT409', detail = jsonb_build_object('reason', 'incomplete', 'numbers', source.numbers)::text,
      message = format('All of this order is invoiced already: %s.', array_to_string(source.numbers, ', '));
  end if;
  if facts.bill_sign > 0 then
    select * into billing from private.order_billing(made, false);
  else
    select private.usual_billing_profile(customer) as billing_profile_id, null::text as place_of_supply into billing;
  end if;
  insert into public.documents (id, kind, order_id, enquiry_order_id, customer_id, billing_profile_id, place_of_supply, valid_until,
    discount_percent, discount_amount, source_hash, created_by)
  values (document_id, make_document.kind, made.id, coalesce(asked.id, made.enquiry_order_id), customer,
    billing.billing_profile_id, billing.place_of_supply,
    case when facts.is_offer then private.usual_validity(private.first_rental_day(made.id, asked.id)) end,
    source.discount_percent, source.discount_amount, private.document_source(made.id, asked.id), auth.uid());
  perform private.write_document_lines(document_id, source.lines);
  perform private.save_amounts(document_id);
  perform private.bind_idempotency_key('make_document', make_document.key, jsonb_build_object('id', document_id));
  return private.document_record(document_id);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

create or replace function public.revise_quote(id uuid, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  quote public.documents;
  answer jsonb;
  made uuid;
  changed public.orders;
begin
  perform private.require_staff('admin', 'crm_user');
  if revise_quote.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('revise_quote', revise_quote.key, jsonb_build_array(revise_quote.id));
  if answer is not null then
    return private.document_record((answer ->> 'id')::uuid);
  end if;
  select * into quote from public.documents as known where known.id = revise_quote.id and known.kind = 'quote' for update;
  if not found then
    raise exception 'There is no such quote.' using errcode = 'PT404';
  elsif quote.state <> 'issued' then
    raise exception 'Only the last issued revision of a quote can be revised.' using errcode = 'PT409', detail = '{"reason": "revised"}';
  end if;
  select known.id into made from public.documents as known where known.number = quote.number and known.state = 'draft';
  if not found then
    made := gen_random_uuid();
    changed := private.order_of_document(quote);
    if changed.id is not null and private.quote_fits(quote, changed) then
      changed := null;
    end if;
    insert into public.documents (id, kind, order_id, enquiry_order_id, customer_id, billing_profile_id, fy, sequence, revision,
      number, valid_until, place_of_supply, discount_percent, discount_amount, notes, source_hash, created_by)
    values (made, 'quote', coalesce(changed.id, quote.order_id), quote.enquiry_order_id, quote.customer_id, quote.billing_profile_id, quote.fy,
      quote.sequence, quote.revision + 1, quote.number,
      private.usual_validity(private.first_rental_day(quote.order_id, quote.enquiry_order_id), quote.valid_until),
      case quote.place_reason when 'set' then quote.place_of_supply end, 
      case when changed.id is null then quote.discount_percent else changed.discount_percent end,
      case when changed.id is null then quote.discount_amount else changed.discount_amount end, quote.notes,
      case when changed.id is null then quote.source_hash else private.document_source(changed.id, null) end, auth.uid());
    if changed.id is not null then
      perform private.write_document_lines(made, private.source_lines(changed.id, null, false));
    else
      insert into public.document_lines
      select (jsonb_populate_record(line, jsonb_build_object('document_id', made))).*
      from public.document_lines as line where line.document_id = quote.id;
    end if;
    perform private.save_amounts(made);
  end if;
  perform private.bind_idempotency_key('revise_quote', revise_quote.key, jsonb_build_object('id', made));
  return private.document_record(made);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

create function public.settle_deposit(
  "order" uuid,
  due numeric,
  method text default null,
  day date default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  made public.orders;
  money record;
  answer jsonb;
  draft jsonb;
  applied numeric;
  rest numeric;
begin
  perform private.require_staff('admin', 'crm_user');
  if settle_deposit.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('settle_deposit', settle_deposit.key,
    jsonb_build_array(settle_deposit."order", settle_deposit.due, settle_deposit.method, settle_deposit.day));
  made := private.lock_ledger(settle_deposit."order");
  if answer is null then
    money := private.ledger_sums(made.id);
    if money.due is distinct from settle_deposit.due then
      raise exception using errcode = 'PT409', detail = '{"reason": "changed"}',
        message = format('Now %s is due. Look at it again.', private.rupees(money.due));
    elsif money.due <= 0 or money.held <= 0 then
      perform private.refuse('due', 'Nothing is to be taken from a deposit.');
    end if;
    if money.to_bill > 0 then
      draft := public.make_document('invoice', made.id, key => gen_random_uuid());
      perform private.refuse_incomplete(draft -> 'missing');
      perform public.issue_document((draft ->> 'id')::uuid, (draft ->> 'version')::integer, gen_random_uuid());
    end if;
    applied := least(money.due, money.held);
    rest := money.held - applied;
    perform public.record_payment(made.id, 'deposit', 'deposit_applied', applied, day => settle_deposit.day,
      key => gen_random_uuid());
    if rest > 0 then
      perform public.record_payment(made.id, 'deposit', 'refunded', rest, settle_deposit.method, day => settle_deposit.day,
        key => gen_random_uuid());
    end if;
    answer := jsonb_build_object('invoice', draft -> 'id', 'applied', applied, 'returned', rest);
    perform private.bind_idempotency_key('settle_deposit', settle_deposit.key, answer);
  end if;
  return answer || jsonb_build_object('ledger', private.ledger_by_id(made.id));
exception when lock_not_available then
  perform private.refuse_busy_ledger();
end
$$;

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
  source record;
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
    perform private.refuse('id', format('Only %s have the lines of an order.', (
      select string_agg(lower(kinds.name) || 's', ' and ' order by kinds.bill_sign, kinds.kind)
      from private.document_kinds as kinds where kinds.lines = 'source')));
  end if;
  select * into made from public.orders where orders.id = draft.order_id;
  source := private.draft_source(made, draft.enquiry_order_id, facts.bill_sign > 0);
  perform private.write_document_lines(draft.id, source.lines);
  update public.documents
  set discount_percent = source.discount_percent, discount_amount = source.discount_amount,
    source_hash = private.document_source(draft.order_id, draft.enquiry_order_id), version = documents.version + 1,
    updated_at = clock_timestamp()
  where documents.id = draft.id;
  perform private.save_amounts(draft.id);
  perform private.bind_idempotency_key('take_source_lines', take_source_lines.key, jsonb_build_object('id', draft.id));
  return private.document_record(draft.id);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

grant execute on function public.settle_deposit(uuid,numeric,text,date,uuid) to authenticated;
