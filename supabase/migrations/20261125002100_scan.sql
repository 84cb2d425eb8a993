-- A scanned label: what it is, who has it, and what to do with it next.

/*
 * The code in the text of a label: the code alone, or an address that ends in /ops/scan/<code>. Upper case, without
 * spaces around it. Null for a text that cannot be a code.
 */
create function private.scanned_code(label text) returns text
language sql immutable
set search_path = ''
as $$
  select case when char_length(label) <= 500 then substring(upper(coalesce(
    substring(private.trimmed(label) from '(?i)/ops/scan/([^/?#]+)'), private.trimmed(label)
  )) from '^[A-Z0-9-]{1,40}$') end
$$;

/*
 * The order lines that have an item, or wait for it: pieces `out`, pieces `left` to hand over, the days, and the
 * numbered pieces that are recorded as out. A line without counted movements is out or not as a whole.
 */
create function private.lines_with_item(item_id uuid)
returns table (line_id uuid, order_id uuid, order_number text, customer_id uuid, outside integer, left_here integer,
  first_day date, last_day date, pieces_out uuid[])
language sql stable
set search_path = ''
as $$
  select line.id, made.id, made.order_number, made.customer_id, had.pieces, reserved.quantity - had.pieces,
    line.rental_from, line.rental_to,
    array(
      select moved.piece_id from (
        select distinct on (piece.piece_id) piece.piece_id, movement.kind
        from public.order_movement_lines as part
          join public.order_movements as movement on movement.id = part.movement_id
          cross join unnest(part.pieces) as piece (piece_id)
        where part.order_item_id = line.id and part.item_id = reserved.item_id and movement.undone_at is null
        order by piece.piece_id, movement.created_at desc, movement.id desc
      ) as moved
      where moved.kind = 'hand_over'
    )
  from public.reservations as reserved
    join public.order_items as line on line.id = reserved.order_item_id
    join public.orders as made on made.id = line.order_id
    cross join lateral (
      select coalesce(reserved.handed_over, case when reserved.status = 'out' then reserved.quantity else 0 end) as pieces
    ) as had
  where reserved.item_id = lines_with_item.item_id and reserved.kind = 'rental' and reserved.status in ('booked', 'out')
    and reserved.movement_id is null and made.status in ('confirmed', 'in_progress')
$$;

/*
 * The next steps with an item, or with one numbered piece of it, best first, at most 10: take back what is overdue,
 * hand over what goes out today, take back what is due today, then all others by their day. Nothing is handed over
 * while no piece is in the studio, so those steps are last then. A piece that is recorded as out is taken back only.
 */
create function private.next_steps(item public.items, piece_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  with line as materialized (
    select * from private.lines_with_item(item.id)
  ), here as (
    select item.quantity = 0 or item.quantity > coalesce(sum(line.outside), 0) as any_piece,
      coalesce(bool_or(piece_id = any (line.pieces_out)), false) as piece_is_out
    from line
  ), possible as (
    select 'take_back' as step, line.outside as quantity, line.last_day as day, line.*,
      case when line.last_day < private.today() then 0 when line.last_day = private.today() then 2 else 3 end as rank
    from line cross join here
    where line.outside > 0 and case when piece_id is null then true
      when here.piece_is_out then piece_id = any (line.pieces_out)
      -- why: the line may have pieces that nobody named.
      else line.outside > cardinality(line.pieces_out) end
    union all
    select 'hand_over', line.left_here, line.first_day, line.*,
      case when not here.any_piece then 5 when line.first_day <= private.today() then 1 else 4 end
    from line cross join here
    where line.left_here > 0 and line.last_day >= private.today() and not here.piece_is_out
  ), best as (
    select * from possible order by rank, day, order_number limit 10
  )
  select coalesce(jsonb_agg(jsonb_build_object('step', best.step, 'order_id', best.order_id,
      'order_number', best.order_number, 'customer', private.customer_name(best.customer_id), 'line', best.line_id,
      'item', item.id, 'quantity', best.quantity, 'day', best.day) order by best.rank, best.day, best.order_number), '[]')
  from best
$$;

/*
 * The item or piece of a label: {"item": {"type", "id", "name", "code", "image", "place", "quantity", "free_today": null where it
 * is not counted} | null, "piece": {"id", "code", "note", "retired"} | null, "out": the orders that have the item,
 * due first, [{"order_id", "order_number", "customer", "line", "quantity", "due"}], "next": [{"step": "hand_over" |
 * "take_back", "order_id", "order_number", "customer", "line", "item", "quantity", "day"}], best first}.
 *
 * code: of an item or a piece, or the address on its label. An unknown code has neither item nor piece; a piece of a
 * deleted item has no item. `out` and `next` are empty for an inventory_user, and `next` for a retired piece.
 * 42501 for anyone but staff.
 */
create function public.scan(code text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted constant text := private.scanned_code(scan.code);
  known public.item_pieces;
  item public.items;
  orders_too boolean;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  orders_too := private.is_staff('admin', 'crm_user');
  select * into known from public.item_pieces as piece where piece.code = wanted;
  select * into item from public.items as labelled
  where (case when known.id is null then labelled.code = wanted else labelled.id = known.item_id end)
    and labelled.removed_at is null
  limit 1;
  return jsonb_build_object(
    'item', case when item.id is not null then jsonb_build_object('type', item.kind, 'id', item.id, 'name', item.name,
      'code', item.code, 'image', item.image, 'place', item.place, 'quantity', item.quantity,
      'free_today', (select stock.free_today from private.stock_today(array[item.id]) as stock)) end,
    'piece', case when known.id is not null then jsonb_build_object('id', known.id, 'code', known.code,
      'note', known.note, 'retired', known.retired_at is not null) end,
    'out', case when orders_too and item.id is not null then (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', line.order_id, 'order_number', line.order_number,
        'customer', private.customer_name(line.customer_id), 'line', line.line_id, 'quantity', line.outside,
        'due', line.last_day) order by line.last_day, line.order_number), '[]')
      from private.lines_with_item(item.id) as line where line.outside > 0
    ) else '[]' end,
    'next', case when orders_too and item.id is not null and known.retired_at is null
      then private.next_steps(item, known.id) else '[]' end);
end
$$;

grant execute on function public.scan(text) to authenticated;
