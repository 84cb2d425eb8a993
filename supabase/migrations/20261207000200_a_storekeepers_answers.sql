-- Written by `npm run db:change` from supabase/schemas.

drop routine private.customer_name(uuid);
drop routine private.desk_customer(uuid);
drop routine private.next_steps(public.items,uuid);
drop routine private.timeline_of_items(uuid[],daterange,timestamp with time zone,boolean);
drop routine private.timeline_of_orders(uuid[],daterange,timestamp with time zone);

create function private.late_of(gone jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('days', max(late.days), 'total', sum(late.total),
    'lines', jsonb_agg(jsonb_build_object('line', late.id, 'description', late.name, 'quantity', late.pieces,
      'days', late.days, 'price', late.price, 'total', late.total) order by late.days desc, late.position, late.id))
  from (
    select line.id, line.position, item.name, sum(had.pieces)::integer as pieces, line.price,
      had.day - line.rental_to as days,
      private.line_amount(line.price, sum(had.pieces)::integer, had.day - line.rental_to) as total
    from jsonb_to_recordset(late_of.gone) as had (line uuid, pieces integer, day date)
      join public.order_items as line on line.id = had.line and line.per_day and line.rental_to < had.day
      join public.items as item on item.id = line.item_id
    where had.pieces > 0
    group by line.id, item.name, had.day
  ) as late
  having count(*) > 0
$$;

create function private.moved_lines(movement_id uuid) returns table (line_id uuid, pieces integer)
language sql stable
set search_path = ''
as $$
  with part as (
    select moved.order_item_id, moved.item_id, sum(moved.quantity) as quantity
    from public.order_movement_lines as moved where moved.movement_id = moved_lines.movement_id
    group by moved.order_item_id, moved.item_id
  )
  select line.id, max(ceil(part.quantity * line.quantity::numeric / piece.quantity))::integer
  from public.order_movements as movement
    cross join private.order_pieces(array[movement.order_id]) as piece
    join part on part.order_item_id = piece.line_id and part.item_id = piece.item_id
    join public.order_items as line on line.id = piece.line_id
  where movement.id = moved_lines.movement_id
  group by line.id
$$;

create function private.charges_due(order_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  with due as materialized (
    select movement.id, movement.day from public.order_movements as movement
    where movement.order_id = charges_due.order_id and movement.charges_due and movement.undone_at is null
  )
  select jsonb_build_object(
    'late', (
      select private.late_of(jsonb_agg(jsonb_build_object('line', whole.line_id, 'pieces', whole.pieces, 'day', due.day)))
      from due cross join lateral private.moved_lines(due.id) as whole
    ),
    'lines', (
      select jsonb_agg(jsonb_build_object('line', moved.order_item_id, 'item', moved.item_id, 'quantity', moved.quantity,
        'condition', moved.condition) order by moved.item_id, moved.condition, moved.id)
      from due join public.order_movement_lines as moved on moved.movement_id = due.id
    ))
  where exists (select from due)
$$;

create or replace function private.current_actor(out actor text, out user_id uuid) returns record
language plpgsql stable
set search_path = ''
as $$
begin
  user_id := auth.uid();
  -- why: most callers are visitors, for whom no profile has to be read.
  if user_id is not null and private.is_staff('admin', 'crm_user', 'inventory_user', 'storekeeper') then
    actor := 'staff';
  else
    actor := case when auth.role() in ('anon', 'authenticated') then 'visitor' else 'system' end;
    user_id := null;
  end if;
end
$$;

create function private.customer_name(id uuid, shown text default 'whole') returns text
language sql stable
set search_path = ''
as $$
  select case shown when 'whole' then customer.first_name || ' ' || customer.last_name
    when 'first' then customer.first_name end
  from public.customers as customer
  where customer.id = customer_name.id
$$;

create function private.desk_customer(id uuid, shown text default 'whole') returns jsonb
language sql stable
set search_path = ''
as $$
  select case shown when 'whole' then jsonb_build_object('id', customer.id, 'number', customer.customer_number,
      'name', customer.first_name || ' ' || customer.last_name, 'mobile', customer.mobile)
    else jsonb_build_object('id', null, 'number', null, 'mobile', null, 'name',
      case shown when 'first' then customer.first_name end) end
  from public.customers as customer where customer.id = desk_customer.id
$$;

create or replace function private.late_lines(order_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.late_of(jsonb_agg(jsonb_build_object('line', piece.line_id, 'pieces', piece.out_now,
    'day', private.today())))
  from private.pieces_out(late_lines.order_id) as piece
$$;

create function private.mark_charges_due(movement_id uuid) returns void
language sql
set search_path = ''
as $$
  update public.order_movements as movement set charges_due = true
  where movement.id = mark_charges_due.movement_id and exists (
    select from public.order_movement_lines as moved join public.order_items as line on line.id = moved.order_item_id
    where moved.movement_id = movement.id
      and (moved.condition <> 'good' or line.per_day and line.rental_to < movement.day))
$$;

create function private.moved_order(made public.orders, movement_id uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return jsonb_build_object('movement', movement_id) || case private.names_shown()
    when 'whole' then private.without_texts(to_jsonb(made))
    else jsonb_build_object('id', made.id, 'order_number', made.order_number, 'status', made.status,
      'rental_from', made.rental_from, 'rental_to', made.rental_to) end;
end
$$;

create or replace function private.movement_text(movement_id uuid) returns text
language sql stable
set search_path = ''
as $$
  with part as (
    select moved.order_item_id, moved.item_id, sum(moved.quantity) as quantity
    from public.order_movement_lines as moved where moved.movement_id = movement_text.movement_id
    group by moved.order_item_id, moved.item_id
  )
  select case when (select count(*) from part) = 1 then (
      select item.code || ' ×' || part.quantity from part join public.items as item on item.id = part.item_id
    ) when count(*) = 1 then min(item.code) || ' ×' || sum(whole.pieces)
    else sum(whole.pieces) || ' pieces' end
  from private.moved_lines(movement_text.movement_id) as whole
    join public.order_items as line on line.id = whole.line_id
    join public.items as item on item.id = line.item_id
$$;

create function private.names_shown() returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return case when private.is_staff('admin', 'crm_user') then 'whole' when private.is_staff('storekeeper') then 'first' end;
end
$$;

create function private.next_steps(item public.items, piece_id uuid, shown text) returns jsonb
language sql stable
set search_path = ''
as $$
  with line as materialized (
    select * from private.lines_with_item(item.id)
  ), here as (
    select item.quantity = 0 or item.quantity > coalesce(sum(line.outside), 0) as any_piece,
      coalesce(bool_or(piece_id = any (line.pieces_out)), false) as piece_is_out
    from line
  ), possible as (
    select 'take_back' as step, line.outside as quantity, line.last_day as day, line.*,
      case when line.last_day < private.today() then 0 when line.last_day = private.today() then 2 else 3 end as rank
    from line cross join here
    where line.outside > 0 and case when piece_id is null then true
      when here.piece_is_out then piece_id = any (line.pieces_out)
      -- why: the line may have pieces that nobody named.
      else line.outside > cardinality(line.pieces_out) end
    union all
    select 'hand_over', line.left_here, line.first_day, line.*,
      case when not here.any_piece then 5 when line.first_day <= private.today() then 1 else 4 end
    from line cross join here
    where line.left_here > 0 and line.last_day >= private.today() and not here.piece_is_out
  ), best as (
    select * from possible order by rank, day, order_number limit 10
  )
  select coalesce(jsonb_agg(jsonb_build_object('step', best.step, 'order_id', best.order_id,
      'order_number', best.order_number, 'customer', private.customer_name(best.customer_id, shown), 'line', best.line_id,
      'item', item.id, 'quantity', best.quantity, 'day', best.day) order by best.rank, best.day, best.order_number), '[]')
  from best
$$;

create or replace function private.pieces_away(item_id uuid, day date)
returns table (order_id uuid, order_number text, customer text, pieces integer, late_days integer)
language sql stable
set search_path = ''
as $$
  select made.id, made.order_number, private.customer_name(made.customer_id, coalesce(private.names_shown(), 'whole')), sum(gone.pieces)::integer,
    max(greatest(0, private.today() - line.rental_to))
  from (
    select taken.order_item_id, least(sum(coalesce(taken.handed_over, taken.quantity)),
      case when bool_or(taken.handed_over is null) then coalesce(
        sum(taken.quantity) filter (where lower(taken.rented) <= pieces_away.day or pieces_away.day >= private.today()), 0)
      else (
        select coalesce(sum(moved.quantity), 0) from public.order_movement_lines as moved
          join public.order_movements as movement on movement.id = moved.movement_id and movement.undone_at is null
            and movement.kind = 'hand_over' and movement.day <= pieces_away.day
        where moved.order_item_id = taken.order_item_id and moved.item_id = pieces_away.item_id
      ) end) as pieces
    from public.reservations as taken
    where taken.item_id = pieces_away.item_id and taken.kind = 'rental' and taken.status = 'out'
    group by taken.order_item_id
  ) as gone
    join public.order_items as line on line.id = gone.order_item_id
    join public.orders as made on made.id = line.order_id
  where gone.pieces > 0
  group by made.id, made.order_number, made.customer_id
  order by 5 desc, made.order_number
$$;

create function private.timeline_of_items(
  item_ids uuid[],
  span daterange,
  moment timestamptz,
  shown text
) returns jsonb
language plpgsql stable
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  categories constant jsonb := private.category_names(item_ids);
  today constant date := private.today();
  result jsonb;
begin
  with listed as materialized (
    select item.id, item.kind, item.code, item.name, item.quantity, wanted.position
    from unnest(item_ids) with ordinality as wanted (id, position) join public.items as item on item.id = wanted.id
  ), drawn as materialized (
    select listed.id as row_id, jsonb_agg(to_jsonb(bar) order by bar."from", bar.id) as bars
    from listed
      cross join lateral (
        select touching.id, touching.kind, touching.status, touching.quantity, lower(touching.rented) as "from",
          upper(touching.rented) - 1 as "to", upper(touching.blocked) - 1 as blocked_to,
          touching.status = 'out' and upper(touching.rented) <= today as overdue,
          case when shown = 'whole' then to_jsonb(array_remove(array[touching.order_item_id], null)) else '[]' end as lines, false as whole,
          case when shown is not null and made.id is not null then jsonb_build_object('id', made.id,
            'number', made.order_number,
            'customer', booker.first_name || case when shown = 'whole' then ' ' || booker.last_name else '' end,
            'customer_id', case when shown = 'whole' then booker.id end) end as "order",
          case when shown = 'whole' and asked.id is not null then jsonb_build_object('id', asked.id,
            'number', asked.enquiry_number, 'customer', asker.first_name || ' ' || asker.last_name,
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
    select stock.item_id, jsonb_agg(stock.day order by stock.day) as days
    from private.item_days as stock
    where stock.item_id = any (item_ids) and stock.short > 0
      and stock.day >= greatest(lower(span), today) and stock.day < upper(span)
      and private.missing_pieces(stock.item_id, stock.day, stock.room) > 0
    group by stock.item_id
  )
  select jsonb_agg(jsonb_build_object('type', listed.kind, 'id', listed.id, 'code', listed.code, 'name', listed.name,
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

create function private.timeline_of_orders(row_ids uuid[], span daterange, moment timestamptz, shown text)
returns jsonb
language plpgsql stable
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  today constant date := private.today();
  result jsonb;
begin
  with listed as materialized (
    select wanted.id, wanted.position,
      case when shown = 'whole' then coalesce(made.customer_id, asked.customer_id) end as customer_id,
      booker.first_name || case when shown = 'whole' then ' ' || booker.last_name else '' end as customer, made.order_number, asked.enquiry_number,
      coalesce(made.status, asked.status) as status,
      daterange(made.rental_from, made.rental_to, '[]') as rented
    from unnest(row_ids) with ordinality as wanted (id, position)
      left join public.orders as made on made.id = wanted.id
      left join public.enquiry_orders as asked on asked.id = wanted.id and made.id is null
      left join public.customers as booker on booker.id = coalesce(made.customer_id, asked.customer_id)
  ), reserved as materialized (
    select listed.id as row_id, line.id as line_id, booked.id, booked.item_id, booked.kind, booked.status,
      booked.quantity, booked.rented, booked.blocked, booked.expires_at, booked.item_id = line.item_id as is_own
    from listed join public.order_items as line on line.order_id = listed.id
      join public.reservations as booked on booked.order_item_id = line.id and booked.kind = 'rental'
    where booked.status <> 'released'
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
    -- why rows and not objects: an object is packed, and unpacked again by each list that it is put into.
    select grouped.row_id, jsonb_agg((select bar from (
        select grouped.id, grouped.kind, grouped.status, grouped.quantity, lower(grouped.rented) as "from",
          upper(grouped.rented) - 1 as "to", grouped.blocked_end - 1 as blocked_to,
          grouped.status = 'out' and upper(grouped.rented) <= today as overdue,
          case when shown = 'whole' and grouped.kind = 'rental' then to_jsonb(grouped.lines) else '[]' end as lines,
          grouped.kind = 'rental' and grouped.rented = listed.rented and cardinality(grouped.lines) = (
            select count(*) from public.order_items as line
            where line.order_id = grouped.row_id and line.item_id is not null) as whole,
          case when listed.order_number is not null then jsonb_build_object('id', listed.id,
            'number', listed.order_number, 'customer', listed.customer,
            'customer_id', listed.customer_id) end as "order",
          case when listed.enquiry_number is not null then jsonb_build_object('id', listed.id,
            'number', listed.enquiry_number, 'customer', listed.customer,
            'customer_id', listed.customer_id) end as enquiry,
          grouped.expires_at, null::text as reason
      ) as bar) order by grouped.rented, grouped.id)
      filter (where grouped.blocked_end > lower(span) and lower(grouped.rented) < upper(span)) as bars,
      sum(grouped.quantity) as pieces
    from grouped join listed on listed.id = grouped.row_id
    group by grouped.row_id
  ), short as materialized (
    select needed.row_id, jsonb_agg(needed.day order by needed.day) as days
    from (
      select distinct reserved.row_id, stock.day
      from reserved join private.item_days as stock on stock.item_id = reserved.item_id and reserved.blocked @> stock.day
      where stock.short > 0 and stock.day >= greatest(lower(span), today) and stock.day < upper(span)
        and private.missing_pieces(stock.item_id, stock.day, stock.room) > 0
    ) as needed
    group by needed.row_id
  )
  select jsonb_agg((select shown from (
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

create function public.charge_returns(id uuid, charges jsonb default null, key uuid default null)
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
  made := private.lock_moving_order(id, '{in_progress,returned,completed}');
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

create or replace function public.conflicts() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  shown text;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user', 'storekeeper');
  shown := private.names_shown();
  return (
    with short as materialized (
      select stock.item_id, stock.day, missing.pieces
      from private.item_days as stock
        cross join lateral private.missing_pieces(stock.item_id, stock.day, stock.room) as missing (pieces)
      where stock.short > 0 and stock.day >= private.today() and missing.pieces > 0
    ), listed as materialized (
      select short.item_id, array_agg(short.day order by short.day) as days, max(short.pieces) as pieces
      from short group by short.item_id order by min(short.day), short.item_id limit 200
    )
    select coalesce(jsonb_agg(jsonb_build_object('type', item.kind, 'id', item.id, 'name', item.name,
        'code', item.code, 'days', to_jsonb(listed.days), 'short', listed.pieces,
        'orders', case when shown is not null then (
          select coalesce(jsonb_agg(distinct jsonb_build_object('id', made.id, 'order_number', made.order_number)), '[]')
          from public.reservations as booked join public.order_items as line on line.id = booked.order_item_id
            join public.orders as made on made.id = line.order_id
          where booked.item_id = item.id and booked.kind = 'rental' and booked.status in ('booked', 'out')
            and exists (select from unnest(listed.days) as needed (day) where booked.blocked @> needed.day)
        ) else '[]' end,
        'holds', case when shown = 'whole' then (
          select coalesce(jsonb_agg(distinct jsonb_build_object('enquiry_id', asked.id,
            'enquiry_number', asked.enquiry_number)), '[]')
          from public.reservations as hold join public.enquiry_items as line on line.id = hold.enquiry_item_id
            join public.enquiry_orders as asked on asked.id = line.enquiry_order_id
          where hold.item_id = item.id and hold.status = 'held' and hold.expires_at > clock_timestamp()
            and exists (select from unnest(listed.days) as needed (day) where hold.blocked @> needed.day)
        ) else '[]' end
      ) order by listed.days[1], item.id), '[]')
    from listed join public.items as item on item.id = listed.item_id
  );
end
$$;

create or replace function public.due_today(day date default null, assignee text default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  today constant date := private.today();
  due constant date := coalesce(due_today.day, today);
  is_today constant boolean := coalesce(due_today.day, today) = today;
  anybody constant boolean := assignee is null;
  owner uuid;
  shown text;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'storekeeper');
  shown := private.names_shown();
  begin
    owner := case when assignee = 'me' then auth.uid() when assignee <> 'none' then assignee::uuid end;
  exception when invalid_text_representation then
    raise exception 'assignee must be me, none or a uuid.' using errcode = 'PT400';
  end;
  if not isfinite(due) then
    raise exception 'day must be a date.' using errcode = 'PT400';
  end if;

  with moved as materialized (
    select reserved.order_item_id, reserved.status
    from public.reservations as reserved
    where reserved.kind = 'rental' and reserved.status <> 'released' and reserved.blocked @> due
    union all
    select reserved.order_item_id, reserved.status
    from public.reservations as reserved
    where is_today and reserved.kind = 'rental' and reserved.status = 'out' and not reserved.blocked @> due
  ), near as materialized (
    -- why by the orders' own days: their lines lie together; those of other orders are looked up one by one.
    select line.id, line.order_id, line.rental_from, line.rental_to
    from public.orders as made join public.order_items as line on line.order_id = made.id
    where private.days_of(made.rental_from, made.rental_to) @> due
  ), line as (
    select near.order_id, near.rental_from, near.rental_to, moved.status
    from moved join near on near.id = moved.order_item_id
    union all
    select other.order_id, other.rental_from, other.rental_to, moved.status
    from moved cross join lateral (
        select known.order_id, known.rental_from, known.rental_to from public.order_items as known
        where known.id = moved.order_item_id offset 0
      ) as other
    where moved.order_item_id not in (select near.id from near)
  ), grouped as materialized (
    select line.order_id, min(line.rental_from) as first_day, max(line.rental_to) as last_day,
      bool_or(line.rental_from = due or is_today and line.rental_from < due and line.rental_to >= due
        and line.status = 'booked') as goes_out,
      bool_or(line.rental_to = due) as comes_back,
      bool_or(is_today and line.rental_to < due and line.status = 'out') as overdue
    from line group by line.order_id
  ), listed as materialized (
    select made.id, made.order_number, made.customer_id, made.rental_from, made.rental_to, grouped.first_day,
      grouped.last_day, grouped.goes_out, grouped.comes_back, grouped.overdue
    from grouped
      -- why offset 0: the planner expects an order for each line, and would read all orders.
      cross join lateral (select known.* from public.orders as known where known.id = grouped.order_id offset 0) as made
    where (grouped.goes_out or grouped.comes_back or grouped.overdue)
      and (anybody or made.assigned_to is not distinct from owner)
  ), figures as (
    select state.order_id, sum(state.quantity)::integer as pieces, sum(state.out_now)::integer as out_now,
      sum(state.back)::integer as back, sum(state.missing)::integer as missing,
      sum(state.handed_over)::integer as handed_over,
      coalesce(max(today - state.last_day) filter (where state.out_now > 0 and state.last_day < today), 0) as late_days
    from private.lines_out(array(select listed.id from listed)) as state
    group by state.order_id
  ), counted as materialized (
    select listed.*, figures.pieces, figures.out_now, figures.back, figures.missing, figures.handed_over, figures.late_days
    from listed join figures on figures.order_id = listed.id
  ), placed as (
    select 'going_out' as list, counted.*,
      row_number() over (order by handed_over >= pieces, first_day, order_number) as place
    from counted where goes_out
    union all
    select 'coming_back', counted.*, row_number() over (order by out_now = 0, order_number)
    from counted where comes_back and not overdue and (due > today or handed_over > 0)
    union all
    select 'overdue', counted.*, row_number() over (order by late_days desc, order_number)
    from counted where overdue
  ), told as (
    -- why the object here: a filter keeps an aggregate from building what is not listed.
    select placed.list, count(*) as total,
      coalesce(jsonb_agg(jsonb_build_object('id', placed.id, 'order_number', placed.order_number,
        'customer', private.desk_customer(placed.customer_id, shown),
        'rental_from', coalesce(placed.rental_from, placed.first_day),
        'rental_to', coalesce(placed.rental_to, placed.last_day),
        'pieces', placed.pieces, 'out', placed.out_now, 'back', placed.back, 'missing', placed.missing,
        'late_days', placed.late_days) order by placed.place) filter (where placed.place <= 50), '[]') as rows
    from placed group by placed.list
  )
  select jsonb_build_object('going_out', '[]'::jsonb, 'coming_back', '[]'::jsonb, 'overdue', '[]'::jsonb)
    || coalesce(jsonb_object_agg(told.list, told.rows), '{}')
    || jsonb_build_object('totals', jsonb_build_object('going_out', 0, 'coming_back', 0, 'overdue', 0)
      || coalesce(jsonb_object_agg(told.list, told.total), '{}'))
  into answer from told;

  return answer || jsonb_build_object('day', due, 'conflicts',
      case when is_today then jsonb_array_length(public.conflicts()) else 0 end)
    || (
      with unanswered as (
        select asked.id, asked.created_at, asked.assigned_to,
          row_number() over (order by asked.created_at, asked.id) as place
        from public.enquiry_orders as asked
        where is_today and shown = 'whole' and asked.status = 'pending' and asked.status = any (private.open_statuses())
          and (anybody or asked.assigned_to is not distinct from owner)
      ), waiting as (
        select asked.id, row_number() over (order by asked.waiting_since, asked.id) as place
        from public.enquiry_orders as asked
        where is_today and shown = 'whole' and asked.waiting_since is not null and asked.status = any (private.open_statuses())
          and (anybody or asked.assigned_to is not distinct from owner) and private.can_hold(asked.id)
      ), ending as (
        select asked.id, ends.held_until, row_number() over (order by ends.held_until, asked.id) as place
        from (
          select line.enquiry_order_id, max(hold.expires_at) as held_until
          from public.reservations as hold join public.enquiry_items as line on line.id = hold.enquiry_item_id
          where hold.status = 'held' and hold.expires_at > clock_timestamp()
          group by line.enquiry_order_id
        ) as ends join public.enquiry_orders as asked on asked.id = ends.enquiry_order_id
        where is_today and shown = 'whole' and ends.held_until <= clock_timestamp() + interval '24 hours'
          and asked.status = any (private.open_statuses())
          and (anybody or asked.assigned_to is not distinct from owner)
      ), hired as (
        select fact.id, fact.item_id, fact.quantity, fact.reason, made.order_number,
          row_number() over (order by fact.created_at, fact.id) as place
        from public.reservations as fact
          left join public.order_items as line on line.id = fact.order_item_id
          left join public.orders as made on made.id = line.order_id
        where fact.kind = 'sub_rental' and fact.status <> 'released' and fact.blocked @> due
          and upper(fact.rented) - 1 = due and (anybody or made.assigned_to is not distinct from owner)
      )
      -- why objects here and not above: a filter keeps an aggregate from building what is not listed.
      select jsonb_build_object(
        'unanswered', (
          select coalesce(jsonb_agg(private.desk_enquiry(listed.id) || jsonb_build_object(
              'created_at', private.iso_time(listed.created_at),
              'hours', trunc(extract(epoch from clock_timestamp() - listed.created_at) / 3600, 1),
              'late', listed.created_at < clock_timestamp() - interval '24 hours',
              'owner', (select owning.display_name from public.user_profiles as owning where owning.id = listed.assigned_to)
            ) order by listed.place) filter (where listed.place <= 50), '[]')
          from unanswered as listed
        ),
        'waiting', (
          select coalesce(jsonb_agg(private.desk_enquiry(listed.id) order by listed.place)
            filter (where listed.place <= 50), '[]')
          from waiting as listed
        ),
        'holds', (
          select coalesce(jsonb_agg(private.desk_enquiry(listed.id)
              || jsonb_build_object('held_until', private.iso_time(listed.held_until)) order by listed.place)
            filter (where listed.place <= 50), '[]')
          from ending as listed
        ),
        'hired', (
          select coalesce(jsonb_agg(jsonb_build_object('id', listed.id, 'item', (
              select jsonb_build_object('type', item.kind, 'code', item.code, 'name', item.name)
              from public.items as item where item.id = listed.item_id
            ), 'quantity', listed.quantity, 'supplier', listed.reason, 'order_number', listed.order_number)
            order by listed.place) filter (where listed.place <= 50), '[]')
          from hired as listed
        ),
        'totals', answer -> 'totals' || jsonb_build_object('unanswered', (select count(*) from unanswered),
          'waiting', (select count(*) from waiting), 'holds', (select count(*) from ending),
          'hired', (select count(*) from hired)))
    );
end
$$;

create or replace function public.hand_over(
  id uuid,
  lines jsonb default null,
  day date default null,
  reason text default null,
  key uuid default null,
  anyway boolean default false
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  given_reason constant text := nullif(private.trimmed(reason), '');
  is_anyway constant boolean := coalesce(anyway, false);
  made public.orders;
  movement_id uuid;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'storekeeper');
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('hand_over', key, jsonb_build_array(id, lines, day, reason)
    || case when is_anyway then '[true]'::jsonb else '[]' end);
  if answer is not null then
    return answer;
  end if;
  if is_anyway and given_reason is null then
    perform private.refuse('reason', 'A reason is required to hand over pieces that are not here.');
  end if;
  day := private.movement_day(day, given_reason);
  made := private.lock_moving_order(id, '{confirmed,in_progress}');
  movement_id := private.record_movement(made,
    private.checked_movement(made.id, lines, 'hand_over', day), 'hand_over', day, given_reason, is_anyway);
  if made.status = 'confirmed' then
    update public.orders as started set status = 'in_progress' where started.id = made.id returning * into made;
  else
    perform private.write_reservations(array[made.id]);
  end if;
  perform private.record_event(made.customer_id, 'order', made.id, 'handed_over',
    (select 'not_here' from public.order_movements as moved where moved.id = movement_id and moved.not_here),
    private.movement_text(movement_id));
  answer := private.moved_order(made, movement_id);
  perform private.bind_idempotency_key('hand_over', key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create or replace function public.item_reservations(
  type text,
  id uuid,
  from_day date default null,
  days integer default 92
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  first_day constant date := coalesce(item_reservations.from_day, private.today());
  span daterange;
  item public.items;
  shown text;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user', 'storekeeper');
  shown := private.names_shown();
  if first_day not between date '2000-01-01' and date '9998-12-31'
    or coalesce(item_reservations.days, 0) not between 1 and 366 then
    raise exception 'from_day must be a day and days a number from 1 to 366.' using errcode = 'PT400';
  end if;
  span := daterange(first_day, first_day + item_reservations.days);
  item := private.present_item(item_reservations.type, item_reservations.id);
  return private.turnaround_value(item.id) || jsonb_build_object(
    'of', private.pieces_of(item.id),
    'shows', (select settings.shows from private.availability_settings as settings),
    'days', (
      select coalesce(jsonb_agg(to_jsonb(stock) order by stock.day), '[]')
      from private.stock_days(item.id, span * daterange(private.today(), null)) as stock
      where stock.free is distinct from private.pieces_of(item.id) or stock.room is distinct from item.quantity
        or stock.short > 0
    ),
    'reservations', (
      select coalesce(jsonb_agg(jsonb_build_object('id', listed.id, 'kind', listed.kind, 'status', listed.status,
          'quantity', listed.quantity, 'rental_from', lower(listed.rented), 'rental_to', upper(listed.rented) - 1,
          'blocked_to', upper(listed.blocked) - 1, 'expires_at', listed.expires_at, 'reason', listed.reason,
          'order', case when shown is not null and made.id is not null then jsonb_build_object('id', made.id,
            'order_number', made.order_number, 'customer', private.customer_name(made.customer_id, shown)) end,
          'enquiry', case when shown = 'whole' and asked.id is not null then jsonb_build_object('id', asked.id,
            'enquiry_number', asked.enquiry_number, 'customer', private.customer_name(asked.customer_id)) end
        ) order by lower(listed.rented), listed.created_at, listed.id), '[]')
      from (
        select * from public.reservations as touching
        where touching.item_id = item.id and touching.status <> 'released'
          and upper(touching.blocked) > lower(span) and lower(touching.blocked) < upper(span)
          and (touching.status <> 'held' or touching.expires_at > clock_timestamp())
        order by lower(touching.rented), touching.created_at, touching.id limit 500
      ) as listed
        left join public.order_items as line on line.id = listed.order_item_id
        left join public.orders as made on made.id = line.order_id
        left join public.enquiry_items as wanted on wanted.id = listed.enquiry_item_id
        left join public.enquiry_orders as asked on asked.id = wanted.enquiry_order_id
    ));
end
$$;

create or replace function public.labels(codes text[]) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_variable
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user', 'storekeeper');
  if cardinality(codes) > 500 then
    perform private.refuse('codes', 'Print at most 500 items at once');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('item', item.id, 'type', item.kind, 'name', item.name,
        'code', item.code, 'place', item.place, 'pieces', (
          select coalesce(jsonb_agg(jsonb_build_object('id', piece.id, 'code', piece.code) order by piece.number), '[]')
          from public.item_pieces as piece where piece.item_id = item.id and piece.retired_at is null
        )) order by wanted.place), '[]')
    from (
      select found.item_id, min(given.place) as place
      from unnest(codes) with ordinality as given (code, place)
        cross join lateral (
          select known.id as item_id from public.items as known where known.code = upper(private.trimmed(given.code))
          union all
          select piece.item_id from public.item_pieces as piece where piece.code = upper(private.trimmed(given.code))
        ) as found
      group by found.item_id
    ) as wanted join public.items as item on item.id = wanted.item_id
    where item.removed_at is null
  );
end
$$;

create or replace function public.make_recovery_codes() returns text[]
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := auth.uid();
  secret bytea;
  code text;
  codes text[] := '{}';
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user', 'storekeeper');
  if (auth.jwt() ->> 'aal') is distinct from 'aal2' then
    raise exception 'Enter a code of your authenticator app first.' using errcode = '42501';
  end if;
  -- why: locked, so that of two sets made at once one remains.
  perform from public.user_profiles as profile where profile.id = person for update;
  delete from private.recovery_codes as old where old.user_id = person;
  for number in 1..10 loop
    secret := decode(private.new_secret(), 'hex');
    -- 25 signs of 5 random bits each, without I, L, O and U.
    select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', get_byte(secret, at) % 32 + 1, 1)
        || case when at in (4, 9, 14, 19) then '-' else '' end, '' order by at)
      into code from generate_series(0, 24) as at;
    insert into private.recovery_codes (user_id, hash) values (person, private.recovery_hash(code));
    codes := codes || code;
  end loop;
  return codes;
end
$$;

create or replace function public.order_record(number text default null, id uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  told jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  told := private.rental_record('public.orders', 'order_number', 'public.order_items', 'order_id',
    '{confirmed,in_progress}', order_record.number, order_record.id);
  return told || jsonb_build_object(
    'items', (
      select coalesce(jsonb_agg(line.value || jsonb_build_object('free_when_sent', sent.free_when_sent,
        'of_when_sent', sent.of_when_sent, 'out', moved.out_now, 'back', moved.back, 'missing', moved.missing) order by line.place), '[]')
      from jsonb_array_elements(told -> 'items') with ordinality as line (value, place)
        left join private.pieces_out((told ->> 'id')::uuid) as moved on moved.line_id = (line.value ->> 'id')::uuid
        left join lateral (
          select * from public.enquiry_items as asked
          where asked.enquiry_order_id = (told ->> 'enquiry_order_id')::uuid
            and asked.item_id = (line.value ->> 'item_id')::uuid
          order by asked.position limit 1
        ) as sent on true
    ),
    'enquiry', (
      select jsonb_build_object('id', asked.id, 'enquiry_number', asked.enquiry_number)
      from public.enquiry_orders as asked where asked.id = (told ->> 'enquiry_order_id')::uuid
    ),
    'received', private.received_of((told ->> 'id')::uuid),
    'changed_quote', (select private.changed_quote(made) from public.orders as made where made.id = (told ->> 'id')::uuid),
    'charges_due', exists (
      select from public.order_movements as movement
      where movement.order_id = (told ->> 'id')::uuid and movement.charges_due and movement.undone_at is null),
    'timeline', private.timeline_of((told ->> 'customer_id')::uuid,
      array[(told ->> 'id')::uuid, (told ->> 'enquiry_order_id')::uuid]));
end
$$;

create or replace function public.pick_list(id uuid default null, number text default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  made public.orders;
  shown text;
begin
  perform private.require_staff('admin', 'crm_user', 'storekeeper');
  shown := private.names_shown();
  select * into made from public.orders as found
  where case when pick_list.id is null then found.order_number = upper(pick_list.number) else found.id = pick_list.id end;
  if not found then
    return null;
  end if;
  return jsonb_build_object(
    'order', (
      select jsonb_build_object('id', made.id, 'order_number', made.order_number, 'status', made.status,
        'rental_from', made.rental_from, 'rental_to', made.rental_to, 'customer', private.desk_customer(made.customer_id, shown))
    ),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('line', line.id, 'item', item.id, 'type', item.kind,
          'name', item.name, 'code', item.code, 'image', item.image, 'place', item.place,
          'price', case when shown = 'whole' then case when item.id = line.item_id then line.price else item.price end end,
          'quantity', piece.quantity, 'out', piece.out_now, 'back', piece.back, 'missing', piece.missing,
          'rental_from', line.rental_from, 'rental_to', line.rental_to,
          'late_days', case when piece.out_now > 0 then greatest(0, coalesce(private.today() - line.rental_to, 0)) else 0 end,
          'part_of', case when item.id <> line.item_id then kit.name end,
          'pieces', private.numbered_pieces(line.id, item.id)
        ) order by lower(item.place), lower(item.name), line.position, line.id, item.id), '[]')
      from private.order_pieces(array[made.id]) as piece
        join public.order_items as line on line.id = piece.line_id
        join public.items as item on item.id = piece.item_id
        join public.items as kit on kit.id = line.item_id
    ),
    'texts', (
      select coalesce(jsonb_agg(jsonb_build_object('line', line.id, 'description', line.description,
        'quantity', line.quantity, 'charge', line.charge) order by line.position, line.id), '[]')
      from public.order_items as line where line.order_id = made.id and line.item_id is null
        and (shown = 'whole' or line.charge is null)
    ),
    'late', case when shown = 'whole' then private.late_lines(made.id) end,
    'charges_due', case when shown = 'whole' then private.charges_due(made.id) end,
    'movements', private.movements_of(made.id));
end
$$;

create or replace function public.pieces(type text, id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  item public.items;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user', 'storekeeper');
  item := private.present_item(type, id);
  return jsonb_build_object('quantity', item.quantity, 'code', item.code, 'place', item.place,
    'archived', item.archived_at is not null, 'pieces', private.pieces_value(item.id));
end
$$;

create or replace function public.scan(code text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted constant text := private.scanned_code(scan.code);
  known public.item_pieces;
  item public.items;
  shown text;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user', 'storekeeper');
  shown := private.names_shown();
  select * into known from public.item_pieces as piece where piece.code = wanted;
  select * into item from public.items as labelled
  where (case when known.id is null then labelled.code = wanted else labelled.id = known.item_id end)
    and labelled.removed_at is null
  limit 1;
  return jsonb_build_object(
    'item', case when item.id is not null then jsonb_build_object('type', item.kind, 'id', item.id, 'name', item.name,
      'code', item.code, 'image', item.image, 'place', item.place, 'quantity', item.quantity,
      'free_today', (select stock.free_today from private.stock_today(array[item.id]) as stock)) end,
    'piece', case when known.id is not null then jsonb_build_object('id', known.id, 'code', known.code,
      'note', known.note, 'retired', known.retired_at is not null) end,
    'out', case when shown is not null and item.id is not null then (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', line.order_id, 'order_number', line.order_number,
        'customer', private.customer_name(line.customer_id, shown), 'line', line.line_id, 'quantity', line.outside,
        'due', line.last_day) order by line.last_day, line.order_number), '[]')
      from private.lines_with_item(item.id) as line where line.outside > 0
    ) else '[]' end,
    'next', case when shown is not null and item.id is not null and known.retired_at is null
      then private.next_steps(item, known.id, shown) else '[]' end);
end
$$;

create or replace function public.search_desk(q text, size integer default 12) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  pattern constant text := private.search_pattern(coalesce(search_desk.q, ''));
  mobile_pattern constant text := private.mobile_pattern(search_desk.q);
  needle constant text := private.typed_search(coalesce(search_desk.q, ''));
  said constant text := private.compared(needle);
  -- 'ord-12' gives prefix ORD and digits 12.
  parts constant text[] := regexp_match(needle, '^(?:([a-z]{3})[ -]*)?([0-9]{1,12})$');
  prefix constant text := upper(parts[1]);
  digits constant text := ltrim(parts[2], '0');
  padded constant text := lpad(digits, greatest(5, length(digits)), '0');
  -- A text that may be a whole mobile number.
  mobiles constant text[] := array_remove(array[btrim(mobile_pattern, '%'), needle, '+91' || needle], null);
  words constant text[] := case when mobile_pattern is null then private.customer_words(needle)
    else array[btrim(mobile_pattern, '%')] end;
  -- why: words of one or two letters are in no index, and are looked for in what the others find.
  has_short_word constant boolean := exists (select from unnest(words) as word where length(word) < 3);
  compared constant integer := case when has_short_word then 1000 else 60 end;
  -- Numbers and addresses have no typing errors, and are no words of an item.
  is_written constant boolean := mobile_pattern is null and needle !~ '@|^[a-z]{0,4}[ /-]*[0-9][0-9 /-]*$' and length(needle) >= 3;
  named uuid[] := '{}';
  -- Found items with their ranks, the best first.
  item_ids uuid[];
  item_ranks numeric[];
  is_wide boolean := false;
  shown text;
  sees_people boolean;
  -- why: a number that was typed whole means one record, which an index finds at once.
  is_whole boolean := prefix in ('CUS', 'ENQ', 'ORD');
  found jsonb := '[]';
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user', 'storekeeper');
  if coalesce(search_desk.size not between 1 and 20, true) then
    raise exception 'size must be between 1 and 20.' using errcode = 'PT400';
  end if;
  shown := private.names_shown();
  sees_people := coalesce(shown = 'whole', false);
  if said = '' then
    return found;
  end if;
  if sees_people then
    is_whole := coalesce(is_whole, false) or exists (select from public.customers where mobile = any (mobiles));
    if not is_whole and length(needle) >= 3 and needle !~ '^(cus|enq|ord)-?$' then
      if has_short_word then
        -- why: a text as it stands in a name is found among any number of others.
        named := array(select id from public.customers where search_text like pattern limit 60);
      end if;
      if named = '{}' then
        named := private.customers_with(words, false, compared);
      end if;
    end if;
  end if;
  -- why: a customer's name is no search for items with these words somewhere.
  select array_agg(listed.id order by listed.rank, listed.name), array_agg(listed.rank order by listed.rank, listed.name)
    into item_ids, item_ranks
  from (
    select item.id, item.name, hit.rank
    from private.found_items(search_desk.q, case when named = '{}' and is_written then 'words' else 'names' end) as hit
      join public.items as item using (id)
  ) as listed;
  if named = '{}' and item_ids is null and is_written then
    is_wide := true;
    if sees_people then
      named := private.customers_with(words, true, compared);
    end if;
    select array_agg(listed.id order by listed.rank), array_agg(listed.rank order by listed.rank) into item_ids, item_ranks
    from (
      select item.id, 4 + private.words_errors(words, private.compared(item.name)) / 100.0 as rank
      from private.found_items(search_desk.q, 'wide') as hit join public.items as item using (id)
    ) as listed;
  end if;

  if shown is not null then
    with known as (
      select customer.id, customer.merged_into, case when customer.customer_number = 'CUS-' || padded and coalesce(prefix, 'CUS') = 'CUS'
          or customer.mobile = any (mobiles) then 0
        when customer.customer_number like upper(needle) || '%' then 1
        when is_wide then 4 + private.words_errors(words, name) / 100.0
        when starts_with(name, said) then 2 else 3 end as rank
      from (
        select id from public.customers
        where sees_people and coalesce(prefix, 'CUS') = 'CUS' and customer_number = 'CUS-' || padded
        union
        select id from public.customers where sees_people and mobile = any (mobiles)
        union
        (select id from public.customers
          where sees_people and needle like 'cus-%' and customer_number between upper(needle) and upper(needle) || '~' order by customer_number limit 5)
        union
        select unnest(named)
      ) as hit join public.customers as customer using (id)
        cross join lateral private.compared(customer.first_name || ' ' || customer.last_name) as name
    ), remaining as (
      select known.rank, customer.* from known
        join public.customers as customer on customer.id =
          case when known.merged_into is null then known.id else private.remaining_customer(known.id) end
      order by known.rank, customer.first_name, customer.id limit search_desk.size
    ), rentals as (
      select 'order' as what, made.id, made.order_number as number, made.customer_id, made.status, made.rental_from,
        made.rental_to, hit.rank, made.created_at
      from (
        select id, 0 as rank from public.orders where coalesce(prefix, 'ORD') = 'ORD' and order_number = 'ORD-' || padded
        union all
        (select id, 1 from public.orders where needle like 'ord-%' and order_number between upper(needle) and upper(needle) || '~'
          order by order_number desc limit 5)
        union all
        select newest.id, remaining.rank + 0.5 from remaining cross join lateral (
          select id from public.orders where customer_id = remaining.id order by created_at desc limit 2) as newest
      ) as hit join public.orders as made using (id)
      union all
      select 'enquiry', made.id, made.enquiry_number, made.customer_id, made.status, made.rental_from,
        made.rental_to, hit.rank, made.created_at
      from (
        select id, 0 as rank from public.enquiry_orders
        where sees_people and coalesce(prefix, 'ENQ') = 'ENQ' and enquiry_number = 'ENQ-' || padded
        union all
        (select id, 1 from public.enquiry_orders
          where sees_people and needle like 'enq-%' and enquiry_number between upper(needle) and upper(needle) || '~' order by enquiry_number desc limit 5)
        union all
        select newest.id, remaining.rank + 0.6 from remaining cross join lateral (
          select id from public.enquiry_orders
          where customer_id = remaining.id and status <> 'converted' order by created_at desc limit 2) as newest
      ) as hit join public.enquiry_orders as made using (id)
    ), best as (
      select distinct on (what, id) * from rentals order by what, id, rank
    )
    select found || coalesce(jsonb_agg(jsonb_build_object('what', told.what, 'id', told.id, 'number', told.number,
      'title', told.title, 'type', null, 'mobile', told.mobile, 'status', told.status,
      'rental_from', told.rental_from, 'rental_to', told.rental_to, 'item', null,
      'active', true, 'rank', told.rank)), '[]')
    into found
    from (
      select 'customer' as what, id, customer_number as number, first_name || ' ' || last_name as title, mobile,
        null as status, null::date as rental_from, null::date as rental_to, rank::numeric
      from remaining
      union all
      select best.what, best.id, best.number, private.customer_name(best.customer_id, shown), null,
        coalesce(
          (select label from public.crm_rental_order_statuses where best.what = 'order' and value = best.status),
          (select label from public.crm_rental_enquiry_statuses where best.what = 'enquiry' and value = best.status)),
        best.rental_from, best.rental_to,
        best.rank
      from best
      union all
      select 'document', document.id, document.number, private.customer_name(private.remaining_customer(document.customer_id)),
        null, kind.name, document.date, null, hit.rank
      from private.found_documents(needle) as hit join public.documents as document using (id)
        join private.document_kinds as kind using (kind)
      where sees_people
    ) as told;
  end if;

  with listed as (
    select item.id, item.code, item.name, item.kind, item.active, hit.place, hit.rank + case when hit.place > 5 then 0.5 else 0 end as rank
    from unnest(item_ids, item_ranks) with ordinality as hit (id, rank, place) join public.items as item using (id)
  ), rentals as (
    -- why distinct: two of the best items may be in one order.
    select distinct on (line.what, line.id) line.*, best.name as item,
      best.rank + 0.4 + best.place * 0.01 + line.place * 0.001 as rank
    from listed as best cross join lateral private.rentals_with(best.id)
      with ordinality as line (what, id, number, customer_id, status, rental_from, rental_to, place)
    where shown is not null and (sees_people or line.what = 'order') and best.place <= 3
      and not exists (select from jsonb_array_elements(found) as told where told ->> 'id' = line.id::text)
    order by line.what, line.id, best.place
  )
  select found || coalesce(jsonb_agg(told), '[]') into found
  from (
    select jsonb_build_object('what', 'item', 'id', id, 'number', code, 'title', name, 'type', kind, 'mobile', null,
      'status', null, 'rental_from', null, 'rental_to', null, 'item', null, 'active', active, 'rank', rank) as told
    from listed
    union all
    select jsonb_build_object('what', what, 'id', id, 'number', number, 'title', private.customer_name(customer_id, shown),
      'type', null, 'mobile', null, 'status', status, 'rental_from', rental_from, 'rental_to', rental_to, 'item', item,
      'active', true, 'rank', rank)
    from rentals
  ) as every;

  if needle ~ '^[a-z]{3}-[0-9]+-[0-9]*$' then
    select found || coalesce(jsonb_agg(jsonb_build_object('what', 'piece', 'id', piece.id, 'number', piece.code,
      'title', item.name, 'type', item.kind, 'mobile', null, 'status', null, 'rental_from', null, 'rental_to', null,
      'item', null, 'active', item.active, 'rank', case when piece.code = upper(needle) then 0 else 1 end)), '[]')
    into found
    from (
      select known.* from public.item_pieces as known
      where known.code between upper(needle) and upper(needle) || '~' and known.retired_at is null order by known.code limit 5
    ) as piece join public.items as item on item.id = piece.item_id
    where item.removed_at is null and item.archived_at is null;
  end if;

  return (
    select coalesce(jsonb_agg(told - 'rank' order by place), '[]')
    from (
      select told, row_number() over (order by (told ->> 'rank')::numeric,
        array_position(array['order', 'enquiry', 'document', 'customer', 'piece', 'item'], told ->> 'what'),
        told ->> 'title', told ->> 'number' desc) as place
      from jsonb_array_elements(found) as told
    ) as sorted where place <= search_desk.size
  );
end
$$;

create or replace function public.set_place(type text, id uuid, place text default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  item public.items;
  wanted constant text := nullif(private.one_line(set_place.place), '');
begin
  perform private.require_staff('admin', 'inventory_user', 'storekeeper');
  item := private.present_item(set_place.type, set_place.id);
  if char_length(wanted) > 60 then
    perform private.refuse('place', 'The place must be at most 60 characters');
  end if;
  update public.items as placed set place = wanted
  where placed.id = item.id and placed.place is distinct from wanted;
  return jsonb_build_object('type', item.kind, 'id', item.id, 'place', wanted);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create or replace function public.take_back(
  id uuid,
  lines jsonb default null,
  charges jsonb default null,
  day date default null,
  reason text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  given_reason constant text := nullif(private.trimmed(reason), '');
  made public.orders;
  moved jsonb;
  movement_id uuid;
  added uuid[];
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'storekeeper');
  if charges not in ('null', '[]') then
    perform private.require_staff('admin', 'crm_user');
  end if;
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('take_back', key, jsonb_build_array(id, lines, charges, day, reason));
  if answer is not null then
    return answer;
  end if;
  day := private.movement_day(day, given_reason);
  made := private.lock_moving_order(id, '{in_progress}');
  moved := private.checked_movement(made.id, lines, 'return', day);
  movement_id := private.record_movement(made, moved, 'return', day, given_reason);
  if exists (select from private.order_pieces(array[made.id]) as piece where piece.back + piece.missing < piece.quantity) then
    perform private.write_reservations(array[made.id]);
  else
    update public.orders as ended set status = 'returned' where ended.id = made.id;
  end if;
  perform private.take_out_of_service(made, movement_id, day, coalesce(moved, '[]'));
  added := private.add_charges(made, charges);
  update public.order_movements as recorded set charges = added where recorded.id = movement_id and added <> '{}';
  if charges is null or private.names_shown() <> 'whole' then
    perform private.mark_charges_due(movement_id);
  end if;
  perform private.record_event(made.customer_id, 'order', made.id, 'returned', null, private.movement_text(movement_id));
  select * into made from public.orders as found where found.id = made.id;
  answer := private.moved_order(made, movement_id);
  perform private.bind_idempotency_key('take_back', key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create or replace function public.timeline(
  by text,
  from_day date,
  days integer default 31,
  kind text default null,
  category text default null,
  customer uuid default null,
  assignee text default null,
  q text default '',
  busy_only boolean default false,
  after text default null,
  size integer default 100
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  few constant integer := 5000;
  counted_to constant integer := 1000;
  moment constant timestamptz := clock_timestamp();
  pattern text := private.search_pattern(coalesce(timeline.q, ''));
  -- why: numbers are read with their dashes.
  number_pattern constant text := private.pattern_of(private.typed_search(coalesce(timeline.q, '')));
  shown text;
  span daterange;
  last_row jsonb;
  filter text;
  owner_condition text := '';
  rental_condition text;
  text_condition text := '';
  conditions text;
  rentals text;
  busy uuid[];
  is_cut boolean := false;
  customers uuid[];
  ids uuid[];
  keys jsonb;
  found bigint;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user', 'storekeeper');
  shown := private.names_shown();
  if timeline.by is null or timeline.by not in ('items', 'orders') then
    raise exception 'by must be items or orders.' using errcode = 'PT400';
  elsif shown is null and timeline.by = 'orders'
    or shown is distinct from 'whole' and (timeline.customer is not null or timeline.assignee is not null) then
    raise exception 'Your account has no right to do this.' using errcode = '42501';
  elsif coalesce(timeline.from_day not between date '2000-01-01' and date '9998-12-31', true)
    or coalesce(timeline.days not between 1 and 92, true) then
    raise exception 'from_day must be a day and days a number from 1 to 92.' using errcode = 'PT400';
  elsif coalesce(timeline.size not between 1 and 500, true) then
    raise exception 'size must be between 1 and 500.' using errcode = 'PT400';
  elsif timeline.assignee <> 'none' and private.uuid_of(timeline.assignee) is null then
    raise exception 'assignee must be a uuid or none.' using errcode = 'PT400';
  end if;
  span := daterange(timeline.from_day, timeline.from_day + timeline.days);
  last_row := private.read_timeline_cursor(timeline.after, timeline.by);
  filter := private.timeline_filter(timeline.kind, timeline.category,
    case timeline.by when 'items' then pattern else '%%' end);

  -- $1 pattern of numbers, $2 kind, $3 customer, $4 assignee, $5 the days, $6 now, $7 to $9 the cursor, $10 size, $11 items or
  -- customers that were looked up
  if timeline.customer is not null then
    owner_condition := ' and made.customer_id = $3';
  end if;
  if timeline.assignee is not null then
    owner_condition := owner_condition
      || case timeline.assignee when 'none' then ' and made.assigned_to is null' else ' and made.assigned_to = $4' end;
  end if;
  rental_condition := ' where reserved.status <> ''released'' and reserved.blocked && $5
    and (reserved.status <> ''held'' or reserved.expires_at > $6)' || owner_condition;
  if timeline.by = 'orders' and pattern <> '%%' and shown <> 'whole' then
    text_condition := ' and lower(made.%1$I) like $1';
  elsif timeline.by = 'orders' and pattern <> '%%' then
    -- why: the customers are looked up first, so that few of them lead to their orders.
    customers := array(select known.id from public.customers as known where known.search_text like pattern limit few + 1);
    text_condition := case when cardinality(customers) <= few then ' and (made.customer_id = any ($11) or lower(made.%1$I) like $1)'
      else ' and (made.customer_id in (select known.id from public.customers as known where known.search_text like %2$L)
        or lower(made.%1$I) like $1)' end;
  end if;
  rentals := 'select made.id, made.order_number as number, reserved.item_id, reserved.rented
      from public.reservations as reserved join public.order_items as line on line.id = reserved.order_item_id
        join public.orders as made on made.id = line.order_id' || rental_condition
      || format(text_condition, 'order_number', pattern) || ' and reserved.kind = ''rental''
    union all
    select made.id, made.enquiry_number, reserved.item_id, reserved.rented
      from public.reservations as reserved join public.enquiry_items as line on line.id = reserved.enquiry_item_id
        join public.enquiry_orders as made on made.id = line.enquiry_order_id' || rental_condition
      || format(text_condition, 'enquiry_number', pattern) || case when shown = 'whole' then '' else ' and false' end;

  if timeline.by = 'items' then
    if timeline.busy_only then
      -- why: where few reservations touch the days, they lead to the items; where many do, a page of items is full soon.
      busy := array(
        select reserved.item_id from public.reservations as reserved
        where reserved.status <> 'released' and reserved.blocked && span
          and (reserved.status <> 'held' or reserved.expires_at > moment)
        limit few + 1);
      is_cut := cardinality(busy) > few;
    end if;
    conditions := 'item.removed_at is null and item.archived_at is null'
      || case when timeline.kind is not null then ' and item.kind = $2' else '' end
      || coalesce(' and item.id in (' || filter || ')', '')
      || case when owner_condition <> '' then
        format(' and item.id in (select rental.item_id from (%s) as rental)', rentals) else '' end
      || case when not timeline.busy_only then ''
        when not is_cut then ' and item.id = any ($11)'
        else ' and exists (
          select from public.reservations as reserved
          where reserved.item_id = item.id and reserved.status <> ''released''
            and upper(reserved.blocked) > lower($5) and lower(reserved.blocked) < upper($5)
            and (reserved.status <> ''held'' or reserved.expires_at > $6))' end;
    execute format(
      'select array_agg(listed.id order by kind, name, id),
         jsonb_agg(jsonb_build_array(''items'', kind, name, id) order by kind, name, id)
       from (select item.id, item.kind, item.name from public.items as item where %s %s
         order by item.kind, item.name, item.id limit $10 + 1) as listed',
      conditions, case when last_row is not null then 'and (item.kind, item.name, item.id) > ($7, $8, $9)' else '' end)
    into ids, keys
    using number_pattern, timeline.kind, timeline.customer, private.uuid_of(timeline.assignee), span, moment,
      last_row ->> 1, last_row ->> 2, private.uuid_of(last_row ->> 3), timeline.size, busy;
    if last_row is null then
      execute format('select count(*) from (select from public.items as item where %s %s) as counted', conditions,
        case when is_cut then 'limit ' || counted_to + 1 else '' end) into found
      using number_pattern, timeline.kind, timeline.customer, private.uuid_of(timeline.assignee), span, moment,
        null::text, null::text, null::uuid, null::integer, busy;
    end if;
  else
    conditions := case when timeline.kind is null then 'true' else
      'reserved.item_id in (' || coalesce(filter, 'select item.id from public.items as item where item.kind = $2') || ')' end;
    if owner_condition || text_condition = '' then
      -- why by the orders' own days: their lines lie together; those of other orders are looked up one by one. why grouped
      -- at once: each order is then looked up once, and not for each of its lines. why offset 0: the planner expects as
      -- many orders as lines, and would read all orders.
      rentals := 'with near as materialized (
          select line.id, made.id as order_id, made.order_number
          from public.orders as made join public.order_items as line on line.order_id = made.id
          where private.days_of(made.rental_from, made.rental_to) && $5
        ), touching as materialized (
          select reserved.order_item_id, lower(reserved.rented) as first_day from public.reservations as reserved'
          || rental_condition || ' and reserved.kind = ''rental'' and ' || conditions || '
        )
        select near.order_id as id, near.order_number as number, min(touching.first_day) as first_day
          from touching join near on near.id = touching.order_item_id group by near.order_id, near.order_number
        union all
        select made.id, made.order_number, found.first_day
          from (
            select line.order_id, min(other.first_day) as first_day
            from touching as other cross join lateral (
              select known.order_id from public.order_items as known where known.id = other.order_item_id offset 0
            ) as line
            where other.order_item_id not in (select near.id from near) group by line.order_id
          ) as found cross join lateral (
            select known.id, known.order_number from public.orders as known where known.id = found.order_id offset 0
          ) as made
        union all
        select made.id, made.enquiry_number, found.first_day
          from (
            select line.enquiry_order_id, min(lower(reserved.rented)) as first_day
            from public.reservations as reserved join public.enquiry_items as line on line.id = reserved.enquiry_item_id'
          || rental_condition || case when shown = 'whole' then '' else ' and false' end
          || ' and ' || conditions || ' group by line.enquiry_order_id
          ) as found join public.enquiry_orders as made on made.id = found.enquiry_order_id';
    else
      rentals := format('select reserved.id, reserved.number, min(lower(reserved.rented)) as first_day
        from (%s) as reserved where %s group by reserved.id, reserved.number', rentals, conditions);
    end if;
    execute format(
      'with listed as materialized (%s), page as (
         select * from listed %s order by first_day, number, id limit $10 + 1
       )
       select array_agg(page.id order by first_day, number, id),
         jsonb_agg(jsonb_build_array(''orders'', first_day, number, id) order by first_day, number, id),
         (select count(*) from listed)
       from page',
      rentals,
      case when last_row is not null then 'where (first_day, number, id) > ($7::date, $8 collate "C", $9)' else '' end)
    into ids, keys, found
    using number_pattern, timeline.kind, timeline.customer, private.uuid_of(timeline.assignee), span, moment,
      last_row ->> 1, last_row ->> 2, private.uuid_of(last_row ->> 3), timeline.size, customers;
  end if;

  return jsonb_build_object(
    'rows', case timeline.by
      when 'items' then private.timeline_of_items(ids[:timeline.size], span, moment, shown)
      else private.timeline_of_orders(ids[:timeline.size], span, moment, shown) end,
    'total', case when last_row is null then case when is_cut then least(found, counted_to) else found end end,
    'total_is_exact', last_row is null and not (is_cut and found > counted_to),
    'next', case when cardinality(ids) > timeline.size then private.timeline_cursor(keys -> (timeline.size - 1)) end);
end
$$;

create or replace function public.undo_movement(id uuid, reason text default null, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  given_reason constant text := nullif(private.trimmed(reason), '');
  facts constant text := coalesce(current_setting('studio.facts', true), '');
  movement public.order_movements;
  made public.orders;
  became text;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'storekeeper');
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  elsif given_reason is null then
    perform private.refuse('reason', 'A reason is required to undo this.');
  elsif char_length(given_reason) > 500 then
    perform private.refuse('reason', 'The reason must be at most 500 characters');
  end if;
  answer := private.claim_idempotency_key('undo_movement', key, jsonb_build_array(id, reason));
  if answer is not null then
    return answer;
  end if;
  select * into movement from public.order_movements as found where found.id = id;
  if not found then
    raise exception 'There is no such movement.' using errcode = 'PT404';
  end if;
  if cardinality(movement.charges) > 0 then
    perform private.require_staff('admin', 'crm_user');
  end if;
  made := private.lock_moving_order(movement.order_id, '{confirmed,in_progress,returned}');
  -- why again: it may have been undone while this waited for the order.
  select * into movement from public.order_movements as found where found.id = id;
  if movement.undone_at is not null then
    raise exception 'This was undone already.' using errcode = 'PT409', detail = '{"reason": "undone"}';
  elsif exists (
    select from public.order_movement_lines as line
      join public.order_movement_lines as later using (order_item_id, item_id)
      join public.order_movements as since on since.id = later.movement_id and since.undone_at is null
    where line.movement_id = movement.id and since.id <> movement.id
      and (since.created_at, since.id) > (movement.created_at, movement.id)
  ) then
    raise exception 'The same items were moved again since. Undo that first.'
      using errcode = 'PT409', detail = '{"reason": "later_movement"}';
  end if;
  update public.order_movements as undone
  set undone_at = clock_timestamp(), undo_reason = given_reason,
    undone_by = (select profile.id from public.user_profiles as profile where profile.id = auth.uid())
  where undone.id = movement.id;
  update public.reservations as ended set status = 'released'
  where ended.movement_id = movement.id and ended.kind = 'out_of_service' and ended.status <> 'released';
  if cardinality(movement.charges) > 0 then
    delete from public.order_items as charge
    where charge.id = any (movement.charges) and charge.order_id = made.id and charge.charge is not null;
    update public.orders as charged set total_price = private.order_total(made.id) where charged.id = made.id;
  end if;
  became := case
    when movement.kind = 'return' then 'in_progress'
    when exists (
      select from public.order_movements as other where other.order_id = made.id and other.undone_at is null
    ) then made.status
    else 'confirmed' end;
  if movement.kind = 'return' then
    perform set_config('studio.facts', 'on', true);
  end if;
  if became <> made.status then
    update public.orders as changed set status = became where changed.id = made.id;
  else
    perform private.write_reservations(array[made.id]);
  end if;
  perform set_config('studio.facts', facts, true);
  perform private.record_event(made.customer_id, 'order', made.id, 'movement_undone', movement.kind,
    private.movement_text(movement.id));
  select * into made from public.orders as found where found.id = made.id;
  answer := private.moved_order(made, movement.id);
  perform private.bind_idempotency_key('undo_movement', key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.charge_returns(uuid,jsonb,uuid) to authenticated;
