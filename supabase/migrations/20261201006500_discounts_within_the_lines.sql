-- Written by `npm run db:change` from supabase/schemas.

drop routine private.checked_document_line(jsonb,integer);

create function private.checked_document_line(line jsonb, index integer, kept numeric[]) returns jsonb
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
      made.discount_amount := private.decimal_of(line -> 'discount_amount', 0, 9999999999.99);
      if made.discount_amount is null or made.discount_amount > amount and made.discount_amount <> all (kept) then
        perform private.refuse_line(index, 'A discount cannot be more than the line''s amount.');
      end if;
    end if;
    made.discount_percent := nullif(made.discount_percent, 0);
    made.discount_amount := nullif(made.discount_amount, 0);
  end if;
  return to_jsonb(made);
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
  elsif facts.is_tax_document and (amounts #>> '{sums,total}')::numeric = 0 then
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

create or replace function private.edit_order(
  made public.orders,
  changes jsonb,
  total_field text default 'changes'
) returns jsonb
language plpgsql
set search_path = ''
as $$
#variable_conflict use_variable
declare
  former_lines jsonb;
  former jsonb;
  became jsonb;
  lines jsonb;
  conflicting jsonb;
  was_span record;
  span record;
  touches_stock boolean;
  can_undo boolean;
  total numeric;
  answer public.orders;
begin
  select coalesce(jsonb_object_agg(line.id, to_jsonb(line) || '{"hired": [], "taken": []}'), '{}') into former_lines
  from public.order_items as line where line.order_id = made.id;
  conflicting := private.changed_meanwhile(made, former_lines, changes);
  if conflicting is not null then
    raise exception 'Somebody else changed this order meanwhile.' using errcode = 'PT409',
      detail = jsonb_build_object('reason', 'changed', 'changes', conflicting)::text;
  end if;
  former := private.apply_changes(made, former_lines, '[]');
  became := private.apply_changes(made, former_lines, changes);
  lines := became -> 'lines';
  if lines = '{}' then
    perform private.refuse('changes', 'An order needs at least one line. Cancel it instead.');
  end if;
  perform private.check_handed_over(made.id, former_lines, lines);
  was_span := private.span_of(former_lines);
  span := private.span_of(lines);
  if span is distinct from was_span and span.first_day is not null then
    became := jsonb_set(became, '{order}', became -> 'order'
      || jsonb_build_object('rental_from', span.first_day, 'rental_to', coalesce(span.last_day, span.first_day)));
  end if;
  select coalesce(bool_or(private.line_value(each.was, 'dates') is distinct from private.line_value(each.became, 'dates')
      or each.was -> 'item_id' is distinct from each.became -> 'item_id'
      or each.was -> 'quantity' is distinct from each.became -> 'quantity'), false)
    or jsonb_path_exists(lines, '$.*.hired[*]') or jsonb_path_exists(lines, '$.*.taken[*]')
    into touches_stock
  from private.line_changes(former_lines, lines) as each;

  if touches_stock then
    perform private.lock_stock(array(
      select (value ->> 'item_id')::uuid from jsonb_each(former_lines)
      union
      select (value ->> 'item_id')::uuid from jsonb_each(lines)
      union
      select reserved.item_id from public.order_items as line
        join public.reservations as reserved on reserved.order_item_id = line.id
      where line.order_id = made.id
      union
      select hold.item_id from jsonb_path_query(lines, '$.*.taken[*]') as holder
        join public.enquiry_items as line on line.enquiry_order_id = (holder #>> '{}')::uuid
        join public.reservations as hold on hold.enquiry_item_id = line.id and hold.status = 'held'));
  end if;
  can_undo := not jsonb_path_exists(lines, '$.*.hired[*]') and not jsonb_path_exists(lines, '$.*.taken[*]')
    and not exists (
      select from private.line_changes(former_lines, lines) as each
        join public.reservations as hired on hired.order_item_id = each.id and hired.kind = 'sub_rental'
          and hired.status = 'booked'
      where each.became is null or each.was -> 'item_id' <> each.became -> 'item_id');

  -- why: the triggers would check each statement; together they are checked once, below.
  perform set_config('studio.edits_lines', 'on', true);
  -- Pieces hired in for an item that is swapped. Those of removed lines are deleted with them.
  update public.reservations as hired set status = 'released'
  from private.line_changes(former_lines, lines) as each
  where each.was -> 'item_id' <> each.became -> 'item_id' and hired.order_item_id = each.id
    and hired.kind = 'sub_rental' and hired.status = 'booked';
  delete from public.order_items as gone
  where gone.order_id = made.id and not lines ? gone.id::text;
  update public.order_items as line
  set item_type = new.item_type, item_id = new.item_id, variant_id = new.variant_id, quantity = new.quantity,
    price = new.price, list_price = new.list_price, price_reason = new.price_reason, rental_from = new.rental_from,
    rental_to = new.rental_to, description = new.description
  from private.line_changes(former_lines, lines) as each
    cross join jsonb_populate_record(null::public.order_items, each.became) as new
  where each.was is not null and each.became is not null and line.id = each.id;
  insert into public.order_items (
    id, order_id, item_type, item_id, variant_id, quantity, price, list_price, price_reason, rental_from, rental_to,
    description, per_day, charge, charge_for, position, created_at
  )
  select new.id, made.id, new.item_type, new.item_id, new.variant_id, new.quantity, new.price, new.list_price,
    new.price_reason, new.rental_from, new.rental_to, new.description, new.per_day, new.charge, new.charge_for,
    new.position, new.created_at
  from private.line_changes(former_lines, lines) as each
    cross join jsonb_populate_record(null::public.order_items, each.became) as new
  where each.was is null;
  perform private.take_over_hold(taken.holder, array_agg(part.part_id), made.order_number)
  from (
    select held.holder::uuid as holder, (line.value ->> 'item_id')::uuid as item_id
    from jsonb_each(lines) as line, jsonb_array_elements_text(line.value -> 'taken') as held (holder)
  ) as taken join private.item_parts as part using (item_id)
  group by taken.holder;
  insert into public.reservations
    (item_id, quantity, kind, status, rented, blocked, order_item_id, reason, created_by)
  select part.part_id, hire.quantity * part.quantity, 'sub_rental', 'booked', days.rented,
    private.blocked_range(days.rented, private.turnaround_of(part.part_id)), line.key::uuid, nullif(hire.reason, ''),
    auth.uid()
  from jsonb_each(lines) as line
    cross join jsonb_to_recordset(line.value -> 'hired') as hire (item uuid, quantity integer, reason text)
    join private.item_parts as part on part.item_id = (line.value ->> 'item_id')::uuid
      and part.part_id = coalesce(hire.item, part.part_id)
    cross join lateral (
      select daterange((line.value ->> 'rental_from')::date, (line.value ->> 'rental_to')::date, '[]') as rented
    ) as days
  where line.value ->> 'rental_from' is not null and line.value ->> 'rental_to' is not null;
  if touches_stock then
    -- why: a kit that is swapped for a part of it has a reservation of the new item already, and would keep the others.
    update public.reservations as former set status = 'released'
    from private.line_changes(former_lines, lines) as each
    where each.was -> 'item_id' <> each.became -> 'item_id' and former.order_item_id = each.id
      and former.kind = 'rental' and former.status <> 'released' and exists (
        select from public.reservations as part
        where part.order_item_id = each.id and part.item_id = (each.became ->> 'item_id')::uuid
          and part.kind = 'rental' and part.status <> 'released');
    perform private.write_reservations(array[made.id]);
  end if;
  perform set_config('studio.edits_lines', '', true);

  if became -> 'order' <> former -> 'order' then
    update public.orders as changed
    set rental_from = new.rental_from, rental_to = new.rental_to, discount_percent = new.discount_percent,
      discount_amount = new.discount_amount, discount_reason = new.discount_reason
    from jsonb_populate_record(null::public.orders, became -> 'order') as new
    where changed.id = made.id;
  end if;
  -- why only a new one: a discount that the lines fell below is limited to them, and must not hold up other changes.
  if became #> '{order,discount_amount}' is distinct from former #> '{order,discount_amount}'
    and (became #>> '{order,discount_amount}')::numeric > private.order_lines_amount(made.id)
  then
    raise exception 'The discount cannot be more than the lines.' using errcode = 'PT422',
      detail = jsonb_build_object('field', 'changes', 'index', (
        select max(change.place) - 1 from jsonb_array_elements(changes) with ordinality as change (value, place)
        where change.value ->> 'action' = 'discount'), 'line', null)::text;
  end if;
  total := private.order_total(made.id);
  if total > 9999999999.99 then
    perform private.refuse(total_field, 'The total of this order is too large.');
  end if;
  update public.orders as changed set total_price = total where changed.id = made.id returning * into answer;
  perform private.record_changes(answer, former, became);
  return jsonb_build_object('order', private.without_texts(to_jsonb(answer)),
    'undo', case when can_undo then private.undo_changes(former, became) end);
exception when check_violation or unique_violation or foreign_key_violation then
  declare
    relation text;
  begin
    get stacked diagnostics relation = table_name;
    if relation = 'order_items' then
      perform private.refuse('changes', 'These changes cannot be saved together.');
    end if;
    raise;
  end;
end
$$;

create function private.order_lines_amount(order_id uuid) returns numeric
language sql stable
set search_path = ''
as $$
  select coalesce(sum(private.line_amount(line.price, line.quantity, private.charged_days(line))), 0)
  from public.order_items as line where line.order_id = order_lines_amount.order_id
$$;

create or replace function private.order_total(order_id uuid) returns numeric
language sql stable
set search_path = ''
as $$
  select greatest(0, sums.amount - coalesce(made.discount_amount,
    round(sums.amount * made.discount_percent / 100, 2), 0))
  from public.orders as made
    cross join lateral (select private.order_lines_amount(made.id) as amount) as sums
  where made.id = order_total.order_id
$$;

create or replace function private.write_document_lines(document_id uuid, lines jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  rows jsonb;
begin
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) > 300 then
    perform private.refuse('lines', 'A document can have at most 300 lines.');
  end if;
  select coalesce(jsonb_agg(private.checked_document_line(line.value, line.place::integer - 1, array(
        select former.discount_amount from public.document_lines as former
        where former.document_id = write_document_lines.document_id and former.discount_amount is not null
          and line.value -> 'discount_amount' <> 'null' and former.kind = line.value ->> 'kind'
          and (former.item_id::text, former.order_item_id::text, former.enquiry_item_id::text) is not distinct from
            (line.value ->> 'item_id', line.value ->> 'order_item_id', line.value ->> 'enquiry_item_id'))) || jsonb_build_object(
      'document_id', write_document_lines.document_id, 'gross', 0, 'discount', 0, 'shared_discount', 0, 'taxable', 0,
      'cgst', 0, 'sgst', 0, 'igst', 0) order by line.place), '[]')
    into rows
  from jsonb_array_elements(lines) with ordinality as line (value, place);
  delete from public.document_lines as former where former.document_id = write_document_lines.document_id;
  insert into public.document_lines select * from jsonb_populate_recordset(null::public.document_lines, rows);
end
$$;

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
    if fixed is distinct from known.discount_amount and fixed > (select coalesce(sum(priced.amount - private.discount_on(priced.amount, line.discount_percent, line.discount_amount)), 0)
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
