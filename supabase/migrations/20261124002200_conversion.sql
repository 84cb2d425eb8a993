-- Converting an enquiry, with what staff decided about lines that are not free; changing the dates of an
-- order. Both lock their enquiry or order, then all items at once; triggers on the order's lines make the
-- reservations, or refuse.

drop function public.convert_enquiry_to_order(uuid);

/* Refuses a choice about a line: PT422, details {"field": "choices", "line": id of the line or null}. */
create function private.refuse_choice(line text, message text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT422', message = message,
    detail = jsonb_build_object('field', 'choices', 'line', line)::text;
end
$$;

/*
 * The values that one choice gives a line, to be merged into it; '{}' for a line that is dropped.
 * line: {item_type, item_id, quantity, price, rental_from, rental_to, hired, takers …} as private.order_lines
 * makes it.
 */
create function private.chosen_values(line jsonb, choice jsonb) returns jsonb
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
      select * into item from public.items as found
      where found.id = private.uuid_of(choice ->> 'item') and found.kind = choice ->> 'type'
        and found.removed_at is null;
      if not found then
        perform private.refuse_choice(about, 'The other item is no longer there. Choose another.');
      end if;
      return jsonb_build_object('item_type', item.kind, 'item_id', item.id, 'price', item.price,
        'variant_id', null, 'quantity', coalesce(pieces, (line ->> 'quantity')::integer), 'hired', '[]'::jsonb);
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

/*
 * The lines of an enquiry as its order will have them, after the choices were applied in their order, each
 * with the id of its order line, its sub-rentals (`hired`) and the enquiries whose holds it takes over (`taken`).
 */
create function private.order_lines(enquiry_id uuid, choices jsonb) returns jsonb
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
      'id', gen_random_uuid(), 'hired', '[]'::jsonb, 'taken', '[]'::jsonb)), '{}')
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
    for each in select key from jsonb_each(lines) where about is null or key = about loop
      given := private.chosen_values(lines -> each, choice);
      lines := case given when '{}' then lines - each
        else lines || jsonb_build_object(each, lines -> each || given) end;
    end loop;
  end loop;
  return lines;
end
$$;

/*
 * Gives the items of one enquiry's hold to another enquiry: each of its lines that holds one of these items
 * is released as a whole, since a kit that is held in part helps nobody. Its items must be locked.
 */
create function private.take_over_hold(holder uuid, item_ids uuid[], taker text) returns void
language plpgsql
set search_path = ''
as $$
declare
  former public.enquiry_orders;
begin
  select * into former from public.enquiry_orders as asked where asked.id = holder;
  update public.reservations as hold set status = 'released'
  where hold.kind = 'hold' and hold.status = 'held' and hold.enquiry_item_id in (
    select line.id from public.enquiry_items as line
      join public.reservations as held on held.enquiry_item_id = line.id and held.status = 'held'
    where line.enquiry_order_id = holder and held.item_id = any (item_ids));
  if not found then
    return;
  end if;
  update public.enquiry_orders as asked set held_until = null
  where asked.id = holder and not exists (
    select from public.enquiry_items as line
      join public.reservations as held on held.enquiry_item_id = line.id and held.status = 'held'
    where line.enquiry_order_id = holder);
  perform private.record_event(former.customer_id, 'enquiry', former.id, 'hold_taken_over',
    private.iso_time(former.held_until), taker);
end
$$;

/*
 * Makes a confirmed order from a pending enquiry (docs/product/crm.md#conversion) and returns the order's
 * row; everything or nothing. Its items are reserved; the enquiry's own hold ends with it. A concurrent
 * second call waits for the first and is refused.
 *
 * choices: what to do about lines that are not free, applied in their order. Each is {"line": id of the
 * enquiry's line, "action": …} with the action's own values:
 *   swap {type, item, quantity}: another item at its price of today; quantity: the line's.
 *   lower {quantity}.
 *   dates {rental_from, rental_to}; without "line": for all lines.
 *   sub_rental {quantity, reason, item}: pieces hired in for the line's days; item: only this part of a kit.
 *   drop.
 *   take_over {enquiry}: releases that enquiry's lines which hold the items of this line.
 * With choices the order's total and dates follow its lines, otherwise they are the enquiry's.
 *
 * Raises PT404 for an unknown enquiry and PT409 for one that is not pending; if it is converted already,
 * details are {"order_number": …}. PT409 not_free with details {"reason": "not_free", "lines": [{type, id,
 * wanted, free, days}]} when not everything is free, PT409 with details {"reason": "busy"}; PT422 with details
 * {"field": "choices", "line": …} for a choice that cannot be. 42501 for anyone but admin and crm_user.
 */
