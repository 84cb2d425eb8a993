/*
 * A day at the desk (default: today, Asia/Kolkata): {"day", "going_out", "coming_back", "overdue": [{"id",
 * "order_number", "customer": {"id", "number", "name", "mobile"}, "rental_from", "rental_to", "pieces", "out", "back",
 * "missing", "late_days"}], "conflicts": number of items, "unanswered": pending enquiries, oldest first
 * [{"id", "enquiry_number", "customer", "created_at", "hours", "late": older than 24 hours, "owner": name or null}],
 * "waiting": second options that fit now, "holds": those that end within 24 hours [{…, "held_until"}], "hired": pieces
 * hired in whose last day it is [{"id", "item": {"type", "code", "name"}, "quantity", "supplier", "order_number"}],
 * "to_charge": orders with returns about whose charges nobody decided, oldest first [{"id", "order_number", "customer",
 * "day"}], "totals": the full count of each list}. most: rows of each list, 1 to 500. Another day than today has orders and pieces
 * hired in only. Pieces that were hired in for no order belong to nobody.
 *
 * An order goes out on the first day of any of its lines, and today also if a line that began earlier is still
 * here; it comes back on the last day of any of them. Pieces are counted in whole lines (private.lines_out).
 * assignee: 'me', 'none' or a uuid, the owner of the orders and enquiries; null: all. Raises PT400 for anything
 * else; 42501 for anyone but admin, crm_user and storekeeper, who reads first names, and no enquiries.
 * why plan_cache_mode: planning costs more than it saves.
 */
