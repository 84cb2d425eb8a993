/*
 * Items of which promised pieces are missing from today on, soonest first, at most 200: [{"type", "id", "name",
 * "code", "days": ISO dates, "short": most pieces missing on one day, "orders": [{"id", "order_number"}], "holds":
 * [{"enquiry_id", "enquiry_number"}]}], orders and holds being those that need the item on these days; both are
 * empty for an inventory_user, `holds` for a storekeeper too. 42501 for anyone but staff.
 */
create function public.conflicts() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  shown text;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user', 'storekeeper');
  shown := private.names_shown();
  return (
    with short as materialized (
      select stock.item_id, stock.day, missing.pieces
      from private.item_days as stock
        cross join lateral private.missing_pieces(stock.item_id, stock.day, stock.room) as missing (pieces)
      where stock.short > 0 and stock.day >= private.today() and missing.pieces > 0
    ), listed as materialized (
      select short.item_id, array_agg(short.day order by short.day) as days, max(short.pieces) as pieces
      from short group by short.item_id order by min(short.day), short.item_id limit 200
    )
    select coalesce(jsonb_agg(jsonb_build_object('type', item.kind, 'id', item.id, 'name', item.name,
        'code', item.code, 'days', to_jsonb(listed.days), 'short', listed.pieces,
        'orders', case when shown is not null then (
          select coalesce(jsonb_agg(distinct jsonb_build_object('id', made.id, 'order_number', made.order_number)), '[]')
          from public.reservations as booked join public.order_items as line on line.id = booked.order_item_id
            join public.orders as made on made.id = line.order_id
          where booked.item_id = item.id and booked.kind = 'rental' and booked.status in ('booked', 'out')
            and exists (select from unnest(listed.days) as needed (day) where booked.blocked @> needed.day)
        ) else '[]' end,
        'holds', case when shown = 'whole' then (
          select coalesce(jsonb_agg(distinct jsonb_build_object('enquiry_id', asked.id,
            'enquiry_number', asked.enquiry_number)), '[]')
          from public.reservations as hold join public.enquiry_items as line on line.id = hold.enquiry_item_id
            join public.enquiry_orders as asked on asked.id = line.enquiry_order_id
          where hold.item_id = item.id and hold.status = 'held' and hold.expires_at > clock_timestamp()
            and exists (select from unnest(listed.days) as needed (day) where hold.blocked @> needed.day)
        ) else '[]' end
      ) order by listed.days[1], item.id), '[]')
    from listed join public.items as item on item.id = listed.item_id
  );
end
$$;

grant execute on function public.conflicts() to authenticated;
