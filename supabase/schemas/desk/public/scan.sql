/*
 * The item or piece of a label: {"item": {"type", "id", "name", "code", "image", "place", "quantity", "free_today": null where it
 * is not counted} | null, "piece": {"id", "code", "note", "retired"} | null, "out": the orders that have the item,
 * due first, [{"order_id", "order_number", "customer", "line", "quantity", "due"}], "next": [{"step": "hand_over" |
 * "take_back", "order_id", "order_number", "customer", "line", "item", "quantity", "day"}], best first}.
 *
 * code: of an item or a piece, or the address on its label. An unknown code has neither item nor piece; a piece of a
 * deleted item has no item. `out` and `next` are empty for an inventory_user, and `next` for a retired piece. A
 * storekeeper reads first names.
 * 42501 for anyone but staff.
 */
create function public.scan(code text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted constant text := private.scanned_code(scan.code);
  piece public.item_pieces;
  item public.items;
  shown text;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user', 'storekeeper');
  shown := private.names_shown();
  select * into piece from public.item_pieces where item_pieces.code = wanted;
  select * into item from public.items as labelled
  where (case when piece.id is null then labelled.code = wanted else labelled.id = piece.item_id end)
    and labelled.removed_at is null
  limit 1;
  return jsonb_build_object(
    'item', case when item.id is not null then jsonb_build_object('type', item.kind, 'id', item.id, 'name', item.name,
      'code', item.code, 'image', item.image, 'place', item.place, 'quantity', item.quantity,
      'free_today', (select stock.free_today from private.stock_today(array[item.id]) as stock)) end,
    'piece', case when piece.id is not null then jsonb_build_object('id', piece.id, 'code', piece.code,
      'note', piece.note, 'retired', piece.retired_at is not null) end,
    'out', case when shown is not null and item.id is not null then (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', line.order_id, 'order_number', line.order_number,
        'customer', private.customer_name(line.customer_id, shown), 'line', line.line_id, 'quantity', line.outside,
        'due', line.last_day) order by line.last_day, line.order_number), '[]')
      from private.lines_with_item(item.id) as line where line.outside > 0
    ) else '[]' end,
    'next', case when shown is not null and item.id is not null and piece.retired_at is null
      then private.next_steps(item, piece.id, shown) else '[]' end);
end
$$;

grant execute on function public.scan(text) to authenticated;
