/*
 * Rows of items: {type, id, code, name, category, of, status: null, pieces: null, bars, short_days}. Bars are all
 * live reservations of the item that touch the days, whoever they are for. shown: as private.names_shown says; null: without
 * orders, enquiries only for 'whole'.
 * why plan_cache_mode: planning for each list of items takes about 4 ms.
 */
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
