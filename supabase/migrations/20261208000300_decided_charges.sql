-- Written by `npm run db:change` from supabase/schemas.

create function private.shown_name(first_name text, last_name text, shown text) returns text
language sql immutable
as $$
  select case shown when 'whole' then first_name || ' ' || last_name when 'first' then first_name end
$$;

create or replace function private.customer_name(id uuid, shown text default 'whole') returns text
language sql stable
set search_path = ''
as $$
  select private.shown_name(customer.first_name, customer.last_name, shown)
  from public.customers as customer
  where customer.id = customer_name.id
$$;

create or replace function private.desk_customer(id uuid, shown text default 'whole') returns jsonb
language sql stable
set search_path = ''
as $$
  select case shown when 'whole' then jsonb_build_object('id', customer.id, 'number', customer.customer_number,
      'name', private.shown_name(customer.first_name, customer.last_name, shown), 'mobile', customer.mobile)
    else jsonb_build_object('id', null, 'number', null, 'mobile', null, 'name',
      private.shown_name(customer.first_name, customer.last_name, shown)) end
  from public.customers as customer where customer.id = desk_customer.id
$$;

create or replace function private.timeline_of_items(
  item_ids uuid[],
  span daterange,
  moment timestamptz,
  shown text
) returns json
language plpgsql stable
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  categories constant jsonb := private.category_names(item_ids);
  today constant date := private.today();
  result json;
