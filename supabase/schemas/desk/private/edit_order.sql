/*
 * Applies changes to an order that the caller has locked, and returns {"order": its row without texts, "undo"}; undo
 * is null where the changes cannot be taken back: pieces hired in, holds taken over.
 * total_field: the field that a total beyond the limit is refused with.
 * Raises what public.change_order says.
 */
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
