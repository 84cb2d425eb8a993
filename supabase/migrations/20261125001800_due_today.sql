-- The Today page: what goes out, what comes back, and who waits for an answer.

/* A customer as the desk shows one: {"id", "number", "name", "mobile"}; name and mobile are null once erased. */
create function private.desk_customer(id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', customer.id, 'number', customer.customer_number,
    'name', customer.first_name || ' ' || customer.last_name, 'mobile', customer.mobile)
  from public.customers as customer where customer.id = desk_customer.id
$$;

/* An enquiry as the desk lists one: {"id", "enquiry_number", "customer"}. */
create function private.desk_enquiry(id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', asked.id, 'enquiry_number', asked.enquiry_number,
    'customer', private.desk_customer(asked.customer_id))
  from public.enquiry_orders as asked where asked.id = desk_enquiry.id
$$;

/*
 * A day at the desk (default: today, Asia/Kolkata): {"day", "going_out", "coming_back", "overdue": [{"id",
 * "order_number", "customer": {"id", "number", "name", "mobile"}, "rental_from", "rental_to", "pieces", "out", "back":
 * returned or missing, "late_days"}], "conflicts": number of items, "unanswered": pending enquiries, oldest first
 * [{"id", "enquiry_number", "customer", "created_at", "hours", "late": older than 24 hours, "owner": name or null}],
 * "waiting": second options that fit now, "holds": those that end within 24 hours [{…, "held_until"}], "totals": the
 * full count of each list}. Each list has at most 50 rows. Another day than today has orders only.
 *
 * An order goes out on the first day of any of its lines, and today also if a line that began earlier is still
 * here; it comes back on the last day of any of them. Pieces are counted in whole lines (private.pieces_out).
 * assignee: 'me', 'none' or a uuid, the owner of the orders and enquiries; null: all. Raises PT400 for anything
 * else; 42501 for anyone but admin and crm_user.
 */
create function public.due_today(day date default null, assignee text default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  today constant date := private.today();
  due constant date := coalesce(due_today.day, today);
  is_today constant boolean := coalesce(due_today.day, today) = today;
  anybody constant boolean := assignee is null;
  owner uuid;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
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
    union
    select reserved.order_item_id, reserved.status
    from public.reservations as reserved
    where is_today and reserved.kind = 'rental' and reserved.status = 'out'
  ), listed as materialized (
    select made.id, made.order_number, made.customer_id, made.rental_from, made.rental_to,
      min(line.rental_from) as first_day, max(line.rental_to) as last_day,
      bool_or(line.rental_from = due or is_today and line.rental_from < due and line.rental_to >= due
        and moved.status = 'booked') as goes_out,
      bool_or(line.rental_to = due) as comes_back,
      bool_or(is_today and line.rental_to < due and moved.status = 'out') as overdue
    from moved join public.order_items as line on line.id = moved.order_item_id
      join public.orders as made on made.id = line.order_id
    where anybody or made.assigned_to is not distinct from owner
    group by made.id
  ), counted as materialized (
    select listed.*, figures.*,
      jsonb_build_object('id', listed.id, 'order_number', listed.order_number,
        'customer', private.desk_customer(listed.customer_id),
        'rental_from', coalesce(listed.rental_from, listed.first_day),
        'rental_to', coalesce(listed.rental_to, listed.last_day),
        'pieces', figures.pieces, 'out', figures.out_now, 'back', figures.back, 'late_days', figures.late_days) as told
    from listed cross join lateral (
      select sum(line.quantity)::integer as pieces, coalesce(sum(state.out_now), 0)::integer as out_now,
        coalesce(sum(state.handed_over - state.out_now), 0)::integer as back,
        coalesce(sum(state.handed_over), 0)::integer as handed_over,
        coalesce(max(today - line.rental_to) filter (where state.out_now > 0 and line.rental_to < today), 0) as late_days
      from public.order_items as line
        left join private.pieces_out(listed.id) as state on state.line_id = line.id
      where line.order_id = listed.id and line.item_id is not null
    ) as figures
    where listed.goes_out or listed.comes_back or listed.overdue
  ), going_out as (
    select told, row_number() over (order by handed_over >= pieces, first_day, order_number) as place
    from counted where goes_out
  ), coming_back as (
    select told, row_number() over (order by out_now = 0, order_number) as place
    from counted where comes_back and not overdue and (due > today or handed_over > 0)
  ), overdue as (
    select told, row_number() over (order by late_days desc, order_number) as place
    from counted where overdue
  )
  select jsonb_build_object(
    'going_out', (select coalesce(jsonb_agg(told order by place) filter (where place <= 50), '[]') from going_out),
    'coming_back', (select coalesce(jsonb_agg(told order by place) filter (where place <= 50), '[]') from coming_back),
    'overdue', (select coalesce(jsonb_agg(told order by place) filter (where place <= 50), '[]') from overdue),
    'totals', jsonb_build_object('going_out', (select count(*) from going_out),
      'coming_back', (select count(*) from coming_back), 'overdue', (select count(*) from overdue)))
  into answer;

  return answer || jsonb_build_object('day', due, 'conflicts',
      case when is_today then jsonb_array_length(public.conflicts()) else 0 end)
    || (
      with mine as materialized (
        select asked.id, asked.status, asked.created_at, asked.waiting_since, asked.assigned_to
        from public.enquiry_orders as asked
        where is_today and asked.status = any (private.open_statuses())
          and (anybody or asked.assigned_to is not distinct from owner)
      ), unanswered as (
        select mine.*, row_number() over (order by mine.created_at, mine.id) as place
        from mine where mine.status = 'pending'
      ), waiting as (
        select mine.id, row_number() over (order by mine.waiting_since, mine.id) as place
        from mine where mine.waiting_since is not null and private.can_hold(mine.id)
      ), ending as (
        select mine.id, ends.held_until, row_number() over (order by ends.held_until, mine.id) as place
        from (
          select line.enquiry_order_id, max(hold.expires_at) as held_until
          from public.reservations as hold join public.enquiry_items as line on line.id = hold.enquiry_item_id
          where hold.status = 'held' and hold.expires_at > clock_timestamp()
          group by line.enquiry_order_id
        ) as ends join mine on mine.id = ends.enquiry_order_id
        where ends.held_until <= clock_timestamp() + interval '24 hours'
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
        'totals', answer -> 'totals' || jsonb_build_object('unanswered', (select count(*) from unanswered),
          'waiting', (select count(*) from waiting), 'holds', (select count(*) from ending)))
    );
end
$$;

grant execute on function public.due_today(date, text) to authenticated;
