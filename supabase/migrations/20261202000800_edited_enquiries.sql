-- Written by `npm run db:change` from supabase/schemas.

drop routine private.record_changes(public.orders,jsonb,jsonb);

create function private.add_order_lines(order_id uuid, lines jsonb) returns void
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  hires constant boolean := jsonb_path_exists(lines, '$[*].hired[0]');
begin
  -- why: the trigger would refuse the lines before the pieces that are hired in for them are there.
  if hires then
    perform set_config('studio.edits_lines', 'on', true);
  end if;
  insert into public.order_items (
    id, order_id, item_type, item_id, variant_id, quantity, price, list_price, price_reason, rental_from, rental_to,
    description, per_day, position
  )
  select line.id, add_order_lines.order_id, line.item_type, line.item_id, line.variant_id, line.quantity, line.price,
    line.list_price, line.price_reason, line.rental_from, line.rental_to, line.description, line.per_day, line.position
  from jsonb_populate_recordset(null::public.order_items, add_order_lines.lines) as line;
  if hires then
    perform private.hire_in(add_order_lines.lines);
    perform private.write_reservations(array[add_order_lines.order_id]);
    perform set_config('studio.edits_lines', '', true);
  end if;
end
$$;

create or replace function private.document_source(order_id uuid, enquiry_id uuid) returns bytea
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
      select jsonb_agg(jsonb_build_array(line.id, line.item_id, line.quantity, line.price, line.rental_days)
          || case when line.description is null then '[]' else jsonb_build_array(line.description, line.per_day) end
        order by line.position, line.id)
      from public.enquiry_items as line where line.enquiry_order_id = document_source.enquiry_id)
    end::text, 'UTF8'))
$$;

create function private.changed_enquiry_quote(enquiry_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', quote.id, 'number', quote.number, 'total', quote.total, 'accepted', exists (
      select from public.document_answers as given where given.document_id = quote.id and given.answer = 'accepted'))
  from private.quote_of_enquiry(changed_enquiry_quote.enquiry_id) as quote
    join public.enquiry_orders as enquiry on enquiry.id = quote.enquiry_order_id
      and enquiry.status = any (private.open_statuses())
  where quote.source_hash <> private.document_source(null, enquiry.id)
    or exists (
      select from private.quoted_days as kept
        join public.document_lines as line on line.document_id = kept.document_id and line.position = kept.position
        join public.enquiry_items as asked on asked.id = line.enquiry_item_id
      where kept.document_id = quote.id and kept.rental_from is distinct from asked.rental_from)
$$;

create function private.check_changes(changes jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) not between 1 and 200
    or jsonb_path_exists(changes, 'strict $[*] ? (@.type() != "object")') then
    raise exception 'Changes must be a list of 1 to 200.' using errcode = 'PT422',
      detail = '{"field": "changes", "index": null, "line": null}';
  end if;
end
$$;