begin
  with listed as materialized (
    select item.id, item.kind, item.code, item.name, item.quantity, wanted.position
    from unnest(item_ids) with ordinality as wanted (id, position) join public.items as item on item.id = wanted.id
  ), drawn as materialized (
    select listed.id as row_id, json_agg(bar order by bar."from", bar.id) as bars
    from listed
      cross join lateral (
        select touching.id, touching.kind, touching.status, touching.quantity, lower(touching.rented) as "from",
          upper(touching.rented) - 1 as "to", upper(touching.blocked) - 1 as blocked_to,
          touching.status = 'out' and upper(touching.rented) <= today as overdue,
          case when shown = 'whole' then to_json(array_remove(array[touching.order_item_id], null)) else '[]' end as lines,
          false as whole,
          case when shown is not null and made.id is not null then json_build_object('id', made.id,
            'number', made.order_number,
            'customer', private.shown_name(booker.first_name, booker.last_name, shown),
            'customer_id', case when shown = 'whole' then booker.id end) end as "order",
          case when shown = 'whole' and asked.id is not null then json_build_object('id', asked.id,
            'number', asked.enquiry_number, 'customer', private.shown_name(asker.first_name, asker.last_name, shown),
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
    select stock.item_id, json_agg(stock.day order by stock.day) as days
    from private.item_days as stock
    where stock.item_id = any (item_ids) and stock.short > 0
      and stock.day >= greatest(lower(span), today) and stock.day < upper(span)
      and private.missing_pieces(stock.item_id, stock.day, stock.room) > 0
    group by stock.item_id
  )
  select json_agg(json_build_object('type', listed.kind, 'id', listed.id, 'code', listed.code, 'name', listed.name,
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

create or replace function private.timeline_of_orders(row_ids uuid[], span daterange, moment timestamptz, shown text)
returns json
language plpgsql stable
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  today constant date := private.today();
  result json;
begin
  with listed as materialized (
    select wanted.id, wanted.position,
      case when shown = 'whole' then coalesce(made.customer_id, asked.customer_id) end as customer_id,
      private.shown_name(booker.first_name, booker.last_name, shown) as customer, made.order_number, asked.enquiry_number,
      coalesce(made.status, asked.status) as status,
      daterange(made.rental_from, made.rental_to, '[]') as rented
    from unnest(row_ids) with ordinality as wanted (id, position)
      left join public.orders as made on made.id = wanted.id
      left join public.enquiry_orders as asked on asked.id = wanted.id and made.id is null
      left join public.customers as booker on booker.id = coalesce(made.customer_id, asked.customer_id)
  ), lines as materialized (
    select listed.id as row_id, line.id, line.item_id
    from listed join public.order_items as line on line.order_id = listed.id and line.item_id is not null
  ), counted as materialized (
    select lines.row_id, count(*) as lines from lines group by lines.row_id
  ), reserved as materialized (
    select listed.id as row_id, booked.order_item_id as line_id, booked.id, booked.item_id, booked.kind, booked.status,
      booked.quantity, booked.rented, booked.blocked, booked.expires_at,
      (booked.order_item_id, booked.item_id) in (select lines.id, lines.item_id from lines) as is_own
    from listed join public.reservations as booked on booked.order_id = listed.id and booked.kind = 'rental'
      and booked.status <> 'released'
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
    -- why json: text is put into lists and objects as it is, while jsonb is packed, and unpacked again by each of them.
    select grouped.row_id, json_agg((select bar from (
        select grouped.id, grouped.kind, grouped.status, grouped.quantity, lower(grouped.rented) as "from",
          upper(grouped.rented) - 1 as "to", grouped.blocked_end - 1 as blocked_to,
          grouped.status = 'out' and upper(grouped.rented) <= today as overdue,
          case when shown = 'whole' and grouped.kind = 'rental' then to_json(grouped.lines) else '[]' end as lines,
          grouped.kind = 'rental' and grouped.rented = listed.rented and cardinality(grouped.lines) = counted.lines as whole,
          case when listed.order_number is not null then json_build_object('id', listed.id,
            'number', listed.order_number, 'customer', listed.customer,
            'customer_id', listed.customer_id) end as "order",
          case when listed.enquiry_number is not null then json_build_object('id', listed.id,
            'number', listed.enquiry_number, 'customer', listed.customer,
            'customer_id', listed.customer_id) end as enquiry,
          grouped.expires_at, null::text as reason
      ) as bar) order by grouped.rented, grouped.id)
      filter (where grouped.blocked_end > lower(span) and lower(grouped.rented) < upper(span)) as bars,
      sum(grouped.quantity) as pieces
    from grouped join listed on listed.id = grouped.row_id left join counted on counted.row_id = grouped.row_id
    group by grouped.row_id
  ), missing as materialized (
    -- why the short days first: they are few, and each row's items many.
    select stock.item_id, stock.day from private.item_days as stock
    where stock.short > 0 and stock.day >= greatest(lower(span), today) and stock.day < upper(span)
      and stock.item_id in (select reserved.item_id from reserved)
      and private.missing_pieces(stock.item_id, stock.day, stock.room) > 0
  ), short as materialized (
    select needed.row_id, json_agg(needed.day order by needed.day) as days
    from (
      select distinct reserved.row_id, missing.day
      from missing join reserved on reserved.item_id = missing.item_id and reserved.blocked @> missing.day
    ) as needed
    group by needed.row_id
  )
  select json_agg((select shown from (
      select case when listed.order_number is null then 'enquiry' else 'order' end as type, listed.id,
        coalesce(listed.order_number, listed.enquiry_number) as code, listed.customer as name, null::text as category,
        null::integer as "of", listed.status, drawn.pieces, coalesce(drawn.bars, '[]') as bars,
        coalesce(short.days, '[]') as short_days
    ) as shown) order by listed.position)
  into result
  from listed left join drawn on drawn.row_id = listed.id left join short on short.row_id = listed.id;
  return coalesce(result, '[]');
end
$$;

create or replace function public.charge_returns(id uuid, charges jsonb default null, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  made public.orders;
  due uuid[];
  added uuid[];
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('charge_returns', key, jsonb_build_array(id, charges));
  if answer is not null then
    return answer;
  end if;
  made := private.lock_moving_order(id, case when charges not in ('null', '[]') then '{in_progress,returned,completed}'
    else '{in_progress,returned,completed,cancelled}' end::text[]);
  due := array(
    select movement.id from public.order_movements as movement
    where movement.order_id = made.id and movement.charges_due and movement.undone_at is null);
  if due = '{}' then
    raise exception 'Somebody decided about these charges already.' using errcode = 'PT409', detail = '{"reason": "charged"}';
  end if;
  added := private.add_charges(made, charges);
  update public.order_movements as movement
  set charges_due = false, charges = movement.charges || array(
    select line.id from public.order_items as line
    where line.id = any (added) and movement.id = (
      select newest.id from public.order_movements as newest
        join public.order_movement_lines as moved on moved.movement_id = newest.id
      where newest.id = any (due) and moved.order_item_id = line.charge_for
      order by newest.created_at desc, newest.id desc limit 1))
  where movement.id = any (due);
  perform private.record_event(made.customer_id, 'order', made.id, 'returns_charged', null, cardinality(added)::text);
  select * into made from public.orders as found where found.id = made.id;
  answer := private.moved_order(made, null);
  perform private.bind_idempotency_key('charge_returns', key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;
