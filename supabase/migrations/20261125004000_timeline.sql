-- The timeline: what is reserved, day by day, in rows of items or of orders.

-- The rows of a page in their order. why this order: a kind's items are together, as on the shelf.
create index items_timeline_idx on public.items (kind, name, id) where removed_at is null and archived_at is null;
-- The reservations of an item from a day on. why with their first day: those after the days that are shown are
-- skipped without reading their rows.
drop index public.reservations_item_id_idx;
create index reservations_item_id_idx on public.reservations (item_id, upper(blocked), lower(blocked))
  where status <> 'released';
-- The reservations of any item that touch some days.
create index reservations_blocked_idx on public.reservations using gist (blocked) where status <> 'released';

/* The cursor of a page of the timeline: what its last row was sorted by. */
create function private.timeline_cursor(parts jsonb) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select translate(encode(convert_to(parts::text, 'UTF8'), 'base64'), E'+/\n', '-_')
$$;

/* The parts of a cursor of the timeline: [by, first sort value, second, id]. Raises PT400 for anything else. */
create function private.read_timeline_cursor(cursor text, by text) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
declare
  parts jsonb;
begin
  if cursor is null then
    return null;
  end if;
  parts := convert_from(decode(translate(cursor, '-_', '+/'), 'base64'), 'UTF8')::jsonb;
  if jsonb_array_length(parts) <> 4 or parts ->> 0 <> by or private.uuid_of(parts ->> 3) is null
    or (parts ->> 1) is null or (parts ->> 2) is null then
    raise exception using errcode = 'PT400';
  elsif by = 'orders' then
    perform (parts ->> 1)::date;
  end if;
  return parts;
exception when others then
  raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
end
$$;

/*
 * SQL of the ids of the items of a kind (null: of all), with this category (slug) and search pattern, which is
 * $1 in it; null where neither is set. Raises PT400 for an unknown kind, and for a category without a kind.
 */
create function private.timeline_filter(kind text, category text, pattern text) returns text
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  filters constant jsonb := jsonb_strip_nulls(jsonb_build_object('category', timeline_filter.category));
  category_key text;
begin
  if timeline_filter.kind is not null then
    category_key := (private.inventory_kind(timeline_filter.kind)).category_key;
  elsif timeline_filter.category is not null then
    raise exception 'A category needs its kind.' using errcode = 'PT400';
  end if;
  if pattern = '%%' and filters = '{}' then
    return null;
  end if;
  return (
    select string_agg(format('select item.id from %s as item where %s', listed.item_table,
      private.inventory_conditions(listed.kind, listed.staff_text,
        case when filters = '{}' then filters else jsonb_build_object(category_key, timeline_filter.category) end,
        pattern)), ' union all ')
    from private.catalogue_kinds as listed
    where timeline_filter.kind is null or listed.kind = timeline_filter.kind
  );
end
$$;

/* The name of each item's category, by the item's id. Items without one are left out. */
create function private.category_names(item_ids uuid[]) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  listed record;
  names jsonb;
  all_names jsonb := '{}';
begin
  for listed in
    select known.item_table, lookup.lookup_table, lookup.item_column, lookup.badge_column
    from private.catalogue_kinds as known
      join private.catalogue_lookups as lookup on lookup.kind = known.kind and lookup.key = known.category_key
    where known.kind in (select item.kind from public.items as item where item.id = any (item_ids))
  loop
    execute format(
      'select jsonb_object_agg(item.id, lookup.%I) from %s as item join %s as lookup on lookup.id = item.%I
       where item.id = any ($1)',
      listed.badge_column, listed.item_table, listed.lookup_table, listed.item_column)
    into names using item_ids;
    all_names := all_names || coalesce(names, '{}');
  end loop;
  return all_names;
end
$$;

/*
 * Rows of items: {type, id, code, name, category, of, status: null, pieces: null, bars, short_days}. Bars are all
 * live reservations of the item that touch the days, whoever they are for.
 * why plan_cache_mode: planning for each list of items takes about 4 ms.
 */
