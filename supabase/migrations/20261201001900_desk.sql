-- Functions and views of desk, as supabase/schemas/desk has them, and the triggers that run them.

-- why: functions of all subjects call each other; their bodies are looked up when they run.
set check_function_bodies = off;

create function private.add_charges(made public.orders, charges jsonb) returns uuid[]
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
    where coalesce(char_length(private.trimmed(charge ->> 'description')), 0) not between 1 and 200
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
    select made.id, private.trimmed(given.charge ->> 'description'), (given.charge ->> 'quantity')::numeric::integer,
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

create function private.apply_changes(made public.orders, lines jsonb, changes jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  changed jsonb := jsonb_build_object('rental_from', made.rental_from, 'rental_to', made.rental_to,
    'discount_percent', made.discount_percent, 'discount_amount', made.discount_amount,
    'discount_reason', made.discount_reason);
  change jsonb;
  place integer;
  about text;
  each text;
  became jsonb;
  days daterange;
  percent numeric;
  amount numeric;
begin
  for change, place in select value, ordinality - 1 from jsonb_array_elements(changes) with ordinality loop
    about := lower(change ->> 'line');
    begin
      case
        when change ->> 'action' in ('add', 'add_text') then
          about := coalesce(about, gen_random_uuid()::text);
          if private.uuid_of(about) is null or lines ? about then
            perform private.refuse('changes', 'The new line needs an id that is not used yet.');
          end if;
          lines := lines || jsonb_build_object(about, private.new_line(
            case change ->> 'action' when 'add' then change || jsonb_build_object('item', change -> 'item')
              else change - 'item' end,
            (changed ->> 'rental_from')::date, (changed ->> 'rental_to')::date) || jsonb_build_object('id', about,
              'position', (select coalesce(max((value ->> 'position')::integer), 0) + 1 from jsonb_each(lines))));
        when change ->> 'action' = 'discount' then
          percent := (change ->> 'percent')::numeric;
          amount := (change ->> 'amount')::numeric;
          if num_nonnulls(percent, amount) > 1 then
            perform private.refuse('changes', 'A discount is a percentage or an amount.');
          elsif percent not between 0.01 and 100 or percent * 100 % 1 <> 0 then
            perform private.refuse('changes', 'The discount must be from 0.01 to 100 %.');
          elsif amount not between 0.01 and 9999999999.99 or amount * 100 % 1 <> 0 then
            perform private.refuse('changes', 'The discount must be 0.01 or more.');
          end if;
          changed := changed || jsonb_build_object('discount_percent', percent, 'discount_amount', amount,
            'discount_reason', case when num_nonnulls(percent, amount) = 1
              then private.short_text(change ->> 'reason', 'changes') end);
        when about is null and change ->> 'action' = 'dates' then
          days := private.staff_days((change ->> 'rental_from')::date, (change ->> 'rental_to')::date);
          changed := changed || jsonb_build_object('rental_from', lower(days), 'rental_to', upper(days) - 1);
          -- Text lines that are charged once have no dates.
          for each in select key from jsonb_each(lines) where value ->> 'item_id' is not null or (value ->> 'per_day')::boolean loop
            lines := lines || jsonb_build_object(each, private.edited_line(lines -> each, change));
          end loop;
        when about is null or not lines ? about and change ->> 'action' <> 'restore' or private.uuid_of(about) is null then
          perform private.refuse('changes', 'This line is not part of the order.');
        else
          became := private.edited_line(lines -> about, change);
          lines := case when became is null then lines - about
            else lines || jsonb_build_object(about, became || jsonb_build_object('id', about)) end;
      end case;
    exception
      when sqlstate 'PT422' then
        raise exception using errcode = 'PT422', message = sqlerrm,
          detail = jsonb_build_object('field', 'changes', 'index', place, 'line', about)::text;
      when data_exception then
        raise exception using errcode = 'PT422', message = 'A date or number of this change cannot be read.',
          detail = jsonb_build_object('field', 'changes', 'index', place, 'line', about)::text;
    end;
  end loop;
  return jsonb_build_object('order', changed, 'lines', lines);
end
$$;

create function private.calendar_start() returns date
language sql stable
set search_path = ''
as $$
  select private.today() - 60
$$;

create function private.caller_for(customer jsonb) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  given_first_name constant text := private.trimmed(customer ->> 'first_name');
  given_last_name constant text := private.trimmed(customer ->> 'last_name');
  given_mobile constant text := private.trimmed(customer ->> 'mobile');
  given_email constant text := nullif(private.trimmed(customer ->> 'email'), '');
  known uuid;
begin
  if jsonb_typeof(customer) is distinct from 'object' then
    perform private.refuse('customer', 'Choose a customer.');
  elsif customer ? 'id' then
    known := private.uuid_of(customer ->> 'id');
    loop
      known := private.remaining_customer(known);
      -- why locked: an erasure of the customer at the same moment finds this rental, or is seen here.
      perform from public.customers as found
      where found.id = known and found.erased_at is null and found.merged_into is null for key share;
      exit when found;
      -- why again: a merge may have ended while this waited.
      if private.remaining_customer(known) is not distinct from known then
        perform private.refuse('customer', 'This customer is no longer there.');
      end if;
    end loop;
    return known;
  end if;
  perform private.check_contact(given_first_name, given_last_name, given_mobile, given_email, true);
  return private.customer_for(given_first_name, given_last_name, given_mobile, given_email);
end
$$;

create function private.category_names(item_ids uuid[]) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  listed record;
  names jsonb;
  all_names jsonb := '{}';
begin
  for listed in
    select known.item_table, lookup.lookup_table, lookup.item_column, lookup.badge_column
    from private.catalogue_kinds as known
      join private.catalogue_lookups as lookup on lookup.kind = known.kind and lookup.key = known.category_key
    where known.kind in (select item.kind from public.items as item where item.id = any (item_ids))
  loop
    execute format(
      'select jsonb_object_agg(item.id, lookup.%I) from %s as item join %s as lookup on lookup.id = item.%I
       where item.id = any ($1)',
      listed.badge_column, listed.item_table, listed.lookup_table, listed.item_column)
    into names using item_ids;
    all_names := all_names || coalesce(names, '{}');
  end loop;
  return all_names;
end
$$;

create function private.changed_meanwhile(made public.orders, lines jsonb, changes jsonb)
returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('index', differing.place, 'line', differing.line, 'field', differing.field,
      'present', differing.present, 'by', latest.display_name, 'at', latest.created_at)
    order by differing.place, differing.field)
  from (
    select listed.place - 1 as place, about.line, compared.field, compared.expected,
      case
        when compared.field = 'discount' then jsonb_build_object('percent', made.discount_percent, 'amount', made.discount_amount)
        when about.line is null then jsonb_build_object('rental_from', made.rental_from, 'rental_to', made.rental_to)
        when lines ? about.line then private.line_value(lines -> about.line, compared.field)
      end as present
    from jsonb_array_elements(changes) with ordinality as listed (change, place)
      cross join lateral (select lower(listed.change ->> 'line') as line) as about
      cross join lateral (
        select listed.change ->> 'action' as field, listed.change -> 'expected' as expected
        where listed.change ->> 'action' in ('quantity', 'price', 'dates', 'swap', 'text', 'remove', 'discount')
        union all
        select given.key, given.value from jsonb_each(
          case when listed.change ->> 'action' = 'restore' and jsonb_typeof(listed.change -> 'expected') = 'object'
            then listed.change -> 'expected' else '{}' end) as given
        union all
        -- A line that was removed, and is there again.
        select 'remove', 'null'
        where listed.change ->> 'action' = 'restore' and jsonb_typeof(listed.change -> 'expected') = 'null'
          and lines ? about.line
      ) as compared
    where listed.change ? 'expected'
  ) as differing
    left join lateral (
      select event.created_at, person.display_name
      from public.crm_events as event left join public.user_profiles as person on person.id = event.user_id
      where event.customer_id = made.customer_id and event.subject_id = made.id
        and (event.line_id::text = differing.line and event.what like 'line\_%'
          or event.what = differing.field and differing.field in ('dates', 'discount'))
        and (differing.line is null or differing.present is null or event.what = any (case differing.field
          when 'quantity' then '{line_quantity,line_swapped}'
          when 'price' then '{line_price,line_swapped}'
          when 'dates' then '{line_dates,dates}'
          when 'swap' then '{line_swapped}'
          when 'text' then '{line_text}'
          else '{line_added,line_quantity,line_swapped}'
        end::text[]))
      order by event.created_at desc, event.id limit 1
    ) as latest on true
  where differing.present is distinct from differing.expected
$$;

create function private.check_handed_over(order_id uuid, former jsonb, lines jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  refused jsonb;
begin
  select jsonb_agg(jsonb_build_object('line', moved.line_id, 'out', moved.handed_over) order by moved.line_id) into refused
  from private.pieces_out(order_id) as moved
    join private.line_changes(former, lines) as each on each.id = moved.line_id
  where moved.handed_over > 0 and (each.became is null or each.was -> 'item_id' <> each.became -> 'item_id'
    or (each.became ->> 'quantity')::integer < least(moved.handed_over, (each.was ->> 'quantity')::integer));
  if refused is not null then
    raise exception 'These pieces were handed over already.' using errcode = 'PT409',
      detail = jsonb_build_object('reason', 'handed_over', 'lines', refused)::text;
  end if;
end
$$;

create function private.checked_movement(order_id uuid, lines jsonb, kind text, day date)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  given jsonb;
  about text;
  line public.order_items;
  item uuid;
  quantity integer;
  photos text[];
  pieces uuid[];
  repair_until date;
  checked jsonb := '[]';
begin
  if lines is null or lines = 'null' then
    return null;
  elsif jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) not between 1 and 1000 then
    perform private.refuse_moved_line(null, 'Lines must be a list of 1 to 1,000.');
  end if;
  for given in select value from jsonb_array_elements(lines) loop
    about := lower(given ->> 'line');
    select * into line from public.order_items as listed
    where listed.order_id = checked_movement.order_id and listed.id = private.uuid_of(about);
    if not found or line.item_id is null then
      perform private.refuse_moved_line(about, 'This line is no longer part of the order.');
    end if;
    item := case when coalesce(given ->> 'item', '') = '' then line.item_id else private.uuid_of(given ->> 'item') end;
    quantity := private.whole_number(given -> 'quantity', 1, 1000000000);
    if quantity is null then
      perform private.refuse_moved_line(about, 'Quantity must be a whole number of 1 or more');
    elsif kind = 'hand_over' and coalesce(given ->> 'condition', 'good') <> 'good'
      or coalesce(given ->> 'condition', 'good') not in ('good', 'damaged', 'missing') then
      perform private.refuse_moved_line(about, 'The condition must be good, damaged or missing.');
    elsif char_length(given ->> 'note') > 500 then
      perform private.refuse_moved_line(about, 'The note must be at most 500 characters');
    elsif coalesce(jsonb_typeof(given -> 'photos'), 'null') not in ('null', 'array')
      or coalesce(jsonb_typeof(given -> 'pieces'), 'null') not in ('null', 'array') then
      perform private.refuse_moved_line(about, 'Photos and pieces must be lists.');
    end if;
    photos := case jsonb_typeof(given -> 'photos') when 'array' then
      array(select jsonb_array_elements_text(given -> 'photos')) else '{}' end;
    pieces := case jsonb_typeof(given -> 'pieces') when 'array' then
      array(select distinct private.uuid_of(piece) from jsonb_array_elements_text(given -> 'pieces') as piece) else '{}' end;
    if cardinality(photos) > 6 then
      perform private.refuse_moved_line(about, 'At most 6 photos for each line.');
    elsif exists (
      select from unnest(photos) as photo (name)
      where not exists (
        select from storage.objects as stored where stored.bucket_id = 'returns' and stored.name = photo.name
      )
    ) then
      perform private.refuse_moved_line(about, 'A photo of this line was not uploaded. Add it again.');
    elsif cardinality(pieces) > quantity or exists (
      select from unnest(pieces) as named (id)
      where not exists (select from public.item_pieces as piece where piece.id = named.id and piece.item_id = item)
    ) then
      perform private.refuse_moved_line(about, 'These pieces are not known.');
    end if;
    repair_until := null;
    if coalesce(given ->> 'repair_until', '') <> '' then
      if given ->> 'repair_until' !~ '^\d{4}-\d\d-\d\d$' then
        perform private.refuse_moved_line(about, 'Please enter a valid date');
      end if;
      begin
        repair_until := (given ->> 'repair_until')::date;
      exception when datetime_field_overflow then
        perform private.refuse_moved_line(about, 'Please enter a valid date');
      end;
      if given ->> 'condition' is distinct from 'damaged' or repair_until < day or repair_until - day > 365 then
        perform private.refuse_moved_line(about, 'A repair ends within a year after the return of a damaged piece.');
      end if;
    end if;
    checked := checked || jsonb_build_object('line', line.id, 'item', item, 'quantity', quantity,
      'condition', coalesce(given ->> 'condition', 'good'), 'note', nullif(private.trimmed(given ->> 'note'), ''),
      'photos', photos, 'pieces', pieces, 'repair_until', repair_until);
  end loop;
  return checked;
