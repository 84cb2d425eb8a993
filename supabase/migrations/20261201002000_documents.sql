-- Functions and views of documents, as supabase/schemas/documents has them, and the triggers that run them.

-- why: functions of all subjects call each other; their bodies are looked up when they run.
set check_function_bodies = off;

create function private.answer_of_document(document_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('answer', given.answer, 'name', given.name, 'note', given.note, 'changes', given.changes,
    'at', private.iso_time(given.created_at))
  from public.document_answers as given where given.document_id = answer_of_document.document_id
  order by given.answer = 'accepted' desc, given.created_at desc, given.id desc limit 1
$$;

create function private.b2cl_from() returns numeric
language sql immutable parallel safe
set search_path = ''
as $$
  select 100000.00
$$;

create function private.billing_profile_value(profile public.billing_profiles) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', profile.id, 'label', profile.label, 'legal_name', profile.legal_name, 'gstin', profile.gstin,
    'address', profile.address, 'state_code', profile.state_code)
$$;

create function private.changed_quote(made public.orders) returns jsonb
language sql stable
set search_path = ''
as $$
  with quote as (
    select document.*, given.created_at as accepted_at
    from private.documents_of_order(made.id, made.enquiry_order_id) as document
      join public.document_answers as given on given.document_id = document.id and given.answer = 'accepted'
    where document.kind = 'quote' and document.state = 'issued' and made.status in ('confirmed', 'in_progress', 'returned')
    order by document.issued_at desc limit 1
  ), quoted as (
    select coalesce(line.item_id::text, 'text') as thing, sum(line.quantity) as pieces,
      sum(private.line_amount(line.unit_price, line.quantity, line.days)) as amount
    from quote join public.document_lines as line on line.document_id = quote.id and line.kind in ('item', 'text')
    group by 1
  ), ordered as (
    select coalesce(line.item_id::text, 'text') as thing, sum(line.quantity) as pieces,
      sum(private.line_amount(line.price, line.quantity, private.charged_days(line))) as amount
    from public.order_items as line where line.order_id = made.id and line.charge is null
    group by 1
  )
  select jsonb_build_object('id', quote.id, 'number', quote.number, 'is_billed', coalesce((
    select balance.basis = 'quote' from private.order_balances as balance where balance.order_id = made.id), false))
  from quote
  where exists (
      select from quoted full join ordered using (thing)
      where quoted.pieces is distinct from ordered.pieces
        -- why not exactly: a line that is charged once has the quoted amount divided by its pieces.
        or abs(quoted.amount - ordered.amount) >= 1)
    -- why not exactly: a percentage is rounded for each line of a quote, and once for an order.
    or abs(quote.gross - quote.taxable - coalesce(made.discount_amount, round(made.discount_percent / 100 * (
      select sum(ordered.amount) from ordered), 2), 0)) >= 2
    or made.rental_from is distinct from (coalesce(quote.frozen -> 'order' ->> 'rental_from',
        quote.frozen -> 'enquiry' ->> 'rental_from'))::date
      and exists (
        select from public.crm_events as event
        where event.subject = 'order' and event.subject_id = made.id and event.what in ('dates', 'line_dates')
          and event.created_at > quote.accepted_at)
$$;

create function private.check_register_days(first_day date, last_day date) returns void
language plpgsql
set search_path = ''
as $$
begin
  if coalesce(first_day > last_day or last_day - first_day > 3660, true) then
    perform private.refuse('from', 'Select a first and a last day, at most ten years apart.');
  end if;
end
$$;

create function private.checked_document_line(line jsonb, index integer) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  made public.document_lines;
  item public.items;
  class public.tax_classes;
  amount numeric;
begin
  if jsonb_typeof(line) is distinct from 'object' or coalesce(line ->> 'kind', '') not in ('item', 'text', 'charge', 'heading') then
    perform private.refuse_line(index, 'A line needs a kind.');
  end if;
  made.position := index + 1;
  made.kind := line ->> 'kind';
  made.text := private.trimmed(coalesce(line ->> 'text', ''));
  if made.kind = 'item' then
    select * into item from public.items as known where known.id = private.uuid_of(line ->> 'item_id');
    if not found then
      perform private.refuse_line(index, 'This item does not exist.');
    end if;
    made.item_id := item.id;
    made.item_type := item.kind;
    made.text := coalesce(nullif(made.text, ''), item.name);
  end if;
  if char_length(made.text) not between 1 and 200 or made.text ~ '[\x01-\x1f\x7f]' then
    perform private.refuse_line(index, 'A line needs a text of at most 200 characters.');
  end if;
  if made.kind <> 'heading' then
    class := private.tax_class_of(made.item_type);
    made.order_item_id := private.uuid_of(line ->> 'order_item_id');
    made.enquiry_item_id := private.uuid_of(line ->> 'enquiry_item_id');
    made.sac := coalesce(line ->> 'sac', class.sac);
    made.place := coalesce(line ->> 'place', class.place);
    made.rate := class.rate;
    made.quantity := private.whole_number(line -> 'quantity', 1, 1000000);
    made.unit_price := private.decimal_of(line -> 'unit_price', 0, 9999999.99);
    if made.quantity is null then
      perform private.refuse_line(index, 'Enter a quantity from 1 to 1,000,000.');
    elsif made.unit_price is null then
      perform private.refuse_line(index, 'Enter a price from ₹0 to ₹99,99,999.99, with at most two decimals.');
    elsif made.sac is null or made.sac !~ '^([0-9]{4}|[0-9]{6})$' then
      perform private.refuse_line(index, 'A SAC has 4 or 6 digits, like 997319.');
    elsif made.place is null or made.place not in ('recipient', 'premises') then
      perform private.refuse_line(index, 'Select where this line is taxed.');
    end if;
    if coalesce(line -> 'rate', 'null') <> 'null' then
      made.rate := private.decimal_of(line -> 'rate', 0, 100);
      if made.rate is null then
        perform private.refuse_line(index, 'Enter a GST rate from 0 to 100%.');
      end if;
    end if;
    if coalesce(line -> 'days', 'null') <> 'null' then
      made.days := private.whole_number(line -> 'days', 1, 3660);
      if made.days is null then
        perform private.refuse_line(index, 'Enter 1 to 3,660 days, or none.');
      end if;
    end if;
    amount := private.line_amount(made.unit_price, made.quantity, made.days);
    if amount > 9999999999.99 then
      perform private.refuse_line(index, 'The amount of this line is too large.');
    end if;
    if coalesce(line -> 'discount_percent', 'null') <> 'null' and coalesce(line -> 'discount_amount', 'null') <> 'null' then
      perform private.refuse_line(index, 'Enter a discount in percent or in rupees, not both.');
    elsif coalesce(line -> 'discount_percent', 'null') <> 'null' then
      made.discount_percent := private.decimal_of(line -> 'discount_percent', 0, 100);
      if made.discount_percent is null then
        perform private.refuse_line(index, 'Enter a discount from 0 to 100%.');
      end if;
    elsif coalesce(line -> 'discount_amount', 'null') <> 'null' then
      made.discount_amount := private.decimal_of(line -> 'discount_amount', 0, amount);
      if made.discount_amount is null then
        perform private.refuse_line(index, 'A discount cannot be more than the line''s amount.');
      end if;
    end if;
    made.discount_percent := nullif(made.discount_percent, 0);
    made.discount_amount := nullif(made.discount_amount, 0);
  end if;
  return to_jsonb(made);
