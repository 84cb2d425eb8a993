-- Drafts of documents: making, changing, discarding them.

/* The draft with this id, locked. Raises PT404; PT409 {"reason": "issued"}, or {"reason": "changed", "document"} for another version. */
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

/* Refuses a call that waited too long for a document or its order: PT409 {"reason": "busy"}. */
create function private.refuse_busy_document() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'This document is busy. Please try again.' using errcode = 'PT409', detail = '{"reason": "busy"}';
end
$$;

/* Refuses a line of a document: PT422 with {"field": "lines", "index"}. */
create function private.refuse_line(index integer, message text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT422', message = refuse_line.message,
    detail = jsonb_build_object('field', 'lines', 'index', refuse_line.index)::text;
end
$$;

/* A JSON value as rupees or percent from `lowest` to `highest` with at most two decimals; null if it is none. */
create function private.decimal_of(value jsonb, lowest numeric, highest numeric) returns numeric
language sql immutable parallel safe
set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'number' then
    case when value::numeric between lowest and highest and value::numeric % 0.01 = 0 then round(value::numeric, 2) end
  end
$$;

/*
 * One line as staff wrote it, as a row of document_lines. An item must exist; SAC, rate and place that are not given are
 * those of its tax class. Raises PT422 with {"field": "lines", "index"}.
 */
create function private.checked_document_line(line jsonb, index integer) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  made public.document_lines;
  item public.items;
  class public.tax_classes;
  discount numeric;
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
    if made.unit_price * made.quantity * coalesce(made.days, 1) > 9999999999.99 then
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
      made.discount_amount := private.decimal_of(line -> 'discount_amount', 0, made.unit_price * made.quantity * coalesce(made.days, 1));
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

/* Replaces the lines of a draft. Raises PT422 with {"field": "lines", "index"}. */
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

/*
 * Lines of a new document from those of an order or enquiry: each with price and tax class of its kind. Lines of the order
 * that an invoice has already are left out when `is_invoice`.
 */
create function private.source_lines(order_id uuid, enquiry_id uuid, is_invoice boolean) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', source.kind, 'item_id', source.item_id, 'order_item_id', source.line_id,
    'text', source.text, 'quantity', source.quantity, 'days', source.days, 'unit_price', source.price)
    order by source.position, source.line_id), '[]')
  from (
    select case when line.item_id is not null then 'item' when line.charge is not null then 'charge' else 'text' end as kind,
      line.item_id, line.id as line_id, coalesce(line.description, item.name) as text, line.quantity,
      case when line.per_day then line.rental_days end as days, line.price, line.position
    from public.order_items as line left join public.items as item on item.id = line.item_id
    where line.order_id = source_lines.order_id and not (source_lines.is_invoice and exists (
      select from public.document_lines as billed
        join public.documents as invoice on invoice.id = billed.document_id and invoice.kind = 'invoice' and invoice.state = 'issued'
        left join private.credited_lines(invoice.id, null) as credited on credited.line_position = billed.position
      where billed.order_item_id = line.id and coalesce(credited.taxable, 0) < billed.taxable))
    union all
    select 'item', line.item_id, null, item.name, line.quantity, line.rental_days, line.price, line.position
    from public.enquiry_items as line join public.items as item on item.id = line.item_id
    where source_lines.order_id is null and line.enquiry_order_id = source_lines.enquiry_id
  ) as source
$$;

/* The billing profile that a new document of a customer gets: the one saved last. */
create function private.usual_billing_profile(customer_id uuid) returns uuid
language sql stable
set search_path = ''
as $$
  select profile.id from public.billing_profiles as profile
  where profile.customer_id = any (private.merged_customers(usual_billing_profile.customer_id))
  order by profile.updated_at desc, profile.id limit 1
$$;

/*
 * Makes a draft of a quote from an order or enquiry, or of an invoice from an order, with its lines, and returns it as
 * `document` does. An invoice leaves out what is invoiced already. A repeat with the same key returns the same draft.
 * Raises PT404 for an unknown order or enquiry; PT409 {"reason": "incomplete"} when all lines are invoiced; PT422 with
 * {"field"}; 42501 for anyone but admin and crm_user.
 */
create function public.make_document(kind text, "order" uuid default null, enquiry uuid default null, key uuid default null)
returns jsonb
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
    case when make_document.kind = 'quote' then private.today() + private.setting_or_default('documents.quote_validity_days')::integer end,
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
grant execute on function public.make_document(text, uuid, uuid, uuid) to authenticated;

/*
 * Saves a billing profile of a customer, a new one when "id" is null, and returns it. A GSTIN decides its state.
 * profile: {"id", "label", "legal_name", "gstin", "address", "state_code"}. Drafts that use it follow.
 * Raises PT404 for an unknown customer or profile, PT422 with {"field"}, 42501 for anyone but admin and crm_user.
 */
create function public.save_billing_profile(customer uuid, profile jsonb, key uuid default null) returns jsonb
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
  if char_length(given.label) > 60 or given.label ~ '[\x01-\x1f\x7f]' then
    perform private.refuse('label', 'At most 60 characters.');
  elsif char_length(given.legal_name) not between 1 and 120 or given.legal_name ~ '[\x01-\x1f\x7f]' then
    perform private.refuse('legal_name', 'Enter the name of the person or company, at most 120 characters.');
  elsif given.gstin is not null and private.setting_problem('{"type": "gstin"}', to_jsonb(given.gstin)) is not null then
    perform private.refuse('gstin', private.setting_problem('{"type": "gstin"}', to_jsonb(given.gstin)));
  elsif char_length(given.address) > 400 or given.address ~ '[\x01-\x08\x0b-\x1f\x7f]' then
    perform private.refuse('address', 'At most 400 characters.');
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
grant execute on function public.save_billing_profile(uuid, jsonb, uuid) to authenticated;

/*
 * Saves a draft and returns it. draft: {"billing_profile", "place_of_supply", "valid_until", "discount_percent",
 * "discount_amount", "notes", "lines"}, all of it; a credit note has only its notes and reason changed. version: the one
 * that the caller saw.
 * Raises PT404, PT409 {"reason": "changed", "document"} or {"reason": "issued"}, PT422 with {"field"} and "index" for a
 * line; 42501 for anyone but admin and crm_user.
 */
create function public.change_document(id uuid, version integer, draft jsonb, key uuid default null) returns jsonb
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
    if fixed > (select coalesce(sum(line.unit_price * line.quantity * coalesce(line.days, 1)
        - private.discount_on(line.unit_price * line.quantity * coalesce(line.days, 1), line.discount_percent, line.discount_amount)), 0)
      from public.document_lines as line where line.document_id = known.id and line.kind <> 'heading') then
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
grant execute on function public.change_document(uuid, integer, jsonb, uuid) to authenticated;

/*
 * Deletes a draft: {"id"}. Raises PT404, PT409 {"reason": "changed", "document"} or {"reason": "issued"}, 42501 for anyone
 * but admin and crm_user.
 */
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
grant execute on function public.discard_document(uuid, integer) to authenticated;

/*
 * Reads the lines and the discount of a draft again from its order or enquiry, and returns it. A repeat with the same key
 * reads them once. Raises PT404, PT409 {"reason": "changed", "document"}, {"reason": "issued"} or {"reason": "busy"}, PT422
 * with {"field"} for a credit note, 42501 for anyone but admin and crm_user.
 */
create function public.take_source_lines(id uuid, version integer, key uuid default null) returns jsonb
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
grant execute on function public.take_source_lines(uuid, integer, uuid) to authenticated;
