-- Written by `npm run db:change` from supabase/schemas.

create or replace function private.add_charges(made public.orders, charges jsonb) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  added uuid[];
  total numeric;
begin
  if charges is null or charges in ('null', '[]') then
    return '{}';
  elsif jsonb_typeof(charges) <> 'array' or jsonb_array_length(charges) > 200 then
    perform private.refuse('charges', 'Charges must be a list of at most 200.');
  elsif exists (
    select from jsonb_array_elements(charges) as listed (charge)
    where coalesce(char_length(private.one_line(charge ->> 'description')), 0) not between 1 and 200
      or private.whole_number(charge -> 'quantity', 1, 1000000) is null
      or jsonb_typeof(charge -> 'price') is distinct from 'number'
      or not coalesce(case jsonb_typeof(charge -> 'price') when 'number' then
        (charge ->> 'price')::numeric between 0 and 9999999.99 end, false)
      or coalesce(charge ->> 'charge', '') not in ('late', 'damage', 'missing')
      or charge ->> 'line' is not null and private.uuid_of(charge ->> 'line') is null
  ) then
    perform private.refuse('charges', 'A charge needs a description of at most 200 characters, a quantity and a price.');
  end if;
  with added_lines as (
    insert into public.order_items (order_id, description, quantity, price, per_day, charge, charge_for, position)
    select made.id, private.one_line(given.charge ->> 'description'), (given.charge ->> 'quantity')::numeric::integer,
      (given.charge ->> 'price')::numeric, false, given.charge ->> 'charge', private.uuid_of(given.charge ->> 'line'),
      least(32767, (
        select coalesce(max(line.position), 0) from public.order_items as line where line.order_id = made.id
      ) + given.place)::smallint
    from jsonb_array_elements(charges) with ordinality as given (charge, place)
    returning id
  )
  select array_agg(added_lines.id) into added from added_lines;
  total := private.order_total(made.id);
  if total > 9999999999.99 then
    perform private.refuse('charges', 'The total of this order is too large.');
  end if;
  update public.orders as charged set total_price = total where charged.id = made.id;
  perform private.record_event(made.customer_id, 'order', made.id, 'line_added', null, 'text line ×1', line.id)
  from unnest(added) as line (id);
  return added;
end
$$;

create or replace function private.assign_slug() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  is_taken constant text := format('select exists (select from %s where slug = $1)', tg_relid::regclass);
  named constant text := to_jsonb(new) ->> tg_argv[0];
  base text;
  taken boolean;
  -- Bounds of the search: last_taken is in use, first_free is not.
  last_taken integer := 1;
  first_free integer := 2;
  middle integer;
begin
  if named <> private.one_line(named) then
    new := jsonb_populate_record(new, jsonb_build_object(tg_argv[0], private.one_line(named)));
  end if;
  if tg_op = 'UPDATE' then
    new.slug := old.slug;
    return new;
  end if;
  base := private.slug_of(named);
  if base = '' then
    base := private.slug_of(to_jsonb(new) ->> tg_argv[1]);
  end if;
  new.slug := base;
  -- why: two people adding the same name at once must get two slugs, not a unique violation.
  perform pg_advisory_xact_lock(hashtextextended('slug of ' || tg_relid::text, 0));
  execute is_taken into taken using base;
  if not taken then
    return new;
  end if;
  loop
    execute is_taken into taken using base || '-' || first_free;
    exit when not taken;
    last_taken := first_free;
    first_free := first_free * 2;
  end loop;
  while first_free - last_taken > 1 loop
    middle := (last_taken + first_free) / 2;
    execute is_taken into taken using base || '-' || middle;
    if taken then
      last_taken := middle;
    else
      first_free := middle;
    end if;
  end loop;
  new.slug := base || '-' || first_free;
  return new;
end
$$;

create or replace function private.checked_document_line(line jsonb, index integer, kept numeric[]) returns jsonb
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
  made.text := private.one_line(coalesce(line ->> 'text', ''));
  if made.kind = 'item' then
    select * into item from public.items as known where known.id = private.uuid_of(line ->> 'item_id');
    if not found then
      perform private.refuse_line(index, 'This item does not exist.');
    end if;
    made.item_id := item.id;
    made.item_type := item.kind;
    made.text := coalesce(nullif(made.text, ''), private.one_line(item.name));
  end if;
  if made.text = '' then
    perform private.refuse_line(index, 'Enter the text of this line.');
  elsif char_length(made.text) > 200 then
    perform private.refuse_line(index, 'The text of a line can have at most 200 characters.');
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
    elsif made.sac is null or made.sac !~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$' then
      perform private.refuse_line(index, 'A SAC has 4, 6 or 8 digits, like 997319.');
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

