-- Editing orders line by line: all changes of a call are applied to the lines first, then written and
-- checked at once, so that what one change gives back another can take.

/* An item that a line can be for: neither deleted nor archived, active or not. A null row if there is none. */
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

/*
 * The values that one choice gives a line, to be merged into it; '{}' for a line that is dropped.
 * line: {item_type, item_id, quantity, price, rental_from, rental_to, hired, taken …} as private.order_lines
 * makes it.
 */
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
        'list_price', item.price, 'price_reason', null, 'variant_id', null, 'quantity', coalesce(pieces, (line ->> 'quantity')::integer), 'hired', '[]'::jsonb);
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

/* A price in rupees from JSON: 0 to 9,999,999.99 with at most two decimals; null if it is none. */
create function private.price_of(value jsonb) returns numeric
language sql immutable parallel safe
set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'number' then
    case when value::numeric between 0 and 9999999.99 and value::numeric * 100 % 1 = 0 then value::numeric end
  end
$$;

/*
 * An optional text of staff from JSON, trimmed; null if it is empty. Raises PT422 with details {"field": …} for
 * more than 200 characters.
 */
create function private.short_text(value text, field text) returns text
language plpgsql
set search_path = ''
as $$
declare
  given constant text := nullif(private.trimmed(value), '');
begin
  if char_length(given) > 200 then
    perform private.refuse(field, 'At most 200 characters are possible.');
  end if;
  return given;
end
$$;

/*
 * A new line of an order or enquiry as its row in JSON. change: {"type", "item", "quantity", "rental_from",
 * "rental_to"} for an item at its price of today, on the given days by default; {"description", "quantity", "price",
 * "per_day"} for a free-text line. Raises PT422 for values that cannot be.
 */
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

/*
 * The line with the values that an undo gives back; line: null for a line that was removed. Raises PT422 for an
 * item that is no longer there.
 */
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

/*
 * A line after one change of it; null when the change removes it. Raises PT422 for values that cannot be.
 * line: a row of order_items with `hired` and `taken`, as private.chosen_values takes it.
 */
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

/*
 * The value of a field of a line, as callers send it in `expected`; field: quantity, price, dates, swap (the id of
 * the item), text or remove.
 */
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

/*
 * The changes whose `expected` is not the value of now: [{"index", "line", "field", "present", "by", "at"}], with
 * who changed it last; null if there are none. A line that is gone has the present value null.
 * lines: rows by id, before the changes.
 */
create function private.changed_meanwhile(made public.orders, lines jsonb, changes jsonb) returns jsonb
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

/*
 * The order and its lines after all changes, nothing written: {"order": its changed columns, "lines": rows by id}.
 * Raises PT422 with details {"field": "changes", "index", "line"} for a change that cannot be.
 */
create function private.apply_changes(made public.orders, lines jsonb, changes jsonb)
returns jsonb
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

/* The first and last day of an order's lines with an item; nulls if none has dates. lines: rows by id. */
create function private.span_of(lines jsonb, out first_day date, out last_day date)
language sql immutable parallel safe
set search_path = ''
as $$
  select min((value ->> 'rental_from')::date), max((value ->> 'rental_to')::date)
  from jsonb_each(lines) where value ->> 'item_id' is not null
$$;

/* What changed about an order's lines, as one row for each line that differs. lines: rows by id. */
create function private.line_changes(former jsonb, lines jsonb) returns table (id uuid, was jsonb, became jsonb)
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(old.key, new.key)::uuid, old.value - '{hired,taken}'::text[], new.value - '{hired,taken}'::text[]
  from jsonb_each(former) as old full join jsonb_each(lines) as new using (key)
  where old.value - '{hired,taken}'::text[] is distinct from new.value - '{hired,taken}'::text[]
$$;

/*
 * The changes that take an edit back, each with the values that it expects: what somebody else changes afterwards
 * is not lost. former and became: {"order", "lines"} as private.apply_changes returns them.
 */
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

/* Records each change of an order in the activity log. former and became: as in private.undo_changes. */
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

/*
 * Refuses to remove or swap lines of which pieces are handed over, or to lower them below that: PT409, details
 * {"reason": "handed_over", "lines": [{"line", "out": pieces handed over}]}. lines: rows by id.
 */
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

