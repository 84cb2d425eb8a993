-- Written by `npm run db:change` from supabase/schemas.

create function private.check_prefixes(wanted jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  given record;
begin
  for given in
    select facts.prefix_setting as key, named.prefix, lower(other.name) as other
    from private.document_kinds as facts
      cross join lateral (select private.wanted_setting(facts.prefix_setting, wanted) #>> '{}' as prefix) as named
      join private.document_kinds as other on other.kind <> facts.kind
        and (private.wanted_setting(other.prefix_setting, wanted) #>> '{}' = named.prefix
          or other.kind = private.kind_of_series(named.prefix))
    where wanted ? facts.prefix_setting
    order by facts.prefix_setting, other.kind
  loop
    perform private.refuse(given.key, format('Another kind of document has the prefix %s: %s. Enter another one.',
      given.prefix, given.other));
  end loop;
end
$$;

create or replace function private.check_settings(wanted jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  given record;
begin
  for given in
    select entry.key, entry.value, listed.rule
    from jsonb_each(wanted) as entry left join private.setting_rules as listed on listed.key = entry.key
    order by entry.key
  loop
    if given.rule is null then
      perform private.refuse(given.key, 'There is no such setting.');
    elsif given.value <> 'null' and private.setting_problem(given.rule, given.value) is not null then
      perform private.refuse(given.key, private.setting_problem(given.rule, given.value));
    end if;
  end loop;
  if wanted ?| '{identity.gstin,studio.region}' then
    perform private.check_studio_state(wanted);
  end if;
  perform private.check_prefixes(wanted);
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
  -- why also of a quote: it is printed there, and decides which GST is due.
  if private.is_gst_registered() and wrong_gstin is not null then
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

create or replace function private.issue_voucher(made public.orders, entry public.payments) returns void
language plpgsql
set search_path = ''
as $$
declare
  former public.payments;
  place constant record := private.voucher_place(made);
  corrected uuid;
  draft public.documents;
  is_refund boolean := entry.kind = 'refunded';
begin
  if entry.kind = 'reversal' then
    select * into former from public.payments as known where known.id = entry.reverses;
    is_refund := former.kind = 'received';
    corrected := former.document_id;
  elsif is_refund then
    select document.id into corrected from public.documents as document
    where document.order_id = made.id and document.kind = 'receipt_voucher' and document.state = 'issued'
      and document.total > (
        select coalesce(sum(refund.total), 0) from public.documents as refund
        where refund.corrects = document.id and refund.kind = 'refund_voucher' and refund.state = 'issued')
    order by document.issued_at desc limit 1;
    if corrected is null then
      raise exception 'No receipt voucher was issued for this order: record the refund without a voucher.'
        using errcode = 'PT409', detail = '{"reason": "incomplete"}';
    end if;
  end if;
  insert into public.documents (id, kind, state, order_id, customer_id, billing_profile_id, place_of_supply,
    corrects, payment_id, reason, created_by)
  values (entry.document_id, case when is_refund then 'refund_voucher' else 'receipt_voucher' end, 'draft', made.id,
    made.customer_id, place.billing_profile_id, place.place_of_supply, corrected, entry.id,
    case when entry.kind = 'reversal' then entry.note end, auth.uid());
  insert into public.document_lines (document_id, position, kind, text, sac, rate, place, quantity, days, unit_price, gross,
    discount, shared_discount, taxable, cgst, sgst, igst)
  select entry.document_id, listed.position, 'charge',
    case when is_refund then 'Refund of the advance for ' else 'Advance for ' end || made.order_number,
    part.sac, part.rate, part.place, 1, null, part.taxable, part.taxable, 0, 0, part.taxable, part.cgst, part.sgst, part.igst
  from jsonb_array_elements(private.taxed_parts(made, entry.amount, place.premises_inside, place.recipient_inside))
      with ordinality as listed (value, position)
    cross join jsonb_to_record(listed.value)
      as part (sac text, rate numeric, place text, taxable numeric, cgst numeric, sgst numeric, igst numeric);
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

create function private.kind_of_series(prefix text) returns text
language sql stable
set search_path = ''
as $$
  select series.kind from private.document_series as series
  where series.fy = private.financial_year(private.today()) and series.prefix = kind_of_series.prefix
$$;

create function private.refuse_incomplete(missing jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  if missing <> '[]' then
    raise exception using errcode = 'PT409',
      message = (
        select string_agg(named.text, ' ' order by named.place)
        from (
          select one.value ->> 'text' as text, min(one.place) as place
          from jsonb_array_elements(missing) with ordinality as one (value, place) group by one.value ->> 'text'
        ) as named),
      detail = jsonb_build_object('reason', 'incomplete', 'missing', missing)::text;
  end if;
end
$$;

create or replace function public.issue_document(id uuid, version integer, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '5s'
as $$
declare
  draft public.documents;
  answer jsonb;
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
  perform private.refuse_incomplete(private.document_missing(draft, amounts));
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
