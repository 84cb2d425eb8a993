-- Written by `npm run db:change` from supabase/schemas.

drop routine private.crm_page(text,text,jsonb,text,text,regclass,jsonb,text,text,text,text,integer,text,integer);
drop routine private.search_rentals(regclass,text,text,regclass,text,text,text,text,text,jsonb,text,integer,text,integer);
drop routine private.timeline_of_items(uuid[],daterange,timestamp with time zone,text);
drop routine private.timeline_of_orders(uuid[],daterange,timestamp with time zone,text);
drop routine public.payments_between(date,date);
drop routine public.search_enquiries(text,text[],uuid,text,date,date,date,date,boolean,text,text,integer,text,integer);
drop routine public.search_leads(text,text,date,date,boolean,uuid,text,integer,text,integer);
drop routine public.search_orders(text,text[],text[],uuid,text,date,date,date,date,text,boolean,text,text,integer,text,integer);
drop routine public.timeline(text,date,integer,text,text,uuid,text,text,boolean,text,integer);
drop routine public.due_today(date,text);

create or replace view private.wanted_reservations with (security_invoker = true) as
select line.order_id, line.id as order_item_id, part.item_id, piece.quantity, piece.status, wanted.rented,
  case when wanted.rented = piece.rented and (piece.rolled_on is null or piece.status = 'out') then piece.blocked
    when coalesce(item.turnaround_days, listed.turnaround_days) = 0 then wanted.rented
    else private.blocked_range(wanted.rented, coalesce(item.turnaround_days, listed.turnaround_days)) end as blocked,
  piece.movement_id, piece.handed_over, line.rental_from as line_from, line.rental_to as line_to
