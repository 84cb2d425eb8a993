-- Editing orders line by line: all changes of a call are applied to the lines first, then written and
-- checked at once, so that what one change gives back another can take.

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
