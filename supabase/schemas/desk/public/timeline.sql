/*
 * The reservations of some days: {"rows", "total": rows in all, null after the first page; it stops at 1000
 * where very many items are booked, "total_is_exact", "next": cursor or null}.
 *
 * by: 'items' (sorted by kind and name) or 'orders' (with the enquiries that hold something, by first day). Rows:
 * see private.timeline_of_items and private.timeline_of_orders. A bar is {id, kind, status, quantity, from, to,
 * blocked_to: last day of the turnaround, overdue, lines: those that the caller may move, whole, order and enquiry: {id, number, customer,
 * customer_id} or null, expires_at, reason}.
 * from_day, days: 1 to 92 days. kind; category: slug, with its kind. customer: only what this customer has
 * reserved on the days. assignee: uuid or 'none', of the order or enquiry. q: an item as the managers search it; of
 * orders, their number or customer. busy_only: only items with a reservation on the days. Each row has all of its
 * bars, whatever it was found by. after: `next` of the page before. size: 1 to 500.
 * An inventory_user reads items without orders and customers. A storekeeper reads orders by number with first names, and
 * no enquiries.
 * Raises PT400 for unknown or invalid arguments, 42501 for anyone but staff, for an inventory_user who asks for orders,
 * and for both who ask for a customer or an assignee.
 */
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
    customers := array(
      select person.id from public.customers as person where person.search_text like pattern limit few + 1);
    text_condition := case when cardinality(customers) <= few then ' and (made.customer_id = any ($11) or lower(made.%1$I) like $1)'
      else ' and (made.customer_id in (
          select person.id from public.customers as person where person.search_text like %2$L)
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
      rentals := 'select near.id, rental.number, near.first_day
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
          ) as rental';
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

grant execute
  on function public.timeline(text,date,integer,text,text,uuid,text,text,boolean,text,integer)
  to authenticated;