from public.orders as made
  join public.order_items as line on line.order_id = made.id
  cross join lateral (
    select sum(own.quantity)::integer as pieces from public.reservations as own
    -- why "is false": an index of live reservations by item would seem as good while the table is small.
    where own.order_item_id = line.id and own.item_id = line.item_id and own.kind = 'rental'
      and (own.status = 'released') is false
  ) as stored
  cross join lateral (
    select live.item_id, sum(live.quantity)::integer / stored.pieces * line.quantity as quantity
    from public.reservations as live
    where live.order_item_id = line.id and live.kind = 'rental' and (live.status = 'released') is false
      and stored.pieces is not null
    group by live.item_id
    union all
    select line.item_id, line.quantity where stored.pieces is null
    union all
    select parts.part_id, parts.quantity * line.quantity
    from private.kit_parts as parts
    where parts.kit_id = line.item_id and stored.pieces is null
  ) as part
  left join public.reservations as main on main.order_item_id = line.id and main.item_id = part.item_id
    and main.kind = 'rental' and main.movement_id is null and (main.status = 'released') is false
  join public.items as item on item.id = part.item_id
  join private.catalogue_kinds as listed on listed.kind = item.kind
  -- why offset 0, here and below: the expressions are evaluated once and not wherever they are used.
  cross join (select private.today() as day offset 0) as today
  cross join lateral (
    select coalesce(sum(listed.quantity) filter (where movement.kind = 'hand_over'), 0)::integer as handed_over,
      coalesce(sum(listed.quantity) filter (where movement.kind = 'return'), 0)::integer as returned,
      min(movement.day) filter (where movement.kind = 'hand_over') as first_day,
      (array_agg(movement.id order by movement.day, movement.created_at, movement.id)
        filter (where movement.kind = 'hand_over'))[1] as first_id
    from public.order_movement_lines as listed
      join public.order_movements as movement on movement.id = listed.movement_id and movement.undone_at is null
    where listed.order_item_id = line.id and listed.item_id = part.item_id
  ) as moved
  cross join lateral (
    select exists (
      select from public.order_movements as movement
      where movement.order_id = made.id and movement.kind = 'hand_over' and movement.undone_at is null
    ) as is_counted offset 0
  ) as counted
  cross join lateral (
    select case when counted.is_counted and made.status = 'in_progress' then
      greatest(0, least(moved.handed_over, part.quantity) - moved.returned) end as pieces offset 0
  ) as outside
  cross join lateral (
    select case when outside.pieces < part.quantity - moved.returned
      then outside.pieces else 0 end as pieces offset 0
  ) as gone
  cross join lateral (
    select null::uuid as movement_id, null::date as day, part.quantity - moved.returned - gone.pieces as quantity,
      case made.status when 'confirmed' then 'booked'
        when 'in_progress' then case when outside.pieces <= gone.pieces then 'booked' else 'out' end
        else 'returned' end as status,
      outside.pieces - gone.pieces as handed_over,
      main.status as former, main.rented, main.blocked, main.rolled_on
    union all
    select moved.first_id, null, gone.pieces, 'out', gone.pieces, kept.status, kept.rented, kept.blocked,
      kept.rolled_on
    from (select where gone.pieces > 0) as apart
      left join public.reservations as kept on kept.order_item_id = line.id and kept.item_id = part.item_id
        and kept.kind = 'rental' and kept.movement_id = moved.first_id and (kept.status = 'released') is false
    union all
    select back.movement_id, back.day, back.quantity, 'returned', null, kept.status, kept.rented, kept.blocked, null
    from (
      select movement.id as movement_id, movement.day, sum(listed.quantity)::integer as quantity
      from public.order_movement_lines as listed
        join public.order_movements as movement on movement.id = listed.movement_id and movement.undone_at is null
      where moved.returned > 0 and listed.order_item_id = line.id and listed.item_id = part.item_id
        and movement.kind = 'return'
      group by movement.id
    ) as back
      left join public.reservations as kept on kept.order_item_id = line.id and kept.item_id = part.item_id
        and kept.kind = 'rental' and kept.movement_id = back.movement_id and (kept.status = 'released') is false
  ) as piece
  cross join lateral (
    select case
      when piece.day is not null then piece.day
      when made.status in ('confirmed', 'in_progress') then line.rental_to
      when piece.former = 'returned' then upper(piece.rented) - 1
      when piece.former = 'out' then today.day
      when piece.former = 'booked' then least(line.rental_to, today.day)
      else least(line.rental_to, today.day, (made.updated_at at time zone 'Asia/Kolkata')::date)
    end as last_day,
    -- why the day of a movement: pieces may move before the line's first day, and all must stay in a row, because
    -- the rows of a line say how many parts a kit had when it was reserved.
    least(line.rental_from, case when piece.status <> 'booked' then moved.first_day end,
      case when piece.day is not null then piece.day
      when made.status in ('returned', 'completed') then (
        select min(movement.day)
        from public.order_movement_lines as listed
          join public.order_movements as movement on movement.id = listed.movement_id and movement.undone_at is null
        where listed.order_item_id = line.id
      ) end) as first_day offset 0
  ) as ended
  cross join lateral (
    select daterange(ended.first_day, ended.last_day, '[]') as rented
    where ended.last_day >= ended.first_day offset 0
  ) as wanted
where made.status in ('confirmed', 'in_progress', 'returned', 'completed') and piece.quantity > 0
  and isfinite(line.rental_from) and isfinite(line.rental_to);

create or replace function private.order_pieces(order_ids uuid[])
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
    where live.order_id = any (order_ids) and live.kind = 'rental'
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

