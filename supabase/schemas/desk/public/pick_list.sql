/*
 * The pieces of an order to hand over and to take back, by id or number: {"order": {"id", "order_number", "status",
 * "customer": {"id", "number", "name", "mobile"}, "rental_from", "rental_to"}, "lines": items and parts of kits by
 * their place, then name, [{"line", "item", "type", "name", "code", "image", "place", "price": rupees per day for one,
 * "quantity", "out", "back", "missing", "rental_from", "rental_to", "late_days", "part_of": name of the kit | null,
 * "pieces": [{"id", "code", "out"}]}], "texts": free-text lines, "late": see private.late_lines, "charges_due": see
 * private.charges_due, "movements": newest first}. Null if there is no such order. A storekeeper reads the customer's first name, and nothing
 * of prices and charges. 42501 for anyone but admin, crm_user and storekeeper.
 */
create function public.pick_list(id uuid default null, number text default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  made public.orders;
  shown text;
begin
  perform private.require_staff('admin', 'crm_user', 'storekeeper');
  shown := private.names_shown();
  select * into made from public.orders as found
  where case when pick_list.id is null then found.order_number = upper(pick_list.number) else found.id = pick_list.id end;
  if not found then
    return null;
  end if;
  return jsonb_build_object(
    'order', (
      select jsonb_build_object('id', made.id, 'order_number', made.order_number, 'status', made.status,
        'rental_from', made.rental_from, 'rental_to', made.rental_to, 'customer', private.desk_customer(made.customer_id, shown))
    ),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('line', line.id, 'item', item.id, 'type', item.kind,
          'name', item.name, 'code', item.code, 'image', item.image, 'place', item.place,
          'price', case when shown = 'whole' then case when item.id = line.item_id then line.price else item.price end end,
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
        and (shown = 'whole' or line.charge is null)
    ),
    'late', case when shown = 'whole' then private.late_lines(made.id) end,
    'charges_due', case when shown = 'whole' then private.charges_due(made.id) end,
    'movements', private.movements_of(made.id));
end
$$;

grant execute on function public.pick_list(uuid,text) to authenticated;
