/*
 * Applies changes to an open enquiry, and returns {"enquiry": its row without texts, "undo"}. A hold goes on with the new
 * lines, or everything is refused; it never lasts into the rental. Raises what public.change_enquiry says.
 * why a row of orders: an enquiry is edited as the order that it would become, by the same functions.
 */
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
  -- Lines whose item, pieces or days change, and those that go.
  moved uuid[];
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
    moved := array(
      select each.id from private.line_changes(former_lines, lines) as each
      where private.line_value(each.was, 'dates') is distinct from private.line_value(each.became, 'dates')
        or each.was -> 'item_id' is distinct from each.became -> 'item_id'
        or each.was -> 'quantity' is distinct from each.became -> 'quantity');
    update public.reservations as hold set status = 'released'
    where hold.enquiry_item_id = any (moved) and hold.kind = 'hold' and hold.status = 'held';
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
    -- why only those: a line whose hold another rental took over goes on without one.
    perform private.write_holds(moved, until);
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