create function private.crm_page(
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
) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  few constant integer := 500;
  counted_to constant integer := 1000;
  collected_to constant integer := 10000;
  pattern constant text := private.search_pattern(coalesce(q, ''));
  -- why: numbers are read with their dashes.
  number constant text := private.typed_search(coalesce(q, ''));
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
  rows json;
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
      and private.is_in_numbers(number, number_prefix) then
      execute format('select array(select id from %s where lower(%I) like $1 limit $2)',
        listed_table, number_column) into numbered using private.pattern_of(number), few + 1;
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
    execute format('select count(*) from %s where %s', source, conditions) into total using private.pattern_of(number), filters;
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
     select (select coalesce(json_agg(%7$s order by place), ''[]'') from page %8$s where place <= $8),
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
  using private.pattern_of(number), filters, customers, numbered, after.sort_value, after.created_at, after.id,
    wanted_size, case when cursor is null then (wanted_page - 1)::bigint * wanted_size else 0 end;
  return json_build_object('items', rows, 'next', next,
    'total', case searching when 'many' then least(total, counted_to) else total end,
    'total_is_exact', cursor is null and (searching <> 'many' or total <= counted_to));
end
$$;

create or replace function private.judged_pairs(ones uuid[], others uuid[])
returns table (one uuid, other uuid, one_since timestamptz, other_since timestamptz, reasons text[], rank integer)
language sql stable
set search_path = ''
as $$
  with apart as materialized (
    -- The remaining customers, where one of both was merged into another.
    select least(remaining.one, remaining.other) as one, greatest(remaining.one, remaining.other) as other
    from public.customers_told_apart as told
      cross join lateral (
        select private.remaining_customer(told.one_id) as one, private.remaining_customer(told.other_id) as other
        offset 0
      ) as remaining
  ), alike as materialized (
    select one.id as one, other.id as other, one.mobile, other.mobile as other_mobile, one.created_at as one_since,
      other.created_at as other_since,
      one.mailbox = other.mailbox as same_mailbox, one.sorted_name = other.sorted_name as same_name,
      exists (
        select from unnest(words.one) as word where char_length(word) > 1 and word = any (words.other)) as same_word
    from (
        select distinct pair.one, pair.other
        from unnest(judged_pairs.ones, judged_pairs.others) as pair (one, other) where pair.one <> pair.other
      ) as pair
      join public.customers as one on one.id = pair.one
      join public.customers as other on other.id = pair.other
      cross join lateral (
        select string_to_array(one.sorted_name, ' ') as one, string_to_array(other.sorted_name, ' ') as other
      ) as words
    where one.merged_into is null and one.erased_at is null and other.merged_into is null and other.erased_at is null
      and (one.mailbox = other.mailbox or words.one && words.other)
      and not exists (
        select from apart where apart.one = least(one.id, other.id) and apart.other = greatest(one.id, other.id))
  ), judged as materialized (
    select alike.*, array_remove(array[
        case when same_mailbox then 'email' end,
        private.mobile_slip(mobile, other_mobile),
        case when same_name then 'name' when same_word then 'word' end], null) as reasons
    from alike
  ), ranked as (
    select judged.*, case
        when reasons @> '{email,name}' then 1
        when reasons && '{digit,exchanged}' then case when cardinality(reasons) > 1 then 2 end
        when same_mailbox then 3
        when same_name then 4
      end as rank
    from judged
  )
  select ranked.one, ranked.other, ranked.one_since, ranked.other_since, ranked.reasons, ranked.rank
  from ranked where ranked.rank is not null
$$;

create or replace function private.recount_stock() returns integer
language plpgsql
set search_path = ''
as $$
declare
  facts constant text := coalesce(current_setting('studio.facts', true), '');
  no_movement constant uuid := '00000000-0000-0000-0000-000000000000';
  differing integer;
  order_ids uuid[];