end
$$;

create function private.checked_wishes(changes jsonb, content jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  wish jsonb;
  place integer;
  typed text;
  wishes jsonb := '{}';
  line integer;
begin
  if changes is null or changes = 'null' then
    return '[]';
  elsif jsonb_typeof(changes) <> 'array' or jsonb_array_length(changes) > 1000 then
    perform private.refuse('changes', 'The changes cannot be read. Please load the page again.');
  end if;
  for wish, place in select value, ordinality from jsonb_array_elements(changes) with ordinality loop
    typed := private.plain_text(wish ->> 'text');
    line := private.whole_number(wish -> 'position', 0, 32767);
    if jsonb_typeof(wish) <> 'object' or char_length(typed) > 500 or line is null or not exists (
      select from jsonb_array_elements(content -> 'lines') as shown where (shown ->> 'position')::integer = line
    ) then
      raise exception using errcode = 'PT422',
        message = case when char_length(typed) > 500 then 'A change can have 500 characters.' else 'This line is not part of the quote.' end,
        detail = jsonb_build_object('field', 'changes', 'index', place - 1)::text;
    elsif typed is not null then
      wishes := wishes || jsonb_build_object(line, typed);
    end if;
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('position', listed.key::integer, 'text', listed.value)
      order by listed.key::integer), '[]')
    from jsonb_each(wishes) as listed);
end
$$;

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

create function private.discount_on(amount numeric, percent numeric, fixed numeric) returns numeric
language sql immutable parallel safe
set search_path = ''
as $$
  select least(amount, coalesce(round(amount * percent * 0.01, 2), fixed, 0.00))
$$;

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

create function private.document_answers_of(document uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('answer', given.answer, 'name', given.name, 'note', given.note,
    'changes', given.changes, 'created_at', private.iso_time(given.created_at)) order by given.created_at desc, given.id desc), '[]')
  from (
    select * from public.document_answers as saved where saved.document_id = document_answers_of.document
    order by saved.created_at desc, saved.id desc limit 200
  ) as given
$$;

create function private.document_content(
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
  place record;
  sums jsonb;
  lines jsonb;
  is_taxed boolean;
begin
  select * into document from public.documents as known where known.id = document_content.id;
  place := private.document_place(document);
  amounts := coalesce(amounts, private.document_amounts(document));
  sums := amounts -> 'sums';
  -- why not credit notes and vouchers: they have the rates of what they correct.
  is_taxed := document.kind not in ('quote', 'invoice') or private.is_gst_registered();
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
    'title', case document.kind when 'quote' then 'Quote' when 'invoice' then
      case when is_taxed then 'Tax invoice' else 'Invoice' end when 'credit_note' then 'Credit note'
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
        from jsonb_array_elements(lines) as listed (line) where line ->> 'sac' is not null and line ->> 'rate' is not null
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

create function private.document_hash(content jsonb) returns bytea
language sql immutable
set search_path = ''
as $$
  select sha256(convert_to(document_hash.content::text, 'UTF8'))
$$;

create function private.document_links_of(document uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', sent.id, 'created_at', private.iso_time(sent.created_at),
    'expires_at', private.iso_time(sent.expires_at), 'revoked_at', private.iso_time(sent.revoked_at),
    'last_opened', sent.last_opened) order by sent.created_at desc, sent.id desc), '[]')
  from (
    select * from private.links as made where made.document_id = document_links_of.document and made.kind = 'document'
    order by made.created_at desc, made.id desc limit 200
  ) as sent
$$;