end
$$;

create function private.crew_member(item uuid) returns public.items
language plpgsql stable
set search_path = ''
as $$
declare
  member public.items;
begin
  select * into member from public.items as known
  where known.id = crew_member.item and known.kind = 'crew' and known.removed_at is null;
  if not found then
    raise exception 'This crew member does not exist.' using errcode = 'PT404';
  end if;
  return member;
end
$$;

create function private.desk_customer(id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', customer.id, 'number', customer.customer_number,
    'name', customer.first_name || ' ' || customer.last_name, 'mobile', customer.mobile)
  from public.customers as customer where customer.id = desk_customer.id
$$;

create function private.desk_enquiry(id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', asked.id, 'enquiry_number', asked.enquiry_number,
    'customer', private.desk_customer(asked.customer_id))
  from public.enquiry_orders as asked where asked.id = desk_enquiry.id
$$;

create function private.drop_return_pictures() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.remove_return_pictures(array[old.id]);
  return old;
end
$$;

create function private.edit_order(
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

create function private.editable_order(id uuid, about text default '') returns public.orders
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  made public.orders;
begin
  select * into made from public.orders as found where found.id = editable_order.id for update;
  if not found then
    raise exception 'There is no such order.' using errcode = 'PT404';
  elsif made.status not in ('confirmed', 'in_progress') then
    raise exception using errcode = 'PT409',
      message = format('Only %sa confirmed or running order can be changed; %s is "%s".', about, made.order_number, (
        select status.label from public.crm_rental_order_statuses as status where status.value = made.status
      ));
  end if;
  return made;
end
$$;

create function private.edited_line(line jsonb, change jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  action constant text := change ->> 'action';
  is_text constant boolean := line ->> 'item_id' is null;
  amount numeric;
  reason text;
begin
  if is_text and action in ('swap', 'sub_rental', 'take_over') then
    perform private.refuse('changes', 'A text line has no item.');
  end if;
  case action
    when 'remove' then
      return null;
    when 'restore' then
      return private.restored_line(line, change -> 'values');
    when 'quantity' then
      if private.whole_number(change -> 'quantity', 1, 1000000) is null then
        perform private.refuse('changes', 'Quantity must be a whole number of 1 or more');
      end if;
      return line || jsonb_build_object('quantity', private.whole_number(change -> 'quantity', 1, 1000000));
    when 'text' then
      reason := private.short_text(change ->> 'description', 'changes');
      if not is_text then
        perform private.refuse('changes', 'Only a text line has a description.');
      elsif reason is null then
        perform private.refuse('changes', 'Enter a description.');
      end if;
      return line || jsonb_build_object('description', reason);
    when 'price' then
      amount := private.price_of(change -> 'price');
      reason := private.short_text(change ->> 'reason', 'changes');
      if amount is null then
        perform private.refuse('changes', 'The price must be from 0 to 9,999,999.99.');
      elsif amount = (line ->> 'list_price')::numeric then
        reason := null;
      elsif reason is null and not is_text then
        perform private.refuse('changes', 'Give the reason for this price.');
      end if;
      return line || jsonb_build_object('price', amount, 'price_reason', reason);
    when 'take_over' then
      if not exists (
        select from public.enquiry_orders as asked where asked.id = private.uuid_of(change ->> 'enquiry')
      ) then
        perform private.refuse('changes', 'There is no such enquiry to take over from.');
      end if;
      return line || private.chosen_values(line, change);
    when 'dates', 'swap', 'sub_rental' then
      return line || private.chosen_values(line, change);
    else
      perform private.refuse('changes', 'There is no such change.');
  end case;
end
$$;

create function private.erase_movement_texts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.remove_return_pictures(array(select made.id from public.orders as made where made.customer_id = new.id));
  update public.order_movement_lines as line set note = null, photos = '{}'
  from public.order_movements as movement join public.orders as made on made.id = movement.order_id
  where movement.id = line.movement_id and made.customer_id = new.id
    and (line.note is not null or line.photos <> '{}');
  update public.order_movements as movement set reason = null, undo_reason = null
  from public.orders as made
  where made.id = movement.order_id and made.customer_id = new.id
    and (movement.reason is not null or movement.undo_reason is not null);
  return null;
end
$$;

create function private.erase_order_texts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.order_items as line
  set description = case when line.description is not null then 'Erased' end, price_reason = null
  from public.orders as made
  where made.id = line.order_id and made.customer_id = new.id
    and (line.description is not null or line.price_reason is not null);
  update public.orders as made set discount_reason = null
  where made.customer_id = new.id and made.discount_reason is not null;
  delete from private.idempotency_keys as stored
  where stored.scope = 'change_order' and stored.response -> 'order' ->> 'id' in (
    select made.id::text from public.orders as made where made.customer_id = new.id);
  return null;
end
$$;

create function private.late_lines(order_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('days', max(late.days), 'total', sum(late.total),
    'lines', jsonb_agg(jsonb_build_object('line', late.id, 'description', late.name, 'quantity', late.out_now,
      'days', late.days, 'price', late.price, 'total', late.total) order by late.days desc, late.position, late.id))
  from (
    select line.id, line.position, item.name, piece.out_now, line.price, private.today() - line.rental_to as days,
      private.line_amount(line.price, piece.out_now, private.today() - line.rental_to) as total
    from private.pieces_out(late_lines.order_id) as piece
      join public.order_items as line on line.id = piece.line_id and line.per_day
      join public.items as item on item.id = line.item_id
    where piece.out_now > 0 and line.rental_to < private.today()
  ) as late
  having count(*) > 0
$$;

create function private.line_changes(former jsonb, lines jsonb)
returns table (id uuid, was jsonb, became jsonb)
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(old.key, new.key)::uuid, old.value - '{hired,taken}'::text[], new.value - '{hired,taken}'::text[]
  from jsonb_each(former) as old full join jsonb_each(lines) as new using (key)
  where old.value - '{hired,taken}'::text[] is distinct from new.value - '{hired,taken}'::text[]
$$;

create function private.line_value(line jsonb, field text) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select case field
    when 'dates' then jsonb_build_object('rental_from', line -> 'rental_from', 'rental_to', line -> 'rental_to')
    when 'swap' then line -> 'item_id'
    when 'text' then line -> 'description'
    when 'remove' then jsonb_build_object('quantity', line -> 'quantity')
    else line -> field
  end
$$;

create function private.lines_out(order_ids uuid[])
returns table (
  order_id uuid,
  line_id uuid,
  handed_over integer,
  out_now integer,
  back integer,
  missing integer
)
language sql stable
set search_path = ''
as $$
  select counted.order_id, counted.line_id, counted.handed_over, counted.out_now,
    counted.handed_over - counted.out_now - least(counted.missing, counted.handed_over - counted.out_now),
    least(counted.missing, counted.handed_over - counted.out_now)
  from (
    select piece.order_id, line.id as line_id,
      max(ceil(piece.handed_over * line.quantity::numeric / piece.quantity))::integer as handed_over,
      max(ceil(piece.out_now * line.quantity::numeric / piece.quantity))::integer as out_now,
      max(ceil(piece.missing * line.quantity::numeric / piece.quantity))::integer as missing
    from private.order_pieces(lines_out.order_ids) as piece
      -- why the orders too: their lines lie together.
      join public.order_items as line on line.id = piece.line_id and line.order_id = any (lines_out.order_ids)
    group by piece.order_id, line.id
  ) as counted
$$;

create function private.lines_with_item(item_id uuid)
returns table (
  line_id uuid,
  order_id uuid,
  order_number text,
  customer_id uuid,
  outside integer,
  left_here integer,
  first_day date,
  last_day date,
  pieces_out uuid[]
)
language sql stable
set search_path = ''
as $$
  select line.id, made.id, made.order_number, made.customer_id, had.outside, had.pieces - had.outside,
    line.rental_from, line.rental_to,
    array(
      select moved.piece_id from (
        select distinct on (piece.piece_id) piece.piece_id, movement.kind
        from public.order_movement_lines as part
          join public.order_movements as movement on movement.id = part.movement_id
          cross join unnest(part.pieces) as piece (piece_id)
        where part.order_item_id = line.id and part.item_id = lines_with_item.item_id and movement.undone_at is null
        order by piece.piece_id, movement.created_at desc, movement.id desc
      ) as moved
      where moved.kind = 'hand_over'
    )
  from (
      select reserved.order_item_id, sum(reserved.quantity)::integer as pieces,
        sum(coalesce(reserved.handed_over, case when reserved.status = 'out' then reserved.quantity else 0 end))::integer
          as outside
      from public.reservations as reserved
      where reserved.item_id = lines_with_item.item_id and reserved.kind = 'rental'
        and reserved.status in ('booked', 'out')
      group by reserved.order_item_id
    ) as had
    join public.order_items as line on line.id = had.order_item_id
    join public.orders as made on made.id = line.order_id
  where made.status in ('confirmed', 'in_progress')
$$;

create function private.lock_moving_order(id uuid, statuses text[]) returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  made public.orders;
begin
  select * into made from public.orders as found where found.id = lock_moving_order.id for update;
  if not found then
    raise exception 'There is no such order.' using errcode = 'PT404';
  elsif made.status <> all (statuses) then
    raise exception using errcode = 'PT409', detail = '{"reason": "status"}',
      message = format('%s is "%s". Change its status first.', made.order_number, (
        select status.label from public.crm_rental_order_statuses as status where status.value = made.status));
  end if;
  perform private.lock_stock(array(
    select line.item_id from public.order_items as line where line.order_id = made.id and line.item_id is not null
    union
    select reserved.item_id from public.order_items as line
      join public.reservations as reserved on reserved.order_item_id = line.id
    where line.order_id = made.id));
  return made;
end
$$;

create function private.lock_order_of_line() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.lock_orders(array[old.order_id]);
  return old;
end
$$;

create function private.lock_orders(order_ids uuid[]) returns void
language plpgsql
set search_path = ''
set lock_timeout = '500ms'
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  perform from public.orders as made where made.id = any (order_ids) order by made.id for no key update;
exception when lock_not_available or deadlock_detected then
  raise exception 'This order is busy. Please try again.'
    using errcode = 'PT409', detail = jsonb_build_object('reason', 'busy')::text;
end
$$;

create function private.make_link(made private.links, key uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  secret constant text := private.new_secret();
  new_token constant bytea := sha256(convert_to(secret, 'UTF8'));
  earlier jsonb;
  link_id uuid;
begin
  if make_link.key is null then
    raise exception 'key is required.' using errcode = 'PT422', detail = '{"field": "key"}';
  end if;
  earlier := private.claim_idempotency_key('make_link:' || auth.uid(), make_link.key,
    jsonb_build_array(made.kind, made.for_studio, made.user_id, made.item_id, made.day,
      encode(sha256(convert_to(coalesce(made.note, ''), 'UTF8')), 'hex'), made.document_id));
  if earlier is not null then
    update private.links as link set token = new_token
    where link.id = (earlier ->> 'id')::uuid and link.revoked_at is null;
    return earlier || jsonb_build_object('secret', secret);
  end if;
  insert into private.links (kind, for_studio, user_id, item_id, day, note, document_id, customer_id, expires_at, token,
    created_by)
  values (made.kind, made.for_studio, made.user_id, made.item_id, made.day, made.note, made.document_id,
    made.customer_id, made.expires_at, new_token, auth.uid())
  returning id into link_id;
  update private.idempotency_keys as claimed set response = jsonb_build_object('id', link_id)
  where claimed.scope = 'make_link:' || auth.uid() and claimed.key = make_link.key;
  return jsonb_build_object('id', link_id, 'secret', secret);
end
$$;

create function private.may_manage_link(user_id uuid, item_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select private.is_staff('admin')
    or may_manage_link.item_id is not null or coalesce(may_manage_link.user_id = auth.uid(), false)
$$;

create function private.movement_day(day date, reason text) returns date
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.today();
begin
  if char_length(reason) > 500 then
    perform private.refuse('reason', 'The reason must be at most 500 characters');
  elsif day > today then
    perform private.refuse('day', 'This day is in the future.');
  elsif day < date '2000-01-01' then
    perform private.refuse('day', 'Please enter a valid date');
  elsif day < today and reason is null then
    perform private.refuse('reason', 'A reason is required for a day before today.');
  end if;
  return coalesce(day, today);
end
$$;

create function private.movement_text(movement_id uuid) returns text
language sql stable
set search_path = ''
as $$
  with part as (
    select moved.order_item_id, moved.item_id, sum(moved.quantity) as quantity
    from public.order_movement_lines as moved where moved.movement_id = movement_text.movement_id
    group by moved.order_item_id, moved.item_id
  ), whole as (
    select line.id, line.item_id, max(ceil(part.quantity * line.quantity::numeric / piece.quantity)) as quantity
    from public.order_movements as movement
      cross join private.order_pieces(array[movement.order_id]) as piece
      join part on part.order_item_id = piece.line_id and part.item_id = piece.item_id
      join public.order_items as line on line.id = piece.line_id
    where movement.id = movement_text.movement_id
    group by line.id
  )
  select case when (select count(*) from part) = 1 then (
      select item.code || ' ×' || part.quantity from part join public.items as item on item.id = part.item_id
    ) when count(*) = 1 then min(item.code) || ' ×' || sum(whole.quantity)
    else sum(whole.quantity) || ' pieces' end
  from whole join public.items as item on item.id = whole.item_id
$$;

create function private.movements_of(order_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', movement.id, 'kind', movement.kind, 'day', movement.day,
      'created_at', movement.created_at, 'by', person.display_name, 'reason', movement.reason,
      'undone_at', movement.undone_at, 'undo_reason', movement.undo_reason,
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('line', moved.order_item_id, 'item', moved.item_id,
          'name', item.name, 'code', item.code, 'quantity', moved.quantity, 'condition', moved.condition,
          'note', moved.note, 'photos', to_jsonb(moved.photos)) order by item.name, moved.condition, moved.id), '[]')
        from public.order_movement_lines as moved join public.items as item on item.id = moved.item_id
        where moved.movement_id = movement.id
      )) order by movement.created_at desc, movement.id desc), '[]')
  from public.order_movements as movement
    left join public.user_profiles as person on person.id = movement.created_by
  where movement.order_id = movements_of.order_id
