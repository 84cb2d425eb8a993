-- The pick list of an order: what to hand over, what is out, what is late, and its movements.

/*
 * The late lines of an order: pieces still out after the line's last day. days: calendar days since; total: days ×
 * price per day × pieces (docs/product/desk.md). A kit counts as a whole. Null where nothing is late.
 */
create function private.late_lines(order_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('days', max(late.days), 'total', sum(late.total),
    'lines', jsonb_agg(jsonb_build_object('line', late.id, 'description', late.name, 'quantity', late.out_now,
      'days', late.days, 'price', late.price, 'total', late.total) order by late.days desc, late.position, late.id))
  from (
    select line.id, line.position, item.name, piece.out_now, line.price, private.today() - line.rental_to as days,
      (private.today() - line.rental_to) * line.price * piece.out_now as total
    from private.pieces_out(late_lines.order_id) as piece
      join public.order_items as line on line.id = piece.line_id and line.per_day
      join public.items as item on item.id = line.item_id
    where piece.out_now > 0 and line.rental_to < private.today()
  ) as late
  having count(*) > 0
$$;

/*
 * The numbered pieces of an item that are in use: [{"id", "code", "out": handed over with this order line and not back}].
 */
create function private.numbered_pieces(line_id uuid, item_id uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', piece.id, 'code', piece.code,
      'out', coalesce(last.kind = 'hand_over', false)) order by piece.number), '[]')
    from public.item_pieces as piece
      left join lateral (
        select movement.kind from public.order_movement_lines as moved
          join public.order_movements as movement on movement.id = moved.movement_id and movement.undone_at is null
        where moved.order_item_id = numbered_pieces.line_id and moved.item_id = numbered_pieces.item_id
          and piece.id = any (moved.pieces)
        order by movement.created_at desc, movement.id desc limit 1
      ) as last on true
    where piece.item_id = numbered_pieces.item_id and piece.retired_at is null
  );
end
$$;

/* The movements of an order, newest first. */
create function private.movements_of(order_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', movement.id, 'kind', movement.kind, 'day', movement.day,
      'created_at', movement.created_at, 'by', person.display_name, 'reason', movement.reason,
      'undone_at', movement.undone_at, 'undo_reason', movement.undo_reason,
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('line', moved.order_item_id, 'item', moved.item_id,
          'name', item.name, 'code', item.code, 'quantity', moved.quantity, 'condition', moved.condition,
          'note', moved.note, 'photos', to_jsonb(moved.photos)) order by item.name, moved.condition, moved.id), '[]')
        from public.order_movement_lines as moved join public.items as item on item.id = moved.item_id
        where moved.movement_id = movement.id
      )) order by movement.created_at desc, movement.id desc), '[]')
  from public.order_movements as movement
    left join public.user_profiles as person on person.id = movement.created_by
  where movement.order_id = movements_of.order_id
$$;

/*
 * The pieces of an order to hand over and to take back, by id or number: {"order": {"id", "order_number", "status",
 * "customer": {"id", "number", "name", "mobile"}, "rental_from", "rental_to"}, "lines": items and parts of kits by
 * their place, then name, [{"line", "item", "type", "name", "code", "image", "place", "price": rupees per day for one,
 * "quantity", "out", "back", "missing", "rental_from", "rental_to", "late_days", "part_of": name of the kit | null,
 * "pieces": [{"id", "code", "out"}]}], "texts": free-text lines, "late": see private.late_lines, "movements": newest
 * first}. Null if there is no such order. 42501 for anyone but admin and crm_user.
 */
create function public.pick_list(id uuid default null, number text default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  made public.orders;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into made from public.orders as found
  where case when pick_list.id is null then found.order_number = upper(pick_list.number) else found.id = pick_list.id end;
  if not found then
    return null;
  end if;
  return jsonb_build_object(
    'order', (
      select jsonb_build_object('id', made.id, 'order_number', made.order_number, 'status', made.status,
        'rental_from', made.rental_from, 'rental_to', made.rental_to, 'customer', private.desk_customer(made.customer_id))
    ),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('line', line.id, 'item', item.id, 'type', item.kind,
          'name', item.name, 'code', item.code, 'image', item.image, 'place', item.place,
          'price', case when item.id = line.item_id then line.price else item.price end,
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
    ),
    'late', private.late_lines(made.id),
    'movements', private.movements_of(made.id));
end
$$;

grant execute on function public.pick_list(uuid, text) to authenticated;
