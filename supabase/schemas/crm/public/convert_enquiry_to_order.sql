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
 * why plan_cache_mode: as in private.write_reservations.
 */
create function public.convert_enquiry_to_order(id uuid, choices jsonb default null) returns jsonb
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

grant execute on function public.convert_enquiry_to_order(uuid,jsonb) to authenticated;