/*
 * Applies changes to an order that the caller has locked, and returns {"order": its row without texts, "undo"}; undo
 * is null where the changes cannot be taken back: pieces hired in, holds taken over.
 * total_field: the field that a total beyond the limit is refused with.
 * Raises what public.change_order says.
 */
create function private.edit_order(made public.orders, changes jsonb, total_field text default 'changes') returns jsonb
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

/*
 * The order with this id, locked for editing. Raises PT404, and PT409 if it is neither confirmed nor in progress; about:
 * the part of the order that the message names.
 */
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

/*
 * Changes a confirmed or running order, all changes or none, and returns {"order": its row without texts, "undo":
 * the changes that take it back, null where that is not safe}. The total follows; the order's days are the first and
 * last of its items. What one change gives back another can take. A repeat with the same key returns the first answer.
 *
 * changes: 1 to 200 of {"action", "line": id of the order line, "expected", …}:
 *   dates {rental_from, rental_to}; without "line": of the order and all its lines with dates.
 *   quantity {quantity}.
 *   swap {type, item, quantity}: another item at its price of today; quantity: the line's. Pieces hired in end.
 *   add {type, item, quantity, rental_from, rental_to}; "line": the new line's id; dates: the order's.
 *   add_text {description, quantity, price, per_day}. text {description}. remove.
 *   price {price, reason}: the reason is required unless it is the catalogue's price, or a text line.
 *   discount {percent or amount, or neither for none, reason}.
 *   sub_rental {quantity, reason, item} and take_over {enquiry}: as in convert_enquiry_to_order.
 *   restore {values}: of an undo.
 * expected: the value that the caller saw (private.line_value; discount: {percent, amount}). If it is another one now:
 * PT409 with details {"reason": "changed", "changes": [{"index", "line", "field", "present", "by", "at"}]}.
 *
 * Raises PT404 for an unknown order; PT422 with details {"field": "changes", "index", "line"}, or {"field": "key"};
 * PT409 not_free with the short lines, PT409 with details {"reason": "handed_over", "lines": [{"line", "out"}]}, PT409
 * for an order in another status, PT409 with details {"reason": "busy"}; 42501 for anyone but admin and crm_user.
 */
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
  -- why enquiries first: an erasure locks them before it reads the orders of its customer.
  perform from public.enquiry_orders as holder
  where holder.id in (
    select private.uuid_of(change ->> 'enquiry') from jsonb_array_elements(changes) as change
    where change ->> 'action' = 'take_over'
  ) order by holder.id for update;
  answer := private.edit_order(private.editable_order(change_order.id), changes);
  perform private.bind_idempotency_key('change_order', change_order.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.change_order(uuid, jsonb, uuid) to authenticated;

/*
 * Moves all lines of a confirmed or running order to other days, both included, and returns the order's
 * row without the sender's texts. The total follows its lines. Sub-rentals stay on the days that they were
 * arranged for. A repeat with the same key returns the first answer.
 *
 * Raises PT404 for an unknown order; PT422 with details {"field": …}; PT409 not_free with the short lines, PT409
 * for an order in another status, PT409 with details {"reason": "busy"}; 42501 for anyone but admin and crm_user.
 */
create or replace function public.change_order_dates(
  id uuid, rental_from date default null, rental_to date default null, key uuid default null
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

/*
 * Reserves the orders of lines that were added or changed. Reservations of deleted lines go with them.
 * private.edit_order does it itself (studio.edits_lines).
 */
create or replace function private.follow_order_items() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  order_ids uuid[];
begin
  if coalesce(current_setting('studio.edits_lines', true), '') = 'on' then
    return null;
  elsif tg_op = 'INSERT' then
    order_ids := array(
      select distinct made.order_id from new_rows as made
      where made.rental_from is not null and made.item_id is not null
    );
  else
    order_ids := array(
      select unnest(array[was.order_id, became.order_id])
      from new_rows as became join old_rows as was on was.id = became.id
      where (was.order_id, was.item_id, was.quantity, was.rental_from, was.rental_to)
        is distinct from (became.order_id, became.item_id, became.quantity, became.rental_from, became.rental_to)
    );
  end if;
  if cardinality(order_ids) > 0 then
    perform private.reserve_orders(order_ids);
  end if;
  return null;
end
$$;