create function public.convert_enquiry_to_order(id uuid, choices jsonb default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
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
  hired jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  -- why: all enquiries at once in the order of their ids, so that two who take each other's holds cannot
  -- deadlock.
  perform from public.enquiry_orders as found
  where found.id = any (holders || convert_enquiry_to_order.id) order by found.id for update;
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
      sum((line ->> 'price')::numeric * (line ->> 'quantity')::integer
        * coalesce((line ->> 'rental_to')::date - (line ->> 'rental_from')::date + 1, 1))
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
  perform private.take_over_hold(taken.holder, array_agg(part.part_id), enquiry.enquiry_number)
  from (
    select holder::uuid as holder, (line ->> 'item_id')::uuid as item_id
    from jsonb_each(lines) as listed (key, line), jsonb_array_elements_text(line -> 'taken') as holder
  ) as taken join private.item_parts as part using (item_id)
  group by taken.holder;
  -- why without their order lines at first: those are refused as long as these pieces are missing.
  with planned as materialized (
    select gen_random_uuid() as id, line ->> 'id' as line_id, part.part_id, hire.quantity * part.quantity as pieces,
      nullif(hire.reason, '') as reason,
      daterange((line ->> 'rental_from')::date, (line ->> 'rental_to')::date, '[]') as rented
    from jsonb_each(lines) as listed (key, line)
      cross join jsonb_to_recordset(line -> 'hired') as hire (item uuid, quantity integer, reason text)
      join private.item_parts as part on part.item_id = (line ->> 'item_id')::uuid
        and part.part_id = coalesce(hire.item, part.part_id)
    where line ->> 'rental_from' is not null and line ->> 'rental_to' is not null
  ), added as (
    insert into public.reservations (id, item_id, quantity, kind, status, rented, blocked, reason, created_by)
    select id, part_id, pieces, 'sub_rental', 'booked', rented,
      private.blocked_range(rented, private.turnaround_of(part_id)), reason, auth.uid()
    from planned
  )
  select jsonb_object_agg(id, line_id) into hired from planned;
  insert into public.order_items (
    id, order_id, item_type, item_id, variant_id, quantity, price, rental_from, rental_to, position
  )
  select line.id, made.id, line.item_type, line.item_id, line.variant_id, line.quantity, line.price,
    line.rental_from, line.rental_to, line.position
  from jsonb_each(lines) as listed (key, chosen)
    cross join jsonb_populate_record(null::public.order_items, chosen) as line;
  update public.reservations as sub_rental set order_item_id = (hired ->> sub_rental.id::text)::uuid
  where sub_rental.id in (select key::uuid from jsonb_each(hired));
  return to_jsonb(made);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

/*
 * Moves all lines of a confirmed or running order to other days, both included, and returns the order's
 * row without the sender's texts. The total follows its lines. Sub-rentals stay on the days that they were
 * arranged for. A repeat with the same key returns the first answer.
 *
 * Raises PT404 for an unknown order; PT422 with details {"field": …}; PT409 not_free with the short lines, PT409
 * for an order in another status, PT409 with details {"reason": "busy"}; 42501 for anyone but admin and crm_user.
 */
create function public.change_order_dates(
  id uuid, rental_from date default null, rental_to date default null, key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  changed public.orders;
  former public.orders;
  total numeric;
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
  select * into former from public.orders as found where found.id = change_order_dates.id for update;
  if not found then
    raise exception 'There is no such order.' using errcode = 'PT404';
  elsif former.status not in ('confirmed', 'in_progress') then
    raise exception using errcode = 'PT409',
      message = format('Only the dates of a confirmed or running order can be changed; %s is "%s".',
        former.order_number, (
          select status.label from public.crm_rental_order_statuses as status where status.value = former.status
        ));
  end if;
  perform private.staff_days(change_order_dates.rental_from, change_order_dates.rental_to);
  select sum(line.price * line.quantity) * (change_order_dates.rental_to - change_order_dates.rental_from + 1)
    into total
  from public.order_items as line where line.order_id = former.id;
  if total > 9999999999.99 then
    perform private.refuse('rental_to', 'The total of this order is too large.');
  end if;
  perform private.lock_stock(array(
    select line.item_id from public.order_items as line where line.order_id = former.id
    union
    select reserved.item_id from public.order_items as line
      join public.reservations as reserved on reserved.order_item_id = line.id
    where line.order_id = former.id));
  update public.order_items as line
  set rental_from = change_order_dates.rental_from, rental_to = change_order_dates.rental_to
  where line.order_id = former.id;
  update public.orders as moved
  set rental_from = change_order_dates.rental_from, rental_to = change_order_dates.rental_to,
    total_price = coalesce(total, moved.total_price)
  where moved.id = former.id returning * into changed;
  if (former.rental_from, former.rental_to) is distinct from (changed.rental_from, changed.rental_to) then
    perform private.record_event(changed.customer_id, 'order', changed.id, 'dates',
      former.rental_from || '/' || former.rental_to, changed.rental_from || '/' || changed.rental_to);
  end if;
  answer := private.without_texts(to_jsonb(changed));
  perform private.bind_idempotency_key('change_order_dates', change_order_dates.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function
  public.convert_enquiry_to_order(uuid, jsonb), public.change_order_dates(uuid, date, date, uuid)
  to authenticated;