create or replace function private.chosen_values(line jsonb, choice jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  about constant text := line ->> 'line';
  action constant text := choice ->> 'action';
  pieces integer := private.whole_number(choice -> 'quantity', 1, 1000000);
  item public.items;
  part uuid;
  days daterange;
begin
  if jsonb_typeof(choice -> 'quantity') <> 'null' and pieces is null then
    perform private.refuse_choice(about, 'Quantity must be a whole number of 1 or more');
  end if;
  case action
    when 'drop' then
      return '{}';
    when 'lower' then
      if pieces is null or pieces > (line ->> 'quantity')::integer then
        perform private.refuse_choice(about, 'The lower quantity must be from 1 to the present one.');
      end if;
      return jsonb_build_object('quantity', pieces);
    when 'swap' then
      item := private.rentable_item(choice ->> 'type', choice ->> 'item');
      if item.id is null then
        perform private.refuse_choice(about, 'The other item is no longer there. Choose another.');
      end if;
      return jsonb_build_object('item_type', item.kind, 'item_id', item.id, 'price', item.price,
        'list_price', item.price, 'price_reason', null, 'variant_id', null, 'free_when_sent', null, 'of_when_sent', null,
         'quantity', coalesce(pieces, (line ->> 'quantity')::integer), 'hired', '[]'::jsonb);
    when 'dates' then
      days := private.staff_days((choice ->> 'rental_from')::date, (choice ->> 'rental_to')::date);
      return jsonb_build_object('rental_from', lower(days), 'rental_to', upper(days) - 1);
    when 'sub_rental' then
      part := private.uuid_of(coalesce(choice ->> 'item', line ->> 'item_id'));
      if pieces is null then
        perform private.refuse_choice(about, 'A sub-rental needs its number of pieces.');
      elsif char_length(choice ->> 'reason') > 500 then
        perform private.refuse_choice(about, 'The reason must be at most 500 characters');
      elsif not exists (
        select from private.item_parts as inside
        where inside.item_id = (line ->> 'item_id')::uuid and inside.part_id = part
      ) then
        perform private.refuse_choice(about, 'This item is not part of the line.');
      end if;
      return jsonb_build_object('hired', line -> 'hired' || jsonb_build_object(
        'item', choice -> 'item', 'quantity', pieces, 'reason', private.trimmed(choice ->> 'reason')));
    when 'take_over' then
      return jsonb_build_object('taken', line -> 'taken' || jsonb_build_array(private.uuid_of(choice ->> 'enquiry')));
    else
      perform private.refuse_choice(about, 'There is no such choice.');
  end case;
end
$$;

create function private.edit_enquiry(id uuid, changes jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
#variable_conflict use_variable
declare
  enquiry public.enquiry_orders;
  like_order public.orders;
  former_lines jsonb;
  former jsonb;
  became jsonb;
  lines jsonb;
  was_span record;
  span record;
  until timestamptz;
  total numeric;
begin
  select * into enquiry from public.enquiry_orders as found where found.id = edit_enquiry.id for update;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  elsif enquiry.status <> all (private.open_statuses()) then
    raise exception using errcode = 'PT409',
      message = format('Only an open enquiry can be changed; %s is "%s".', enquiry.enquiry_number, (
        select status.label from public.crm_rental_enquiry_statuses as status where status.value = enquiry.status));
  elsif jsonb_path_exists(changes, '$[*] ? (@.action == "discount" || @.action == "sub_rental" || @.action == "take_over")') then
    perform private.refuse('changes', 'Only an order can have this. Convert the enquiry first.');
  end if;
  like_order := jsonb_populate_record(null::public.orders, jsonb_build_object('id', enquiry.id,
    'customer_id', enquiry.customer_id, 'rental_from', enquiry.rental_from, 'rental_to', enquiry.rental_to));
  former_lines := private.enquiry_rows(enquiry.id);
  perform private.refuse_changed(like_order, former_lines, changes, 'enquiry');
  former := private.apply_changes(like_order, former_lines, '[]');
  became := private.apply_changes(like_order, former_lines, changes);
  lines := became -> 'lines';
  if lines = '{}' then
    perform private.refuse('changes', 'An enquiry needs at least one line. Close it instead.');
  end if;
  was_span := private.span_of(former_lines);
  span := private.span_of(lines);
  if span is distinct from was_span and span.first_day is not null then
    became := jsonb_set(became, '{order}', became -> 'order'
      || jsonb_build_object('rental_from', span.first_day, 'rental_to', coalesce(span.last_day, span.first_day)));
  end if;
  perform private.keep_quoted_days(enquiry);

  if enquiry.held_until > clock_timestamp() then
    until := least(enquiry.held_until, span.first_day::timestamp at time zone 'Asia/Kolkata' - interval '1 minute');
    perform private.lock_stock(array(
      select (value ->> 'item_id')::uuid from jsonb_each(former_lines)
      union
      select (value ->> 'item_id')::uuid from jsonb_each(lines)
      union
      select hold.item_id from public.enquiry_items as line
        join public.reservations as hold on hold.enquiry_item_id = line.id and hold.status = 'held'
      where line.enquiry_order_id = enquiry.id));
    update public.reservations as hold set status = 'released'
    from private.line_changes(former_lines, lines) as each
    where hold.enquiry_item_id = each.id and hold.kind = 'hold' and hold.status = 'held'
      and (each.became is null
        or private.line_value(each.was, 'dates') <> private.line_value(each.became, 'dates')
        or each.was -> 'item_id' <> each.became -> 'item_id' or each.was -> 'quantity' <> each.became -> 'quantity');
  end if;
  delete from public.enquiry_items as gone
  where gone.enquiry_order_id = enquiry.id and not lines ? gone.id::text;
  update public.enquiry_items as line
  set item_type = new.item_type, item_id = new.item_id, variant_id = new.variant_id, quantity = new.quantity,
    price = new.price, list_price = new.list_price, price_reason = new.price_reason, rental_from = new.rental_from,
    rental_to = new.rental_to, description = new.description, free_when_sent = new.free_when_sent,
    of_when_sent = new.of_when_sent
  from private.line_changes(former_lines, lines) as each
    cross join jsonb_populate_record(null::public.enquiry_items, each.became) as new
  where each.was is not null and each.became is not null and line.id = each.id;
  insert into public.enquiry_items (
    id, enquiry_order_id, item_type, item_id, variant_id, quantity, price, list_price, price_reason, rental_from, rental_to,
    description, per_day, position, created_at, free_when_sent, of_when_sent
  )
  select new.id, enquiry.id, new.item_type, new.item_id, new.variant_id, new.quantity, new.price, new.list_price,
    new.price_reason, new.rental_from, new.rental_to, new.description, new.per_day, new.position, new.created_at,
    new.free_when_sent, new.of_when_sent
  from private.line_changes(former_lines, lines) as each
    cross join jsonb_populate_record(null::public.enquiry_items, each.became) as new
  where each.was is null;
  if until > clock_timestamp() then
    update public.reservations as hold set expires_at = until
    from public.enquiry_items as line
    where line.enquiry_order_id = enquiry.id and hold.enquiry_item_id = line.id and hold.status = 'held'
      and hold.expires_at <> until;
    perform private.write_holds(enquiry.id, until);
  end if;

  total := private.enquiry_total(enquiry.id);
  if total > 9999999999.99 then
    perform private.refuse('changes', 'The total of this enquiry is too large.');
  end if;
  update public.enquiry_orders as changed
  set rental_from = new.rental_from, rental_to = new.rental_to, total_price = total,
    held_until = case when enquiry.held_until > clock_timestamp() then
      case when until > clock_timestamp() then until end else changed.held_until end
  from jsonb_populate_record(null::public.enquiry_orders, became -> 'order') as new
  where changed.id = enquiry.id returning changed.* into enquiry;
  perform private.record_changes(like_order, former, became, 'enquiry');
  return jsonb_build_object('enquiry', private.without_texts(to_jsonb(enquiry)),
    'undo', private.undo_changes(former, became));
exception when check_violation or unique_violation or foreign_key_violation then
  declare
    relation text;
  begin
    get stacked diagnostics relation = table_name;
    if relation = 'enquiry_items' then
      perform private.refuse('changes', 'These changes cannot be saved together.');
    end if;
    raise;
  end;
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
  split jsonb;
  was_span record;
  span record;
  touches_stock boolean;
  can_undo boolean;
  total numeric;
  answer public.orders;
begin
  select coalesce(jsonb_object_agg(line.id, to_jsonb(line) || '{"hired": [], "taken": []}'), '{}') into former_lines
  from public.order_items as line where line.order_id = made.id;
  perform private.refuse_changed(made, former_lines, changes, 'order');
  former := private.apply_changes(made, former_lines, '[]');
  became := private.apply_changes(made, former_lines, changes);
  lines := became -> 'lines';
  if lines = '{}' then
    perform private.refuse('changes', 'An order needs at least one line. Cancel it instead.');
  end if;
  perform private.check_handed_over(made.id, former_lines, lines);
  split := private.split_returned(made.id, former_lines, lines,
    jsonb_path_exists(changes, '$[*] ? (@.action == "dates" && (!exists (@.line) || @.line == null))'));
  lines := split -> 'lines';
  split := split -> 'split';
  became := became || jsonb_build_object('lines', lines);
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
  can_undo := split = '{}' and not jsonb_path_exists(lines, '$.*.hired[*]') and not jsonb_path_exists(lines, '$.*.taken[*]')
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
  perform private.split_movements(each.key::uuid, (each.value #>> '{}')::uuid, (lines -> each.key ->> 'quantity')::integer,
    (former_lines -> each.key ->> 'quantity')::integer)
  from jsonb_each(split) as each;
  perform private.take_over_hold(taken.holder, array_agg(part.part_id), made.order_number)
  from (
    select held.holder::uuid as holder, (line.value ->> 'item_id')::uuid as item_id
    from jsonb_each(lines) as line, jsonb_array_elements_text(line.value -> 'taken') as held (holder)
  ) as taken join private.item_parts as part using (item_id)
  group by taken.holder;
  perform private.hire_in(jsonb_path_query_array(lines, '$.*'));
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
  perform private.record_changes(answer, former, became, 'order');
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

create function private.enquiry_rows(enquiry_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(line.id, to_jsonb(line) - 'enquiry_order_id' || '{"hired": [], "taken": []}'), '{}')
  from public.enquiry_items as line where line.enquiry_order_id = enquiry_rows.enquiry_id
$$;

create or replace function private.enquiry_sums(enquiry_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.document_sums(
    coalesce(jsonb_agg(jsonb_build_object('position', line.position, 'kind', case when line.item_id is not null then 'item' else 'text' end,
      'place', class.place,
      'rate', case when private.is_gst_registered() then class.rate end,
      'quantity', line.quantity, 'days', case when line.per_day then line.rental_days end, 'unit_price', line.price)), '[]'),
    null, null, coalesce(private.studio_state(), ''), null, false,
    private.setting_or_default('documents.round_off')::boolean) -> 'sums'
  from public.enquiry_items as line cross join lateral private.tax_class_of(line.item_type) as class
  where line.enquiry_order_id = enquiry_sums.enquiry_id
$$;

create function private.enquiry_total(enquiry_id uuid) returns numeric
language sql stable
set search_path = ''
as $$
  select coalesce(sum(private.line_amount(line.price, line.quantity, case when line.per_day then line.rental_days end)), 0)
  from public.enquiry_items as line where line.enquiry_order_id = enquiry_total.enquiry_id
$$;

create or replace function private.erase_order_texts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.order_items as line
  set description = case when line.description is not null then 'Erased' end, price_reason = null
  from public.orders as made
  where made.id = line.order_id and made.customer_id = new.id
    and (line.description is not null or line.price_reason is not null);
  update public.enquiry_items as line
  set description = case when line.description is not null then 'Erased' end, price_reason = null
  from public.enquiry_orders as asked
  where asked.id = line.enquiry_order_id and asked.customer_id = new.id
    and (line.description is not null or line.price_reason is not null);
  update public.orders as made set discount_reason = null
  where made.customer_id = new.id and made.discount_reason is not null;
  delete from private.idempotency_keys as stored
  where stored.scope = 'change_order' and stored.response -> 'order' ->> 'id' in (
    select made.id::text from public.orders as made where made.customer_id = new.id)
    or stored.scope = 'change_enquiry' and stored.response -> 'enquiry' ->> 'id' in (
    select asked.id::text from public.enquiry_orders as asked where asked.customer_id = new.id);
  return null;
end
$$;

create function private.hire_in(lines jsonb) returns void
language sql
set search_path = ''
as $$
  insert into public.reservations
    (item_id, quantity, kind, status, rented, blocked, order_item_id, reason, created_by)
  select part.part_id, hire.quantity * part.quantity, 'sub_rental', 'booked', days.rented,
    private.blocked_range(days.rented, private.turnaround_of(part.part_id)), (line ->> 'id')::uuid, nullif(hire.reason, ''),
    auth.uid()
  from jsonb_array_elements(lines) as line
    cross join jsonb_to_recordset(line -> 'hired') as hire (item uuid, quantity integer, reason text)
    join private.item_parts as part on part.item_id = (line ->> 'item_id')::uuid
      and part.part_id = coalesce(hire.item, part.part_id)
    cross join lateral (
      select daterange((line ->> 'rental_from')::date, (line ->> 'rental_to')::date, '[]') as rented
    ) as days
  where line ->> 'rental_from' is not null and line ->> 'rental_to' is not null
$$;

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
    left join private.quoted_days as kept on kept.document_id = line.document_id and kept.position = line.position
    left join public.enquiry_items as wanted on wanted.id = (asked_of ->> line.position::text)::uuid
    cross join lateral (
      select case when line.item_id is not null then coalesce(kept.rental_from, wanted.rental_from, enquiry.rental_from) end as first_day
    ) as begun
    cross join lateral (
      select coalesce(kept.rental_to, greatest(coalesce(wanted.rental_to, enquiry.rental_to, begun.first_day),
        begun.first_day + coalesce(line.days, 1) - 1)) as last_day
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

create function private.keep_quoted_days(enquiry public.enquiry_orders) returns void
language sql
set search_path = ''
as $$
  insert into private.quoted_days (document_id, position, rental_from, rental_to)
  select quote.id, line.position, line.rental_from, line.rental_to
  from public.documents as quote cross join lateral private.quoted_lines(quote, keep_quoted_days.enquiry) as line
  where quote.enquiry_order_id = (keep_quoted_days.enquiry).id and quote.state = 'issued'
    and (private.kind_of(quote)).is_offer and line.rental_from is not null
  on conflict do nothing
$$;

create or replace function private.linked_enquiry_content(link private.enquiry_links) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  enquiry public.enquiry_orders;
  made public.orders;
  quote public.documents;
  answer jsonb;
begin
  select * into enquiry from public.enquiry_orders as known where known.id = link.enquiry_order_id;
  select * into made from public.orders as known where known.enquiry_order_id = enquiry.id;
  quote := private.quote_of_enquiry(enquiry.id);
  answer := private.answer_of_enquiry(enquiry.id);
  return jsonb_build_object('number', enquiry.enquiry_number, 'status', enquiry.status,
    'state', case
      when made.status = 'cancelled' then 'cancelled'
      when made.id is not null then 'ordered'
      when enquiry.status = any (private.open_statuses()) then case when quote.id is null then 'open' else 'quoted' end
      when answer ->> 'answer' = 'withdraw' then 'withdrawn'
      else 'closed' end,
    'created_at', private.iso_time(enquiry.created_at), 'rental_from', enquiry.rental_from,
    'rental_to', enquiry.rental_to, 'rental_days', enquiry.rental_days, 'total', enquiry.total_price,
    'payable', case when quote.id is null and made.id is null then private.enquiry_sums(enquiry.id) -> 'total' end,
    'held_until', case when enquiry.held_until > clock_timestamp() then private.iso_time(enquiry.held_until) end,
    'contact', jsonb_build_object('mobile', private.masked_mobile(enquiry.contact_mobile),
      'email', private.masked_email(enquiry.contact_email)),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(line.description, item.name),
        'image', shown.image, 'quantity', line.quantity, 'price', line.price, 'per_day', line.per_day) order by line.position, line.id), '[]')
      from public.enquiry_items as line
        left join public.items as item on item.id = line.item_id
        left join public.catalogue_items as shown on shown.id = line.item_id and shown.type = line.item_type
      where line.enquiry_order_id = enquiry.id),
    'answer', answer, 'change_waits', enquiry.change_asked_at is not null,
    'quote', case when quote.id is not null then jsonb_build_object('number', quote.number, 'total', quote.total,
      'valid_until', quote.valid_until, 'state', private.document_state(quote), 'opens', private.opens_quote(link)) end,
    'order', case when made.id is not null then jsonb_build_object('number', made.order_number, 'status', made.status,
      'rental_from', made.rental_from, 'rental_to', made.rental_to) end);
end
$$;

create or replace function private.message_lines(message private.outbox, enquiry uuid, "order" uuid, document uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('more', count(*) filter (where not listed.is_told),
    'lines', coalesce(
      jsonb_agg(jsonb_build_object('name', listed.name, 'quantity', listed.quantity) order by listed.place)
        filter (where listed.is_told), '[]'),
    'short', coalesce(
      jsonb_agg(jsonb_build_object('name', listed.name, 'quantity', listed.quantity,
          'free', case when listed.shows = 'exact' then listed.free else 0 end) order by listed.place)
        filter (where listed.free < listed.quantity and listed.shows in ('exact', 'yes-no')), '[]'))
  from (
    select line.name, line.quantity, line.free, told.shows, row_number() over numbered as place,
      told.to_studio or row_number() over numbered <= 20 as is_told
    from (
      select asked.id, asked.position, asked.quantity, coalesce(asked.description, item.name) as name, asked.free_when_sent as free
      from public.enquiry_items as asked left join public.items as item on item.id = asked.item_id
      where message_lines.document is null and message_lines."order" is null
        and asked.enquiry_order_id = message_lines.enquiry
      union all
      select rented.id, rented.position, rented.quantity, coalesce(rented.description, item.name), null
      from public.order_items as rented left join public.items as item on item.id = rented.item_id
      where message_lines.document is null and rented.order_id = message_lines."order"
      union all
      select null, printed.position, printed.quantity, printed.text, null
      from public.document_lines as printed
      where printed.document_id = message_lines.document and printed.kind <> 'heading'
    ) as line cross join (
      select message_lines.message.audience = 'studio' as to_studio,
        case when message_lines.message.template not in ('enquiry_new', 'acknowledgement') then null
          when message_lines.message.audience = 'studio' then 'exact' else settings.shows end as shows
      from private.availability_settings as settings
    ) as told
    window numbered as (order by line.position, line.id)
  ) as listed
$$;

create or replace function private.new_lines(lines jsonb, rental_from date, rental_to date) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  made jsonb := '[]';
  line jsonb;
  row jsonb;
  hire jsonb;
  place integer;
begin
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and 100 then
    perform private.refuse('lines', 'Add 1 to 100 items.');
  end if;
  for line, place in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    begin
      if jsonb_typeof(line) <> 'object' then
        perform private.refuse('lines', 'Each line must have a type, an item and a quantity.');
      end if;
      row := private.new_line(line || jsonb_build_object('item', line -> 'item'), new_lines.rental_from, new_lines.rental_to)
        || jsonb_build_object('id', gen_random_uuid(), 'position', place);
      for hire in select value from jsonb_array_elements(coalesce(line -> 'hired', '[]')) loop
        row := row || private.chosen_values(row, hire || '{"action": "sub_rental"}');
      end loop;
      made := made || jsonb_build_array(row);
    exception
      when sqlstate 'PT422' then
        raise exception using errcode = 'PT422', message = sqlerrm,
          detail = jsonb_build_object('field', 'lines', 'index', place - 1)::text;
      when data_exception then
        raise exception using errcode = 'PT422', message = 'A date or number of this line cannot be read.',
          detail = jsonb_build_object('field', 'lines', 'index', place - 1)::text;
    end;
  end loop;
  return made;
end
$$;

create or replace function private.order_lines(enquiry_id uuid, choices jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  lines jsonb;
  choice jsonb;
  about text;
  each text;
  given jsonb;
begin
  select coalesce(jsonb_object_agg(line.id, to_jsonb(line) || jsonb_build_object('line', line.id,
      'list_price', coalesce(line.list_price, case when line.item_id is not null then line.price end), 'id', gen_random_uuid(), 'hired', '[]'::jsonb, 'taken', '[]'::jsonb)), '{}')
    into lines
  from public.enquiry_items as line where line.enquiry_order_id = order_lines.enquiry_id;
  if choices is null then
    return lines;
  elsif jsonb_typeof(choices) <> 'array' or jsonb_array_length(choices) > 1000 then
    perform private.refuse_choice(null, 'Choices must be a list of at most 1000.');
  end if;
  for choice in select value from jsonb_array_elements(choices) loop
    about := lower(choice ->> 'line');
    if about is null and choice ->> 'action' is distinct from 'dates' or about is not null and not lines ? about then
      perform private.refuse_choice(about, 'This line is not part of the enquiry.');
    end if;
    for each in
      -- Text lines that are charged once have no dates.
      select key from jsonb_each(lines)
      where key = about or about is null and (value ->> 'item_id' is not null or (value ->> 'per_day')::boolean)
    loop
      if lines -> each ->> 'item_id' is null and choice ->> 'action' in ('swap', 'sub_rental', 'take_over') then
        perform private.refuse_choice(about, 'A text line has no item.');
      end if;
      given := private.chosen_values(lines -> each, choice);
      lines := case given when '{}' then lines - each
        else lines || jsonb_build_object(each, lines -> each || given) end;
    end loop;
  end loop;
  return lines;
end
$$;

create function private.record_changes(made public.orders, former jsonb, became jsonb, subject text) returns void
language plpgsql
set search_path = ''
as $$
declare
  was constant jsonb := former -> 'order';
  now constant jsonb := became -> 'order';
  are_moved constant boolean := (was -> 'rental_from', was -> 'rental_to') is distinct from (now -> 'rental_from', now -> 'rental_to');
begin
  if are_moved then
    perform private.record_event(made.customer_id, record_changes.subject, made.id, 'dates',
      (was ->> 'rental_from') || '/' || (was ->> 'rental_to'), (now ->> 'rental_from') || '/' || (now ->> 'rental_to'));
  end if;
  perform private.record_event(made.customer_id, record_changes.subject, made.id, event.what, event.from_value, event.to_value, each.id)
  from private.line_changes(former -> 'lines', became -> 'lines') as each
    left join public.items as old on old.id = (each.was ->> 'item_id')::uuid
    left join public.items as new on new.id = (each.became ->> 'item_id')::uuid
    cross join lateral (
      select coalesce(old.code, 'text line') as old_code, coalesce(new.code, 'text line') as new_code,
        ' ×' || (each.was ->> 'quantity') as old_quantity, ' ×' || (each.became ->> 'quantity') as new_quantity,
        ' ₹' || to_char((each.was ->> 'price')::numeric, 'FM9999990.00') as old_price,
        ' ₹' || to_char((each.became ->> 'price')::numeric, 'FM9999990.00') as new_price,
        (each.was ->> 'rental_from') || '/' || (each.was ->> 'rental_to') as old_days,
        (each.became ->> 'rental_from') || '/' || (each.became ->> 'rental_to') as new_days
    ) as text
    cross join lateral (
      select *
      from (values
        ('line_added', null, case when each.was is null then text.new_code || text.new_quantity end),
        ('line_removed', case when each.became is null then text.old_code || text.old_quantity end, null),
        ('line_swapped', text.old_code || text.old_quantity,
          case when each.was -> 'item_id' <> each.became -> 'item_id' then text.new_code || text.new_quantity end),
        ('line_quantity', text.old_code || text.old_quantity,
          case when each.was -> 'item_id' = each.became -> 'item_id' and text.old_quantity <> text.new_quantity
            then text.new_code || text.new_quantity end),
        ('line_dates', text.old_code || coalesce(' ' || text.old_days, ''),
          -- Lines that move with their order are part of its event.
          case when text.new_days is distinct from text.old_days
            and not (are_moved and text.new_days = (now ->> 'rental_from') || '/' || (now ->> 'rental_to'))
            then text.new_code || coalesce(' ' || text.new_days, '') end),
        ('line_price', text.old_code || text.old_price,
          case when each.was -> 'item_id' = each.became -> 'item_id' and text.old_price <> text.new_price
            then text.new_code || text.new_price end),
        ('line_text', text.old_code || text.old_quantity,
          case when each.was -> 'description' <> each.became -> 'description' then text.new_code || text.new_quantity end)
      ) as listed (what, from_value, to_value)
      where case when listed.what in ('line_added', 'line_removed')
        then coalesce(listed.from_value, listed.to_value) is not null
        else listed.to_value is not null and each.was is not null and each.became is not null end
    ) as event;
  perform private.record_event(made.customer_id, record_changes.subject, made.id, 'discount', text.old_discount, text.new_discount)
  from (
    select coalesce(trim_scale((was ->> 'discount_percent')::numeric) || '%',
        '₹' || to_char((was ->> 'discount_amount')::numeric, 'FM9999999990.00')) as old_discount,
      coalesce(trim_scale((now ->> 'discount_percent')::numeric) || '%',
        '₹' || to_char((now ->> 'discount_amount')::numeric, 'FM9999999990.00')) as new_discount
  ) as text
  where text.old_discount is distinct from text.new_discount;
end
$$;

create or replace function private.record_tables() returns regclass[]
language sql stable
set search_path = ''
as $$
  select array(
    select kind.item_table from private.catalogue_kinds as kind
    union
    select list.lookup_table from private.catalogue_lookups as list where list.column_type = 'uuid'::regtype
    union
    select listed::regclass from unnest(array[
      'public.items', 'public.item_batches', 'public.item_changes', 'public.item_components', 'public.item_pieces',
      'public.reservations', 'public.customers', 'public.customer_merges', 'public.customer_notes', 'public.crm_events',
      'public.contact_enquiries', 'public.enquiry_orders', 'public.enquiry_items', 'public.orders', 'public.order_items',
      'public.order_movements', 'public.order_movement_lines', 'public.billing_profiles', 'public.documents',
      'public.document_lines', 'public.document_answers', 'private.quoted_days', 'private.document_series', 'public.payments',
      'public.payment_claims', 'private.payment_references', 'private.order_balances', 'private.activity', 'private.links',
      'private.idempotency_keys', 'private.imports', 'private.import_lines', 'private.lead_figures',
      'private.catalogue_counts', 'private.search_entries', 'private.search_marks', 'private.search_words',
      'private.kit_parts', 'private.item_days', 'private.full_days', 'private.enquiry_links', 'public.enquiry_answers',
      'private.outbox'
    ]) as listed)
$$;

create function private.refuse_changed(made public.orders, lines jsonb, changes jsonb, noun text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  conflicting constant jsonb := private.changed_meanwhile(made, lines, changes);
begin
  if conflicting is not null then
    raise exception using errcode = 'PT409', message = format('Somebody else changed this %s meanwhile.', noun),
      detail = jsonb_build_object('reason', 'changed', 'changes', conflicting)::text;
  end if;
end
$$;

create or replace function private.restored_line(line jsonb, given jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  became constant jsonb := coalesce(line, '{"hired": [], "taken": [], "per_day": true}') || (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(given)
    where key in ('item_type', 'item_id', 'variant_id', 'quantity', 'price', 'list_price', 'price_reason',
        'rental_from', 'rental_to', 'description', 'free_when_sent', 'of_when_sent')
      or line is null and key in ('position', 'created_at', 'per_day', 'charge', 'charge_for'));
begin
  if became ->> 'item_id' is not null and became -> 'item_id' is distinct from line -> 'item_id'
    and (private.rentable_item(became ->> 'item_type', became ->> 'item_id')).id is null then
    perform private.refuse('changes', 'This item is no longer there. Choose another.');
  elsif private.whole_number(became -> 'quantity', 1, 1000000) is null then
    perform private.refuse('changes', 'Quantity must be a whole number of 1 or more');
  elsif private.price_of(became -> 'price') is null then
    perform private.refuse('changes', 'The price must be from 0 to 9,999,999.99.');
  end if;
  return became;
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
    select case when line.item_id is not null then 'item' else 'text' end, line.item_id, null, line.id,
      coalesce(line.description, item.name), line.quantity, case when line.per_day then line.rental_days end, line.price,
      line.position, line.rental_from, line.rental_to,
      line.item_id is not null and (line.rental_from, line.rental_to) <> (asked.rental_from, asked.rental_to)
    from public.enquiry_items as line left join public.items as item on item.id = line.item_id
      join public.enquiry_orders as asked on asked.id = line.enquiry_order_id
    where source_lines.order_id is null and line.enquiry_order_id = source_lines.enquiry_id
  ) as source
$$;

create function private.write_holds(enquiry_id uuid, until timestamptz) returns void
language sql
set search_path = ''
as $$
  insert into public.reservations
    (item_id, quantity, kind, status, rented, blocked, enquiry_item_id, expires_at, created_by)
  select part.part_id, line.quantity * part.quantity, 'hold', 'held', days.rented,
    private.blocked_range(days.rented, private.turnaround_of(part.part_id)), line.id, write_holds.until, auth.uid()
  from public.enquiry_items as line
    join private.item_parts as part on part.item_id = line.item_id
    cross join lateral (select daterange(line.rental_from, line.rental_to, '[]') as rented) as days
  where line.enquiry_order_id = write_holds.enquiry_id and line.rental_from is not null and line.rental_to is not null
    and not exists (
      select from public.reservations as hold where hold.enquiry_item_id = line.id and hold.status = 'held')
$$;

create function public.change_enquiry(id uuid, changes jsonb, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if change_enquiry.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('change_enquiry', change_enquiry.key,
    jsonb_build_array(change_enquiry.id, change_enquiry.changes));
  if answer is not null then
    return answer;
  end if;
  perform private.check_changes(changes);
  answer := private.edit_enquiry(change_enquiry.id, changes);
  perform private.bind_idempotency_key('change_enquiry', change_enquiry.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create or replace function public.change_order(id uuid, changes jsonb, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if change_order.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('change_order', change_order.key,
    jsonb_build_array(change_order.id, change_order.changes));
  if answer is not null then
    return answer;
  end if;
  perform private.check_changes(changes);
  -- why enquiries first: an erasure locks them before it reads the orders of its customer. why no key update: an
  -- edit of the order that was made from one of them checks its foreign key.
  perform from public.enquiry_orders as holder
  where holder.id in (
    select private.uuid_of(change ->> 'enquiry') from jsonb_array_elements(changes) as change
    where change ->> 'action' = 'take_over'
  ) order by holder.id for no key update;
  answer := private.edit_order(private.editable_order(change_order.id), changes);
  perform private.bind_idempotency_key('change_order', change_order.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create or replace function public.convert_enquiry_to_order(id uuid, choices jsonb default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  enquiry public.enquiry_orders;
  made public.orders;
  lines jsonb;
  is_chosen constant boolean := coalesce(choices, '[]') not in ('[]', 'null');
  holders constant uuid[] := array(
    select distinct private.uuid_of(choice ->> 'enquiry')
    from jsonb_array_elements(case jsonb_typeof(choices) when 'array' then choices else '[]' end) as given (choice)
    where choice ->> 'action' = 'take_over');
  total numeric;
begin
  perform private.require_staff('admin', 'crm_user');
  -- why: all enquiries at once in the order of their ids, so that two who take each other's holds cannot
  -- deadlock.
  perform from public.enquiry_orders as found
  where found.id = any (holders || convert_enquiry_to_order.id) order by found.id for no key update;
  select * into enquiry from public.enquiry_orders as found where found.id = convert_enquiry_to_order.id;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  end if;
  if enquiry.status = 'converted' then
    select * into made from public.orders as earlier where earlier.enquiry_order_id = enquiry.id;
    raise exception using errcode = 'PT409',
      message = format('Enquiry %s was already converted', enquiry.enquiry_number)
        || coalesce(format(' to order %s.', made.order_number), '.'),
      detail = jsonb_build_object('order_number', made.order_number)::text;
  elsif enquiry.status <> 'pending' then
    raise exception using errcode = 'PT409',
      message = format('Only a pending enquiry can be converted; %s is "%s".', enquiry.enquiry_number, (
        select status.label from public.crm_rental_enquiry_statuses as status
        where status.value = enquiry.status
      ));
  end if;
  lines := private.order_lines(enquiry.id, case when is_chosen then choices end);
  if is_chosen then
    if cardinality(holders) > (
      select count(*) from public.enquiry_orders as found
      where found.id = any (holders) and found.id <> enquiry.id
    ) then
      perform private.refuse_choice(null, 'There is no such enquiry to take over from.');
    elsif lines = '{}' then
      perform private.refuse_choice(null, 'An order needs at least one line.');
    end if;
    select min((line ->> 'rental_from')::date), max((line ->> 'rental_to')::date),
      sum(private.line_amount((line ->> 'price')::numeric, (line ->> 'quantity')::integer,
        case when (line ->> 'per_day')::boolean then
          private.days_in((line ->> 'rental_from')::date, (line ->> 'rental_to')::date) end))
      into enquiry.rental_from, enquiry.rental_to, total
    from jsonb_each(lines) as listed (key, line);
    if total > 9999999999.99 then
      perform private.refuse_choice(null, 'The total of this order is too large.');
    end if;
    enquiry.total_price := total;
  end if;

  insert into public.orders (
    customer_id, enquiry_order_id, status, payment_status, rental_from, rental_to, total_price,
    message, contact_first_name, contact_last_name, contact_email
  ) values (
    enquiry.customer_id, enquiry.id, 'confirmed', 'advance_received', enquiry.rental_from,
    enquiry.rental_to, enquiry.total_price, enquiry.message, enquiry.contact_first_name,
    enquiry.contact_last_name, enquiry.contact_email
  ) returning * into made;
  -- why after the order: its counts of the lead are locked before any item, as on every other path.
  perform private.lock_stock(array(
    select (line ->> 'item_id')::uuid from jsonb_each(lines) as listed (key, line)
    union
    select hold.item_id from public.enquiry_items as line
      join public.reservations as hold on hold.enquiry_item_id = line.id and hold.status = 'held'
    where line.enquiry_order_id = any (holders || enquiry.id)));
  update public.enquiry_orders as converted set status = 'converted', held_until = null
  where converted.id = enquiry.id;
  if cardinality(holders) > 0 then
    perform private.take_over_hold(taken.holder, array_agg(part.part_id), enquiry.enquiry_number)
    from (
      select holder::uuid as holder, (line ->> 'item_id')::uuid as item_id
      from jsonb_each(lines) as listed (key, line), jsonb_array_elements_text(line -> 'taken') as holder
    ) as taken join private.item_parts as part using (item_id)
    group by taken.holder;
  end if;
  perform private.add_order_lines(made.id, jsonb_path_query_array(lines, '$.*'));
  return to_jsonb(made);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create or replace function public.enquiry_record(number text default null, id uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  told jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  told := private.rental_record('public.enquiry_orders', 'enquiry_number', 'public.enquiry_items',
    'enquiry_order_id', private.open_statuses(), enquiry_record.number, enquiry_record.id);
  return told || jsonb_build_object(
    'order', (
      select jsonb_build_object('id', made.id, 'order_number', made.order_number)
      from public.orders as made where made.enquiry_order_id = (told ->> 'id')::uuid
    ),
    'answers', private.answers_of_enquiry((told ->> 'id')::uuid),
    'addresses', private.address_choice((told ->> 'customer_id')::uuid, (told ->> 'id')::uuid, null),
    'changed_quote', private.changed_enquiry_quote((told ->> 'id')::uuid),
    'is_open', told ->> 'status' = any (private.open_statuses()),
    'can_hold', private.all_fit(told -> 'items'),
    'timeline', private.timeline_of((told ->> 'customer_id')::uuid, array[(told ->> 'id')::uuid]));
end
$$;

create or replace function public.hold_enquiry(id uuid, until timestamptz default null, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  enquiry public.enquiry_orders;
  former timestamptz;
  first_day date;
  was_held boolean;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if hold_enquiry.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('hold_enquiry', hold_enquiry.key,
    jsonb_build_array(hold_enquiry.id, private.iso_time(hold_enquiry.until)));
  if answer is not null then
    return answer;
  end if;

  select * into enquiry from public.enquiry_orders as found where found.id = hold_enquiry.id for update;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  elsif enquiry.status <> all (private.open_statuses()) then
    raise exception using errcode = 'PT409',
      message = format('Only an open enquiry can be held; %s is "%s".', enquiry.enquiry_number, (
        select status.label from public.crm_rental_enquiry_statuses as status
        where status.value = enquiry.status
      ));
  end if;
  select min(line.rental_from) into first_day from public.enquiry_items as line
  where line.enquiry_order_id = enquiry.id and line.rental_to is not null;
  if first_day is null then
    perform private.refuse('until', 'This enquiry has no dates to hold.');
  elsif hold_enquiry.until is null then
    perform private.refuse('until', 'The end of the hold is required');
  elsif hold_enquiry.until >= first_day::timestamp at time zone 'Asia/Kolkata' then
    perform private.refuse('until', 'A hold must end before the first day of the rental.');
  elsif hold_enquiry.until <= clock_timestamp() then
    perform private.refuse('until', 'A hold must end in the future.');
  end if;
  was_held := exists (
    select from public.enquiry_items as line join public.reservations as hold on hold.enquiry_item_id = line.id
    where line.enquiry_order_id = enquiry.id);
  if was_held and enquiry.hold_extensions >= 2 then
    raise exception 'A hold can be extended twice. Convert the enquiry or let the items go.'
      using errcode = 'PT409', detail = '{"reason": "extended_twice"}';
  end if;

  perform private.lock_stock(array(
    select line.item_id from public.enquiry_items as line where line.enquiry_order_id = enquiry.id
    union
    select hold.item_id from public.enquiry_items as line
      join public.reservations as hold on hold.enquiry_item_id = line.id and hold.status = 'held'
    where line.enquiry_order_id = enquiry.id));
  update public.reservations as hold set expires_at = hold_enquiry.until
  from public.enquiry_items as line
  where line.enquiry_order_id = enquiry.id and hold.enquiry_item_id = line.id and hold.status = 'held';
  perform private.write_holds(enquiry.id, hold_enquiry.until);
  former := enquiry.held_until;
  update public.enquiry_orders as held
  set held_until = hold_enquiry.until, hold_extensions = held.hold_extensions + was_held::integer
  where held.id = enquiry.id returning * into enquiry;
  perform private.record_event(enquiry.customer_id, 'enquiry', enquiry.id, 'held',
    private.iso_time(former), private.iso_time(enquiry.held_until));
  answer := private.without_texts(to_jsonb(enquiry));
  perform private.bind_idempotency_key('hold_enquiry', hold_enquiry.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create or replace function public.make_rental(
  make text,
  customer jsonb,
  rental_from date default null,
  rental_to date default null,
  lines jsonb default null,
  message text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  given_message text;
  rows jsonb;
  span record;
  known uuid;
  contact record;
  answer jsonb;
  made_id uuid;
  made_number text;
begin
  perform private.require_staff('admin', 'crm_user');
  if make_rental.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('make_rental', make_rental.key, jsonb_build_array(make_rental.make,
    make_rental.customer, make_rental.rental_from, make_rental.rental_to, make_rental.lines, make_rental.message));
  if answer is not null then
    return answer;
  elsif make_rental.make is null or make_rental.make not in ('enquiry', 'order') then
    perform private.refuse('make', 'Choose an enquiry or an order.');
  end if;
  perform private.staff_days(make_rental.rental_from, make_rental.rental_to);
  given_message := private.checked_message(make_rental.message);
  rows := private.new_lines(make_rental.lines, make_rental.rental_from, make_rental.rental_to);
  if make_rental.make = 'enquiry' and jsonb_path_exists(rows, '$[*].hired[0]') then
    perform private.refuse('lines', 'Only an order can have pieces hired in.');
  end if;
  select min(line.rental_from) as first_day, max(line.rental_to) as last_day,
    sum(private.line_amount(line.price, line.quantity, private.days_in(line.rental_from, line.rental_to))) as amount
    into span
  from jsonb_populate_recordset(null::public.order_items, rows) as line;
  if span.amount > 9999999999.99 then
    perform private.refuse('lines', 'The total is too large.');
  end if;
  known := private.caller_for(make_rental.customer);
  select private.trimmed(given.first_name) as first_name, private.trimmed(given.last_name) as last_name,
    nullif(private.plain_email(given.email), '') as email
    into contact
  from jsonb_to_record(case when make_rental.customer ? 'id' then '{}' else make_rental.customer end)
    as given (first_name text, last_name text, email text);

  if make_rental.make = 'enquiry' then
    insert into public.enquiry_orders as made (
      customer_id, rental_from, rental_to, total_price, message, contact_first_name, contact_last_name, contact_email
    ) values (
      known, span.first_day, span.last_day, span.amount, given_message, contact.first_name, contact.last_name,
      contact.email
    ) returning made.id, made.enquiry_number into made_id, made_number;
    insert into public.enquiry_items (
      enquiry_order_id, item_type, item_id, quantity, price, list_price, rental_from, rental_to, position, free_when_sent,
      of_when_sent
    )
    select made_id, line.item_type, line.item_id, line.quantity, line.price, line.list_price, line.rental_from,
      line.rental_to, line.position, whole.free, whole.pieces
    from jsonb_populate_recordset(null::public.order_items, rows) as line
      left join lateral private.free_of(array[line.item_id], line.rental_from,
        private.last_blocked_days(line.rental_to)) as whole on true;
  else
    insert into public.orders as made (
      customer_id, rental_from, rental_to, total_price, message, contact_first_name, contact_last_name, contact_email
    ) values (
      known, span.first_day, span.last_day, span.amount, given_message, contact.first_name, contact.last_name,
      contact.email
    ) returning made.id, made.order_number into made_id, made_number;
    -- why after the order: its counts of the lead are locked before any item, as on every other path.
    perform private.lock_stock(array(
      select line.item_id from jsonb_populate_recordset(null::public.order_items, rows) as line));
    perform private.add_order_lines(made_id, rows);
  end if;
  answer := jsonb_build_object('id', made_id, 'number', made_number, 'customer_id', known, 'customer_number', (
    select found.customer_number from public.customers as found where found.id = known));
  perform private.bind_idempotency_key('make_rental', make_rental.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create or replace function public.submit_enquiry(
  idempotency_key uuid default null,
  first_name text default null,
  last_name text default null,
  mobile text default null,
  email text default null,
  rental_from date default null,
  rental_to date default null,
  message text default null,
  items jsonb default null,
  amends boolean default false
) returns jsonb
language plpgsql security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  given_first_name constant text := private.trimmed(submit_enquiry.first_name);
  given_last_name constant text := private.trimmed(submit_enquiry.last_name);
  given_mobile constant text := private.whole_mobile(submit_enquiry.mobile);
  given_email constant text := private.plain_email(submit_enquiry.email);
  given_message text;
  body constant jsonb := jsonb_build_array(given_first_name, given_last_name, given_mobile, given_email,
    submit_enquiry.rental_from, submit_enquiry.rental_to, submit_enquiry.message, submit_enquiry.items);
  earlier jsonb;
  cart record;
  shows text;
  told jsonb;
  enquiry public.enquiry_orders;
  is_amended boolean;
  customer uuid;
  link record;
  answer jsonb;
  step text;
  failed_detail text;
begin
  if submit_enquiry.idempotency_key is null then
    perform private.refuse('idempotency_key', 'An idempotency key is required');
  end if;
  if submit_enquiry.amends then
    earlier := private.amended_key('submit_enquiry', submit_enquiry.idempotency_key, body);
  end if;
  answer := private.claim_idempotency_key('submit_enquiry', submit_enquiry.idempotency_key, body);
  if answer is not null then
    return private.with_enquiry_link(answer);
  end if;

  perform private.check_contact(given_first_name, given_last_name, given_mobile, given_email);
  perform private.check_rental(submit_enquiry.rental_from, submit_enquiry.rental_to);
  given_message := private.checked_message(submit_enquiry.message);
  cart := private.enquiry_lines(submit_enquiry.items, submit_enquiry.rental_from, submit_enquiry.rental_to);
  -- why here: the input is valid and nothing is locked yet; a retry has returned above and does not count.
  perform private.use_limits('enquiries', given_mobile);
  if cart.differs then
    perform private.check_lines(cart.lines);
  end if;
  if cart.total > 9999999999.99 then
    perform private.refuse('items', 'This order is too large to send. Please contact the studio.');
  end if;
  shows := private.shown_availability();

  begin
    step := 'customer_create';
    customer := private.customer_for(given_first_name, given_last_name, given_mobile, given_email);
    step := 'enquiry_create';
    if earlier is not null then
      update public.enquiry_orders as sent
      set rental_from = submit_enquiry.rental_from, rental_to = submit_enquiry.rental_to, total_price = cart.total,
        message = given_message, contact_first_name = given_first_name, contact_last_name = given_last_name,
        contact_email = given_email
      where sent.enquiry_number = earlier ->> 'enquiry_number' and sent.customer_id = customer and sent.status = 'pending'
        and sent.held_until is null and sent.waiting_since is null
        and not exists (select from public.documents as document where document.enquiry_order_id = sent.id)
      returning * into enquiry;
    end if;
    is_amended := enquiry.id is not null;
    if is_amended then
      perform private.record_event(customer, 'enquiry', enquiry.id, 'amended', null, null);
      delete from public.enquiry_items as former where former.enquiry_order_id = enquiry.id;
    else
      insert into public.enquiry_orders (
        customer_id, rental_from, rental_to, total_price, message,
        contact_first_name, contact_last_name, contact_email, contact_mobile
      ) values (
        customer, submit_enquiry.rental_from, submit_enquiry.rental_to, cart.total, given_message,
        given_first_name, given_last_name, given_email, given_mobile
      ) returning * into enquiry;
    end if;
    step := 'items_save';
    with saved as (
      insert into public.enquiry_items (
        enquiry_order_id, item_type, item_id, quantity, price, list_price, rental_from, rental_to, position,
        free_when_sent, of_when_sent
      )
      select enquiry.id, line.type, line.id, line.quantity, line.price, line.price,
        enquiry.rental_from, enquiry.rental_to, row_number() over (order by line.place), line.free, line.of
      from jsonb_to_recordset(cart.lines) as line (place integer, type text, id uuid, quantity integer,
        price numeric, free integer, "of" integer)
      returning position, item_type, item_id, quantity, price, free_when_sent, of_when_sent
    )
    -- as far as the caller may learn it
    select jsonb_agg(jsonb_build_object('type', saved.item_type, 'id', saved.item_id,
      'name', cart.lines -> saved.position - 1 -> 'name', 'quantity', saved.quantity, 'price', saved.price,
      'free', case when shows = 'exact' then saved.free_when_sent
        when shows = 'yes-no' and saved.free_when_sent is not null then
          case when saved.free_when_sent >= saved.quantity then saved.quantity else 0 end end,
      'of', case when shows = 'exact' then saved.of_when_sent end) order by saved.position)
    into told
    from saved;
  exception when others then
    get stacked diagnostics failed_detail = pg_exception_detail;
    raise exception using errcode = sqlstate, message = sqlerrm, detail = failed_detail,
      hint = private.failed_step(step, given_mobile);
  end;

  answer := jsonb_build_object(
    'enquiry_number', enquiry.enquiry_number, 'status', enquiry.status,
    'rental_from', enquiry.rental_from, 'rental_to', enquiry.rental_to,
    'rental_days', enquiry.rental_days, 'total_price', enquiry.total_price,
    'payable', private.enquiry_sums(enquiry.id) -> 'total', 'items', told);
  -- why without the secret: only its hash is stored anywhere.
  perform private.bind_idempotency_key('submit_enquiry', submit_enquiry.idempotency_key, answer);
  if is_amended then
    return private.with_enquiry_link(answer);
  end if;
  perform private.queue_messages('enquiry_new', customer, enquiry.id);
  link := private.new_enquiry_link(enquiry.id);
  return answer || jsonb_build_object('link', link.secret);
end
$$;

grant execute on function public.change_enquiry(uuid,jsonb,uuid) to authenticated;