begin
  lock table public.items in exclusive mode;
  perform set_config('studio.facts', 'on', true);
  differing := private.rebuild_kits();

  -- A reservation that is missing, left over or different.
  select array_agg(distinct found.order_id), differing + count(*) into order_ids, differing
  from (
    select coalesce(wanted.order_id, stored.order_id) as order_id
    from private.wanted_reservations as wanted
      full join (
        select present.* from public.reservations as present
        where present.kind = 'rental' and present.status <> 'released'
      ) as stored on stored.order_item_id = wanted.order_item_id and stored.item_id = wanted.item_id
        and coalesce(stored.movement_id, no_movement) = coalesce(wanted.movement_id, no_movement)
    where (wanted.status, wanted.quantity, wanted.rented, wanted.blocked, wanted.handed_over, wanted.order_id,
        wanted.line_from, wanted.line_to)
      is distinct from (stored.status, stored.quantity, stored.rented, stored.blocked, stored.handed_over,
        stored.order_id, stored.line_from, stored.line_to)
  ) as found;
  if order_ids is not null then
    -- why no lock of the orders: their writers may hold it while they wait for the items.
    perform private.write_reservations(order_ids);
  end if;

  differing := differing + private.recount_item_days(array(
    select live.item_id from public.reservations as live where live.status <> 'released'
    union
    select stored.item_id from private.item_days as stored
  ));
  delete from private.item_days as past where past.day < private.today() - 1;
  differing := differing + private.recount_full_days();
  perform set_config('studio.facts', facts, true);
  return differing;
end
$$;

