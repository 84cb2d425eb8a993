-- Lines of orders under change: the values that a change gives a line, and new lines.

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
