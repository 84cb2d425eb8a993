-- Written by `npm run db:change` from supabase/schemas.

drop routine private.order_pieces(uuid[]);
drop routine private.lines_out(uuid[]);

create or replace function private.crm_page(
  source text,
  conditions text,
  filters jsonb,
  number_column text,
  number_prefix text,
  listed_table regclass,
  sorts jsonb,
  row_value text,
  row_source text,
  q text,
  sort text,
  page integer,
  cursor text,
  size integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  few constant integer := 500;
  counted_to constant integer := 1000;
  collected_to constant integer := 10000;
  pattern constant text := private.search_pattern(coalesce(q, ''));
  mobile_pattern constant text := private.mobile_pattern(q);
  wanted_sort constant text := coalesce(sort, '-created');
  wanted_size constant integer := coalesce(size, 25);
  wanted_page constant integer := coalesce(page, 1);
  direction constant text := case when wanted_sort like '-%' then 'desc' else 'asc' end;
  key constant jsonb := sorts -> ltrim(wanted_sort, '-');
  customers uuid[];
  numbered uuid[] := '{}';
  searching text := case when pattern = '%%' then 'no' else 'few' end;
  after record;
  rows jsonb;
  next text;
  total bigint;
begin
  if key is null or wanted_sort like '--%' then
    raise exception 'There is no sort "%" here.', left(wanted_sort, 40) using errcode = 'PT400';
  elsif wanted_size not between 1 and 1000 then
    raise exception 'size must be between 1 and 1000.' using errcode = 'PT400';
  elsif wanted_page not between 1 and 1000000 then
    raise exception 'page must be between 1 and 1000000.' using errcode = 'PT400';
  end if;
  select null::text as sort_value, null::timestamptz as created_at, null::uuid as id into after;
  if cursor is not null then
    after := private.read_crm_cursor(cursor, wanted_sort, key ->> 1);
  end if;

  if searching <> 'no' then
    -- why: a merged customer's number and name still find the records, which belong to the remaining one.
    customers := array(
      select case when merged_into is null then id else private.remaining_customer(id) end
      from public.customers where search_text like pattern);
    if mobile_pattern is not null then
      customers := customers || array(
        select case when merged_into is null then id else private.remaining_customer(id) end
        from public.customers
        -- why: search_text has the index, but contains more than the mobile.
        where search_text like mobile_pattern and mobile like mobile_pattern and search_text not like pattern
      );
    end if;
    if cardinality(customers) <= few
      and private.is_in_numbers(replace(btrim(pattern, '%'), '\', ''), number_prefix) then
      execute format('select array(select id from %s where lower(%I) like $1 limit $2)',
        listed_table, number_column) into numbered using pattern, few + 1;
    end if;
    if greatest(cardinality(customers), cardinality(numbered)) > few then
      searching := 'many';
      -- why: a subquery that is probed for each row; a join would not stop early.
      conditions := format('%s and (listed.customer_id in (select unnest($3)) or lower(listed.%I) like $1)',
        conditions, number_column);
    else
      conditions := conditions || ' and (listed.customer_id = any ($3) or listed.id = any ($4))';
    end if;
  end if;

  if searching = 'no' and jsonb_strip_nulls(filters) ?| '{rental,out,due}' then
    -- why: days have an index of their own, and what they leave is seldom among the first of the sort's index.
    execute format('select count(*) from %s where %s', source, conditions) into total using pattern, filters;
    if total <= collected_to then
      searching := 'few';
    end if;
  end if;

  execute format(
    -- why: few rows are computed once; otherwise the count and the page each use an index of their own.
    'with found as %1$s materialized (
       select listed.id, %2$s as sort_value, listed.created_at from %3$s where %4$s
     ), page as (
       select cut.*, row_number() over (order by sort_value %5$s, created_at %5$s, id %5$s) as place
       from (select * from found%6$s order by sort_value %5$s, created_at %5$s, id %5$s
         limit $8 + 1 offset $9) as cut
     )
     select (select coalesce(jsonb_agg(%7$s order by place), ''[]'') from page %8$s where place <= $8),
       (select translate(encode(convert_to(
           jsonb_build_array(%9$L, sort_value, created_at, id)::text, ''UTF8''), ''base64''), E''+/\n'', ''-_'')
         from page where place = $8 and exists (select from page where place > $8)),
       %10$s',
    case searching when 'few' then '' else 'not' end, key ->> 0, source, conditions, direction,
    case when cursor is not null then format(' where (sort_value, created_at, id) %s ($5::%s, $6, $7)',
      case direction when 'desc' then '<' else '>' end, key ->> 1) end,
    row_value, row_source, wanted_sort,
    case when cursor is not null then 'null'
      when searching = 'many' then format(
        '(select count(*) from (select from found limit %s) as counted)', counted_to + 1)
      else '(select count(*) from found)' end)
  into rows, next, total
  using pattern, filters, customers, numbered, after.sort_value, after.created_at, after.id,
    wanted_size, case when cursor is null then (wanted_page - 1)::bigint * wanted_size else 0 end;
  return jsonb_build_object('items', rows, 'next', next,
    'total', case searching when 'many' then least(total, counted_to) else total end,
    'total_is_exact', cursor is null and (searching <> 'many' or total <= counted_to));
end
$$;

create function private.days_of(rental_from date, rental_to date) returns daterange
language sql immutable parallel safe
return case when coalesce(rental_from, rental_to) is not null then
  daterange(coalesce(rental_from, rental_to), coalesce(rental_to, rental_from), '[]') end;

create or replace function private.filter_conditions(filters jsonb) returns text
language sql immutable
set search_path = ''
as $$
  select coalesce(string_agg(filter.condition, ''), '') from (values
    ('statuses', ' and listed.status = any (($2 ->> ''statuses'')::text[])'),
    ('payment_statuses', ' and listed.payment_status = any (($2 ->> ''payment_statuses'')::text[])'),
    ('customer_id', ' and listed.customer_id = ($2 ->> ''customer_id'')::uuid'),
    ('created_from', ' and listed.created_at >=
      ($2 ->> ''created_from'')::date::timestamp at time zone ''Asia/Kolkata'''),
    ('created_to', ' and listed.created_at <
      (($2 ->> ''created_to'')::date + 1)::timestamp at time zone ''Asia/Kolkata'''),
    ('rental', ' and private.days_of(listed.rental_from, listed.rental_to) && ($2 ->> ''rental'')::daterange'),
    ('out', ' and listed.status in (''confirmed'', ''in_progress'')
      and private.days_of(listed.rental_from, listed.rental_to) @> (now() at time zone ''Asia/Kolkata'')::date'),
    ('due', ' and listed.status in (''confirmed'', ''in_progress'')
      and coalesce(listed.rental_to, listed.rental_from) <= (now() at time zone ''Asia/Kolkata'')::date'),
    ('has_message', ' and (listed.message is not null) = ($2 ->> ''has_message'')::boolean'),
    ('unhandled', ' and figures.unhandled_messages > 0')
  ) as filter (name, condition)
  where jsonb_strip_nulls(filters) ? filter.name
$$;

create function private.order_pieces(order_ids uuid[])
returns table (
  order_id uuid,
  line_id uuid,
  item_id uuid,
  quantity integer,
  handed_over integer,
  out_now integer,
  back integer,
  missing integer,
  first_day date,
  line_quantity integer,
  last_day date
)
language sql stable
set search_path = ''
as $$
  with line as materialized (
    select listed.id, listed.order_id, listed.item_id, listed.quantity, listed.rental_to, made.status
    from public.orders as made
      join public.order_items as listed on listed.order_id = made.id and listed.item_id is not null
    where made.id = any (order_ids)
  ), movement as materialized (
    select made.id, made.order_id, made.kind, made.day from public.order_movements as made
    where made.order_id = any (order_ids) and made.undone_at is null
  ), moved as (
    select listed.order_item_id, listed.item_id,
      coalesce(sum(listed.quantity) filter (where movement.kind = 'hand_over'), 0)::integer as handed_over,
      coalesce(sum(listed.quantity) filter (where movement.kind = 'return'), 0)::integer as returned,
      coalesce(sum(listed.quantity) filter (where listed.condition = 'missing'), 0)::integer as missing,
      min(movement.day) filter (where movement.kind = 'hand_over') as first_day
    from movement join public.order_movement_lines as listed on listed.movement_id = movement.id
    group by listed.order_item_id, listed.item_id
  ), reserved as (
    select live.order_item_id as id, live.item_id, sum(live.quantity)::integer as quantity
    from public.reservations as live
    -- why an array: its rows are looked up together, page by page.
    where live.order_item_id = any (array(select line.id from line)) and live.kind = 'rental'
      and (live.status = 'released') is false
    group by live.order_item_id, live.item_id
  ), part as (
    select reserved.id, reserved.item_id, reserved.quantity from reserved
    union all
    -- Lines without dates and of cancelled orders have no reservations.
    select line.id, inside.part_id, inside.quantity * line.quantity
    from line join private.item_parts as inside on inside.item_id = line.item_id
    where line.id not in (select reserved.id from reserved)
  )
  select line.order_id, line.id, part.item_id, part.quantity,
    case when line.status in ('returned', 'completed') then part.quantity
      when counted.is_counted then coalesce(moved.handed_over, 0)
      when line.status = 'in_progress' then part.quantity else 0 end,
    case when line.status <> 'in_progress' then 0
      else greatest(0, case when counted.is_counted then coalesce(moved.handed_over, 0) else part.quantity end
        - coalesce(moved.returned, 0)) end,
    case when line.status in ('returned', 'completed') then part.quantity else coalesce(moved.returned, 0) end
      - coalesce(moved.missing, 0),
    coalesce(moved.missing, 0), moved.first_day, line.quantity, line.rental_to
  from line join part on part.id = line.id
    left join moved on moved.order_item_id = line.id and moved.item_id = part.item_id
    cross join lateral (
      select line.order_id in (select movement.order_id from movement where movement.kind = 'hand_over') as is_counted
    ) as counted
$$;

create function private.lines_out(order_ids uuid[])
returns table (
  order_id uuid,
  line_id uuid,
  quantity integer,
  last_day date,
  handed_over integer,
  out_now integer,
  back integer,
  missing integer
)
language sql stable
set search_path = ''
as $$
  select counted.order_id, counted.line_id, counted.quantity, counted.last_day, counted.handed_over, counted.out_now,
    counted.handed_over - counted.out_now - least(counted.missing, counted.handed_over - counted.out_now),
    least(counted.missing, counted.handed_over - counted.out_now)
  from (
    -- Whole lines are rounded up.
    select piece.order_id, piece.line_id, piece.line_quantity as quantity, piece.last_day,
      max((piece.handed_over::bigint * piece.line_quantity + piece.quantity - 1) / piece.quantity)::integer as handed_over,
      max((piece.out_now::bigint * piece.line_quantity + piece.quantity - 1) / piece.quantity)::integer as out_now,
      max((piece.missing::bigint * piece.line_quantity + piece.quantity - 1) / piece.quantity)::integer as missing
    from private.order_pieces(lines_out.order_ids) as piece
    group by piece.order_id, piece.line_id, piece.line_quantity, piece.last_day
  ) as counted
$$;

create or replace function private.lock_items(item_ids uuid[], except_holds uuid[] default '{}'::uuid[])
returns void
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  -- why from the statement's begin: the call may have waited for another row already, such as the customer's figures.
  -- why two seconds from now at most: a clock that was set back since then would give weeks.
  deadline constant timestamptz := least(clock_timestamp() + interval '2 seconds',
    greatest(clock_timestamp() + interval '200 milliseconds', statement_timestamp() + interval '2 seconds'
      - coalesce(nullif(current_setting('studio.waited', true), ''), '0')::integer * interval '1 millisecond'));
  -- Milliseconds of one wait, and of all.
  most integer := 1000;
  waited integer := 0;
  moment timestamptz;
begin
  loop
    begin
      -- why half: a row is waited for twice, first for this writer's turn and then for the one before it, and each
      -- wait may take the timeout.
      most := least(most, greatest(10, floor(extract(epoch from deadline - clock_timestamp()) * 500)));
      perform set_config('lock_timeout', most::text, true);
      perform from public.items as item where item.id = any (item_ids) order by item.id for no key update;
      perform set_config('lock_timeout', '2s', true);
      exit;
    exception when lock_not_available or deadlock_detected then
      waited := waited + most;
      if sqlstate = '40P01' or clock_timestamp() >= deadline - interval '20 milliseconds' or waited >= 2000 then
        raise exception 'The stock of these items is busy. Please try again.'
          using errcode = 'PT409', detail = jsonb_build_object('reason', 'busy')::text;
      end if;
    end;
  end loop;
  moment := clock_timestamp();
  if except_holds is null then
    return;
  end if;
  if exists (
    select from public.reservations as hold
    where hold.item_id = any (item_ids) and hold.status = 'held' and hold.expires_at <= moment
  ) then
    -- why skip locked: a hold that is being deleted with its enquiry waits for these items.
    update public.reservations as hold set status = 'released'
    where hold.id in (
      select expired.id from public.reservations as expired
      where expired.item_id = any (item_ids) and expired.status = 'held' and expired.expires_at <= moment
        and expired.id <> all (except_holds)
      for update skip locked
    );
  end if;
  -- why not beside facts: extending is one, and its trigger calls this.
  if coalesce(current_setting('studio.facts', true), '') <> 'on' then
    perform private.roll_overdue(item_ids, except_holds);
  end if;
end
$$;

create or replace function private.search_rentals(
  rentals regclass,
  number_column text,
  number_prefix text,
  lines regclass,
  parent_column text,
  base text,
  q text,
  assigned_to text,
  assignee text,
  filters jsonb,
  sort text,
  page integer,
  cursor text,
  size integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  missing constant text := case when sort like '-%' then '-infinity' else 'infinity' end;
begin
  return private.crm_page(
    format('%s as listed %s join public.customers as customer on customer.id = listed.customer_id', rentals,
      -- why: the planner drops a left join whose columns are not used, but cannot walk its name index.
      case when ltrim(sort, '-') = 'name' then 'inner' else 'left' end),
    base || private.assignee_condition(assigned_to) || private.owner_condition(assignee)
      || private.filter_conditions(filters),
    filters, number_column, number_prefix, rentals,
    jsonb_build_object(
      'created', '["listed.created_at", "timestamptz"]'::jsonb,
      'number', jsonb_build_array(format('substr(listed.%I, 5)::bigint', number_column), 'bigint'),
      'name', jsonb_build_array('coalesce(customer.first_name || '' '' || customer.last_name, '''')', 'text'),
      'rental_from', jsonb_build_array(format('coalesce(listed.rental_from, %L)', missing), 'date'),
      'rental_to', jsonb_build_array(format('coalesce(listed.rental_to, %L)', missing), 'date'),
      'days', '["listed.rental_days", "integer"]'::jsonb,
      'total', '["listed.total_price", "numeric"]'::jsonb,
      'status', '["listed.status", "text"]'::jsonb)
      || case when number_prefix = 'ord' then '{"payment_status": ["listed.payment_status", "text"]}'::jsonb
        else '{}' end,
    format(
      -- why rows and not objects: an object is packed, and unpacked again by each list and object that it is put into.
      '(select shown from (
        select rental.*, owner.display_name as owner_name, %s as customer, (
          select coalesce(jsonb_agg(listed order by listed.position, listed.id), ''[]'')
          from (
            select line.*, item.name, item.code
            from %s as line left join public.catalogue_items as item
              on item.type = line.item_type and item.id = line.item_id
            where line.%I = rental.id
          ) as listed) as items%s) as shown)',
      private.customer_value(), lines, parent_column,
      case when number_prefix = 'ord' then ', private.received_of(rental.id) as received' else '' end),
    format('join %s as rental using (id) join public.customers as customer on customer.id = rental.customer_id
      left join public.user_profiles as assignee on assignee.id = customer.assigned_to
      left join public.user_profiles as owner on owner.id = rental.assigned_to', rentals),
    q, sort, page, cursor, size);
end
$$;

create or replace function private.stock_days(item_id uuid, span daterange)
returns table (day date, room integer, booked integer, held integer, free integer, short integer)
language sql stable
set search_path = ''
as $$
  with part as materialized (
    select inside.part_id, inside.quantity, item.quantity as owned
    from private.item_parts as inside join public.items as item on item.id = inside.part_id
    where inside.item_id = stock_days.item_id and (item.quantity > 0 or item.removed_at is not null)
  ), filled as materialized (
    select part.part_id, stock.day, stock.room, stock.booked, stock.short, spare.free
    from part join private.item_days as stock on stock.item_id = part.part_id
      join private.free_days as spare on spare.item_id = stock.item_id and spare.day = stock.day
    where stock.day >= lower(span) and stock.day < upper(span)
  ), listed as (select distinct filled.day from filled)
  select listed.day, coalesce(self.room, item.quantity), coalesce(self.booked, 0),
    coalesce(self.room - self.booked - self.free, 0),
    (
      select min(greatest(coalesce(filled.free, part.owned), 0) / part.quantity)
      from part left join filled on filled.part_id = part.part_id and filled.day = listed.day
    ),
    case when self.short > 0 then greatest(private.missing_pieces(stock_days.item_id, listed.day, self.room), 0) else 0 end
  from listed
    join public.items as item on item.id = stock_days.item_id
    left join filled as self on self.part_id = stock_days.item_id and self.day = listed.day
  order by listed.day
$$;

create or replace function private.timeline_of_items(
  item_ids uuid[],
  span daterange,
  moment timestamptz,
  names_too boolean
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
          to_jsonb(array_remove(array[touching.order_item_id], null)) as lines, false as whole,
          case when names_too and made.id is not null then jsonb_build_object('id', made.id,
            'number', made.order_number, 'customer', booker.first_name || ' ' || booker.last_name,
            'customer_id', booker.id) end as "order",
          case when names_too and asked.id is not null then jsonb_build_object('id', asked.id,
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

create or replace function private.timeline_of_orders(row_ids uuid[], span daterange, moment timestamptz)
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
    select wanted.id, wanted.position, coalesce(made.customer_id, asked.customer_id) as customer_id,
      booker.first_name || ' ' || booker.last_name as customer, made.order_number, asked.enquiry_number,
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
          case grouped.kind when 'rental' then to_jsonb(grouped.lines) else '[]' end as lines,
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
        'customer', private.desk_customer(placed.customer_id),
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
        where is_today and asked.status = 'pending' and asked.status = any (private.open_statuses())
          and (anybody or asked.assigned_to is not distinct from owner)
      ), waiting as (
        select asked.id, row_number() over (order by asked.waiting_since, asked.id) as place
        from public.enquiry_orders as asked
        where is_today and asked.waiting_since is not null and asked.status = any (private.open_statuses())
          and (anybody or asked.assigned_to is not distinct from owner) and private.can_hold(asked.id)
      ), ending as (
        select asked.id, ends.held_until, row_number() over (order by ends.held_until, asked.id) as place
        from (
          select line.enquiry_order_id, max(hold.expires_at) as held_until
          from public.reservations as hold join public.enquiry_items as line on line.id = hold.enquiry_item_id
          where hold.status = 'held' and hold.expires_at > clock_timestamp()
          group by line.enquiry_order_id
        ) as ends join public.enquiry_orders as asked on asked.id = ends.enquiry_order_id
        where is_today and ends.held_until <= clock_timestamp() + interval '24 hours'
          and asked.status = any (private.open_statuses())
          and (anybody or asked.assigned_to is not distinct from owner)
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

create or replace function public.gstr1("from" date, "to" date) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  perform private.check_register_days(gstr1."from", gstr1."to");
  return (
    with listed as materialized (
      select document.id, document.kind, document.number, document.date, document.fy, document.sequence, document.order_id,
        document.total, document.place_of_supply as place, state.name as state,
        printed.customer ->> 'gstin' as gstin,
        coalesce(nullif(printed.customer ->> 'legal_name', ''), printed.customer ->> 'name') as name,
        coalesce(billed.number, document.number) as invoice_number, coalesce(billed.date, document.date) as invoice_date,
        coalesce(billed.total, document.total) as invoice_total, document.igst > 0 or billed.igst > 0 as is_outside,
        kinds.bill_sign as sign
      from public.documents as document join private.document_kinds as kinds using (kind)
        left join public.documents as billed on billed.id = document.corrects
        left join private.gst_states as state on state.code = document.place_of_supply
        -- why: reading each value from the document would unpack the whole document each time.
        cross join lateral jsonb_to_record(document.frozen) as printed (customer jsonb)
      where document.state = 'issued' and kinds.is_tax_document and document.date between gstr1."from" and gstr1."to"
    ), sales as materialized (
      select listed.*, case when gstin <> '' then 'registered'
        when is_outside and invoice_total > private.b2cl_from() then 'large' else 'small' end as buyer
      from listed where sign <> 0
    ), sold as materialized (
      -- why at once: by_rate and codes add up the same lines.
      select line.document_id, line.sac, line.rate, sum(line.taxable) as taxable, sum(line.cgst) as cgst,
        sum(line.sgst) as sgst, sum(line.igst) as igst
      from public.document_lines as line
      where line.document_id in (select sales.id from sales) and line.kind <> 'heading'
      group by line.document_id, line.sac, line.rate
    ), by_rate as (
      select sales.*, line.rate, line.taxable, line.cgst, line.sgst, line.igst
      from sales join (
        select sold.document_id, sold.rate, sum(sold.taxable) as taxable, sum(sold.cgst) as cgst, sum(sold.sgst) as sgst,
          sum(sold.igst) as igst
        from sold group by sold.document_id, sold.rate
      ) as line on line.document_id = sales.id
    ), documents as (
      select case when sign > 0 then case buyer when 'registered' then 'b2b' else 'b2cl' end
          else case buyer when 'registered' then 'cdnr' else 'cdnur' end end as name,
        jsonb_agg(jsonb_strip_nulls(jsonb_build_object('gstin', nullif(gstin, ''), 'name', by_rate.name, 'number', number,
          'date', date, 'value', total, 'place', place, 'state', state,
          'invoice', case when sign < 0 then invoice_number end,
          'invoice_date', case when sign < 0 then invoice_date end,
          'rate', rate, 'taxable', taxable, 'cgst', cgst, 'sgst', sgst, 'igst', igst)) order by date, fy, sequence, rate) as rows
      from by_rate where buyer <> 'small' group by 1
    ), small as (
      select place, state, rate, sum(sign * taxable) as taxable, sum(sign * cgst) as cgst, sum(sign * sgst) as sgst,
        sum(sign * igst) as igst
      from by_rate where buyer = 'small' group by place, state, rate
    ), codes as (
      select case sales.buyer when 'registered' then 'B2B' else 'B2C' end as type, sold.sac, sold.rate,
        sum(sign * (sold.taxable + sold.cgst + sold.sgst + sold.igst)) as value, sum(sign * sold.taxable) as taxable,
        sum(sign * sold.cgst) as cgst, sum(sign * sold.sgst) as sgst, sum(sign * sold.igst) as igst
      from sales join sold on sold.document_id = sales.id
      group by 1, sold.sac, sold.rate
    ), series as (
      select kind, fy, regexp_replace(number, '/[0-9]+$', '') as prefix, min(sequence) as first, max(sequence) as last,
        count(*) as issued, (array_agg(number order by sequence))[1] as first_number,
        (array_agg(number order by sequence desc))[1] as last_number
      from listed group by kind, fy, 3
    ), advances as (
      select voucher.place, voucher.state, line.rate, sum(line.taxable + line.cgst + line.sgst + line.igst) as received,
        sum(line.cgst) as cgst, sum(line.sgst) as sgst, sum(line.igst) as igst
      from listed as voucher join public.document_lines as line on line.document_id = voucher.id
      where voucher.kind = 'receipt_voucher' and not exists (
          select from public.documents as invoice
          where invoice.order_id = voucher.order_id and invoice.kind = 'invoice' and invoice.state = 'issued'
            and invoice.date <= gstr1."to")
        and not exists (
          select from public.documents as refund
          where refund.corrects = voucher.id and refund.kind = 'refund_voucher' and refund.state = 'issued' and refund.date <= gstr1."to")
      group by voucher.place, voucher.state, line.rate
    ), adjusted as (
      select voucher.place_of_supply as place, private.gst_state(voucher.place_of_supply) ->> 'name' as state, line.rate,
        sum(line.taxable + line.cgst + line.sgst + line.igst) as received, sum(line.cgst) as cgst, sum(line.sgst) as sgst,
        sum(line.igst) as igst
      -- why from the invoices of these days: they are fewer than all earlier vouchers.
      from (select distinct listed.order_id from listed where listed.kind = 'invoice') as billed
        join public.documents as voucher on voucher.order_id = billed.order_id and voucher.kind = 'receipt_voucher'
          and voucher.state = 'issued' and voucher.date < gstr1."from"
        join public.document_lines as line on line.document_id = voucher.id
      where not exists (
        select from public.documents as invoice
        where invoice.order_id = billed.order_id and invoice.kind = 'invoice' and invoice.state = 'issued'
          and invoice.date < gstr1."from")
      group by voucher.place_of_supply, line.rate
    )
    select jsonb_build_object('b2b', '[]'::jsonb, 'b2cl', '[]'::jsonb, 'cdnr', '[]'::jsonb, 'cdnur', '[]'::jsonb)
      || coalesce((select jsonb_object_agg(documents.name, documents.rows) from documents), '{}')
      || jsonb_build_object(
        'b2cs', (select coalesce(jsonb_agg(to_jsonb(small) order by place, rate), '[]') from small),
        'hsn', (select coalesce(jsonb_agg(to_jsonb(codes) order by type, sac, rate), '[]') from codes),
        'docs', (
          select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'from', first_number, 'to', last_number,
            'total', last - first + 1, 'cancelled', last - first + 1 - issued) order by kind, fy, prefix), '[]') from series),
        'at', (select coalesce(jsonb_agg(to_jsonb(advances) order by place, rate), '[]') from advances),
        'atadj', (select coalesce(jsonb_agg(to_jsonb(adjusted) order by place, rate), '[]') from adjusted)));
end
$$;

create or replace function public.invoice_register("from" date, "to" date) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  perform private.check_register_days(invoice_register."from", invoice_register."to");
  return (
    -- why rows and not objects: an object of each row would be packed, and unpacked again for the list.
    select coalesce(jsonb_agg(listed), '[]')
    from (
      select document.id, document.date, document.kind, document.number, printed.customer ->> 'number' as customer,
        coalesce(nullif(printed.customer ->> 'legal_name', ''), printed.customer ->> 'name') as name,
        printed.customer ->> 'gstin' as gstin, document.place_of_supply, printed."order" ->> 'number' as "order",
        printed.corrects ->> 'number' as corrects, document.taxable, document.cgst, document.sgst, document.igst,
        document.round_off, document.total
      from public.documents as document join private.document_kinds as kinds using (kind)
        -- why: reading each value from the document would unpack the whole document each time.
        cross join lateral jsonb_to_record(document.frozen) as printed (customer jsonb, "order" jsonb, corrects jsonb)
      where document.state = 'issued' and kinds.is_tax_document
        and document.date between invoice_register."from" and invoice_register."to"
      order by document.date, document.kind, document.fy, document.sequence
    ) as listed);
end
$$;

create or replace function public.payments_between("from" date, "to" date) returns jsonb
language plpgsql stable security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  if payments_between."from" is null or not isfinite(payments_between."from") then
    perform private.refuse('from', 'Enter the first day.');
  elsif payments_between."to" is null or not isfinite(payments_between."to")
    or payments_between."to" < payments_between."from" then
    perform private.refuse('to', 'Enter a last day that is not before the first.');
  elsif payments_between."to" - payments_between."from" > 365 then
    perform private.refuse('to', 'Export at most one year at a time.');
  end if;
  return (
    -- why rows and not objects: an object of each row would be packed, and unpacked again for the list.
    select coalesce(jsonb_agg(listed), '[]')
    from (
      select entry.day, made.order_number as "order", customer.customer_number as customer,
        customer.first_name || ' ' || customer.last_name as customer_name, entry.account, entry.kind, entry.amount,
        entry.method, entry.reference, entry.note, voucher.number as voucher, reversal.id is not null as reversed,
        -- why the kind: a spreadsheet subtracts a reversal from the column of the entry that it takes back.
        former.kind as reverses,
        private.iso_time(entry.created_at) as created_at, person.display_name as created_by_name
      from public.payments as entry
        join public.orders as made on made.id = entry.order_id
        join public.customers as customer on customer.id = entry.customer_id
        left join public.documents as voucher on voucher.id = entry.document_id
        left join public.payments as reversal on reversal.reverses = entry.id
        left join public.payments as former on former.id = entry.reverses
        left join public.user_profiles as person on person.id = entry.created_by
      where entry.day between payments_between."from" and payments_between."to"
      order by entry.day, entry.created_at, entry.id
    ) as listed);
end
$$;

create or replace function public.start_own_studio(counted_at timestamptz, has_backup boolean default false)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '3s'
set statement_timeout = '14s'
as $$
declare
  demo private.demo_studio;
  emptied constant text := array_to_string(private.record_tables(), ', ');
  kept_links jsonb;
  kept_activity jsonb;
  claims constant text := current_setting('request.jwt.claims', true);
  counter name;
begin
  perform private.require_staff('admin');
  select * into demo from private.demo_studio for update;
  if demo.filled_at is null or demo.removed_at is not null then
    raise exception 'There is no demo data in this studio any more.'
      using errcode = 'PT409', detail = '{"reason": "removed"}';
  end if;
  if not has_backup and coalesce(demo.backup_at < clock_timestamp() - interval '1 hour', true) then
    raise exception 'There is no backup of the last hour. Make one first.'
      using errcode = 'PT409', detail = '{"reason": "backup"}';
  end if;
  begin
    -- why: nothing can be added between the check and the removal.
    execute format('lock table %s in access exclusive mode', emptied);
    -- why 10 s: a row has the time at which its transaction began, which may have ended after the backup's snapshot. No
    -- transaction of staff or visitors takes longer.
    if counted_at is null or private.changed_after(counted_at)
      or not has_backup and private.changed_after(demo.backup_at - interval '10 seconds') then
      raise exception 'Somebody added or changed something meanwhile. Make another backup and look at the figures again.'
        using errcode = 'PT409', detail = '{"reason": "changed"}';
    end if;

    select jsonb_agg(link) into kept_links from private.links as link
    where link.item_id is null and link.document_id is null;
    select jsonb_agg(entry) into kept_activity from private.activity as entry where entry.area = any ('{staff,settings}');
    -- why not delete: its triggers would follow each row, and a studio of many years must fit into the timeout.
    execute format('truncate %s', emptied);
    insert into private.links select * from jsonb_populate_recordset(null::private.links, kept_links);
    -- why from 1 again: as in a new studio. Numbers of the demo were not given to customers.
    for counter in
      select kind.kind || '_code_seq' from private.catalogue_kinds as kind
      union all select unnest('{customer_number_seq,enquiry_number_seq,order_number_seq}'::name[])
    loop
      execute format('alter sequence private.%I restart', counter);
    end loop;

    -- why the setting: a Supabase project refuses to delete these rows otherwise.
    perform set_config('storage.allow_delete_query', 'true', true);
    -- why nobody's: each picture of staff would be logged, and the log is emptied below.
    perform set_config('request.jwt.claims', '', true);
    delete from storage.objects as picture where private.is_record_picture(picture.bucket_id, picture.name);
    perform set_config('request.jwt.claims', claims, true);
    perform set_config('storage.allow_delete_query', '', true);
    -- The links were logged as new.
    delete from private.activity;
    insert into private.activity select * from jsonb_populate_recordset(null::private.activity, kept_activity);
  exception when lock_not_available or deadlock_detected then
    raise exception 'The studio is busy, or a backup is running. Try again in a moment.'
      using errcode = 'PT409', detail = '{"reason": "busy"}';
  end;

  delete from private.studio_settings as setting
  where setting.key like 'setup.%' or setting.key like 'identity.%' and setting.updated_by is null;
  update private.demo_studio as known set removed_at = clock_timestamp() returning * into demo;
  perform private.log_change('settings', 'removed', 'demo_studio', 'setting', 'demo_studio', 'Demo data', '{}');
  perform pg_notify('catalogue_changed', '');
  -- Open pages read everything again.
  update public.user_profiles as profile set display_name = profile.display_name where profile.role is not null;
  return jsonb_build_object('removed_at', demo.removed_at);
end
$$;

create or replace function public.stock_check(type text, ids uuid[], quantity integer default null)
returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  today constant date := private.today();
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if ids is null or cardinality(ids) > 5000 then
    raise exception 'ids must be a list of at most 5,000 items.' using errcode = 'PT400';
  elsif stock_check.quantity not between 0 and 1000000 then
    raise exception 'quantity must be between 0 and 1,000,000.' using errcode = 'PT400';
  end if;
  with item as (
    select listed.id, coalesce(stock_check.quantity, listed.quantity) as quantity
    from public.items as listed
    where listed.kind = stock_check.type and listed.id = any (ids)
  ), live as (
    select item.id, item.quantity as room, reserved.kind, reserved.status, reserved.quantity, reserved.rented,
      reserved.blocked
    from item join public.reservations as reserved on reserved.item_id = item.id
    where reserved.status <> 'released' and upper(reserved.blocked) > today
      and (reserved.status <> 'held' or reserved.expires_at > clock_timestamp())
  ), promised as (
    select id, greatest(lower(rented), today) as first_day from live
    where (kind = 'hold' or kind = 'rental' and status <> 'returned') and upper(rented) > today
  ), on_days as (
    select id, day::date as day, bool_or(live.status = 'returned') as has_returned,
      coalesce(sum(live.quantity) filter (where kind in ('rental', 'hold')), 0)::integer as promised,
      greatest(0, room
        - coalesce(sum(live.quantity) filter (where kind = 'out_of_service'), 0)
        + coalesce(sum(live.quantity) filter (where kind = 'sub_rental'), 0))::integer as there
    from live cross join lateral
      generate_series(greatest(lower(blocked), today), upper(blocked) - 1, interval '1 day') as day
    where room > 0
    group by id, room, day
  ), short_days as (
    select day, max(missing) as missing
    from (
      -- why not for all: most days have nothing that is back, and the difference says it.
      select day, case when has_returned then private.missing_pieces(id, day, there) else promised - there end as missing
      from on_days where promised > there
    ) as judged
    where missing > 0 group by day
  )
  select jsonb_build_object(
    'items', (select count(distinct id) from promised),
    'reservations', (select count(*) from promised),
    'next_day', (select min(first_day) from promised),
    'short', (select coalesce(max(missing), 0) from short_days),
    'short_days', (select count(*) from short_days),
    'first_days', (select coalesce(jsonb_agg(day order by day), '[]')
      from (select day from short_days order by day limit 5) as first)) into answer;
  return answer;
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
  names_too boolean;
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
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  names_too := private.is_staff('admin', 'crm_user');
  if timeline.by is null or timeline.by not in ('items', 'orders') then
    raise exception 'by must be items or orders.' using errcode = 'PT400';
  elsif not names_too and (timeline.by = 'orders' or timeline.customer is not null or timeline.assignee is not null) then
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

  -- $1 pattern, $2 kind, $3 customer, $4 assignee, $5 the days, $6 now, $7 to $9 the cursor, $10 size, $11 items or
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
  if timeline.by = 'orders' and pattern <> '%%' then
    -- why: the customers are looked up first, so that few of them lead to their orders.
    customers := array(select known.id from public.customers as known where known.search_text like pattern limit few + 1);
    text_condition := case when cardinality(customers) <= few then ' and (made.customer_id = any ($11) or lower(made.%I) like $1)'
      else ' and (made.customer_id in (select known.id from public.customers as known where known.search_text like $1)
        or lower(made.%I) like $1)' end;
  end if;
  rentals := 'select made.id, made.order_number as number, reserved.item_id, reserved.rented
      from public.reservations as reserved join public.order_items as line on line.id = reserved.order_item_id
        join public.orders as made on made.id = line.order_id' || rental_condition
      || format(text_condition, 'order_number') || ' and reserved.kind = ''rental''
    union all
    select made.id, made.enquiry_number, reserved.item_id, reserved.rented
      from public.reservations as reserved join public.enquiry_items as line on line.id = reserved.enquiry_item_id
        join public.enquiry_orders as made on made.id = line.enquiry_order_id' || rental_condition
      || format(text_condition, 'enquiry_number');

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
    using pattern, timeline.kind, timeline.customer, private.uuid_of(timeline.assignee), span, moment,
      last_row ->> 1, last_row ->> 2, private.uuid_of(last_row ->> 3), timeline.size, busy;
    if last_row is null then
      execute format('select count(*) from (select from public.items as item where %s %s) as counted', conditions,
        case when is_cut then 'limit ' || counted_to + 1 else '' end) into found
      using pattern, timeline.kind, timeline.customer, private.uuid_of(timeline.assignee), span, moment,
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
          || rental_condition || ' and ' || conditions || ' group by line.enquiry_order_id
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
    using pattern, timeline.kind, timeline.customer, private.uuid_of(timeline.assignee), span, moment,
      last_row ->> 1, last_row ->> 2, private.uuid_of(last_row ->> 3), timeline.size, customers;
  end if;

  return jsonb_build_object(
    'rows', case timeline.by
      when 'items' then private.timeline_of_items(ids[:timeline.size], span, moment, names_too)
      else private.timeline_of_orders(ids[:timeline.size], span, moment) end,
    'total', case when last_row is null then case when is_cut then least(found, counted_to) else found end end,
    'total_is_exact', last_row is null and not (is_cut and found > counted_to),
    'next', case when cardinality(ids) > timeline.size then private.timeline_cursor(keys -> (timeline.size - 1)) end);
end
$$;
