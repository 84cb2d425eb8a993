/*
 * A day at the desk (default: today, Asia/Kolkata): {"day", "going_out", "coming_back", "overdue": [{"id",
 * "order_number", "customer": {"id", "number", "name", "mobile"}, "rental_from", "rental_to", "pieces", "out", "back",
 * "missing", "late_days"}], "conflicts": number of items, "unanswered": pending enquiries, oldest first
 * [{"id", "enquiry_number", "customer", "created_at", "hours", "late": older than 24 hours, "owner": name or null}],
 * "waiting": second options that fit now, "holds": those that end within 24 hours [{…, "held_until"}], "hired": pieces
 * hired in whose last day it is [{"id", "item": {"type", "code", "name"}, "quantity", "supplier", "order_number"}],
 * "totals": the full count of each list}. Each list has at most 50 rows. Another day than today has orders and pieces
 * hired in only. Pieces that were hired in for no order belong to nobody.
 *
 * An order goes out on the first day of any of its lines, and today also if a line that began earlier is still
 * here; it comes back on the last day of any of them. Pieces are counted in whole lines (private.lines_out).
 * assignee: 'me', 'none' or a uuid, the owner of the orders and enquiries; null: all. Raises PT400 for anything
 * else; 42501 for anyone but admin, crm_user and storekeeper, who reads first names, and no enquiries.
 * why plan_cache_mode: planning costs more than it saves.
 */
create function public.due_today(day date default null, assignee text default null) returns jsonb
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

grant execute on function public.due_today(date,text) to authenticated;