$$;

create function private.new_line(change jsonb, rental_from date, rental_to date) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  pieces constant integer := private.whole_number(change -> 'quantity', 1, 1000000);
  price constant numeric := private.price_of(change -> 'price');
  description constant text := private.short_text(change ->> 'description', 'changes');
  line public.order_items;
  item public.items;
  days daterange;
begin
  if pieces is null then
    perform private.refuse('changes', 'Quantity must be a whole number of 1 or more');
  end if;
  line.quantity := pieces;
  line.created_at := clock_timestamp();
  if change ? 'item' then
    item := private.rentable_item(change ->> 'type', change ->> 'item');
    if item.id is null then
      perform private.refuse('changes', 'This item is no longer there. Choose another.');
    end if;
    days := private.staff_days(coalesce((change ->> 'rental_from')::date, new_line.rental_from),
      coalesce((change ->> 'rental_to')::date, new_line.rental_to));
    line.item_type := item.kind;
    line.item_id := item.id;
    line.price := item.price;
    line.list_price := item.price;
    line.per_day := true;
    line.rental_from := lower(days);
    line.rental_to := upper(days) - 1;
  else
    if description is null then
      perform private.refuse('changes', 'Enter a description.');
    elsif price is null then
      perform private.refuse('changes', 'The price must be from 0 to 9,999,999.99.');
    elsif jsonb_typeof(change -> 'per_day') is distinct from 'boolean' then
      perform private.refuse('changes', 'Choose per day or once.');
    end if;
    line.description := description;
    line.price := price;
    line.per_day := (change ->> 'per_day')::boolean;
    if line.per_day then
      line.rental_from := new_line.rental_from;
      line.rental_to := new_line.rental_to;
    end if;
  end if;
  return to_jsonb(line) || '{"hired": [], "taken": []}';
end
$$;

create function private.new_lines(lines jsonb, rental_from date, rental_to date) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  made jsonb := '[]';
  line jsonb;
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
      made := made || jsonb_build_array(
        private.new_line(line || jsonb_build_object('item', line -> 'item'), new_lines.rental_from, new_lines.rental_to)
          || jsonb_build_object('id', gen_random_uuid(), 'position', place));
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

create function private.next_steps(item public.items, piece_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  with line as materialized (
    select * from private.lines_with_item(item.id)
  ), here as (
    select item.quantity = 0 or item.quantity > coalesce(sum(line.outside), 0) as any_piece,
      coalesce(bool_or(piece_id = any (line.pieces_out)), false) as piece_is_out
    from line
  ), possible as (
    select 'take_back' as step, line.outside as quantity, line.last_day as day, line.*,
      case when line.last_day < private.today() then 0 when line.last_day = private.today() then 2 else 3 end as rank
    from line cross join here
    where line.outside > 0 and case when piece_id is null then true
      when here.piece_is_out then piece_id = any (line.pieces_out)
      -- why: the line may have pieces that nobody named.
      else line.outside > cardinality(line.pieces_out) end
    union all
    select 'hand_over', line.left_here, line.first_day, line.*,
      case when not here.any_piece then 5 when line.first_day <= private.today() then 1 else 4 end
    from line cross join here
    where line.left_here > 0 and line.last_day >= private.today() and not here.piece_is_out
  ), best as (
    select * from possible order by rank, day, order_number limit 10
  )
  select coalesce(jsonb_agg(jsonb_build_object('step', best.step, 'order_id', best.order_id,
      'order_number', best.order_number, 'customer', private.customer_name(best.customer_id), 'line', best.line_id,
      'item', item.id, 'quantity', best.quantity, 'day', best.day) order by best.rank, best.day, best.order_number), '[]')
  from best
$$;

create function private.numbered_pieces(line_id uuid, item_id uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', piece.id, 'code', piece.code,
      'out', coalesce(last.kind = 'hand_over', false)) order by piece.number), '[]')
    from public.item_pieces as piece
      left join lateral (
        select movement.kind from public.order_movement_lines as moved
          join public.order_movements as movement on movement.id = moved.movement_id and movement.undone_at is null
        where moved.order_item_id = numbered_pieces.line_id and moved.item_id = numbered_pieces.item_id
          and piece.id = any (moved.pieces)
        order by movement.created_at desc, movement.id desc limit 1
      ) as last on true
    where piece.item_id = numbered_pieces.item_id and piece.retired_at is null
  );
end
$$;

create function private.open_link(kind text, secret text) returns private.links
language plpgsql
set search_path = ''
as $$
declare
  opened private.links;
begin
  select * into opened from private.links as link
  where link.token = sha256(convert_to(left(open_link.secret, 100), 'UTF8')) and link.kind = open_link.kind
    and link.revoked_at is null and (link.expires_at is null or link.expires_at > clock_timestamp());
  if opened.id is not null and opened.last_opened is distinct from private.today() then
    update private.links as link set last_opened = private.today() where link.id = opened.id;
  end if;
  return opened;
end
$$;

create function private.pieces_out(order_id uuid)
returns table (line_id uuid, handed_over integer, out_now integer, back integer, missing integer)
language sql stable
set search_path = ''
as $$
  select known.line_id, known.handed_over, known.out_now, known.back, known.missing
  from private.lines_out(array[pieces_out.order_id]) as known
$$;

create function private.read_timeline_cursor(cursor text, by text) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
declare
  parts jsonb;
begin
  if cursor is null then
    return null;
  end if;
  parts := convert_from(decode(translate(cursor, '-_', '+/'), 'base64'), 'UTF8')::jsonb;
  if jsonb_array_length(parts) <> 4 or parts ->> 0 <> by or private.uuid_of(parts ->> 3) is null
    or (parts ->> 1) is null or (parts ->> 2) is null then
    raise exception using errcode = 'PT400';
  elsif by = 'orders' then
    perform (parts ->> 1)::date;
  end if;
  return parts;
exception when others then
  raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
end
$$;