create function private.timeline_of_items(item_ids uuid[], span daterange, moment timestamptz, names_too boolean)
returns jsonb
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_generic_plan
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
      join private.free_days as spare on spare.item_id = stock.item_id and spare.day = stock.day
    where stock.item_id = any (item_ids) and stock.short > 0 and spare.free < 0
      and stock.day >= greatest(lower(span), today) and stock.day < upper(span)
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

/*
 * Rows of orders, and of enquiries that hold something: {type: 'order' or 'enquiry', id, code: its number, name: its
 * customer's, category: null, of: null, status, pieces, bars, short_days}. A bar is all lines of the same days and
 * status; `whole`: it is all lines of the order, on the order's own days. Parts of kits are not drawn, but count for short_days.
 */
create function private.timeline_of_orders(row_ids uuid[], span daterange, moment timestamptz) returns jsonb
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  today constant date := private.today();
  result jsonb;
begin
  with listed as materialized (
    select wanted.id, wanted.position, coalesce(made.customer_id, asked.customer_id) as customer_id,
      made.order_number, asked.enquiry_number, coalesce(made.status, asked.status) as status,
      daterange(made.rental_from, made.rental_to, '[]') as rented
    from unnest(row_ids) with ordinality as wanted (id, position)
      left join public.orders as made on made.id = wanted.id
      left join public.enquiry_orders as asked on asked.id = wanted.id and made.id is null
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
    select grouped.row_id, jsonb_agg(jsonb_build_object('id', grouped.id, 'kind', grouped.kind,
        'status', grouped.status, 'quantity', grouped.quantity, 'from', lower(grouped.rented),
        'to', upper(grouped.rented) - 1, 'blocked_to', grouped.blocked_end - 1,
        'overdue', grouped.status = 'out' and upper(grouped.rented) <= today,
        'lines', case grouped.kind when 'rental' then to_jsonb(grouped.lines) else '[]' end,
        'whole', grouped.kind = 'rental' and grouped.rented = listed.rented and cardinality(grouped.lines) = (
          select count(*) from public.order_items as line
          where line.order_id = grouped.row_id and line.item_id is not null),
        'order', case when listed.order_number is not null then jsonb_build_object('id', listed.id,
          'number', listed.order_number, 'customer', private.customer_name(listed.customer_id),
          'customer_id', listed.customer_id) end,
        'enquiry', case when listed.enquiry_number is not null then jsonb_build_object('id', listed.id,
          'number', listed.enquiry_number, 'customer', private.customer_name(listed.customer_id),
          'customer_id', listed.customer_id) end,
        'expires_at', grouped.expires_at, 'reason', null
      ) order by grouped.rented, grouped.id)
      filter (where grouped.blocked_end > lower(span) and lower(grouped.rented) < upper(span)) as bars,
      sum(grouped.quantity) as pieces
    from grouped join listed on listed.id = grouped.row_id
    group by grouped.row_id
  ), short as materialized (
    select needed.row_id, jsonb_agg(needed.day order by needed.day) as days
    from (
      select distinct reserved.row_id, stock.day
      from reserved
        join private.item_days as stock on stock.item_id = reserved.item_id and reserved.blocked @> stock.day
        join private.free_days as spare on spare.item_id = stock.item_id and spare.day = stock.day
      where stock.short > 0 and spare.free < 0 and stock.day >= greatest(lower(span), today) and stock.day < upper(span)
    ) as needed
    group by needed.row_id
  )
  select jsonb_agg(jsonb_build_object('type', case when listed.order_number is null then 'enquiry' else 'order' end,
      'id', listed.id, 'code', coalesce(listed.order_number, listed.enquiry_number),
      'name', private.customer_name(listed.customer_id), 'category', null, 'of', null,
      'status', listed.status, 'pieces', drawn.pieces, 'bars', coalesce(drawn.bars, '[]'),
      'short_days', coalesce(short.days, '[]')) order by listed.position)
  into result
  from listed left join drawn on drawn.row_id = listed.id left join short on short.row_id = listed.id;
  return coalesce(result, '[]');
end
$$;