create function public.due_today(day date default null, assignee text default null, most integer default 50) returns json
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
  going_out json;
  coming_back json;
  overdue json;
  totals jsonb;
  others jsonb;
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
  elsif coalesce(due_today.most not between 1 and 500, true) then
    raise exception 'most must be between 1 and 500.' using errcode = 'PT400';
  end if;

  with line as (
    select reserved.order_id, reserved.line_from, reserved.line_to, reserved.status
    from public.reservations as reserved
    where reserved.kind = 'rental' and reserved.status <> 'released' and reserved.blocked @> due
    union all
    select reserved.order_id, reserved.line_from, reserved.line_to, reserved.status
    from public.reservations as reserved
    where is_today and reserved.kind = 'rental' and reserved.status = 'out' and not reserved.blocked @> due
      and greatest(reserved.rolled_on, upper(reserved.rented) - 1) < due
  ), grouped as materialized (
    select line.order_id, min(line.line_from) as first_day, max(line.line_to) as last_day,
      bool_or(line.line_from = due or is_today and line.line_from < due and line.line_to >= due
        and line.status = 'booked') as goes_out,
      bool_or(line.line_to = due) as comes_back,
      bool_or(is_today and line.line_to < due and line.status = 'out') as overdue,
      bool_or(line.status = 'booked') as waits, bool_or(line.status = 'out') as is_out,
      min(line.line_to) filter (where line.status = 'out') as out_until
    from line group by line.order_id
  ), listed as materialized (
    select made.id, made.order_number, made.customer_id, made.rental_from, made.rental_to, made.status,
      grouped.first_day, grouped.last_day, grouped.goes_out, grouped.comes_back, grouped.overdue, grouped.waits,
      grouped.is_out, grouped.out_until
    from grouped
      -- why offset 0: the planner expects an order for each line, and would read all orders.
      cross join lateral (select orders.* from public.orders where orders.id = grouped.order_id offset 0) as made
    where (grouped.goes_out or grouped.comes_back or grouped.overdue)
      and (anybody or made.assigned_to is not distinct from owner)
  ), placed as materialized (
    select 'going_out' as list, listed.id, row_number() over (
        -- why: also what waits for a later day is left to hand over.
        order by not (listed.waits or listed.status = 'in_progress' and (
          select bool_or(later.status = 'booked') from public.reservations as later
          where later.order_id = listed.id and later.kind = 'rental')), listed.first_day, listed.order_number) as place
    from listed where listed.goes_out
    union all
    select 'coming_back', listed.id, row_number() over (order by not listed.is_out, listed.order_number)
    from listed
    where listed.comes_back and not listed.overdue and (due > today or listed.status <> 'confirmed' or (
        select bool_or(moved.kind = 'hand_over') from public.order_movements as moved
        where moved.order_id = listed.id and moved.undone_at is null))
    union all
    select 'overdue', listed.id, row_number() over (order by listed.out_until, listed.order_number)
    from listed where listed.overdue
  ), figures as materialized (
    select state.order_id, sum(state.quantity)::integer as pieces, sum(state.out_now)::integer as out_now,
      sum(state.back)::integer as back, sum(state.missing)::integer as missing,
      coalesce(max(today - state.last_day) filter (where state.out_now > 0 and state.last_day < today), 0) as late_days
    from private.lines_out(array(select placed.id from placed where placed.place <= most)) as state
    group by state.order_id
  ), told as materialized (
    -- why the object here: a filter keeps an aggregate from building what is not listed. why json: text is put into the
    -- answer as it is, while jsonb is packed, and unpacked again by each list and object that it is put into.
    select placed.list, count(*) as total,
      coalesce(json_agg(json_build_object('id', listed.id, 'order_number', listed.order_number,
        'customer', private.desk_customer(listed.customer_id, shown),
        'rental_from', coalesce(listed.rental_from, listed.first_day),
        'rental_to', coalesce(listed.rental_to, listed.last_day),
        'pieces', figures.pieces, 'out', figures.out_now, 'back', figures.back, 'missing', figures.missing,
        'late_days', figures.late_days) order by placed.place) filter (where placed.place <= most), '[]') as rows
    from placed join listed on listed.id = placed.id left join figures on figures.order_id = placed.id
    group by placed.list
  )
  select (select told.rows from told where told.list = 'going_out'),
    (select told.rows from told where told.list = 'coming_back'),
    (select told.rows from told where told.list = 'overdue'),
    '{"going_out": 0, "coming_back": 0, "overdue": 0}'
      || coalesce((select jsonb_object_agg(told.list, told.total) from told), '{}')
  into going_out, coming_back, overdue, totals;

  others := (
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
          and upper(fact.rented) = due + 1 and (anybody or made.assigned_to is not distinct from owner)
      ), returned as (
        select made.id, made.order_number, made.customer_id, due.day,
          row_number() over (order by due.day, made.order_number) as place
        from (
          select movement.order_id, min(movement.day) as day from public.order_movements as movement
          where movement.charges_due and movement.undone_at is null group by movement.order_id
        ) as due join public.orders as made on made.id = due.order_id
        where is_today and shown = 'whole' and (anybody or made.assigned_to is not distinct from owner)
      )
      -- why objects here and not above: a filter keeps an aggregate from building what is not listed.
      select jsonb_build_object(
        'unanswered', (
          select coalesce(jsonb_agg(private.desk_enquiry(listed.id) || jsonb_build_object(
              'created_at', private.iso_time(listed.created_at),
              'hours', trunc(extract(epoch from clock_timestamp() - listed.created_at) / 3600, 1),
              'late', listed.created_at < clock_timestamp() - interval '24 hours',
              'owner', (select owning.display_name from public.user_profiles as owning where owning.id = listed.assigned_to)
            ) order by listed.place) filter (where listed.place <= most), '[]')
          from unanswered as listed
        ),
        'waiting', (
          select coalesce(jsonb_agg(private.desk_enquiry(listed.id) order by listed.place)
            filter (where listed.place <= most), '[]')
          from waiting as listed
        ),
        'holds', (
          select coalesce(jsonb_agg(private.desk_enquiry(listed.id)
              || jsonb_build_object('held_until', private.iso_time(listed.held_until)) order by listed.place)
            filter (where listed.place <= most), '[]')
          from ending as listed
        ),
        'hired', (
          select coalesce(jsonb_agg(jsonb_build_object('id', listed.id, 'item', (
              select jsonb_build_object('type', item.kind, 'code', item.code, 'name', item.name)
              from public.items as item where item.id = listed.item_id
            ), 'quantity', listed.quantity, 'supplier', listed.reason, 'order_number', listed.order_number)
            order by listed.place) filter (where listed.place <= most), '[]')
          from hired as listed
        ),
        'to_charge', (
          select coalesce(jsonb_agg(jsonb_build_object('id', listed.id, 'order_number', listed.order_number,
            'customer', private.desk_customer(listed.customer_id, shown), 'day', listed.day) order by listed.place)
            filter (where listed.place <= most), '[]')
          from returned as listed
        ),
        'totals', totals || jsonb_build_object('unanswered', (select count(*) from unanswered),
          'waiting', (select count(*) from waiting), 'holds', (select count(*) from ending),
          'hired', (select count(*) from hired), 'to_charge', (select count(*) from returned)))
    );
  return json_build_object('day', due, 'going_out', coalesce(going_out, '[]'), 'coming_back', coalesce(coming_back, '[]'),
    'overdue', coalesce(overdue, '[]'), 'unanswered', others -> 'unanswered', 'waiting', others -> 'waiting',
    'holds', others -> 'holds', 'hired', others -> 'hired',
    'to_charge', others -> 'to_charge', 'totals', others -> 'totals',
    'conflicts', case when is_today then jsonb_array_length(public.conflicts()) else 0 end);
end
$$;

grant execute on function public.due_today(date,text,integer) to authenticated;
