/*
 * The pieces that cannot be handed over on a day because they are not here: out with another order, out of service, or
 * not in the studio yet. Null where all are. moved: [{"item", "quantity"}]. Items that are not counted or deleted are
 * left out. The caller has locked the items.
 *
 * [{"type", "id", "name", "wanted", "here": pieces that are, "out": [{"id", "order_number", "customer", "quantity",
 * "late_days"}], "out_of_service": [{"quantity", "until"}], "hired": pieces that are hired in later [{"quantity",
 * "from"}]}], each list with its first 10.
 */
create function private.pieces_not_here(moved jsonb, day date) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('type', item.kind, 'id', item.id, 'name', item.name, 'wanted', wanted.pieces,
      'here', greatest(0, there.pieces),
      'out', (
        select coalesce(jsonb_agg(jsonb_build_object('id', away.order_id, 'order_number', away.order_number,
          'customer', away.customer, 'quantity', away.pieces, 'late_days', away.late_days)), '[]')
        from (select * from private.pieces_away(item.id, pieces_not_here.day) as gone limit 10) as away
      ),
      'out_of_service', (
        select coalesce(jsonb_agg(jsonb_build_object('quantity', fact.quantity, 'until', fact.last_day)), '[]')
        from (
          select broken.quantity, upper(broken.blocked) - 1 as last_day from public.reservations as broken
          where broken.item_id = item.id and broken.kind = 'out_of_service' and broken.status = 'booked'
            and broken.blocked @> pieces_not_here.day
          order by upper(broken.blocked), broken.id limit 10
        ) as fact
      ),
      'hired', (
        select coalesce(jsonb_agg(jsonb_build_object('quantity', fact.quantity, 'from', fact.first_day)), '[]')
        from (
          select hired.quantity, lower(hired.blocked) as first_day from public.reservations as hired
          where hired.item_id = item.id and hired.kind = 'sub_rental' and hired.status = 'booked'
            and lower(hired.blocked) > pieces_not_here.day
          order by lower(hired.blocked), hired.id limit 10
        ) as fact
      )) order by item.name, item.id)
  from (
    select given.item, sum(given.quantity)::integer as pieces
    from jsonb_to_recordset(moved) as given (item uuid, quantity integer) group by given.item
  ) as wanted
    join public.items as item on item.id = wanted.item and item.quantity > 0 and item.removed_at is null
    cross join lateral (
      select private.room_on(item.id, item.quantity, pieces_not_here.day) - (
        select coalesce(sum(away.pieces), 0) from private.pieces_away(item.id, pieces_not_here.day) as away
      )::integer as pieces
    ) as there
  where wanted.pieces > there.pieces
$$;