create function private.record_changes(made public.orders, former jsonb, became jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  was constant jsonb := former -> 'order';
  now constant jsonb := became -> 'order';
  are_moved constant boolean := (was -> 'rental_from', was -> 'rental_to') is distinct from (now -> 'rental_from', now -> 'rental_to');
begin
  if are_moved then
    perform private.record_event(made.customer_id, 'order', made.id, 'dates',
      (was ->> 'rental_from') || '/' || (was ->> 'rental_to'), (now ->> 'rental_from') || '/' || (now ->> 'rental_to'));
  end if;
  perform private.record_event(made.customer_id, 'order', made.id, event.what, event.from_value, event.to_value, each.id)
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
  perform private.record_event(made.customer_id, 'order', made.id, 'discount', text.old_discount, text.new_discount)
  from (
    select coalesce(trim_scale((was ->> 'discount_percent')::numeric) || '%',
        '₹' || to_char((was ->> 'discount_amount')::numeric, 'FM9999999990.00')) as old_discount,
      coalesce(trim_scale((now ->> 'discount_percent')::numeric) || '%',
        '₹' || to_char((now ->> 'discount_amount')::numeric, 'FM9999999990.00')) as new_discount
  ) as text
  where text.old_discount is distinct from text.new_discount;
end
$$;

create function private.record_movement(
  made public.orders,
  lines jsonb,
  kind text,
  day date,
  reason text
) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  moved jsonb := lines;
  refused jsonb;
  movement_id uuid;
begin
  if moved is null then
    select jsonb_agg(jsonb_build_object('line', piece.line_id, 'item', piece.item_id, 'quantity', able.pieces))
      into moved
    from private.order_pieces(array[made.id]) as piece
      cross join lateral (
        select case kind when 'return' then piece.out_now else piece.quantity - piece.handed_over end as pieces
      ) as able
    where able.pieces > 0;
    if moved is null then
      raise exception using errcode = 'PT409',
        message = case kind when 'return' then 'Nothing of this order is out.'
          else 'Nothing of this order is left to hand over.' end,
        detail = jsonb_build_object('reason', case kind when 'return' then 'more_than_out' else 'more_than_there' end,
          'lines', '[]'::jsonb)::text;
    end if;
  end if;
  select jsonb_agg(jsonb_build_object('line', wanted.line, 'item', wanted.item, 'quantity', coalesce(piece.quantity, 0),
      'out', coalesce(piece.out_now, 0)) order by wanted.line, wanted.item)
    into refused
  from (
    select given.line, given.item, sum(given.quantity) as quantity
    from jsonb_to_recordset(moved) as given (line uuid, item uuid, quantity integer)
    group by given.line, given.item
  ) as wanted
    left join private.order_pieces(array[made.id]) as piece
      on piece.line_id = wanted.line and piece.item_id = wanted.item
  where wanted.quantity > coalesce(case kind when 'return' then piece.out_now else piece.quantity - piece.handed_over end, 0);
  if refused is not null then
    raise exception using errcode = 'PT409',
      message = case kind when 'return' then 'Fewer pieces are out. Somebody may have taken them back meanwhile.'
        else 'Fewer pieces are left. Somebody may have handed them over meanwhile.' end,
      detail = jsonb_build_object('reason', case kind when 'return' then 'more_than_out' else 'more_than_there' end,
        'lines', refused)::text;
  end if;
  if kind = 'return' and exists (
    select from jsonb_to_recordset(moved) as given (line uuid, item uuid)
      join private.order_pieces(array[made.id]) as piece on piece.line_id = given.line and piece.item_id = given.item
    where piece.first_day > day
  ) then
    perform private.refuse('day', 'These pieces were handed over after this day.');
  end if;
  insert into public.order_movements as recorded (order_id, kind, day, reason, created_by)
  values (made.id, record_movement.kind, record_movement.day, record_movement.reason,
    (select profile.id from public.user_profiles as profile where profile.id = auth.uid()))
  returning recorded.id into movement_id;
  insert into public.order_movement_lines (movement_id, order_item_id, item_id, quantity, condition, note, photos, pieces)
  select movement_id, given.line, given.item, given.quantity, coalesce(given.condition, 'good'), given.note,
    coalesce(given.photos, '{}'), coalesce(given.pieces, '{}')
  from jsonb_to_recordset(moved) as given (line uuid, item uuid, quantity integer, condition text, note text,
    photos text[], pieces uuid[]);
  return movement_id;
end
$$;

create function private.refuse_archived_lines() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  archived constant uuid[] := array(
    select item.id from new_rows as line join public.items as item on item.id = line.item_id
    where item.archived_at is not null);
begin
  if archived <> '{}' then
    raise exception using errcode = 'PT409',
      message = format('"%s" is archived. Restore it, or choose another item.', (
        select item.name from public.items as item where item.id = archived[1])),
      detail = jsonb_build_object('reason', 'archived', 'items', private.named_items(archived))::text;
  end if;
  return null;
end
$$;

create function private.refuse_moved_line(line text, message text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT422', message = message,
    detail = jsonb_build_object('field', 'lines', 'line', line)::text;
end
$$;

create function private.remove_return_pictures(order_ids uuid[]) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects as picture
  where picture.bucket_id = 'returns' and (
    split_part(picture.name, '/', 1) = any (select gone::text from unnest(order_ids) as gone)
    or picture.name in (
      select unnest(line.photos) from public.order_movement_lines as line
        join public.order_movements as movement on movement.id = line.movement_id
      where movement.order_id = any (order_ids)));
  perform set_config('storage.allow_delete_query', '', true);
end
$$;

create function private.rentable_item(type text, id text) returns public.items
language plpgsql stable
set search_path = ''
as $$
declare
  found_item public.items;
begin
  select * into found_item from public.items as item
  where item.id = private.uuid_of(rentable_item.id) and item.kind = rentable_item.type
    and item.removed_at is null and item.archived_at is null;
  return found_item;
end
$$;

create function private.restored_line(line jsonb, given jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  became constant jsonb := coalesce(line, '{"hired": [], "taken": [], "per_day": true}') || (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(given)
    where key in ('item_type', 'item_id', 'variant_id', 'quantity', 'price', 'list_price', 'price_reason',
        'rental_from', 'rental_to', 'description')
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

create function private.scanned_code(label text) returns text
language sql immutable
set search_path = ''
as $$
  select case when char_length(label) <= 500 then substring(upper(coalesce(
    substring(private.trimmed(label) from '(?i)/ops/scan/([^/?#]+)'), private.trimmed(label)
  )) from '^[A-Z0-9-]{1,40}$') end
$$;

create function private.span_of(lines jsonb, out first_day date, out last_day date) returns record
language sql immutable parallel safe
set search_path = ''
as $$
  select min((value ->> 'rental_from')::date), max((value ->> 'rental_to')::date)
  from jsonb_each(lines) where value ->> 'item_id' is not null
$$;

create function private.take_out_of_service(
  made public.orders,
  movement_id uuid,
  day date,
  lines jsonb
) returns void
language sql
set search_path = ''
as $$
  insert into public.reservations (item_id, quantity, kind, status, rented, blocked, reason, movement_id, created_by)
  select given.item, sum(given.quantity), 'out_of_service', 'booked', ended.days, ended.days,
    case given.condition when 'missing' then 'Missing from ' else 'Damaged in ' end || made.order_number, movement_id,
    (select profile.id from public.user_profiles as profile where profile.id = auth.uid())
  from jsonb_to_recordset(lines) as given (item uuid, quantity integer, condition text, repair_until date)
    cross join lateral (
      select upper(private.blocked_range(daterange(day, day, '[]'), private.turnaround_of(given.item))) as day
    ) as back
    cross join lateral (
      select daterange(back.day, case given.condition when 'missing' then back.day + 365
        else greatest(back.day, given.repair_until + 1) end) as days
    ) as ended
  where (given.condition = 'missing' or given.condition = 'damaged' and given.repair_until is not null)
    and not isempty(ended.days)
  group by given.item, given.condition, ended.days
$$;

create function private.timeline_cursor(parts jsonb) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select translate(encode(convert_to(parts::text, 'UTF8'), 'base64'), E'+/\n', '-_')
$$;

create function private.timeline_filter(kind text, category text, pattern text) returns text
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  filters constant jsonb := jsonb_strip_nulls(jsonb_build_object('category', timeline_filter.category));
  category_key text;
begin
  if timeline_filter.kind is not null then
    category_key := (private.inventory_kind(timeline_filter.kind)).category_key;
  elsif timeline_filter.category is not null then
    raise exception 'A category needs its kind.' using errcode = 'PT400';
  end if;
  if pattern = '%%' and filters = '{}' then
    return null;
  end if;
  return (
    select string_agg(format('select item.id from %s as item where %s', listed.item_table,
      private.inventory_conditions(listed.kind, listed.staff_text,
        case when filters = '{}' then filters else jsonb_build_object(category_key, timeline_filter.category) end,
        pattern)), ' union all ')
    from private.catalogue_kinds as listed
    where timeline_filter.kind is null or listed.kind = timeline_filter.kind
  );
end
$$;

create function private.timeline_of_items(
  item_ids uuid[],
  span daterange,
  moment timestamptz,
  names_too boolean
) returns jsonb
language plpgsql stable
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  categories constant jsonb := private.category_names(item_ids);
  today constant date := private.today();
  result jsonb;
begin
  with listed as materialized (
    select item.id, item.kind, item.code, item.name, item.quantity, wanted.position
    from unnest(item_ids) with ordinality as wanted (id, position) join public.items as item on item.id = wanted.id
  ), drawn as materialized (
    select listed.id as row_id, jsonb_agg(to_jsonb(bar) order by bar."from", bar.id) as bars
    from listed
      cross join lateral (
        select touching.id, touching.kind, touching.status, touching.quantity, lower(touching.rented) as "from",
          upper(touching.rented) - 1 as "to", upper(touching.blocked) - 1 as blocked_to,
          touching.status = 'out' and upper(touching.rented) <= today as overdue,
          to_jsonb(array_remove(array[touching.order_item_id], null)) as lines, false as whole,
          case when names_too and made.id is not null then jsonb_build_object('id', made.id,
            'number', made.order_number, 'customer', booker.first_name || ' ' || booker.last_name,
            'customer_id', booker.id) end as "order",
          case when names_too and asked.id is not null then jsonb_build_object('id', asked.id,
            'number', asked.enquiry_number, 'customer', asker.first_name || ' ' || asker.last_name,
            'customer_id', asker.id) end as enquiry,
          touching.expires_at, touching.reason
        from public.reservations as touching
          left join public.order_items as line on line.id = touching.order_item_id
          left join public.orders as made on made.id = line.order_id
          left join public.customers as booker on booker.id = made.customer_id
          left join public.enquiry_items as wanted on wanted.id = touching.enquiry_item_id
          left join public.enquiry_orders as asked on asked.id = wanted.enquiry_order_id
          left join public.customers as asker on asker.id = asked.customer_id
        where touching.item_id = listed.id and touching.status <> 'released'
          and upper(touching.blocked) > lower(span) and lower(touching.blocked) < upper(span)
          and (touching.status <> 'held' or touching.expires_at > moment)
      ) as bar
    group by listed.id
  ), short as materialized (
    select stock.item_id, jsonb_agg(stock.day order by stock.day) as days
    from private.item_days as stock
      join private.free_days as spare on spare.item_id = stock.item_id and spare.day = stock.day
    where stock.item_id = any (item_ids) and stock.short > 0 and spare.free < 0
      and stock.day >= greatest(lower(span), today) and stock.day < upper(span)
    group by stock.item_id
  )
  select jsonb_agg(jsonb_build_object('type', listed.kind, 'id', listed.id, 'code', listed.code, 'name', listed.name,
      'category', categories ->> listed.id::text,
      'of', case when exists (select from private.kit_parts as parts where parts.kit_id = listed.id)
        then private.pieces_of(listed.id) else nullif(listed.quantity, 0) end,
      'status', null, 'pieces', null,
      'bars', coalesce(drawn.bars, '[]'), 'short_days', coalesce(short.days, '[]')) order by listed.position)
  into result
  from listed left join drawn on drawn.row_id = listed.id left join short on short.item_id = listed.id;
  return coalesce(result, '[]');
end
$$;

create function private.timeline_of_orders(row_ids uuid[], span daterange, moment timestamptz)
returns jsonb
language plpgsql stable
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  today constant date := private.today();
  result jsonb;
begin
  with listed as materialized (
    select wanted.id, wanted.position, coalesce(made.customer_id, asked.customer_id) as customer_id,
      booker.first_name || ' ' || booker.last_name as customer, made.order_number, asked.enquiry_number,
      coalesce(made.status, asked.status) as status,
      daterange(made.rental_from, made.rental_to, '[]') as rented
    from unnest(row_ids) with ordinality as wanted (id, position)
      left join public.orders as made on made.id = wanted.id
      left join public.enquiry_orders as asked on asked.id = wanted.id and made.id is null
      left join public.customers as booker on booker.id = coalesce(made.customer_id, asked.customer_id)
  ), reserved as materialized (
    select listed.id as row_id, line.id as line_id, booked.id, booked.item_id, booked.kind, booked.status,
      booked.quantity, booked.rented, booked.blocked, booked.expires_at, booked.item_id = line.item_id as is_own
    from listed join public.order_items as line on line.order_id = listed.id
      join public.reservations as booked on booked.order_item_id = line.id and booked.kind = 'rental'
    where booked.status <> 'released'
    union all
    select listed.id, line.id, hold.id, hold.item_id, hold.kind, hold.status, hold.quantity, hold.rented, hold.blocked,
      hold.expires_at, hold.item_id = line.item_id
    from listed join public.enquiry_items as line on line.enquiry_order_id = listed.id
      join public.reservations as hold on hold.enquiry_item_id = line.id
    where hold.status = 'held' and hold.expires_at > moment
  ), grouped as materialized (
    select reserved.row_id, (array_agg(reserved.id order by reserved.id))[1] as id, reserved.kind, reserved.status,
      reserved.rented, max(upper(reserved.blocked)) as blocked_end, sum(reserved.quantity) as quantity,
      array_agg(distinct reserved.line_id) as lines, min(reserved.expires_at) as expires_at
    from reserved where reserved.is_own
    group by reserved.row_id, reserved.kind, reserved.status, reserved.rented
  ), drawn as materialized (
    select grouped.row_id, jsonb_agg(jsonb_build_object('id', grouped.id, 'kind', grouped.kind,
        'status', grouped.status, 'quantity', grouped.quantity, 'from', lower(grouped.rented),
        'to', upper(grouped.rented) - 1, 'blocked_to', grouped.blocked_end - 1,
        'overdue', grouped.status = 'out' and upper(grouped.rented) <= today,
        'lines', case grouped.kind when 'rental' then to_jsonb(grouped.lines) else '[]' end,
        'whole', grouped.kind = 'rental' and grouped.rented = listed.rented and cardinality(grouped.lines) = (
          select count(*) from public.order_items as line
          where line.order_id = grouped.row_id and line.item_id is not null),
        'order', case when listed.order_number is not null then jsonb_build_object('id', listed.id,
          'number', listed.order_number, 'customer', listed.customer,
          'customer_id', listed.customer_id) end,
        'enquiry', case when listed.enquiry_number is not null then jsonb_build_object('id', listed.id,
          'number', listed.enquiry_number, 'customer', listed.customer,
          'customer_id', listed.customer_id) end,
        'expires_at', grouped.expires_at, 'reason', null
      ) order by grouped.rented, grouped.id)
      filter (where grouped.blocked_end > lower(span) and lower(grouped.rented) < upper(span)) as bars,
      sum(grouped.quantity) as pieces
    from grouped join listed on listed.id = grouped.row_id
    group by grouped.row_id
  ), short as materialized (
    select needed.row_id, jsonb_agg(needed.day order by needed.day) as days
    from (
      select distinct reserved.row_id, stock.day
      from reserved
        join private.item_days as stock on stock.item_id = reserved.item_id and reserved.blocked @> stock.day
        join private.free_days as spare on spare.item_id = stock.item_id and spare.day = stock.day
      where stock.short > 0 and spare.free < 0 and stock.day >= greatest(lower(span), today) and stock.day < upper(span)
    ) as needed
    group by needed.row_id
  )
  select jsonb_agg(jsonb_build_object('type', case when listed.order_number is null then 'enquiry' else 'order' end,
      'id', listed.id, 'code', coalesce(listed.order_number, listed.enquiry_number),
      'name', listed.customer, 'category', null, 'of', null,
      'status', listed.status, 'pieces', drawn.pieces, 'bars', coalesce(drawn.bars, '[]'),
      'short_days', coalesce(short.days, '[]')) order by listed.position)
  into result
  from listed left join drawn on drawn.row_id = listed.id left join short on short.row_id = listed.id;
  return coalesce(result, '[]');
end
$$;

create function private.undo_changes(former jsonb, became jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(undo.change), '[]')
  from (
    select case
      when each.was is null then jsonb_build_object('action', 'remove', 'line', each.id,
        'expected', private.line_value(each.became, 'remove'))
      when each.became is null then jsonb_build_object('action', 'restore', 'line', each.id,
        'values', each.was - '{id,order_id,rental_days}'::text[], 'expected', null)
      else jsonb_build_object('action', 'restore', 'line', each.id,
        'values', (
          select jsonb_object_agg(old.key, old.value) from jsonb_each(each.was - 'rental_days') as old
          where old.value is distinct from each.became -> old.key
        ),
        'expected', (
          select coalesce(jsonb_object_agg(field, private.line_value(each.became, field)), '{}')
          from unnest('{quantity,price,dates,swap,text}'::text[]) as field
          where private.line_value(each.was, field) is distinct from private.line_value(each.became, field)
        ))
      end as change
    from private.line_changes(former -> 'lines', became -> 'lines') as each
    union all
    select jsonb_build_object('action', 'discount', 'percent', former #> '{order,discount_percent}',
      'amount', former #> '{order,discount_amount}', 'reason', former #> '{order,discount_reason}',
      'expected', jsonb_build_object('percent', became #> '{order,discount_percent}',
        'amount', became #> '{order,discount_amount}'))
    where ((former -> 'order') - '{rental_from,rental_to}'::text[])
      <> ((became -> 'order') - '{rental_from,rental_to}'::text[])
  ) as undo
$$;

create function public.calendar_feed(secret text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  link private.links := private.open_link('calendar', calendar_feed.secret);
  most constant integer := 2000;
  moment constant timestamptz := clock_timestamp();
  owner_name text;
  events jsonb;
begin
  if link.id is null then
    return null;
  elsif link.user_id is not null then
    select profile.display_name into owner_name
    from public.user_profiles as profile join auth.users as account on account.id = profile.id
    where profile.id = link.user_id and profile.role in ('admin', 'crm_user')
      and coalesce(account.banned_until <= moment, true);
    if not found then
      return null;
    end if;
  elsif link.item_id is not null then
    select item.name into owner_name from public.items as item where item.id = link.item_id;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('uid', uid, 'from', first_day, 'to', last_day, 'number', number,
    'customer', customer, 'status', label, 'tentative', tentative, 'pieces', pieces,
    'created_at', private.iso_time(created_at), 'updated_at', private.iso_time(updated_at))
    order by first_day, number, uid), '[]')
  into events
  from (
    select made.id as uid, coalesce(made.rental_from, made.rental_to) as first_day,
      coalesce(made.rental_to, made.rental_from) as last_day, made.order_number as number,
      private.customer_name(made.customer_id) as customer, status.label, false as tentative,
      (select sum(line.quantity) from public.order_items as line where line.order_id = made.id) as pieces,
      made.created_at, made.updated_at
    from public.orders as made join public.crm_rental_order_statuses as status on status.value = made.status
    where link.item_id is null and made.status <> 'cancelled'
      and (link.for_studio or made.assigned_to = link.user_id)
      and coalesce(made.rental_to, made.rental_from) >= private.calendar_start()
    union all
    select made.id, coalesce(made.rental_from, made.rental_to), coalesce(made.rental_to, made.rental_from),
      made.enquiry_number, private.customer_name(made.customer_id),
      case when made.held_until > moment then 'Held' else status.label end, true,
      (select sum(line.quantity) from public.enquiry_items as line where line.enquiry_order_id = made.id),
      made.created_at, made.updated_at
    from public.enquiry_orders as made join public.crm_rental_enquiry_statuses as status on status.value = made.status
    where link.item_id is null and made.status = any (private.open_statuses())
      and case when link.for_studio then made.held_until > moment else made.assigned_to = link.user_id end
      and coalesce(made.rental_to, made.rental_from) >= private.calendar_start()
    union all
    select reserved.id, lower(reserved.rented), upper(reserved.rented) - 1,
      coalesce(booked.order_number, asked.enquiry_number), null,
      case reserved.kind when 'hold' then 'Held' else 'Booked' end, reserved.kind = 'hold', null,
      reserved.created_at, reserved.updated_at
    from public.reservations as reserved
      left join public.order_items as line on line.id = reserved.order_item_id
      left join public.orders as booked on booked.id = line.order_id
      left join public.enquiry_items as asked_line on asked_line.id = reserved.enquiry_item_id
      left join public.enquiry_orders as asked on asked.id = asked_line.enquiry_order_id
    where reserved.item_id = link.item_id and reserved.kind in ('rental', 'hold') and reserved.status <> 'released'
      and (reserved.expires_at is null or reserved.expires_at > moment)
      and upper(reserved.rented) > private.calendar_start()
    order by first_day, number limit most
  ) as listed;
  return jsonb_build_object('name', owner_name, 'events', events, 'subject',
    case when link.for_studio then 'studio' when link.user_id is not null then 'staff' else 'crew' end);
end
$$;

create function public.calendar_links(person uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select coalesce(jsonb_agg(told order by created_at desc, id), '[]')
    from (
      select link.id, link.created_at, jsonb_build_object('id', link.id, 'kind', link.kind,
        'subject', case when link.for_studio then 'studio' when link.user_id is not null then 'staff' else 'crew' end,
        'person', coalesce(link.user_id, link.item_id), 'name', coalesce(profile.display_name, item.name),
        'day', link.day, 'created_at', private.iso_time(link.created_at), 'created_by', maker.display_name,
        'last_opened', link.last_opened) as told
      from private.links as link
        left join public.user_profiles as profile on profile.id = link.user_id
        left join public.user_profiles as maker on maker.id = link.created_by
        left join public.items as item on item.id = link.item_id
      where link.document_id is null and link.revoked_at is null
        and (link.expires_at is null or link.expires_at > clock_timestamp())
        and private.may_manage_link(link.user_id, link.item_id)
        and (calendar_links.person is null or calendar_links.person in (link.user_id, link.item_id))
      order by link.created_at desc, link.id limit 200
    ) as listed
  );
end
$$;

create function public.change_order(id uuid, changes jsonb, key uuid default null) returns jsonb
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
  elsif jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) not between 1 and 200
    or jsonb_path_exists(changes, 'strict $[*] ? (@.type() != "object")') then
    raise exception 'Changes must be a list of 1 to 200.' using errcode = 'PT422',
      detail = '{"field": "changes", "index": null, "line": null}';
  end if;
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

create function public.change_order_dates(
  id uuid,
  rental_from date default null,
  rental_to date default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  made public.orders;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if change_order_dates.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('change_order_dates', change_order_dates.key,
    jsonb_build_array(change_order_dates.id, change_order_dates.rental_from, change_order_dates.rental_to));
  if answer is not null then
    return answer;
  end if;
  made := private.editable_order(change_order_dates.id, 'the dates of ');
  perform private.staff_days(change_order_dates.rental_from, change_order_dates.rental_to);
  answer := private.edit_order(made, jsonb_build_array(jsonb_build_object('action', 'dates',
    'rental_from', change_order_dates.rental_from, 'rental_to', change_order_dates.rental_to)), 'rental_to') -> 'order';
  perform private.bind_idempotency_key('change_order_dates', change_order_dates.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create function public.check_dates(
  id uuid,
  rental_from date,
  rental_to date,
  lines uuid[] default null
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  moved jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if not exists (select from public.orders as made where made.id = check_dates.id) then
    raise exception 'There is no such order.' using errcode = 'PT404';
  elsif coalesce(check_dates.rental_from not between date '2000-01-01' and date '9998-12-31', true) then
    raise exception 'Enter the first day.' using errcode = 'PT422', detail = '{"field": "rental_from"}';
  elsif coalesce(check_dates.rental_to not between check_dates.rental_from and check_dates.rental_from + 365, true) then
    raise exception 'The last day must be within a year after the first.'
      using errcode = 'PT422', detail = '{"field": "rental_to"}';
  end if;
  select coalesce(jsonb_agg(to_jsonb(line) || jsonb_build_object('rental_from', check_dates.rental_from,
      'rental_to', check_dates.rental_to)), '[]')
  into moved
  from public.order_items as line
  where line.order_id = check_dates.id and line.item_id is not null and line.rental_from is not null
    and (check_dates.lines is null or line.id = any (check_dates.lines));
  return (
    select coalesce(jsonb_agg(jsonb_build_object('line', line.id, 'type', item.kind, 'id', item.id, 'name', item.name,
        'quantity', line.quantity, 'free', judged.availability -> 'free', 'days', judged.availability -> 'short_days')
      order by line.position, line.id), '[]')
    from private.lines_availability(moved, null) as judged
      join public.order_items as line on line.id = judged.line_id
      join public.items as item on item.id = line.item_id
    where judged.availability -> 'short_days' <> '[]'
  );
end
$$;

create function public.day_sheet(secret text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  link private.links := private.open_link('day_sheet', day_sheet.secret);
begin
  if link.id is null then
    return null;
  end if;
  return (
    select jsonb_build_object('name', item.name,
      'category', (select category.name from public.crews as member
        join public.crew_categories as category on category.id = member.category_id where member.id = item.id),
      'day', link.day, 'note', link.note,
      'bookings', (
        select coalesce(jsonb_agg(jsonb_build_object('number', made.order_number, 'from', lower(booked.rented),
          'to', upper(booked.rented) - 1, 'sets', together.sets, 'crew', together.crew)
          order by made.order_number), '[]')
        from public.reservations as booked
          join public.order_items as line on line.id = booked.order_item_id
          join public.orders as made on made.id = line.order_id
          cross join lateral (
            select coalesce(jsonb_agg(other.name order by other.name) filter (where other.kind = 'set'), '[]') as sets,
              coalesce(jsonb_agg(other.name order by other.name) filter (where other.kind = 'crew'), '[]') as crew
            from public.items as other
            where other.id <> item.id and other.kind in ('set', 'crew') and exists (
              select from public.reservations as along
                join public.order_items as their_line on their_line.id = along.order_item_id
              where their_line.order_id = made.id and along.item_id = other.id
                and along.kind = 'rental' and along.status <> 'released' and along.rented @> link.day)
          ) as together
        where booked.item_id = item.id and booked.kind = 'rental' and booked.status <> 'released'
          and booked.rented @> link.day
      ))
    from public.items as item where item.id = link.item_id
  );
end
$$;

create function public.due_today(day date default null, assignee text default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  today constant date := private.today();
  due constant date := coalesce(due_today.day, today);
  is_today constant boolean := coalesce(due_today.day, today) = today;
  anybody constant boolean := assignee is null;
  owner uuid;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  begin
    owner := case when assignee = 'me' then auth.uid() when assignee <> 'none' then assignee::uuid end;
  exception when invalid_text_representation then
    raise exception 'assignee must be me, none or a uuid.' using errcode = 'PT400';
  end;
  if not isfinite(due) then
    raise exception 'day must be a date.' using errcode = 'PT400';
  end if;

  with moved as (
    select reserved.order_item_id, reserved.status
    from public.reservations as reserved
    where reserved.kind = 'rental' and reserved.status <> 'released' and reserved.blocked @> due
    union all
    select reserved.order_item_id, reserved.status
    from public.reservations as reserved
    where is_today and reserved.kind = 'rental' and reserved.status = 'out' and not reserved.blocked @> due
  ), grouped as materialized (
    select line.order_id, min(line.rental_from) as first_day, max(line.rental_to) as last_day,
      bool_or(line.rental_from = due or is_today and line.rental_from < due and line.rental_to >= due
        and moved.status = 'booked') as goes_out,
      bool_or(line.rental_to = due) as comes_back,
      bool_or(is_today and line.rental_to < due and moved.status = 'out') as overdue
    from moved join public.order_items as line on line.id = moved.order_item_id
    group by line.order_id
  ), listed as materialized (
    select made.id, made.order_number, made.customer_id, made.rental_from, made.rental_to, grouped.first_day,
      grouped.last_day, grouped.goes_out, grouped.comes_back, grouped.overdue
    from grouped
      -- why offset 0: the planner expects an order for each line, and would read all orders.
      cross join lateral (select known.* from public.orders as known where known.id = grouped.order_id offset 0) as made
    where (grouped.goes_out or grouped.comes_back or grouped.overdue)
      and (anybody or made.assigned_to is not distinct from owner)
  ), figures as (
    select line.order_id, sum(line.quantity)::integer as pieces, coalesce(sum(state.out_now), 0)::integer as out_now,
      coalesce(sum(state.back), 0)::integer as back, coalesce(sum(state.missing), 0)::integer as missing,
      coalesce(sum(state.handed_over), 0)::integer as handed_over,
      coalesce(max(today - line.rental_to) filter (where state.out_now > 0 and line.rental_to < today), 0) as late_days
    from listed join public.order_items as line on line.order_id = listed.id and line.item_id is not null
      left join private.lines_out(array(select listed.id from listed)) as state on state.line_id = line.id
    group by line.order_id
  ), counted as materialized (
    select listed.*, figures.pieces, figures.out_now, figures.back, figures.missing, figures.handed_over, figures.late_days
    from listed join figures on figures.order_id = listed.id
  ), placed as (
    select 'going_out' as list, counted.*,
      row_number() over (order by handed_over >= pieces, first_day, order_number) as place
    from counted where goes_out
    union all
    select 'coming_back', counted.*, row_number() over (order by out_now = 0, order_number)
    from counted where comes_back and not overdue and (due > today or handed_over > 0)
    union all
    select 'overdue', counted.*, row_number() over (order by late_days desc, order_number)
    from counted where overdue
  ), told as (
    -- why the object here: a filter keeps an aggregate from building what is not listed.
    select placed.list, count(*) as total,
      coalesce(jsonb_agg(jsonb_build_object('id', placed.id, 'order_number', placed.order_number,
        'customer', private.desk_customer(placed.customer_id),
        'rental_from', coalesce(placed.rental_from, placed.first_day),
        'rental_to', coalesce(placed.rental_to, placed.last_day),
        'pieces', placed.pieces, 'out', placed.out_now, 'back', placed.back, 'missing', placed.missing,
        'late_days', placed.late_days) order by placed.place) filter (where placed.place <= 50), '[]') as rows
    from placed group by placed.list
  )
  select jsonb_build_object('going_out', '[]'::jsonb, 'coming_back', '[]'::jsonb, 'overdue', '[]'::jsonb)
    || coalesce(jsonb_object_agg(told.list, told.rows), '{}')
    || jsonb_build_object('totals', jsonb_build_object('going_out', 0, 'coming_back', 0, 'overdue', 0)
      || coalesce(jsonb_object_agg(told.list, told.total), '{}'))
  into answer from told;

  return answer || jsonb_build_object('day', due, 'conflicts',
      case when is_today then jsonb_array_length(public.conflicts()) else 0 end)
    || (
      with unanswered as (
        select asked.id, asked.created_at, asked.assigned_to,
          row_number() over (order by asked.created_at, asked.id) as place
        from public.enquiry_orders as asked
        where is_today and asked.status = 'pending' and asked.status = any (private.open_statuses())
          and (anybody or asked.assigned_to is not distinct from owner)
      ), waiting as (
        select asked.id, row_number() over (order by asked.waiting_since, asked.id) as place
        from public.enquiry_orders as asked
        where is_today and asked.waiting_since is not null and asked.status = any (private.open_statuses())
          and (anybody or asked.assigned_to is not distinct from owner) and private.can_hold(asked.id)
      ), ending as (
        select asked.id, ends.held_until, row_number() over (order by ends.held_until, asked.id) as place
        from (
          select line.enquiry_order_id, max(hold.expires_at) as held_until
          from public.reservations as hold join public.enquiry_items as line on line.id = hold.enquiry_item_id
          where hold.status = 'held' and hold.expires_at > clock_timestamp()
          group by line.enquiry_order_id
        ) as ends join public.enquiry_orders as asked on asked.id = ends.enquiry_order_id
        where is_today and ends.held_until <= clock_timestamp() + interval '24 hours'
          and asked.status = any (private.open_statuses())
          and (anybody or asked.assigned_to is not distinct from owner)
      )
      -- why objects here and not above: a filter keeps an aggregate from building what is not listed.
      select jsonb_build_object(
        'unanswered', (
          select coalesce(jsonb_agg(private.desk_enquiry(listed.id) || jsonb_build_object(
              'created_at', private.iso_time(listed.created_at),
              'hours', trunc(extract(epoch from clock_timestamp() - listed.created_at) / 3600, 1),
              'late', listed.created_at < clock_timestamp() - interval '24 hours',
              'owner', (select owning.display_name from public.user_profiles as owning where owning.id = listed.assigned_to)
            ) order by listed.place) filter (where listed.place <= 50), '[]')
          from unanswered as listed
        ),
        'waiting', (
          select coalesce(jsonb_agg(private.desk_enquiry(listed.id) order by listed.place)
            filter (where listed.place <= 50), '[]')
          from waiting as listed
        ),
        'holds', (
          select coalesce(jsonb_agg(private.desk_enquiry(listed.id)
              || jsonb_build_object('held_until', private.iso_time(listed.held_until)) order by listed.place)
            filter (where listed.place <= 50), '[]')
          from ending as listed
        ),
        'totals', answer -> 'totals' || jsonb_build_object('unanswered', (select count(*) from unanswered),
          'waiting', (select count(*) from waiting), 'holds', (select count(*) from ending)))
    );
end
$$;

create function public.hand_over(
  id uuid,
  lines jsonb default null,
  day date default null,
  reason text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  given_reason constant text := nullif(private.trimmed(reason), '');
  made public.orders;
  movement_id uuid;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('hand_over', key, jsonb_build_array(id, lines, day, reason));
  if answer is not null then
    return answer;
  end if;
  day := private.movement_day(day, given_reason);
  made := private.lock_moving_order(id, '{confirmed,in_progress}');
  movement_id := private.record_movement(made,
    private.checked_movement(made.id, lines, 'hand_over', day), 'hand_over', day, given_reason);
  if made.status = 'confirmed' then
    update public.orders as started set status = 'in_progress' where started.id = made.id returning * into made;
  else
    perform private.write_reservations(array[made.id]);
  end if;
  perform private.record_event(made.customer_id, 'order', made.id, 'handed_over', null,
    private.movement_text(movement_id));
  answer := private.without_texts(to_jsonb(made)) || jsonb_build_object('movement', movement_id);
  perform private.bind_idempotency_key('hand_over', key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create function public.make_calendar_link(
  subject text,
  person uuid default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  made private.links;
begin
  perform private.require_staff('admin', 'crm_user');
  made.kind := 'calendar';
  made.for_studio := coalesce(subject = 'studio', false);
  if subject = 'staff' then
    made.user_id := person;
    if not exists (select from public.user_profiles where id = person and role in ('admin', 'crm_user')) then
      raise exception 'This member of staff does not exist.' using errcode = 'PT404';
    end if;
  elsif subject = 'crew' then
    made.item_id := (private.crew_member(person)).id;
  elsif not made.for_studio or person is not null then
    raise exception 'subject must be studio, staff or crew.' using errcode = 'PT422', detail = '{"field": "subject"}';
  end if;
  if not private.may_manage_link(made.user_id, made.item_id) then
    perform private.require_staff('admin');
  end if;
  return private.make_link(made, key);
end
$$;

create function public.make_day_sheet_link(
  item uuid,
  day date,
  note text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  made private.links;
begin
  perform private.require_staff('admin', 'crm_user');
  made.kind := 'day_sheet';
  made.for_studio := false;
  made.item_id := (private.crew_member(make_day_sheet_link.item)).id;
  if coalesce(make_day_sheet_link.day not between private.today() - 7 and date '9998-12-01', true) then
    raise exception 'Select a day of the last week or later.' using errcode = 'PT422', detail = '{"field": "day"}';
  end if;
  made.day := make_day_sheet_link.day;
  made.note := nullif(private.trimmed(coalesce(make_day_sheet_link.note, '')), '');
  if char_length(made.note) > 500 then
    raise exception 'A note can have 500 characters.' using errcode = 'PT422', detail = '{"field": "note"}';
  end if;
  if not exists (
    select from public.reservations as booked
    where booked.item_id = made.item_id and booked.kind = 'rental' and booked.status <> 'released'
      and booked.rented @> made.day
  ) then
    raise exception 'This crew member is on no order that day.'
      using errcode = 'PT409', detail = '{"reason": "not_booked"}';
  end if;
  made.expires_at := (made.day + 8)::timestamp at time zone 'Asia/Kolkata';
  return private.make_link(made, key) || jsonb_build_object('expires_at', private.iso_time(made.expires_at));
end
$$;

create function public.make_rental(
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
  select min(line.rental_from) as first_day, max(line.rental_to) as last_day,
    sum(private.line_amount(line.price, line.quantity, private.days_in(line.rental_from, line.rental_to))) as amount
    into span
  from jsonb_populate_recordset(null::public.order_items, rows) as line;
  if span.amount > 9999999999.99 then
    perform private.refuse('lines', 'The total is too large.');
  end if;
  known := private.caller_for(make_rental.customer);
  select private.trimmed(given.first_name) as first_name, private.trimmed(given.last_name) as last_name,
    nullif(private.trimmed(given.email), '') as email
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
      enquiry_order_id, item_type, item_id, quantity, price, rental_from, rental_to, position, free_when_sent, of_when_sent
    )
    select made_id, line.item_type, line.item_id, line.quantity, line.price, line.rental_from, line.rental_to,
      line.position, whole.free, whole.pieces
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
    insert into public.order_items (
      id, order_id, item_type, item_id, quantity, price, list_price, rental_from, rental_to, position
    )
    select line.id, made_id, line.item_type, line.item_id, line.quantity, line.price, line.list_price, line.rental_from,
      line.rental_to, line.position
    from jsonb_populate_recordset(null::public.order_items, rows) as line;
  end if;
  answer := jsonb_build_object('id', made_id, 'number', made_number, 'customer_id', known, 'customer_number', (
    select found.customer_number from public.customers as found where found.id = known));
  perform private.bind_idempotency_key('make_rental', make_rental.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create function public.pick_list(id uuid default null, number text default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  made public.orders;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into made from public.orders as found
  where case when pick_list.id is null then found.order_number = upper(pick_list.number) else found.id = pick_list.id end;
  if not found then
    return null;
  end if;
  return jsonb_build_object(
    'order', (
      select jsonb_build_object('id', made.id, 'order_number', made.order_number, 'status', made.status,
        'rental_from', made.rental_from, 'rental_to', made.rental_to, 'customer', private.desk_customer(made.customer_id))
    ),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('line', line.id, 'item', item.id, 'type', item.kind,
          'name', item.name, 'code', item.code, 'image', item.image, 'place', item.place,
          'price', case when item.id = line.item_id then line.price else item.price end,
          'quantity', piece.quantity, 'out', piece.out_now, 'back', piece.back, 'missing', piece.missing,
          'rental_from', line.rental_from, 'rental_to', line.rental_to,
          'late_days', case when piece.out_now > 0 then greatest(0, coalesce(private.today() - line.rental_to, 0)) else 0 end,
          'part_of', case when item.id <> line.item_id then kit.name end,
          'pieces', private.numbered_pieces(line.id, item.id)
        ) order by lower(item.place), lower(item.name), line.position, line.id, item.id), '[]')
      from private.order_pieces(array[made.id]) as piece
        join public.order_items as line on line.id = piece.line_id
        join public.items as item on item.id = piece.item_id
        join public.items as kit on kit.id = line.item_id
    ),
    'texts', (
      select coalesce(jsonb_agg(jsonb_build_object('line', line.id, 'description', line.description,
        'quantity', line.quantity, 'charge', line.charge) order by line.position, line.id), '[]')
      from public.order_items as line where line.order_id = made.id and line.item_id is null
    ),
    'late', private.late_lines(made.id),
    'movements', private.movements_of(made.id));
end
$$;

create function public.revoke_link(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  link private.links;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into link from private.links as known where known.id = revoke_link.id for update;
  if not found then
    raise exception 'This link does not exist.' using errcode = 'PT404';
  elsif link.document_id is null and not private.may_manage_link(link.user_id, link.item_id) then
    perform private.require_staff('admin');
  end if;
  update private.links as known set revoked_at = coalesce(known.revoked_at, now()) where known.id = revoke_link.id;
  return jsonb_build_object('id', revoke_link.id);
end
$$;

create function public.scan(code text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted constant text := private.scanned_code(scan.code);
  known public.item_pieces;
  item public.items;
  orders_too boolean;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  orders_too := private.is_staff('admin', 'crm_user');
  select * into known from public.item_pieces as piece where piece.code = wanted;
  select * into item from public.items as labelled
  where (case when known.id is null then labelled.code = wanted else labelled.id = known.item_id end)
    and labelled.removed_at is null
  limit 1;
  return jsonb_build_object(
    'item', case when item.id is not null then jsonb_build_object('type', item.kind, 'id', item.id, 'name', item.name,
      'code', item.code, 'image', item.image, 'place', item.place, 'quantity', item.quantity,
      'free_today', (select stock.free_today from private.stock_today(array[item.id]) as stock)) end,
    'piece', case when known.id is not null then jsonb_build_object('id', known.id, 'code', known.code,
      'note', known.note, 'retired', known.retired_at is not null) end,
    'out', case when orders_too and item.id is not null then (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', line.order_id, 'order_number', line.order_number,
        'customer', private.customer_name(line.customer_id), 'line', line.line_id, 'quantity', line.outside,
        'due', line.last_day) order by line.last_day, line.order_number), '[]')
      from private.lines_with_item(item.id) as line where line.outside > 0
    ) else '[]' end,
    'next', case when orders_too and item.id is not null and known.retired_at is null
      then private.next_steps(item, known.id) else '[]' end);
end
$$;

create function public.search_desk(q text, size integer default 12) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  compared constant integer := 60;
  pattern constant text := private.search_pattern(coalesce(search_desk.q, ''));
  mobile_pattern constant text := private.mobile_pattern(search_desk.q);
  needle constant text := replace(btrim(pattern, '%'), '\', '');
  -- 'ord-12' gives prefix ORD and digits 12.
  parts constant text[] := regexp_match(needle, '^(?:([a-z]{3})[ -]*)?([0-9]{1,12})$');
  prefix constant text := upper(parts[1]);
  digits constant text := ltrim(parts[2], '0');
  padded constant text := lpad(digits, greatest(5, length(digits)), '0');
  -- A text that may be a whole mobile number.
  mobiles constant text[] := array_remove(array[btrim(mobile_pattern, '%'), needle, '+91' || needle], null);
  sees_people boolean;
  -- why: a number that was typed whole means one record, which an index finds at once.
  is_whole boolean := prefix in ('CUS', 'ENQ', 'ORD');
  found jsonb := '[]';
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if coalesce(search_desk.size not between 1 and 20, true) then
    raise exception 'size must be between 1 and 20.' using errcode = 'PT400';
  end if;
  sees_people := private.is_staff('admin', 'crm_user');
  if needle = '' then
    return found;
  end if;
  if sees_people then
    is_whole := coalesce(is_whole, false) or exists (select from public.customers where mobile = any (mobiles));
    with known as (
      select customer.id, customer.merged_into, case when customer.customer_number = 'CUS-' || padded and coalesce(prefix, 'CUS') = 'CUS'
          or customer.mobile = any (mobiles) then 0
        when customer.customer_number like upper(needle) || '%' then 1
        when lower(customer.first_name || ' ' || customer.last_name) like substr(pattern, 2) then 2 else 3 end as rank
      from (
        select id from public.customers where coalesce(prefix, 'CUS') = 'CUS' and customer_number = 'CUS-' || padded
        union
        select id from public.customers where mobile = any (mobiles)
        union
        (select id from public.customers
          where needle like 'cus-%' and customer_number between upper(needle) and upper(needle) || '~' order by customer_number limit 5)
        union
        (select id from public.customers
          where not is_whole and length(needle) >= 3 and needle !~ '^(cus|enq|ord)-?$'
            and search_text like pattern limit compared)
        union
        (select id from public.customers
          where not is_whole and length(mobile_pattern) >= 5 and search_text like mobile_pattern limit compared)
      ) as hit join public.customers as customer using (id)
    ), remaining as (
      select known.rank, customer.* from known
        join public.customers as customer on customer.id =
          case when known.merged_into is null then known.id else private.remaining_customer(known.id) end
      order by known.rank, customer.first_name, customer.id limit search_desk.size
    ), rentals as (
      select 'order' as what, made.id, made.order_number as number, made.customer_id, made.status, made.rental_from,
        made.rental_to, hit.rank, made.created_at
      from (
        select id, 0 as rank from public.orders where coalesce(prefix, 'ORD') = 'ORD' and order_number = 'ORD-' || padded
        union all
        (select id, 1 from public.orders where needle like 'ord-%' and order_number between upper(needle) and upper(needle) || '~'
          order by order_number desc limit 5)
        union all
        select newest.id, remaining.rank + 0.5 from remaining cross join lateral (
          select id from public.orders where customer_id = remaining.id order by created_at desc limit 2) as newest
      ) as hit join public.orders as made using (id)
      union all
      select 'enquiry', made.id, made.enquiry_number, made.customer_id, made.status, made.rental_from,
        made.rental_to, hit.rank, made.created_at
      from (
        select id, 0 as rank from public.enquiry_orders where coalesce(prefix, 'ENQ') = 'ENQ' and enquiry_number = 'ENQ-' || padded
        union all
        (select id, 1 from public.enquiry_orders
          where needle like 'enq-%' and enquiry_number between upper(needle) and upper(needle) || '~' order by enquiry_number desc limit 5)
        union all
        select newest.id, remaining.rank + 0.6 from remaining cross join lateral (
          select id from public.enquiry_orders
          where customer_id = remaining.id and status <> 'converted' order by created_at desc limit 2) as newest
      ) as hit join public.enquiry_orders as made using (id)
    ), best as (
      select distinct on (what, id) * from rentals order by what, id, rank
    )
    select found || coalesce(jsonb_agg(jsonb_build_object('what', told.what, 'id', told.id, 'number', told.number,
      'title', told.title, 'type', null, 'mobile', told.mobile, 'status', told.status,
      'rental_from', told.rental_from, 'rental_to', told.rental_to, 'active', true, 'rank', told.rank)), '[]')
    into found
    from (
      select 'customer' as what, id, customer_number as number, first_name || ' ' || last_name as title, mobile,
        null as status, null::date as rental_from, null::date as rental_to, rank::numeric
      from remaining
      union all
      select best.what, best.id, best.number, private.customer_name(best.customer_id), null,
        coalesce(
          (select label from public.crm_rental_order_statuses where best.what = 'order' and value = best.status),
          (select label from public.crm_rental_enquiry_statuses where best.what = 'enquiry' and value = best.status)),
        best.rental_from, best.rental_to,
        best.rank
      from best
    ) as told;
  end if;

  select found || coalesce(jsonb_agg(jsonb_build_object('what', 'item', 'id', item.id, 'number', item.code,
    'title', item.name, 'type', item.kind, 'mobile', null, 'status', null, 'rental_from', null, 'rental_to', null,
    'active', item.active, 'rank', case when item.code = upper(needle) or item.code = prefix || '-' || padded then 0
      when item.code like upper(needle) || '%' then 1 when lower(item.name) like substr(pattern, 2) then 2 else 3 end)), '[]')
  into found
  from (
    select id from public.items where code in (upper(needle), prefix || '-' || padded)
    union
    (select id from public.items where needle ~ '^[a-z]{3}-[0-9]*$' and code between upper(needle) and upper(needle) || '~' order by code limit 5)
    union
    (select id from public.items where length(needle) >= 3 and lower(name) like pattern limit compared)
  ) as hit join public.items as item using (id)
  where item.removed_at is null and item.archived_at is null;

  if needle ~ '^[a-z]{3}-[0-9]+-[0-9]*$' then
    select found || coalesce(jsonb_agg(jsonb_build_object('what', 'piece', 'id', piece.id, 'number', piece.code,
      'title', item.name, 'type', item.kind, 'mobile', null, 'status', null, 'rental_from', null, 'rental_to', null,
      'active', item.active, 'rank', case when piece.code = upper(needle) then 0 else 1 end)), '[]')
    into found
    from (
      select known.* from public.item_pieces as known
      where known.code between upper(needle) and upper(needle) || '~' and known.retired_at is null order by known.code limit 5
    ) as piece join public.items as item on item.id = piece.item_id
    where item.removed_at is null and item.archived_at is null;
  end if;

  return (
    select coalesce(jsonb_agg(told - 'rank' order by place), '[]')
    from (
      select told, row_number() over (order by (told ->> 'rank')::numeric,
        array_position(array['order', 'enquiry', 'customer', 'piece', 'item'], told ->> 'what'),
        told ->> 'title', told ->> 'number' desc) as place
      from jsonb_array_elements(found) as told
    ) as sorted where place <= search_desk.size
  );
end
$$;

create function public.set_place(type text, id uuid, place text default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  item public.items;
  wanted constant text := nullif(private.trimmed(set_place.place), '');
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

create function public.take_back(
  id uuid,
  lines jsonb default null,
  charges jsonb default null,
  day date default null,
  reason text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  given_reason constant text := nullif(private.trimmed(reason), '');
  made public.orders;
  moved jsonb;
  movement_id uuid;
  added uuid[];
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('take_back', key, jsonb_build_array(id, lines, charges, day, reason));
  if answer is not null then
    return answer;
  end if;
  day := private.movement_day(day, given_reason);
  made := private.lock_moving_order(id, '{in_progress}');
  moved := private.checked_movement(made.id, lines, 'return', day);
  movement_id := private.record_movement(made, moved, 'return', day, given_reason);
  if exists (select from private.order_pieces(array[made.id]) as piece where piece.back + piece.missing < piece.quantity) then
    perform private.write_reservations(array[made.id]);
  else
    update public.orders as ended set status = 'returned' where ended.id = made.id;
  end if;
  perform private.take_out_of_service(made, movement_id, day, coalesce(moved, '[]'));
  added := private.add_charges(made, charges);
  update public.order_movements as recorded set charges = added where recorded.id = movement_id and added <> '{}';
  perform private.record_event(made.customer_id, 'order', made.id, 'returned', null, private.movement_text(movement_id));
  select * into made from public.orders as found where found.id = made.id;
  answer := private.without_texts(to_jsonb(made)) || jsonb_build_object('movement', movement_id);
  perform private.bind_idempotency_key('take_back', key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create function public.timeline(
  by text,
  from_day date,
  days integer default 31,
  kind text default null,
  category text default null,
  customer uuid default null,
  assignee text default null,
  q text default '',
  busy_only boolean default false,
  after text default null,
  size integer default 100
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  few constant integer := 5000;
  counted_to constant integer := 1000;
  moment constant timestamptz := clock_timestamp();
  pattern text := private.search_pattern(coalesce(timeline.q, ''));
  names_too boolean;
  span daterange;
  last_row jsonb;
  filter text;
  owner_condition text := '';
  rental_condition text;
  text_condition text := '';
  conditions text;
  rentals text;
  busy uuid[];
  is_cut boolean := false;
  customers uuid[];
  ids uuid[];
  keys jsonb;
  found bigint;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  names_too := private.is_staff('admin', 'crm_user');
  if timeline.by is null or timeline.by not in ('items', 'orders') then
    raise exception 'by must be items or orders.' using errcode = 'PT400';
  elsif not names_too and (timeline.by = 'orders' or timeline.customer is not null or timeline.assignee is not null) then
    raise exception 'Your account has no right to do this.' using errcode = '42501';
  elsif coalesce(timeline.from_day not between date '2000-01-01' and date '9998-12-31', true)
    or coalesce(timeline.days not between 1 and 92, true) then
    raise exception 'from_day must be a day and days a number from 1 to 92.' using errcode = 'PT400';
  elsif coalesce(timeline.size not between 1 and 500, true) then
    raise exception 'size must be between 1 and 500.' using errcode = 'PT400';
  elsif timeline.assignee <> 'none' and private.uuid_of(timeline.assignee) is null then
    raise exception 'assignee must be a uuid or none.' using errcode = 'PT400';
  end if;
  span := daterange(timeline.from_day, timeline.from_day + timeline.days);
  last_row := private.read_timeline_cursor(timeline.after, timeline.by);
  filter := private.timeline_filter(timeline.kind, timeline.category,
    case timeline.by when 'items' then pattern else '%%' end);

  -- $1 pattern, $2 kind, $3 customer, $4 assignee, $5 the days, $6 now, $7 to $9 the cursor, $10 size, $11 items or
  -- customers that were looked up
  if timeline.customer is not null then
    owner_condition := ' and made.customer_id = $3';
  end if;
  if timeline.assignee is not null then
    owner_condition := owner_condition
      || case timeline.assignee when 'none' then ' and made.assigned_to is null' else ' and made.assigned_to = $4' end;
  end if;
  rental_condition := ' where reserved.status <> ''released'' and reserved.blocked && $5
    and (reserved.status <> ''held'' or reserved.expires_at > $6)' || owner_condition;
  if timeline.by = 'orders' and pattern <> '%%' then
    -- why: the customers are looked up first, so that few of them lead to their orders.
    customers := array(select known.id from public.customers as known where known.search_text like pattern limit few + 1);
    text_condition := case when cardinality(customers) <= few then ' and (made.customer_id = any ($11) or lower(made.%I) like $1)'
      else ' and (made.customer_id in (select known.id from public.customers as known where known.search_text like $1)
        or lower(made.%I) like $1)' end;
  end if;
  rentals := 'select made.id, made.order_number as number, reserved.item_id, reserved.rented
      from public.reservations as reserved join public.order_items as line on line.id = reserved.order_item_id
        join public.orders as made on made.id = line.order_id' || rental_condition
      || format(text_condition, 'order_number') || ' and reserved.kind = ''rental''
    union all
    select made.id, made.enquiry_number, reserved.item_id, reserved.rented
      from public.reservations as reserved join public.enquiry_items as line on line.id = reserved.enquiry_item_id
        join public.enquiry_orders as made on made.id = line.enquiry_order_id' || rental_condition
      || format(text_condition, 'enquiry_number');

  if timeline.by = 'items' then
    if timeline.busy_only then
      -- why: where few reservations touch the days, they lead to the items; where many do, a page of items is full soon.
      busy := array(
        select reserved.item_id from public.reservations as reserved
        where reserved.status <> 'released' and reserved.blocked && span
          and (reserved.status <> 'held' or reserved.expires_at > moment)
        limit few + 1);
      is_cut := cardinality(busy) > few;
    end if;
    conditions := 'item.removed_at is null and item.archived_at is null'
      || case when timeline.kind is not null then ' and item.kind = $2' else '' end
      || coalesce(' and item.id in (' || filter || ')', '')
      || case when owner_condition <> '' then
        format(' and item.id in (select rental.item_id from (%s) as rental)', rentals) else '' end
      || case when not timeline.busy_only then ''
        when not is_cut then ' and item.id = any ($11)'
        else ' and exists (
          select from public.reservations as reserved
          where reserved.item_id = item.id and reserved.status <> ''released''
            and upper(reserved.blocked) > lower($5) and lower(reserved.blocked) < upper($5)
            and (reserved.status <> ''held'' or reserved.expires_at > $6))' end;
    execute format(
      'select array_agg(listed.id order by kind, name, id),
         jsonb_agg(jsonb_build_array(''items'', kind, name, id) order by kind, name, id)
       from (select item.id, item.kind, item.name from public.items as item where %s %s
         order by item.kind, item.name, item.id limit $10 + 1) as listed',
      conditions, case when last_row is not null then 'and (item.kind, item.name, item.id) > ($7, $8, $9)' else '' end)
    into ids, keys
    using pattern, timeline.kind, timeline.customer, private.uuid_of(timeline.assignee), span, moment,
      last_row ->> 1, last_row ->> 2, private.uuid_of(last_row ->> 3), timeline.size, busy;
    if last_row is null then
      execute format('select count(*) from (select from public.items as item where %s %s) as counted', conditions,
        case when is_cut then 'limit ' || counted_to + 1 else '' end) into found
      using pattern, timeline.kind, timeline.customer, private.uuid_of(timeline.assignee), span, moment,
        null::text, null::text, null::uuid, null::integer, busy;
    end if;
  else
    conditions := case when timeline.kind is null then 'true' else
      'reserved.item_id in (' || coalesce(filter, 'select item.id from public.items as item where item.kind = $2') || ')' end;
    if owner_condition || text_condition = '' then
      -- why grouped by order at once: each order is then looked up once, and not for each of its lines. why offset 0: the
      -- planner expects as many orders as lines, and would read all orders.
      rentals := 'select made.id, made.order_number as number, found.first_day
          from (
            select line.order_id, min(lower(reserved.rented)) as first_day
            from public.reservations as reserved join public.order_items as line on line.id = reserved.order_item_id'
          || rental_condition || ' and reserved.kind = ''rental'' and ' || conditions || ' group by line.order_id
          ) as found cross join lateral (
            select known.id, known.order_number from public.orders as known where known.id = found.order_id offset 0
          ) as made
        union all
        select made.id, made.enquiry_number, found.first_day
          from (
            select line.enquiry_order_id, min(lower(reserved.rented)) as first_day
            from public.reservations as reserved join public.enquiry_items as line on line.id = reserved.enquiry_item_id'
          || rental_condition || ' and ' || conditions || ' group by line.enquiry_order_id
          ) as found join public.enquiry_orders as made on made.id = found.enquiry_order_id';
    else
      rentals := format('select reserved.id, reserved.number, min(lower(reserved.rented)) as first_day
        from (%s) as reserved where %s group by reserved.id, reserved.number', rentals, conditions);
    end if;
    execute format(
      'with listed as materialized (%s), page as (
         select * from listed %s order by first_day, number, id limit $10 + 1
       )
       select array_agg(page.id order by first_day, number, id),
         jsonb_agg(jsonb_build_array(''orders'', first_day, number, id) order by first_day, number, id),
         (select count(*) from listed)
       from page',
      rentals,
      case when last_row is not null then 'where (first_day, number, id) > ($7::date, $8 collate "C", $9)' else '' end)
    into ids, keys, found
    using pattern, timeline.kind, timeline.customer, private.uuid_of(timeline.assignee), span, moment,
      last_row ->> 1, last_row ->> 2, private.uuid_of(last_row ->> 3), timeline.size, customers;
  end if;

  return jsonb_build_object(
    'rows', case timeline.by
      when 'items' then private.timeline_of_items(ids[:timeline.size], span, moment, names_too)
      else private.timeline_of_orders(ids[:timeline.size], span, moment) end,
    'total', case when last_row is null then case when is_cut then least(found, counted_to) else found end end,
    'total_is_exact', last_row is null and not (is_cut and found > counted_to),
    'next', case when cardinality(ids) > timeline.size then private.timeline_cursor(keys -> (timeline.size - 1)) end);
end
$$;

create function public.undo_movement(id uuid, reason text default null, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  given_reason constant text := nullif(private.trimmed(reason), '');
  facts constant text := coalesce(current_setting('studio.facts', true), '');
  movement public.order_movements;
  made public.orders;
  became text;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  elsif given_reason is null then
    perform private.refuse('reason', 'A reason is required to undo this.');
  elsif char_length(given_reason) > 500 then
    perform private.refuse('reason', 'The reason must be at most 500 characters');
  end if;
  answer := private.claim_idempotency_key('undo_movement', key, jsonb_build_array(id, reason));
  if answer is not null then
    return answer;
  end if;
  select * into movement from public.order_movements as found where found.id = id;
  if not found then
    raise exception 'There is no such movement.' using errcode = 'PT404';
  end if;
  made := private.lock_moving_order(movement.order_id, '{confirmed,in_progress,returned}');
  -- why again: it may have been undone while this waited for the order.
  select * into movement from public.order_movements as found where found.id = id;
  if movement.undone_at is not null then
    raise exception 'This was undone already.' using errcode = 'PT409', detail = '{"reason": "undone"}';
  elsif exists (
    select from public.order_movement_lines as line
      join public.order_movement_lines as later using (order_item_id, item_id)
      join public.order_movements as since on since.id = later.movement_id and since.undone_at is null
    where line.movement_id = movement.id and since.id <> movement.id
      and (since.created_at, since.id) > (movement.created_at, movement.id)
  ) then
    raise exception 'The same items were moved again since. Undo that first.'
      using errcode = 'PT409', detail = '{"reason": "later_movement"}';
  end if;
  update public.order_movements as undone
  set undone_at = clock_timestamp(), undo_reason = given_reason,
    undone_by = (select profile.id from public.user_profiles as profile where profile.id = auth.uid())
  where undone.id = movement.id;
  update public.reservations as ended set status = 'released'
  where ended.movement_id = movement.id and ended.kind = 'out_of_service' and ended.status <> 'released';
  if cardinality(movement.charges) > 0 then
    delete from public.order_items as charge
    where charge.id = any (movement.charges) and charge.order_id = made.id and charge.charge is not null;
    update public.orders as charged set total_price = private.order_total(made.id) where charged.id = made.id;
  end if;
  became := case
    when movement.kind = 'return' then 'in_progress'
    when exists (
      select from public.order_movements as other where other.order_id = made.id and other.undone_at is null
    ) then made.status
    else 'confirmed' end;
  if movement.kind = 'return' then
    perform set_config('studio.facts', 'on', true);
  end if;
  if became <> made.status then
    update public.orders as changed set status = became where changed.id = made.id;
  else
    perform private.write_reservations(array[made.id]);
  end if;
  perform set_config('studio.facts', facts, true);
  perform private.record_event(made.customer_id, 'order', made.id, 'movement_undone', movement.kind,
    private.movement_text(movement.id));
  select * into made from public.orders as found where found.id = made.id;
  answer := private.without_texts(to_jsonb(made)) || jsonb_build_object('movement', movement.id);
  perform private.bind_idempotency_key('undo_movement', key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

reset check_function_bodies;

grant execute on function
  public.calendar_feed(text),
  public.day_sheet(text)
to anon, authenticated, service_role;

grant execute on function
  public.calendar_links(uuid),
  public.change_order(uuid,jsonb,uuid),
  public.change_order_dates(uuid,date,date,uuid),
  public.check_dates(uuid,date,date,uuid[]),
  public.due_today(date,text),
  public.hand_over(uuid,jsonb,date,text,uuid),
  public.make_calendar_link(text,uuid,uuid),
  public.make_day_sheet_link(uuid,date,text,uuid),
  public.make_rental(text,jsonb,date,date,jsonb,text,uuid),
  public.pick_list(uuid,text),
  public.revoke_link(uuid),
  public.scan(text),
  public.search_desk(text,integer),
  public.set_place(text,uuid,text),
  public.take_back(uuid,jsonb,jsonb,date,text,uuid),
  public.timeline(text,date,integer,text,text,uuid,text,text,boolean,text,integer),
  public.undo_movement(uuid,text,uuid)
to authenticated;

create trigger customers_erase_movement_texts after update of erased_at on public.customers
  for each row
  when (old.erased_at is null and new.erased_at is not null) execute function private.erase_movement_texts();
create trigger customers_erase_order_texts after update of erased_at on public.customers
  for each row
  when (old.erased_at is null and new.erased_at is not null) execute function private.erase_order_texts();

create trigger orders_drop_return_pictures before delete on public.orders
  for each row execute function private.drop_return_pictures();

create trigger order_items_order_locked before delete on public.order_items
  for each row execute function private.lock_order_of_line();
-- why this name: triggers run in alphabetical order, and the one that reserves locks the items first.
create trigger order_items_unarchived after insert on public.order_items
  referencing new table as new_rows
  for each statement execute function private.refuse_archived_lines();