create or replace function private.import_items(kind text) returns text
language sql stable
set search_path = ''
as $$
  with listed as (
    select item_table, code_column from private.inventory_kind(import_items.kind)
  ), known as (
    select *, format($f$nullif(private.%I(fields ->> %L), '') as %I$f$,
        case said when 'description' then 'trimmed' else 'one_line' end, said, 'said_' || said) as text_of,
      case
        when lookup_table is not null then format(
          'case when there.id is not null and (not fields ? %1$L
             or lower(%2$I collate private.names) = lower(private.trimmed(%3$I.%4$I))) then there.%5$I
           else %6$I.id end as %5$I', said, 'said_' || said, 'was_' || said, label_column, item_column, 'of_' || said)
        when pattern is not null then format(
          'case when there.id is not null and %1$I is null then there.%5$I
           else coalesce(case when %1$I ~ %2$L then %1$I::%3$s end, %4$s) end as %5$I',
          'said_' || said, pattern, type, coalesce(fallback, 'null'), item_column)
        else format(
          'case when there.id is not null and (not fields ? %1$L
             or replace(%2$I, E''\r\n'', E''\n'') is not distinct from private.plain_text(there.%3$I)) then there.%3$I
           else coalesce(%2$I, %4$s) end as %3$I', said, 'said_' || said, item_column, coalesce(fallback, 'null'))
      end as value_of
    from private.import_columns(kind) where item_column <> 'images'
  ), written as (
    select item_column, place from private.import_columns(kind)
  )
  select format(
    'select item.*, jsonb_build_array(lower(said_name collate private.names)%1$s)::text collate "C" as same,
       jsonb_build_object(%2$s) as became,
       case when there_id is null then ''{}'' else array_remove(array[%3$s], null) end as differing
     from (
       select said.*, there.id as there_id, there.updated_at as there_at, %4$s,
         array_remove(array[%5$s], null) as images, %6$s, jsonb_build_object(%7$s) as was
       from (
         select line, seen, fields, upper(nullif(private.trimmed(fields ->> ''code''), '''')) collate "C" as said_code, %8$s, %9$s
         from private.import_lines where import_id = $1
       ) as said
       left join %10$s as there on there.%11$I = said.said_code%12$s
     ) as item',
    string_agg(case
      when lookup_table is not null then format(', coalesce(%I::text, lower(%I))', item_column, 'said_' || said)
      when is_required and item_column <> 'name' then format(', %I::text', item_column)
    end, '' order by place),
    (select string_agg(format('%1$L, %1$I', item_column), ', ' order by place) from written),
    (select string_agg(format('case when %1$I is distinct from %2$I then %1$L end', item_column, 'former_' || item_column),
      ', ' order by place) from written),
    (select string_agg(format('there.%I as %I', item_column, 'former_' || item_column), ', ' order by place) from written),
    (select string_agg(format('case when there.id is not null and not fields ? %1$L then there.images[%2$s] else %3$I end',
      'image_' || n, n, 'said_image_' || n), ', ') from generate_series(1, 3) as n),
    string_agg(value_of, ', ' order by place),
    (select string_agg(format('%1$L, there.%1$I', item_column), ', ' order by place) from written),
    string_agg(text_of, ', ' order by place),
    (select string_agg(format($f$nullif(private.trimmed(fields ->> %L), '') as %I$f$, 'image_' || n,
      'said_image_' || n), ', ') from generate_series(1, 3) as n),
    (select item_table from listed), (select code_column from listed),
    string_agg(format(
      ' left join %2$s as %5$I on %5$I.id = there.%6$I
        left join (
          select distinct on (key) id, key
          from (select id, lower(%3$I) collate "C" as key from %2$s) as listed order by key, id
        ) as %1$I on %1$I.key = lower(%4$I collate private.names) collate "C"',
      'of_' || said, lookup_table, label_column, 'said_' || said, 'was_' || said, item_column), '')
      filter (where lookup_table is not null))
  from known
$$;

create function private.one_line(value text) returns text
language sql immutable parallel safe
return private.trimmed(regexp_replace(value, E'[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'));

create or replace function private.quoted_lines(quote public.documents, enquiry public.enquiry_orders)
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
      'description', case when line.item_id is null then private.one_line(line.text) end,
      'quantity', line.quantity,
      'price', private.line_amount(line.unit_price, 1, case when not priced.per_day then line.days end),
      'list_price', item.price, 'per_day', priced.per_day,
      'rental_from', begun.first_day, 'rental_to', ended.last_day, 'position', line.position)) as made
  where line.document_id = quote.id and line.kind <> 'heading';
end
$$;

create or replace function private.read_payment(
  made public.orders,
  account text,
  kind text,
  amount numeric,
  method text,
  reference text,
  day date,
  note text
) returns public.payments
language plpgsql
set search_path = ''
as $$
declare
  entry public.payments;
  moves_money constant boolean := coalesce(read_payment.kind in ('received', 'refunded'), false);
begin
  entry.order_id := made.id;
  entry.customer_id := made.customer_id;
  entry.account := read_payment.account;
  entry.kind := read_payment.kind;
  entry.method := case when moves_money then read_payment.method end;
  entry.reference := coalesce(private.one_line(read_payment.reference), '');
  entry.day := coalesce(read_payment.day, private.today());
  entry.note := nullif(private.trimmed(read_payment.note), '');
  entry.created_by := auth.uid();
  if entry.account is null or entry.account not in ('rental', 'deposit') then
    perform private.refuse('account', 'Select rent or deposit.');
  elsif entry.kind is null or not entry.kind = any (case entry.account
    when 'rental' then '{received,refunded,tds,written_off}' else '{received,refunded,deposit_applied}' end::text[]) then
    perform private.refuse('kind', 'Select what this entry records.');
  elsif read_payment.amount is null or read_payment.amount = 'NaN' or read_payment.amount <= 0 then
    perform private.refuse('amount', 'Enter an amount above ₹0.');
  elsif read_payment.amount > 9999999999.99 then
    perform private.refuse('amount', 'This amount is too large.');
  elsif read_payment.amount <> round(read_payment.amount, 2) then
    perform private.refuse('amount', 'Enter whole paise: at most two decimals.');
  elsif moves_money and (entry.method is null
    or entry.method not in ('cash', 'upi', 'bank', 'card', 'cheque', 'other')) then
    perform private.refuse('method', 'Select how the money was paid.');
  elsif char_length(entry.reference) > 60 then
    perform private.refuse('reference', 'A reference has at most 60 characters on one line.');
  elsif not isfinite(entry.day) or entry.day > private.today() then
    perform private.refuse('day', 'This day is in the future.');
  -- why a year: an advance may be older than the order it was recorded for; a wrong year is a slip of the keyboard.
  elsif entry.day < (made.created_at at time zone 'Asia/Kolkata')::date - 366 then
    perform private.refuse('day', 'This day is more than a year before the order was made.');
  elsif char_length(entry.note) > 500 then
    perform private.refuse('note', 'A note has at most 500 characters.');
  end if;
  entry.amount := read_payment.amount;
  return entry;
end
$$;

create or replace function private.short_text(value text, field text) returns text
language plpgsql
set search_path = ''
as $$
declare
  given constant text := nullif(private.one_line(value), '');
begin
  if char_length(given) > 200 then
    perform private.refuse(field, 'At most 200 characters are possible.');
  end if;
  return given;
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
    set notes = given_notes, reason = coalesce(private.one_line(draft ->> 'reason'), saved.reason), version = saved.version + 1,
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

create or replace function public.change_tax_class(
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
  elsif coalesce(char_length(private.one_line(change_tax_class.label)), 0) not between 1 and 60 then
    perform private.refuse('label', 'Enter a name of at most 60 characters.');
  elsif coalesce(change_tax_class.sac, '') !~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$' then
    perform private.refuse('sac', 'A SAC has 4, 6 or 8 digits, like 997319.');
  elsif coalesce(change_tax_class.rate not between 0 and 100 or change_tax_class.rate % 0.01 <> 0, true) then
    perform private.refuse('rate', 'Enter a rate from 0 to 100%.');
  elsif change_tax_class.place is null or change_tax_class.place not in ('recipient', 'premises') then
    perform private.refuse('place', 'Select where it is taxed.');
  end if;
  insert into public.tax_classes (label, sac, rate, place, created_by)
  values (private.one_line(change_tax_class.label), change_tax_class.sac, change_tax_class.rate, change_tax_class.place, auth.uid())
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

create or replace function public.make_credit_note(
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
  given_reason constant text := private.one_line(coalesce(make_credit_note.reason, ''));
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

create or replace function public.set_place(type text, id uuid, place text default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  item public.items;
  wanted constant text := nullif(private.one_line(set_place.place), '');
begin
  perform private.require_staff('admin', 'inventory_user');
  item := private.present_item(set_place.type, set_place.id);
  if char_length(wanted) > 60 then
    perform private.refuse('place', 'The place must be at most 60 characters');
  end if;
  update public.items as placed set place = wanted
  where placed.id = item.id and placed.place is distinct from wanted;
  return jsonb_build_object('type', item.kind, 'id', item.id, 'place', wanted);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function private.one_line(text) to authenticated, service_role;
