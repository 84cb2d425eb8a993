-- Written by `npm run db:change` from supabase/schemas.

drop routine private.write_holds(uuid,timestamp with time zone);
drop routine public.record_payment(uuid,text,text,numeric,text,text,date,text,boolean,uuid);

create or replace function private.apply_changes(made public.orders, lines jsonb, changes jsonb) returns jsonb
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
          perform private.refuse('changes', 'This line is no longer there.');
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

create or replace function private.edit_enquiry(id uuid, changes jsonb) returns jsonb
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

create function private.write_holds(lines uuid[], until timestamptz) returns void
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
  where line.id = any (write_holds.lines) and line.rental_from is not null and line.rental_to is not null
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
  perform private.write_holds(array(
    select line.id from public.enquiry_items as line
    where line.enquiry_order_id = enquiry.id and not exists (
      select from public.reservations as hold where hold.enquiry_item_id = line.id and hold.status = 'held')), hold_enquiry.until);
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

create function public.record_payment(
  "order" uuid,
  account text,
  kind text,
  amount numeric,
  method text default null,
  reference text default '',
  day date default null,
  note text default '',
  voucher boolean default false,
  key uuid default null,
  expected numeric default null
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
  if record_payment.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('record_payment', record_payment.key, jsonb_build_array(
    record_payment."order", record_payment.account, record_payment.kind, record_payment.amount, record_payment.method,
    record_payment.reference, record_payment.day, record_payment.note, record_payment.voucher));
  made := private.lock_ledger(record_payment."order");
  if answer is null then
    if record_payment.expected <> (private.ledger_sums(made.id)).received then
      raise exception 'Somebody else recorded money of this order meanwhile. Look at it again.'
        using errcode = 'PT409', detail = '{"reason": "changed"}';
    end if;
    answer := private.write_payment(made, private.read_payment(made, record_payment.account, record_payment.kind,
      record_payment.amount, record_payment.method, record_payment.reference, record_payment.day, record_payment.note),
      record_payment.voucher);
    perform private.bind_idempotency_key('record_payment', record_payment.key, answer);
  end if;
  return answer || jsonb_build_object('ledger', private.ledger_by_id(made.id));
exception when lock_not_available then
  perform private.refuse_busy_ledger();
end
$$;

grant execute
  on function public.record_payment(uuid,text,text,numeric,text,text,date,text,boolean,uuid,numeric)
  to authenticated;