create function private.search_rentals(
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
) returns json
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
      -- why json: text is put into lists and objects as it is, while jsonb is packed, and unpacked again by each of them.
      '(select shown from (
        select rental.*, owner.display_name as owner_name, %s as customer, (
          select coalesce(json_agg(listed order by listed.position, listed.id), ''[]'')
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

create function private.timeline_of_items(
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
          case when shown = 'whole' then to_json(array_remove(array[touching.order_item_id], null)) else '[]' end as lines, false as whole,
          case when shown is not null and made.id is not null then json_build_object('id', made.id,
            'number', made.order_number,
            'customer', booker.first_name || case when shown = 'whole' then ' ' || booker.last_name else '' end,
            'customer_id', case when shown = 'whole' then booker.id end) end as "order",
          case when shown = 'whole' and asked.id is not null then json_build_object('id', asked.id,
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

create function private.timeline_of_orders(row_ids uuid[], span daterange, moment timestamptz, shown text)
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
      booker.first_name || case when shown = 'whole' then ' ' || booker.last_name else '' end as customer, made.order_number, asked.enquiry_number,
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

create or replace function private.write_reservations(order_ids uuid[]) returns void
language plpgsql
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  involved uuid[];
  is_changed boolean;
begin
  -- why not from wanted_reservations: these are the same items and some more, for a fraction of its cost.
  select array_agg(distinct listed.item_id), bool_or(listed.is_stored) into involved, is_changed
  from (
    select line.item_id, false as is_stored
    from public.order_items as line
    where line.order_id = any (order_ids) and line.rental_from is not null and line.item_id is not null
    union all
    select parts.part_id, false
    from public.order_items as line join private.kit_parts as parts on parts.kit_id = line.item_id
    where line.order_id = any (order_ids) and line.rental_from is not null
    union all
    select stored.item_id, true
    from public.order_items as line join public.reservations as stored on stored.order_item_id = line.id
    where line.order_id = any (order_ids)
  ) as listed;
  if involved is null then
    return;
  end if;
  perform private.lock_items(involved);
  -- why released at first: one statement then changes the old reservations together with the new ones,
  -- so that a refusal names every short line, and what one line gives back another can take.
  insert into public.reservations (item_id, quantity, kind, status, rented, blocked, order_item_id, created_by,
    movement_id, handed_over, order_id, line_from, line_to)
  select wanted.item_id, wanted.quantity, 'rental', case when is_changed then 'released' else wanted.status end,
    wanted.rented, wanted.blocked, wanted.order_item_id,
    (select profile.id from public.user_profiles as profile where profile.id = auth.uid()),
    wanted.movement_id, wanted.handed_over, wanted.order_id, wanted.line_from, wanted.line_to
  from private.wanted_reservations as wanted
  where wanted.order_id = any (order_ids) and not (is_changed and exists (
    select from public.reservations as stored
    where stored.order_item_id = wanted.order_item_id and stored.item_id = wanted.item_id and stored.kind = 'rental'
      and stored.movement_id is not distinct from wanted.movement_id
  ));
  if is_changed then
    update public.reservations as stored
    set status = became.status, quantity = became.quantity, rented = became.rented, blocked = became.blocked,
      handed_over = became.handed_over, order_id = became.order_id, line_from = became.line_from,
      line_to = became.line_to,
      rolled_on = case when became.status = 'out' and became.rented = stored.rented then stored.rolled_on end
    from (
      select listed.*, bool_or(listed.differs) over (partition by listed.item_id) as is_touched
      from (
        select present.id, present.item_id, coalesce(wanted.status, 'released') as status,
          coalesce(wanted.quantity, present.quantity) as quantity,
          coalesce(wanted.rented, present.rented) as rented, coalesce(wanted.blocked, present.blocked) as blocked,
          wanted.handed_over, line.order_id, line.rental_from as line_from, line.rental_to as line_to,
          (present.status, present.quantity, present.rented, present.blocked, present.handed_over, present.order_id,
              present.line_from, present.line_to) is distinct from
            (coalesce(wanted.status, 'released'), coalesce(wanted.quantity, present.quantity),
              coalesce(wanted.rented, present.rented), coalesce(wanted.blocked, present.blocked),
              wanted.handed_over, line.order_id, line.rental_from, line.rental_to) as differs
        from public.order_items as line
          join public.reservations as present on present.order_item_id = line.id and present.kind = 'rental'
          left join private.wanted_reservations as wanted on wanted.order_id = line.order_id
            and wanted.order_item_id = line.id and wanted.item_id = present.item_id
            and wanted.movement_id is not distinct from present.movement_id
        where line.order_id = any (order_ids)
      ) as listed
    ) as became
    -- why all of an item: a refusal names what the orders want of it together.
    where stored.id = became.id and became.is_touched and (became.differs or became.status <> 'released');
    -- Pieces hired in for a line of an order that is cancelled.
    update public.reservations as hired set status = 'released'
    from public.order_items as line join public.orders as made on made.id = line.order_id
    where line.order_id = any (order_ids) and made.status = 'cancelled' and hired.order_item_id = line.id
      and hired.kind = 'sub_rental' and hired.status = 'booked';
  end if;
  -- An order of the past, or a rental that ends earlier now, is late at once.
  if exists (select from public.orders as made where made.id = any (order_ids) and made.status = 'in_progress') then
    perform private.roll_overdue(involved);
  end if;
end
$$;

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
      cross join lateral (select known.* from public.orders as known where known.id = grouped.order_id offset 0) as made
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

create function public.payments_between("from" date, "to" date) returns json
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
    select coalesce(json_agg(listed), '[]')
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

create function public.search_enquiries(
  q text default '',
  statuses text[] default null,
  customer_id uuid default null,
  assigned_to text default null,
  created_from date default null,
  created_to date default null,
  rental_from date default null,
  rental_to date default null,
  has_message boolean default null,
  assignee text default null,
  sort text default '-created',
  page integer default 1,
  cursor text default null,
  size integer default 25
) returns json
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return private.search_rentals(
    'public.enquiry_orders', 'enquiry_number', 'enq', 'public.enquiry_items', 'enquiry_order_id',
    'listed.status <> ''converted''', q, assigned_to, assignee,
    jsonb_build_object('statuses', nullif(statuses, '{}')::text, 'customer_id', customer_id,
      'created_from', created_from, 'created_to', created_to,
      'rental', private.days_between(rental_from, rental_to), 'has_message', has_message),
    sort, page, cursor, size);
end
$$;

create function public.search_leads(
  q text default '',
  assigned_to text default null,
  created_from date default null,
  created_to date default null,
  unhandled boolean default false,
  customer_id uuid default null,
  sort text default '-created',
  page integer default 1,
  cursor text default null,
  size integer default 25
) returns json
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
declare
  filters constant jsonb := jsonb_build_object('created_from', created_from, 'created_to', created_to,
    'unhandled', nullif(unhandled, false), 'customer_id', customer_id);
begin
  perform private.require_staff('admin', 'crm_user');
  return private.crm_page(
    -- why: the conditions shared by all lists use both names.
    '(select *, id as customer_id from public.customers) as listed
     cross join lateral (select listed.*) as customer
     left join private.lead_figures as figures on figures.customer_id = listed.id
     left join public.user_profiles as assignee on assignee.id = listed.assigned_to',
    'listed.erased_at is null and listed.merged_into is null' || private.assignee_condition(assigned_to) || private.filter_conditions(filters),
    filters, 'customer_number', 'cus', 'public.customers', '{
      "created": ["listed.created_at", "timestamptz"],
      "number": ["substr(listed.customer_number, 5)::bigint", "bigint"],
      "name": ["coalesce(listed.first_name || '' '' || listed.last_name, '''')", "text"],
      "email": ["lower(listed.email)", "text"],
      "mobile": ["listed.mobile", "text"],
      "assigned": ["coalesce(assignee.display_name, '''')", "text"],
      "enquiries": ["coalesce(figures.enquiries, 0)", "integer"],
      "open_enquiries": ["coalesce(figures.open_enquiries, 0)", "integer"],
      "orders": ["coalesce(figures.orders, 0)", "integer"],
      "messages": ["coalesce(figures.messages, 0)", "integer"],
      "unhandled": ["coalesce(figures.unhandled_messages, 0)", "integer"]
    }',
    'json_build_object(''id'', lead.id, ''customer_number'', lead.customer_number,
      ''first_name'', lead.first_name, ''last_name'', lead.last_name, ''email'', lead.email,
      ''mobile'', lead.mobile, ''assigned_to'', lead.assigned_to, ''assigned_name'', assignee.display_name,
      ''created_at'', lead.created_at, ''updated_at'', lead.updated_at,
      ''enquiries'', coalesce(figures.enquiries, 0), ''open_enquiries'', coalesce(figures.open_enquiries, 0),
      ''orders'', coalesce(figures.orders, 0), ''messages'', coalesce(figures.messages, 0),
      ''unhandled_messages'', coalesce(figures.unhandled_messages, 0))',
    'join public.customers as lead using (id)
     left join private.lead_figures as figures on figures.customer_id = lead.id
     left join public.user_profiles as assignee on assignee.id = lead.assigned_to',
    q, sort, page, cursor, size);
end
$$;

create function public.search_orders(
  q text default '',
  statuses text[] default null,
  payment_statuses text[] default null,
  customer_id uuid default null,
  assigned_to text default null,
  created_from date default null,
  created_to date default null,
  rental_from date default null,
  rental_to date default null,
  show text default null,
  has_message boolean default null,
  assignee text default null,
  sort text default '-created',
  page integer default 1,
  cursor text default null,
  size integer default 25
) returns json
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  if show not in ('out', 'due') then
    raise exception 'show must be out or due.' using errcode = 'PT400';
  end if;
  return private.search_rentals(
    'public.orders', 'order_number', 'ord', 'public.order_items', 'order_id', 'true', q, assigned_to, assignee,
    jsonb_build_object('statuses', nullif(statuses, '{}')::text,
      'payment_statuses', nullif(payment_statuses, '{}')::text, 'customer_id', customer_id,
      'created_from', created_from, 'created_to', created_to,
      'rental', private.days_between(rental_from, rental_to),
      'out', nullif(show = 'out', false), 'due', nullif(show = 'due', false), 'has_message', has_message),
    sort, page, cursor, size);
end
$$;

create function public.timeline(
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
) returns json
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
  found_rentals text;
  busy uuid[];
  is_cut boolean := false;
  customers uuid[];
  ids uuid[];
  key jsonb;
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
      from public.reservations as reserved join public.orders as made on made.id = reserved.order_id' || rental_condition
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
         (array_agg(jsonb_build_array(''items'', kind, name, id) order by kind, name, id))[$10]
       from (select item.id, item.kind, item.name from public.items as item where %s %s
         order by item.kind, item.name, item.id limit $10 + 1) as listed',
      conditions, case when last_row is not null then 'and (item.kind, item.name, item.id) > ($7, $8, $9)' else '' end)
    into ids, key
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
      -- why grouped at once, and cut by the day at first: only orders of the page's days are looked up. why offset 0: the
      -- planner expects more orders, and would read all of them.
      found_rentals := 'with found as materialized (
          select reserved.order_id as id, true as is_order, min(lower(reserved.rented)) as first_day
          from public.reservations as reserved'
          || rental_condition || ' and reserved.kind = ''rental'' and ' || conditions || ' group by reserved.order_id
          union all
          select line.enquiry_order_id, false, min(lower(reserved.rented))
          from public.reservations as reserved join public.enquiry_items as line on line.id = reserved.enquiry_item_id'
          || rental_condition || ' and reserved.status = ''held'''
          || case when shown = 'whole' then '' else ' and false' end || ' and ' || conditions || ' group by line.enquiry_order_id
        ), ';
      rentals := 'select near.id, known.number, near.first_day
          from (
            select found.* from found
            where found.first_day >= coalesce($7::date, ''-infinity'') and found.first_day <= coalesce((
                select later.first_day from found as later where later.first_day > coalesce($7::date, ''-infinity'')
                order by later.first_day limit 1 offset $10), ''infinity'')
          ) as near cross join lateral (
            select made.order_number as number from public.orders as made where near.is_order and made.id = near.id
            union all
            select asked.enquiry_number from public.enquiry_orders as asked where not near.is_order and asked.id = near.id
            offset 0
          ) as known';
    else
      found_rentals := format('with found as materialized (
          select reserved.id, reserved.number, min(lower(reserved.rented)) as first_day
          from (%s) as reserved where %s group by reserved.id, reserved.number
        ), ', rentals, conditions);
      rentals := 'select found.id, found.number, found.first_day from found';
    end if;
    execute format(
      found_rentals || 'listed as materialized (%s), page as (
         select * from listed %s order by first_day, number, id limit $10 + 1
       )
       select array_agg(page.id order by first_day, number, id),
         (array_agg(jsonb_build_array(''orders'', first_day, number, id) order by first_day, number, id))[$10],
         (select count(*) from found)
       from page',
      rentals,
      case when last_row is not null then 'where (first_day, number, id) > ($7::date, $8 collate "C", $9)' else '' end)
    into ids, key, found
    using number_pattern, timeline.kind, timeline.customer, private.uuid_of(timeline.assignee), span, moment,
      last_row ->> 1, last_row ->> 2, private.uuid_of(last_row ->> 3), timeline.size, customers;
  end if;

  return json_build_object(
    'rows', case timeline.by
      when 'items' then private.timeline_of_items(ids[:timeline.size], span, moment, shown)
      else private.timeline_of_orders(ids[:timeline.size], span, moment, shown) end,
    'total', case when last_row is null then case when is_cut then least(found, counted_to) else found end end,
    'total_is_exact', last_row is null and not (is_cut and found > counted_to),
    'next', case when cardinality(ids) > timeline.size then private.timeline_cursor(key) end);
end
$$;

grant execute on function public.due_today(date,text,integer) to authenticated;

grant execute on function public.payments_between(date,date) to authenticated;

grant execute

      on function public.search_enquiries(text,text[],uuid,text,date,date,date,date,boolean,text,text,integer,text,integer)
  to authenticated;

grant execute
  on function public.search_leads(text,text,date,date,boolean,uuid,text,integer,text,integer)
  to authenticated;

grant execute

      on function public.search_orders(text,text[],text[],uuid,text,date,date,date,date,text,boolean,text,text,integer,text,integer)
  to authenticated;

grant execute
  on function public.timeline(text,date,integer,text,text,uuid,text,text,boolean,text,integer)
  to authenticated;