create function private.document_missing(draft public.documents, amounts jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  missing jsonb := '[]';
  is_quote constant boolean := draft.kind = 'quote';
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
  elsif not is_quote and (amounts #>> '{sums,total}')::numeric = 0 then
    missing := missing || jsonb_build_object('field', 'lines', 'text', 'An amount of ₹0 needs no invoice.');
  end if;
  if draft.kind in ('quote', 'invoice') then
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
  if draft.kind <> 'credit_note' and private.is_gst_registered() and private.studio_state() is null then
    missing := missing || jsonb_build_object('field', 'studio.region', 'text',
      'Enter the studio''s GSTIN in the settings, or its State as GST names it: without it nobody knows which GST is due.');
  end if;
  if is_quote then
    if draft.valid_until < private.today() then
      missing := missing || jsonb_build_object('field', 'valid_until', 'text', 'The last day of validity is past.');
    end if;
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
  if draft.kind = 'invoice' then
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
  elsif draft.kind = 'credit_note' then
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

create function private.document_money(document public.documents, state text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  order_id constant uuid := (private.order_of_document(document)).id;
  sums record;
  amount numeric := document.total;
  paid jsonb;
  pay jsonb;
  studio jsonb;
begin
  if order_id is not null and document.kind in ('quote', 'invoice') then
    sums := private.ledger_sums(order_id);
    paid := jsonb_build_object('received', sums.received, 'due', sums.due);
    amount := sums.due;
  end if;
  if (document.kind = 'invoice' or state = 'accepted') and amount > 0 then
    studio := private.studio_content();
    if studio -> 'upi' <> 'null' or studio -> 'bank' <> 'null' then
      pay := jsonb_build_object('upi', studio -> 'upi', 'bank', studio -> 'bank', 'amount', amount,
        'reference', regexp_replace(document.number, '[^A-Za-z0-9]', '', 'g'));
    end if;
  end if;
  return jsonb_build_object('paid', paid, 'pay', pay);
end
$$;

create function private.document_place(
  draft public.documents,
  out code text,
  out reason text,
  out customer_state text
) returns record
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

create function private.document_record(id uuid) returns jsonb
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
    'billing_profile', (
      select private.billing_profile_value(profile) from public.billing_profiles as profile where profile.id = document.billing_profile_id),
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

create function private.document_row(document public.documents) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', document.id, 'kind', document.kind, 'state', document.state, 'number', document.number,
    'revision', document.revision, 'date', document.date, 'valid_until', document.valid_until, 'total', document.total,
    'answer', private.document_answers_of(document.id) -> 0 -> 'answer', 'updated_at', document.updated_at)
$$;

create function private.document_source(order_id uuid, enquiry_id uuid) returns bytea
language sql stable
set search_path = ''
as $$
  select sha256(convert_to(case when document_source.order_id is not null then (
      select jsonb_build_array(made.discount_percent, made.discount_amount, (
        select jsonb_agg(jsonb_build_array(line.id, line.item_id, line.description, line.quantity, line.price, line.per_day,
          line.rental_days) order by line.position, line.id)
        from public.order_items as line where line.order_id = made.id))
      from public.orders as made where made.id = document_source.order_id)
    else (
      select jsonb_agg(jsonb_build_array(line.id, line.item_id, line.quantity, line.price, line.rental_days) order by line.position, line.id)
      from public.enquiry_items as line where line.enquiry_order_id = document_source.enquiry_id)
    end::text, 'UTF8'))
$$;

create function private.document_state(document public.documents) returns text
language sql stable
set search_path = ''
as $$
  select case
    when document.kind <> 'quote' then 'invoice'
    when last.answer = 'accepted' then 'accepted'
    when coalesce(document.valid_until < private.today(), false)
      or coalesce((private.order_of_document(document)).status = 'cancelled', false) then 'expired'
    when last.answer = 'declined' then 'declined'
    else 'open' end
  from (select private.answer_of_document(document.id) ->> 'answer' as answer) as last
$$;

create function private.document_sums(
  lines jsonb,
  discount_percent numeric,
  discount_amount numeric,
  studio_state text,
  place_of_supply text,
  is_set boolean,
  round_off boolean
) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  with given as (
    select (line ->> 'position')::integer as position, (line ->> 'rate')::numeric as rate,
      case when coalesce(line ->> 'place' = 'premises' and not is_set, false) then true
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

create function private.document_to_answer(link private.links, answer text) returns public.documents
language plpgsql
set search_path = ''
set lock_timeout = '200ms'
as $$
declare
  give_up_at constant timestamptz := clock_timestamp() + interval '2 s';
  quote public.documents;
begin
  loop
    quote := private.shown_document(link);
    exit when answer = 'accepted' and private.document_state(quote) = 'accepted';
    begin
      perform from public.documents as locked where locked.id = quote.id for no key update;
      exit when quote.id = (private.shown_document(link)).id;
    exception when lock_not_available then
      if clock_timestamp() > give_up_at then
        perform private.refuse_answer('busy', 'Somebody else is answering this document right now. Please try again.');
      end if;
    end;
  end loop;
  return quote;
end
$$;

create function private.erase_document_answers() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.links as link set revoked_at = clock_timestamp()
  from public.documents as document
  where document.id = link.document_id and document.customer_id = new.id and link.revoked_at is null;
  update public.document_answers as given set name = null, note = null, changes = '[]', address = null
  from public.documents as document
  where document.id = given.document_id and document.customer_id = new.id;
  return null;
end
$$;

create function private.erase_documents() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.documents as draft where draft.customer_id = new.id and draft.state = 'draft';
  update public.document_lines as line
  set text = coalesce((select item.name from public.items as item where item.id = line.item_id), 'Erased')
  from public.documents as quote
  where quote.id = line.document_id and quote.customer_id = new.id and quote.kind = 'quote';
  update public.documents as quote
  set notes = '', frozen = quote.frozen || jsonb_build_object('notes', '',
    'customer', (quote.frozen -> 'customer')
      || '{"name": "", "legal_name": "", "gstin": "", "address": "", "mobile": "", "email": ""}',
    'lines', (
      select coalesce(jsonb_agg(line.value || jsonb_build_object('text', erased.text) order by erased.position), '[]')
      from jsonb_array_elements(quote.frozen -> 'lines') as line (value)
        join public.document_lines as erased
          on erased.document_id = quote.id and erased.position = (line.value ->> 'position')::smallint))
  where quote.customer_id = new.id and quote.kind = 'quote';
  update public.billing_profiles as profile
  set label = '', legal_name = 'Erased', gstin = null, address = '', state_code = null
  where profile.customer_id = new.id;
  return null;
end
$$;

create function private.estimated_gst_rate() returns numeric
language sql stable
set search_path = ''
as $$
  select case when private.is_gst_registered() then (private.setting_or_default('studio.gst_rate') #>> '{}')::numeric else 0 end
$$;

create function private.financial_year(day date) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select lpad((first_year % 100)::text, 2, '0') || '-' || lpad(((first_year + 1) % 100)::text, 2, '0')
  from (select extract(year from day)::integer - case when extract(month from day) < 4 then 1 else 0 end as first_year) as years
$$;

create function private.first_rental_day(order_id uuid, enquiry_id uuid) returns date
language sql stable
set search_path = ''
as $$
  select least(min(line.rental_from), min(rental.rental_from))
  from (
    select made.rental_from from public.orders as made where made.id = first_rental_day.order_id
    union all
    select asked.rental_from from public.enquiry_orders as asked
    where asked.id = first_rental_day.enquiry_id and first_rental_day.order_id is null
  ) as rental
    left join (
      select booked.rental_from from public.order_items as booked where booked.order_id = first_rental_day.order_id
      union all
      select wanted.rental_from from public.enquiry_items as wanted
      where wanted.enquiry_order_id = first_rental_day.enquiry_id and first_rental_day.order_id is null
    ) as line on true
$$;

create function private.follow_general_class() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  rate constant jsonb := (
    select to_jsonb(trim_scale(class.rate / 100)) from public.tax_classes as class where class.id = new.tax_class_id);
begin
  if rate <> private.setting_or_default('studio.gst_rate') then
    perform private.publish_values(jsonb_build_object('studio.gst_rate', nullif(rate, (
      select listed.default_value from private.setting_rules as listed where listed.key = 'studio.gst_rate'))));
  end if;
  return null;
end
$$;

create function private.freeze_document(id uuid, amounts jsonb default null)
returns public.documents
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

create function private.gst_state(code text) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('code', state.code, 'name', state.name)
  from private.gst_states as state where state.code = gst_state.code
$$;

create function private.has_other_addresses(customer public.customers) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from (
      select asked.id, 'enquiries' as kind, asked.contact_email from public.enquiry_orders as asked
      where asked.customer_id = customer.id
      union all
      select written.id, 'messages', written.contact_email from public.contact_enquiries as written
      where written.customer_id = customer.id
    ) as typed
    where lower(typed.contact_email) <> lower(customer.email) and not exists (
      select from public.customer_merges as merge
      where merge.into_id = customer.id and merge.undone_at is null and merge.moved -> typed.kind ? typed.id::text))
$$;

create function private.hundreds_in_words(value integer) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
  select concat_ws(' ', case when value >= 100 then small[value / 100] || ' hundred' end,
    case when value % 100 between 1 and 19 then small[value % 100]
      when value % 100 >= 20 then concat_ws('-', tens[value % 100 / 10], small[nullif(value % 10, 0)]) end)
  from (select '{one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,eighteen,nineteen}'::text[] as small,
    '{ten,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety}'::text[] as tens) as words
$$;

create function private.in_words(amount numeric) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select concat_ws(' ', case when amount < 0 then 'Minus rupees' else 'Rupees' end,
    case when rupees = 0 then 'zero' else nullif(concat_ws(' ',
      case when rupees >= 10000000 then concat_ws(' ', nullif(concat_ws(' ',
        case when rupees >= 10000000000 then private.hundreds_in_words((rupees / 10000000000)::integer) || ' thousand' end,
        nullif(private.hundreds_in_words((rupees / 10000000 % 1000)::integer), '')), ''), 'crore') end,
      private.hundreds_in_words(nullif(rupees / 100000 % 100, 0)::integer) || ' lakh',
      private.hundreds_in_words(nullif(rupees / 1000 % 100, 0)::integer) || ' thousand',
      nullif(private.hundreds_in_words((rupees % 1000)::integer), '')), '') end,
    'and ' || private.hundreds_in_words(nullif(paise, 0)) || ' paise', 'only')
  from (select trunc(abs(amount))::bigint as rupees, (round(abs(amount) * 100) % 100)::integer as paise) as parts
$$;

create function private.is_gst_registered() returns boolean
language sql stable
set search_path = ''
as $$
  select private.setting_or_default('studio.gst_registered') = 'true'
$$;

create function private.linked_content(link private.links, document public.documents) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  content constant jsonb := private.shown_content(document);
  state constant text := private.document_state(document);
begin
  return jsonb_build_object('document', content, 'hash', encode(private.document_hash(content), 'hex'), 'state', state, 'answer', private.answer_of_document(document.id),
    'newer', document.id <> link.document_id, 'preview', link.kind = 'document_preview',
    'order', (private.order_of_document(document)).order_number, 'policy_url', '/studio-policy',
    'short', case when state in ('open', 'declined', 'accepted') and document.order_id is null then (
      select coalesce(jsonb_agg(line -> 'position'), '[]') from jsonb_array_elements(private.short_quote_lines(document)) as line
    ) else '[]' end)
    || private.document_money(document, state);
end
$$;

create function private.locked_draft(id uuid, version integer) returns public.documents
language plpgsql
set search_path = ''
as $$
declare
  draft public.documents;
begin
  select * into draft from public.documents as known where known.id = locked_draft.id for update;
  if not found then
    raise exception 'There is no such document.' using errcode = 'PT404';
  elsif draft.state <> 'draft' then
    raise exception using errcode = 'PT409', detail = '{"reason": "issued"}',
      message = format('%s was issued and never changes.', draft.number);
  elsif locked_draft.version is distinct from draft.version then
    raise exception 'Somebody else changed this draft meanwhile.' using errcode = 'PT409',
      detail = jsonb_build_object('reason', 'changed', 'document', private.document_record(draft.id))::text;
  end if;
  return draft;
end
$$;

create function private.make_quoted_order(quote public.documents) returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  enquiry public.enquiry_orders;
  made public.orders;
  lines public.order_items[];
begin
  if quote.kind <> 'quote' or quote.state = 'draft' then
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

create function private.next_document_number(draft public.documents) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  own_prefix constant text := private.setting_text(format('documents.%s_prefix', draft.kind));
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

create function private.open_document_link(secret text) returns private.links
language plpgsql
set search_path = ''
as $$
declare
  opened private.links;
  asked private.enquiry_links;
  shown public.documents;
begin
  opened := private.open_link('document', open_document_link.secret);
  if opened.id is not null then
    shown := private.shown_document(opened);
    if shown.id <> opened.document_id
      and not private.shows_only(shown, opened.customer_id, opened.mailed_to, opened.created_at) then
      return null;
    end if;
    return opened;
  end if;
  opened := private.open_link('document_preview', open_document_link.secret);
  if opened.id is null then
    asked := private.valid_enquiry_link(open_document_link.secret);
    if asked.id is not null and private.opens_quote(asked) then
      opened.document_id := (private.quote_of_enquiry(asked.enquiry_order_id)).id;
      if opened.document_id is not null then
        opened.id := asked.id;
        opened.kind := 'document';
        opened.for_studio := false;
      end if;
    end if;
  end if;
  -- The holder of a valid link to an enquiry guesses nothing.
  if opened.id is null and asked.id is null then
    perform private.count_wrong_link();
  end if;
  return opened;
end
$$;

create function private.order_of_document(document public.documents) returns public.orders
language sql stable
set search_path = ''
as $$
  select made from public.orders as made
  where made.id = document.order_id or document.order_id is null and made.enquiry_order_id = document.enquiry_order_id
$$;

create function private.order_when_accepted(quote public.documents) returns void
language plpgsql
set search_path = ''
as $$
begin
  if quote.enquiry_order_id is null or quote.order_id is not null
    or not private.setting_or_default('documents.accept_makes_order')::boolean then
    return;
  end if;
  perform private.make_quoted_order(quote);
exception
  -- Not free, closed, archived or busy; or a line that no order can have.
  when sqlstate 'PT409' or sqlstate 'PT422' or check_violation or lock_not_available or deadlock_detected then
    null;
end
$$;

create function private.payment_content(payment uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('method', coalesce(entry.method, former.method),
    'reference', case when entry.kind = 'reversal' then former.reference else entry.reference end, 'day', entry.day)
  from public.payments as entry left join public.payments as former on former.id = entry.reverses
  where entry.id = payment_content.payment
$$;

create function private.quoted_lines(quote public.documents, enquiry public.enquiry_orders)
returns setof public.order_items
language plpgsql
set search_path = ''
as $$
declare
  quoted public.document_lines;
  asked_id uuid;
  taken uuid[] := '{}';
  asked_of jsonb := '{}';
begin
  for quoted in
    select line.* from public.document_lines as line
      left join public.enquiry_items as asked on asked.id = line.enquiry_item_id and asked.enquiry_order_id = enquiry.id
    where line.document_id = quote.id and line.item_id is not null
    order by asked.id is null, line.position
  loop
    select asked.id into asked_id
    from public.enquiry_items as asked
    where asked.enquiry_order_id = enquiry.id and (asked.item_id = quoted.item_id or asked.id = quoted.enquiry_item_id)
    order by asked.id is not distinct from quoted.enquiry_item_id desc, asked.id = any (taken),
      asked.rental_days is not distinct from quoted.days desc, asked.quantity = quoted.quantity desc, asked.position, asked.id
    limit 1;
    if asked_id is not null then
      taken := taken || asked_id;
      asked_of := asked_of || jsonb_build_object(quoted.position, asked_id);
    end if;
  end loop;
  return query
  select made.*
  from public.document_lines as line
    left join public.items as item on item.id = line.item_id
    left join public.enquiry_items as wanted on wanted.id = (asked_of ->> line.position::text)::uuid
    cross join lateral (
      select case when line.item_id is not null then coalesce(wanted.rental_from, enquiry.rental_from) end as first_day
    ) as begun
    cross join lateral (
      select greatest(coalesce(wanted.rental_to, enquiry.rental_to, begun.first_day),
        begun.first_day + coalesce(line.days, 1) - 1) as last_day
      where begun.first_day is not null
      union all select null where begun.first_day is null
    ) as ended
    cross join lateral (
      select coalesce(line.days = private.days_in(begun.first_day, ended.last_day) and line.item_id is not null, false) as per_day
    ) as priced
    cross join lateral jsonb_populate_record(null::public.order_items, jsonb_build_object(
      'id', gen_random_uuid(), 'item_type', line.item_type, 'item_id', line.item_id,
      'description', case when line.item_id is null then private.trimmed(line.text) end,
      'quantity', line.quantity,
      'price', private.line_amount(line.unit_price, 1, case when not priced.per_day then line.days end),
      'list_price', item.price, 'per_day', priced.per_day,
      'rental_from', begun.first_day, 'rental_to', ended.last_day, 'position', line.position)) as made
  where line.document_id = quote.id and line.kind <> 'heading';
end
$$;

create function private.record_document_event(document public.documents, what text) returns void
language sql
set search_path = ''
as $$
  -- why the remaining customer: an issued document stays with a customer who was merged.
  select private.record_event(customer.id,
    case when document.order_id is not null then 'order' when document.enquiry_order_id is not null then 'enquiry'
      else 'customer' end,
    coalesce(document.order_id, document.enquiry_order_id, customer.id), record_document_event.what, null, document.number)
  from (select private.remaining_customer(document.customer_id) as id) as customer
$$;

create function private.refuse_answer(reason text, message text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT409', message = message, detail = jsonb_build_object('reason', reason)::text;
end
$$;

create function private.refuse_busy_document() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'This document is busy. Please try again.' using errcode = 'PT409', detail = '{"reason": "busy"}';
end
$$;

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

create function private.refuse_line(index integer, message text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT422', message = refuse_line.message,
    detail = jsonb_build_object('field', 'lines', 'index', refuse_line.index)::text;
end
$$;

create function private.revoke_order_links() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.links as link set revoked_at = clock_timestamp()
  from public.documents as document
  where document.id = link.document_id and link.revoked_at is null
    and (document.order_id = new.id or document.enquiry_order_id = new.enquiry_order_id);
  return null;
end
$$;

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

create function private.short_quote_lines(quote public.documents) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  made constant public.orders := private.order_of_document(quote);
  enquiry public.enquiry_orders;
  wanted jsonb;
  own jsonb;
begin
  if quote.kind <> 'quote' or (made.id is not null and (quote.order_id is null or made.status not in ('confirmed', 'in_progress'))) then
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

create function private.shown_content(document public.documents) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return coalesce(document.frozen, private.document_content(document.id));
end
$$;

create function private.shown_document(link private.links) returns public.documents
language plpgsql stable
set search_path = ''
as $$
declare
  shown public.documents;
begin
  select * into shown from public.documents as known where known.id = link.document_id;
  if shown.kind = 'quote' and shown.state = 'superseded' and link.kind = 'document' then
    select * into shown from public.documents as revised
    where revised.kind = 'quote' and revised.number = shown.number and revised.state <> 'draft'
    order by revised.revision desc limit 1;
  end if;
  return shown;
end
$$;

create function private.shows_only(
  document public.documents,
  person uuid,
  mailed_to bytea,
  given_at timestamptz,
  typed text default null
) returns boolean
language plpgsql stable
set search_path = ''
as $$
declare
  named public.customers;
  billed public.customers;
begin
  select * into named from public.customers as customer
  where customer.customer_number = document.frozen #>> '{customer,number}';
  select customer.* into billed from public.billing_profiles as profile
    join public.customers as customer on customer.id = profile.customer_id
  where profile.id = document.billing_profile_id;
  return coalesce(named.id is not null
    and case when shows_only.mailed_to is null then shows_only.person = named.id
      -- A merge may have exchanged the addresses of both records.
      else exists (
        select from public.customers as customer
        where customer.id in (named.id, private.remaining_customer(named.id))
          and private.address_hash(customer.email) = shows_only.mailed_to) end
    and (billed.id is null or billed.id in (named.id, shows_only.person)
      or private.address_hash(billed.email) = shows_only.mailed_to)
    -- The record got details of a merged customer between giving the link and issuing the document.
    and not exists (
      select from public.customer_merges as merge
      where merge.into_id = named.id and merge.merged_at > shows_only.given_at and merge.merged_at <= document.issued_at
        and (merge.undone_at is null or merge.undone_at > document.issued_at)
        and merge.moved -> 'details' ?| '{first_name,last_name,email,mobile}')
    and (shows_only.typed is null
      or lower(shows_only.typed) = lower(named.email) and not private.has_other_addresses(named)), false);
end
$$;

create function private.source_lines(order_id uuid, enquiry_id uuid, is_invoice boolean)
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
    where line.order_id = source_lines.order_id and not (source_lines.is_invoice and exists (
      select from public.document_lines as billed
        join public.documents as invoice on invoice.id = billed.document_id and invoice.kind = 'invoice' and invoice.state = 'issued'
        left join private.credited_lines(invoice.id, null) as credited on credited.line_position = billed.position
      where billed.order_item_id = line.id and coalesce(credited.taxable, 0) < billed.taxable))
    union all
    select 'item', line.item_id, null, line.id, item.name, line.quantity, line.rental_days, line.price, line.position,
      line.rental_from, line.rental_to, (line.rental_from, line.rental_to) <> (asked.rental_from, asked.rental_to)
    from public.enquiry_items as line join public.items as item on item.id = line.item_id
      join public.enquiry_orders as asked on asked.id = line.enquiry_order_id
    where source_lines.order_id is null and line.enquiry_order_id = source_lines.enquiry_id
  ) as source
$$;

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
    'gstin', case when private.is_gst_registered() then private.setting_text('identity.gstin') else '' end,
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

create function private.tax_class_of(kind text) returns public.tax_classes
language sql stable
set search_path = ''
as $$
  select class.* from private.kind_tax_classes as listed join public.tax_classes as class on class.id = listed.tax_class_id
  where listed.kind in (tax_class_of.kind, 'other') order by listed.kind = 'other' limit 1
$$;

create function private.tax_documents_until(customer_ids uuid[]) returns date
language sql stable
set search_path = ''
as $$
  select make_date(extract(year from max(document.date) - interval '3 months')::integer + 7, 12, 31)
  from public.documents as document
  where document.customer_id = any (tax_documents_until.customer_ids) and document.state = 'issued' and document.kind <> 'quote'
$$;

create function private.tax_inside(amount numeric, rate numeric, inside boolean) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select jsonb_build_object('taxable', round(amount - case when inside then 2 * tax.part else tax.part end, 2),
    'cgst', case when inside then tax.part else 0.00 end, 'sgst', case when inside then tax.part else 0.00 end,
    'igst', case when inside then 0.00 else tax.part end)
  from (
    -- why times 100: paise and a rate of two decimals as whole numbers.
    select round(private.half_up(amount * 100 * rate * 100, (100 + rate) * 100 * case when inside then 2 else 1 end) * 0.01, 2) as part
  ) as tax
$$;

create function private.taxes_on(
  taxable numeric,
  rate numeric,
  inside boolean,
  out cgst numeric,
  out sgst numeric,
  out igst numeric
) returns record
language sql immutable parallel safe
set search_path = ''
as $$
  select half.tax, half.tax, case when coalesce(inside, true) then 0.00 else round(taxable * coalesce(rate, 0) * 0.01, 2) end
  from (select case when inside then round(taxable * coalesce(rate, 0) * 0.005, 2) else 0.00 end as tax) as half
$$;

create function private.usual_billing_profile(customer_id uuid) returns uuid
language sql stable
set search_path = ''
as $$
  select profile.id from public.billing_profiles as profile
  where profile.customer_id = any (private.merged_customers(usual_billing_profile.customer_id))
  order by profile.updated_at desc, profile.id limit 1
$$;

create function private.usual_validity(first_day date, wanted date default null) returns date
language sql stable
set search_path = ''
as $$
  select greatest(private.today(), least(usual_validity.first_day - 1, greatest(usual_validity.wanted,
    private.today() + private.setting_or_default('documents.quote_validity_days')::integer)))
$$;

create function private.write_document_lines(document_id uuid, lines jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  rows jsonb;
begin
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) > 300 then
    perform private.refuse('lines', 'A document can have at most 300 lines.');
  end if;
  select coalesce(jsonb_agg(private.checked_document_line(line.value, line.place::integer - 1) || jsonb_build_object(
      'document_id', write_document_lines.document_id, 'gross', 0, 'discount', 0, 'shared_discount', 0, 'taxable', 0,
      'cgst', 0, 'sgst', 0, 'igst', 0) order by line.place), '[]')
    into rows
  from jsonb_array_elements(lines) with ordinality as line (value, place);
  delete from public.document_lines as former where former.document_id = write_document_lines.document_id;
  insert into public.document_lines select * from jsonb_populate_recordset(null::public.document_lines, rows);
end
$$;

create function public.answer_document(
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
  if quote.kind <> 'quote' then
    perform private.refuse('answer', 'Only a quote can be answered.');
  end if;
  content := private.shown_content(quote);
  given.revision_hash := private.document_hash(content);
  if answer_document.hash is distinct from encode(given.revision_hash, 'hex') then
    select former.frozen into seen from public.documents as former
    where former.kind = 'quote' and former.number = quote.number and former.state <> 'draft'
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

create function public.change_document(id uuid, version integer, draft jsonb, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  known public.documents;
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
  if char_length(given_notes) > 2000 or given_notes ~ '[\x01-\x08\x0b-\x1f\x7f]' then
    perform private.refuse('notes', 'At most 2,000 characters.');
  end if;
  if known.kind = 'credit_note' then
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
    if known.kind = 'quote' then
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

create function public.change_tax_class(
  label text,
  sac text,
  rate numeric,
  place text,
  id uuid default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  former public.tax_classes;
  made public.tax_classes;
  answer jsonb;
begin
  perform private.require_staff('admin');
  if change_tax_class.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('change_tax_class', change_tax_class.key, jsonb_build_array(change_tax_class.id,
    change_tax_class.label, change_tax_class.sac, change_tax_class.rate, change_tax_class.place));
  if answer is not null then
    return answer;
  elsif coalesce(char_length(private.trimmed(change_tax_class.label)), 0) not between 1 and 60 then
    perform private.refuse('label', 'Enter a name of at most 60 characters.');
  elsif coalesce(change_tax_class.sac, '') !~ '^([0-9]{4}|[0-9]{6})$' then
    perform private.refuse('sac', 'A SAC has 4 or 6 digits, like 997319.');
  elsif coalesce(change_tax_class.rate not between 0 and 100 or change_tax_class.rate % 0.01 <> 0, true) then
    perform private.refuse('rate', 'Enter a rate from 0 to 100%.');
  elsif change_tax_class.place is null or change_tax_class.place not in ('recipient', 'premises') then
    perform private.refuse('place', 'Select where it is taxed.');
  end if;
  insert into public.tax_classes (label, sac, rate, place, created_by)
  values (private.trimmed(change_tax_class.label), change_tax_class.sac, change_tax_class.rate, change_tax_class.place, auth.uid())
  returning * into made;
  if change_tax_class.id is not null then
    select * into former from public.tax_classes as known where known.id = change_tax_class.id for update;
    if not found then
      raise exception 'There is no such tax class.' using errcode = 'PT404';
    elsif former.succeeded_by is not null then
      raise exception 'Somebody else changed this tax class meanwhile.' using errcode = 'PT409', detail = '{"reason": "changed"}';
    end if;
    update public.tax_classes as known set succeeded_by = made.id where known.id = former.id;
    update private.kind_tax_classes as listed set tax_class_id = made.id where listed.tax_class_id = former.id;
  end if;
  answer := public.tax_classes();
  perform private.bind_idempotency_key('change_tax_class', change_tax_class.key, answer);
  return answer;
end
$$;

create function public.claim_payment(
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
  if paid.kind not in ('quote', 'invoice') then
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

create function public.discard_document(id uuid, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  draft public.documents;
begin
  perform private.require_staff('admin', 'crm_user');
  draft := private.locked_draft(discard_document.id, discard_document.version);
  delete from public.documents as known where known.id = draft.id;
  return jsonb_build_object('id', draft.id);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

create function public.document(id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  told jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  told := private.document_record(document.id);
  if told is null then
    raise exception 'There is no such document.' using errcode = 'PT404';
  end if;
  return told;
end
$$;

create function public.documents_of(
  "order" uuid default null,
  enquiry uuid default null,
  customer uuid default null
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select coalesce(jsonb_agg(private.document_row(listed) order by listed.created_at desc, listed.id), '[]')
    from (
      select known.* from public.documents as known
      where known.order_id = documents_of."order"
        or known.enquiry_order_id = (select made.enquiry_order_id from public.orders as made where made.id = documents_of."order")
        or known.enquiry_order_id = documents_of.enquiry
        or documents_of.customer is not null and known.customer_id = any (private.merged_customers(documents_of.customer))
      order by known.created_at desc, known.id limit 500
    ) as listed);
end
$$;

create function public.gstr1("from" date, "to" date) returns jsonb
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
        case when document.kind = 'credit_note' then -1 else 1 end as sign
      from public.documents as document left join public.documents as billed on billed.id = document.corrects
        left join private.gst_states as state on state.code = document.place_of_supply
        -- why: reading each value from the document would unpack the whole document each time.
        cross join lateral jsonb_to_record(document.frozen) as printed (customer jsonb)
      where document.state = 'issued' and document.kind <> 'quote' and document.date between gstr1."from" and gstr1."to"
    ), sales as (
      select listed.*, case when gstin <> '' then 'registered'
        when is_outside and invoice_total > private.b2cl_from() then 'large' else 'small' end as buyer
      from listed where kind in ('invoice', 'credit_note')
    ), by_rate as (
      select sales.*, line.rate, sum(line.taxable) as taxable, sum(line.cgst) as cgst, sum(line.sgst) as sgst, sum(line.igst) as igst
      from sales join public.document_lines as line on line.document_id = sales.id
      where line.kind <> 'heading'
      group by sales.id, sales.kind, sales.number, sales.date, sales.fy, sales.sequence, sales.order_id, sales.total,
        sales.place, sales.state, sales.gstin, sales.name, sales.invoice_number, sales.invoice_date, sales.invoice_total,
        sales.is_outside, sales.sign, sales.buyer, line.rate
    ), documents as (
      select case when kind = 'invoice' then case buyer when 'registered' then 'b2b' else 'b2cl' end
          else case buyer when 'registered' then 'cdnr' else 'cdnur' end end as name,
        jsonb_agg(jsonb_strip_nulls(jsonb_build_object('gstin', nullif(gstin, ''), 'name', by_rate.name, 'number', number,
          'date', date, 'value', total, 'place', place, 'state', state,
          'invoice', case kind when 'credit_note' then invoice_number end,
          'invoice_date', case kind when 'credit_note' then invoice_date end,
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

create function public.invoice_register("from" date, "to" date) returns jsonb
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
    from public.documents as document
      -- why: reading each value from the document would unpack the whole document each time.
      cross join lateral jsonb_to_record(document.frozen) as printed (customer jsonb, "order" jsonb, corrects jsonb)
    where document.state = 'issued' and document.kind <> 'quote'
      and document.date between invoice_register."from" and invoice_register."to");
end
$$;

create function public.issue_document(id uuid, version integer, key uuid default null) returns jsonb
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
  if draft.kind = 'quote' then
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

create function public.linked_document(secret text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  link constant private.links := private.open_document_link(linked_document.secret);
begin
  if link.id is null then
    return null;
  end if;
  return private.linked_content(link, private.shown_document(link));
end
$$;

create function public.make_credit_note(
  invoice uuid,
  lines jsonb default null,
  reason text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  billed public.documents;
  answer jsonb;
  credits jsonb;
  given jsonb;
  at_line integer;
  rest numeric;
  wanted numeric;
  given_reason constant text := private.trimmed(coalesce(make_credit_note.reason, ''));
  note_id constant uuid := gen_random_uuid();
begin
  perform private.require_staff('admin', 'crm_user');
  if make_credit_note.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('make_credit_note', make_credit_note.key,
    jsonb_build_array(make_credit_note.invoice, make_credit_note.lines, encode(sha256(convert_to(given_reason, 'UTF8')), 'hex')));
  if answer is not null then
    return private.document_record((answer ->> 'id')::uuid);
  elsif char_length(given_reason) not between 1 and 200 then
    perform private.refuse('reason', 'Say why the invoice is corrected, in at most 200 characters.');
  end if;
  select * into billed from public.documents as known
  where known.id = make_credit_note.invoice and known.kind = 'invoice' and known.state = 'issued' for key share;
  if not found then
    raise exception 'There is no such invoice.' using errcode = 'PT404';
  end if;
  -- What is left of each line: {position: rupees}.
  select coalesce(jsonb_object_agg(line.position, line.taxable - coalesce(before.taxable, 0)), '{}') into credits
  from public.document_lines as line
    left join private.credited_lines(billed.id, null) as before on before.line_position = line.position
  where line.document_id = billed.id and line.taxable > coalesce(before.taxable, 0);
  if credits = '{}' then
    raise exception using errcode = 'PT409', detail = '{"reason": "incomplete"}', message = format('%s is credited in full.', billed.number);
  elsif make_credit_note.lines is not null and make_credit_note.lines <> 'null' then
    if jsonb_typeof(make_credit_note.lines) <> 'array' or jsonb_array_length(make_credit_note.lines) not between 1 and 300 then
      perform private.refuse('lines', 'Select the lines to credit.');
    end if;
    answer := '{}';
    for given, at_line in select value, ordinality - 1 from jsonb_array_elements(make_credit_note.lines) with ordinality loop
      rest := (credits ->> coalesce(given ->> 'position', ''))::numeric;
      wanted := private.decimal_of(given -> 'taxable', 0.01, coalesce(rest, 0));
      if rest is null then
        perform private.refuse_line(at_line, 'Nothing is left to credit of this line.');
      elsif wanted is null or answer ? (given ->> 'position') then
        perform private.refuse_line(at_line, format('Enter an amount from ₹0.01 to ₹%s.', trim(to_char(rest, '9999999990.00'))));
      end if;
      answer := answer || jsonb_build_object(given ->> 'position', wanted);
    end loop;
    credits := answer;
  end if;
  insert into public.documents (id, kind, order_id, enquiry_order_id, customer_id, billing_profile_id, corrects, reason,
    place_of_supply, created_by)
  values (note_id, 'credit_note', billed.order_id, billed.enquiry_order_id, billed.customer_id, billed.billing_profile_id, billed.id,
    given_reason, billed.place_of_supply, auth.uid());
  insert into public.document_lines (document_id, position, kind, item_id, item_type, credits_position, text, sac, rate, place,
    quantity, unit_price)
  select note_id, row_number() over (order by line.position), line.kind, line.item_id, line.item_type, line.position, line.text,
    line.sac, line.rate, line.place, 1, (credits ->> line.position::text)::numeric
  from public.document_lines as line
  where line.document_id = billed.id and credits ? line.position::text;
  perform private.save_amounts(note_id);
  perform private.bind_idempotency_key('make_credit_note', make_credit_note.key, jsonb_build_object('id', note_id));
  return private.document_record(note_id);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

create function public.make_document(
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
  elsif make_document.kind is null or make_document.kind not in ('quote', 'invoice') then
    perform private.refuse('kind', 'Select a quote or an invoice.');
  elsif num_nonnulls(make_document."order", make_document.enquiry) <> 1 then
    perform private.refuse('order', 'Select an order or an enquiry.');
  elsif make_document.kind = 'invoice' and make_document."order" is null then
    perform private.refuse('order', 'An invoice needs an order. Make the order first.');
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
  lines := private.source_lines(made.id, asked.id, make_document.kind = 'invoice');
  is_part := made.id is not null and jsonb_array_length(lines) < (
    select count(*) from public.order_items as line where line.order_id = made.id);
  if is_part and lines = '[]' then
    raise exception 'All lines of this order are invoiced already.' using errcode = 'PT409', detail = '{"reason": "incomplete"}';
  end if;
  insert into public.documents (id, kind, order_id, enquiry_order_id, customer_id, billing_profile_id, valid_until,
    discount_percent, discount_amount, source_hash, created_by)
  values (document_id, make_document.kind, made.id, coalesce(asked.id, made.enquiry_order_id), customer,
    private.usual_billing_profile(customer),
    case when make_document.kind = 'quote' then private.usual_validity(private.first_rental_day(made.id, asked.id)) end,
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

create function public.make_document_link(
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
    when is_preview then clock_timestamp() + interval '1 hour'
    when linked.kind = 'quote' then
      (greatest(linked.valid_until, private.today()) + 31)::timestamp at time zone 'Asia/Kolkata'
    else (private.today() + 181)::timestamp at time zone 'Asia/Kolkata' end;
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

create function public.order_from_quote(document uuid, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  quote public.documents;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if order_from_quote.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('order_from_quote', order_from_quote.key, to_jsonb(order_from_quote.document));
  if answer is not null then
    return answer;
  end if;
  select * into quote from public.documents as known where known.id = order_from_quote.document for no key update;
  if not found then
    raise exception 'This document does not exist.' using errcode = 'PT404';
  end if;
  answer := private.without_texts(to_jsonb(private.make_quoted_order(quote)));
  perform private.bind_idempotency_key('order_from_quote', order_from_quote.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create function public.printed_document(id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  document public.documents;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into document from public.documents as known where known.id = printed_document.id;
  if document.id is null then
    raise exception 'There is no such document.' using errcode = 'PT404';
  end if;
  return coalesce(document.frozen, private.document_content(document.id));
end
$$;

create function public.revise_quote(id uuid, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  quote public.documents;
  answer jsonb;
  made uuid;
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
    insert into public.documents (id, kind, order_id, enquiry_order_id, customer_id, billing_profile_id, fy, sequence, revision,
      number, valid_until, place_of_supply, discount_percent, discount_amount, notes, source_hash, created_by)
    values (made, 'quote', quote.order_id, quote.enquiry_order_id, quote.customer_id, quote.billing_profile_id, quote.fy,
      quote.sequence, quote.revision + 1, quote.number,
      private.usual_validity(private.first_rental_day(quote.order_id, quote.enquiry_order_id), quote.valid_until),
      case quote.place_reason when 'set' then quote.place_of_supply end, quote.discount_percent, quote.discount_amount,
      quote.notes, quote.source_hash, auth.uid());
    insert into public.document_lines
    select (jsonb_populate_record(line, jsonb_build_object('document_id', made))).*
    from public.document_lines as line where line.document_id = quote.id;
    perform private.save_amounts(made);
  end if;
  perform private.bind_idempotency_key('revise_quote', revise_quote.key, jsonb_build_object('id', made));
  return private.document_record(made);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

create function public.save_billing_profile(customer uuid, profile jsonb, key uuid default null)
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
  elsif given.gstin is not null and private.gst_state(given.state_code) is null then
    perform private.refuse('gstin', 'The first two digits of this GSTIN are no state.');
  elsif given.state_code is not null and private.gst_state(given.state_code) is null then
    perform private.refuse('state_code', 'Select a state of the list.');
  end if;
  if given.id is null then
    insert into public.billing_profiles (customer_id, label, legal_name, gstin, address, state_code)
    values (known_customer, given.label, given.legal_name, given.gstin, given.address, given.state_code)
    returning * into saved;
  else
    update public.billing_profiles as known
    set label = given.label, legal_name = given.legal_name, gstin = given.gstin, address = given.address,
      state_code = given.state_code, updated_at = clock_timestamp()
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

create function public.search_documents(
  query text default null,
  kind text default null,
  state text default null,
  "from" date default null,
  "to" date default null,
  cursor text default null,
  most integer default 50
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  pattern constant text := private.search_pattern(coalesce(search_documents.query, ''));
  at_most constant integer := greatest(1, least(coalesce(most, 50), 100));
  before timestamptz;
  before_id uuid;
  rows jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if search_documents.cursor is not null then
    begin
      before := split_part(search_documents.cursor, ' ', 1)::timestamptz;
      before_id := split_part(search_documents.cursor, ' ', 2)::uuid;
    exception when data_exception then
      perform private.refuse('cursor', 'This is no cursor.');
    end;
  end if;
  select coalesce(jsonb_agg(private.document_row(listed.document) || jsonb_build_object(
      'customer', jsonb_build_object('id', customer.id, 'number', customer.customer_number, 'name', private.customer_name(customer.id)),
      'order', (select made.order_number from public.orders as made where made.id = (listed.document).order_id),
      'enquiry', (select asked.enquiry_number from public.enquiry_orders as asked where asked.id = (listed.document).enquiry_order_id),
      'at', to_char((listed.document).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    order by (listed.document).created_at desc, (listed.document).id desc), '[]')
    into rows
  from (
    select known as document, private.remaining_customer(known.customer_id) as customer_id
    from public.documents as known
      join public.customers as holder on holder.id = known.customer_id
      left join public.billing_profiles as profile on profile.id = known.billing_profile_id
    where (search_documents.kind is null or known.kind = search_documents.kind)
      and (search_documents.state is null or known.state = search_documents.state)
      and (search_documents."from" is null or coalesce(known.date, (known.created_at at time zone 'Asia/Kolkata')::date) >= search_documents."from")
      and (search_documents."to" is null or coalesce(known.date, (known.created_at at time zone 'Asia/Kolkata')::date) <= search_documents."to")
      and (before is null or (known.created_at, known.id) < (before, before_id))
      and (pattern = '%%' or lower(known.number) like pattern or holder.search_text like pattern
        or lower(holder.customer_number) like pattern or lower(profile.legal_name) like pattern)
    order by known.created_at desc, known.id desc limit at_most + 1
  ) as listed join public.customers as customer on customer.id = listed.customer_id;
  return jsonb_build_object('rows', (
      select coalesce(jsonb_agg(entry.value - 'at' order by entry.place), '[]')
      from jsonb_array_elements(rows) with ordinality as entry (value, place) where entry.place <= at_most),
    'next', case when jsonb_array_length(rows) > at_most then
      concat_ws(' ', rows -> (at_most - 1) ->> 'at', rows -> (at_most - 1) ->> 'id') end);
end
$$;

create function public.set_kind_tax(kind text, tax_class uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin');
  if not exists (select from public.tax_classes as class where class.id = set_kind_tax.tax_class and class.succeeded_by is null) then
    perform private.refuse('tax_class', 'Select a tax class of the list.');
  elsif set_kind_tax.kind is null or set_kind_tax.kind <> 'other' and not exists (
    select from private.catalogue_kinds as known where known.kind = set_kind_tax.kind
  ) then
    perform private.refuse('kind', 'There is no such kind.');
  end if;
  insert into private.kind_tax_classes (kind, tax_class_id) values (set_kind_tax.kind, set_kind_tax.tax_class)
  on conflict on constraint kind_tax_classes_pkey do update set tax_class_id = excluded.tax_class_id
  where kind_tax_classes.tax_class_id <> excluded.tax_class_id;
  return public.tax_classes();
end
$$;

create function public.take_source_lines(id uuid, version integer, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  draft public.documents;
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
  if draft.kind not in ('quote', 'invoice') then
    perform private.refuse('id', 'Only quotes and invoices have the lines of an order.');
  end if;
  select * into made from public.orders as known where known.id = draft.order_id;
  perform private.write_document_lines(draft.id, private.source_lines(draft.order_id, draft.enquiry_order_id, draft.kind = 'invoice'));
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

create function public.tax_classes() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return jsonb_build_object(
    'classes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', class.id, 'label', class.label, 'sac', class.sac,
        'rate', class.rate, 'place', class.place, 'valid_from', class.valid_from) order by class.label, class.id), '[]')
      from public.tax_classes as class where class.succeeded_by is null),
    'kinds', (
      select coalesce(jsonb_object_agg(listed.kind, listed.tax_class_id), '{}') from private.kind_tax_classes as listed),
    'states', (
      select jsonb_agg(jsonb_build_object('code', state.code, 'name', state.name) order by state.name)
      from private.gst_states as state));
end
$$;

reset check_function_bodies;

grant execute on function
  public.answer_document(text,text,text,text,jsonb,text,uuid),
  public.claim_payment(text,numeric,text,uuid),
  public.linked_document(text)
to anon, authenticated, service_role;

grant execute on function
  public.change_document(uuid,integer,jsonb,uuid),
  public.change_tax_class(text,text,numeric,text,uuid,uuid),
  public.discard_document(uuid,integer),
  public.document(uuid),
  public.documents_of(uuid,uuid,uuid),
  public.gstr1(date,date),
  public.invoice_register(date,date),
  public.issue_document(uuid,integer,uuid),
  public.make_credit_note(uuid,jsonb,text,uuid),
  public.make_document(text,uuid,uuid,uuid),
  public.make_document_link(uuid,boolean,uuid),
  public.order_from_quote(uuid,uuid),
  public.printed_document(uuid),
  public.revise_quote(uuid,uuid),
  public.save_billing_profile(uuid,jsonb,uuid),
  public.search_documents(text,text,text,date,date,text,integer),
  public.set_kind_tax(text,uuid),
  public.take_source_lines(uuid,integer,uuid),
  public.tax_classes()
to authenticated;

create trigger customers_erase_document_answers after update of erased_at on public.customers
  for each row
  when (old.erased_at is null and new.erased_at is not null) execute function private.erase_document_answers();
create trigger customers_erase_documents after update of erased_at on public.customers
  for each row
  when (old.erased_at is null and new.erased_at is not null) execute function private.erase_documents();

create trigger orders_revoke_links after update of status on public.orders
  for each row
  when (new.status = 'cancelled' and old.status <> 'cancelled') execute function private.revoke_order_links();

create trigger kind_tax_classes_gst_rate after insert or update on private.kind_tax_classes
  for each row when (new.kind = 'other') execute function private.follow_general_class();

create trigger documents_issued before delete or update on public.documents
  for each row execute function private.refuse_issued();

create trigger document_lines_issued before insert or delete or update on public.document_lines
  for each row execute function private.refuse_issued_lines();
