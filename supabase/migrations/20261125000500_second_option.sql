-- Second option: an enquiry waits for items that are held for others. Converted lines remember their list price.

/* Ends the wait of an enquiry that gets a hold, or a status in which nobody acts on it. */
create function private.end_waiting() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.held_until is not null and new.held_until is distinct from old.held_until
    or new.status <> all (private.open_statuses()) then
    new.waiting_since := null;
  end if;
  return new;
end
$$;

create trigger enquiry_orders_end_waiting before update of status, held_until on public.enquiry_orders
  for each row when (old.waiting_since is not null) execute function private.end_waiting();
create trigger enquiry_orders_events_waiting after update on public.enquiry_orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_events('enquiry',
    'select null::timestamptz, changed.customer_id, changed.id,
       case when changed.waiting_since is null then ''waiting_ended'' else ''waiting'' end, null, null
     from old_rows as former join new_rows as changed using (id)
     where (former.waiting_since is null) <> (changed.waiting_since is null)');

/*
 * Makes an open enquiry second option for items that are held for others, or ends that, and returns its row without
 * the sender's texts. It ends with a hold of its own, and when the enquiry is converted or closed. Idempotent.
 *
 * Raises PT404 for an unknown enquiry; PT422 with details {"field": "waiting"}; PT409 for an enquiry that nobody acts
 * on or that holds its items itself (details {"reason": "held"}); 42501 for anyone but admin and crm_user.
 */
create function public.wait_for_items(id uuid, waiting boolean) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  enquiry public.enquiry_orders;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into enquiry from public.enquiry_orders as found where found.id = wait_for_items.id for update;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  elsif wait_for_items.waiting is null then
    perform private.refuse('waiting', 'Choose whether it waits.');
  elsif wait_for_items.waiting and enquiry.status <> all (private.open_statuses()) then
    raise exception using errcode = 'PT409',
      message = format('Only an open enquiry can wait; %s is "%s".', enquiry.enquiry_number, (
        select status.label from public.crm_rental_enquiry_statuses as status where status.value = enquiry.status
      ));
  elsif wait_for_items.waiting and enquiry.held_until > clock_timestamp() then
    raise exception 'This enquiry holds its items itself.' using errcode = 'PT409', detail = '{"reason": "held"}';
  end if;
  update public.enquiry_orders as changed
  set waiting_since = case when wait_for_items.waiting then clock_timestamp() end
  where changed.id = enquiry.id and (changed.waiting_since is not null) <> wait_for_items.waiting;
  select * into enquiry from public.enquiry_orders as found where found.id = enquiry.id;
  return private.without_texts(to_jsonb(enquiry));
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.wait_for_items(uuid, boolean) to authenticated;

/*
 * Whether all lines of a rental that has not begun fit now, at least one of them with dates. items: lines with
 * `availability` (private.lines_availability).
 */
create function private.all_fit(items jsonb) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(bool_and(value #> '{availability,short_days}' = '[]' and (value ->> 'rental_from')::date > private.today()), false)
  from jsonb_array_elements(items) where value ->> 'rental_from' is not null
$$;

/* Whether all lines of an enquiry could be held now. */
create function private.can_hold(enquiry_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select private.all_fit(jsonb_agg(line || jsonb_build_object('availability', known.availability)))
  from (
    select coalesce(jsonb_agg(to_jsonb(listed)), '[]') as lines
    from public.enquiry_items as listed where listed.enquiry_order_id = can_hold.enquiry_id
  ) as enquiry
    cross join jsonb_array_elements(enquiry.lines) as line
    left join private.lines_availability(enquiry.lines, can_hold.enquiry_id) as known
      on known.line_id = (line ->> 'id')::uuid
$$;

/*
 * An enquiry by number or id, converted or not: its row with customer, items (a deleted item has no name),
 * the order made from it, its timeline, and whether all its lines could be held now (`can_hold`). Null if there is none. 42501 for anyone but admin and crm_user.
 */
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
    'can_hold', private.all_fit(told -> 'items'),
    'timeline', private.timeline_of((told ->> 'customer_id')::uuid, array[(told ->> 'id')::uuid]));
end
$$;

/*
 * The lines of an enquiry as its order will have them, after the choices were applied in their order, each
 * with the id of its order line, its sub-rentals (`hired`) and the enquiries whose holds it takes over (`taken`).
 */
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
      'list_price', line.price, 'id', gen_random_uuid(), 'hired', '[]'::jsonb, 'taken', '[]'::jsonb)), '{}')
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
create or replace function public.convert_enquiry_to_order(id uuid, choices jsonb default null) returns jsonb
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
    id, order_id, item_type, item_id, variant_id, quantity, price, list_price, rental_from, rental_to, position
  )
  select line.id, made.id, line.item_type, line.item_id, line.variant_id, line.quantity, line.price,
    line.list_price, line.rental_from, line.rental_to, line.position
  from jsonb_each(lines) as listed (key, chosen)
    cross join jsonb_populate_record(null::public.order_items, chosen) as line;
  update public.reservations as sub_rental set order_item_id = (hired ->> sub_rental.id::text)::uuid
  where sub_rental.id in (select key::uuid from jsonb_each(hired));
  return to_jsonb(made);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;
