/*
 * The days of a range on which an item is not all free: room, booked and held as in item_days, without expired
 * holds. `free` of a kit is how many whole kits its counted parts allow; room, booked, held and short are its
 * own, `short` as private.missing_pieces counts. Days before today are not counted any more.
 */
create function private.stock_days(item_id uuid, span daterange)
returns table (day date, room integer, booked integer, held integer, free integer, short integer)
language sql stable
set search_path = ''
as $$
  with part as materialized (
    select inside.part_id, inside.quantity, item.quantity as owned
    from private.item_parts as inside join public.items as item on item.id = inside.part_id
    where inside.item_id = stock_days.item_id and (item.quantity > 0 or item.removed_at is not null)
  ), filled as materialized (
    select part.part_id, stock.day, stock.room, stock.booked, stock.short, spare.free
    from part join private.item_days as stock on stock.item_id = part.part_id
      join private.free_days as spare on spare.item_id = stock.item_id and spare.day = stock.day
    where stock.day >= lower(span) and stock.day < upper(span)
  ), listed as (select distinct filled.day from filled)
  select listed.day, coalesce(self.room, item.quantity), coalesce(self.booked, 0),
    coalesce(self.room - self.booked - self.free, 0),
    (
      select min(greatest(coalesce(filled.free, part.owned), 0) / part.quantity)
      from part left join filled on filled.part_id = part.part_id and filled.day = listed.day
    ),
    case when self.short > 0 then greatest(private.missing_pieces(stock_days.item_id, listed.day, self.room), 0) else 0 end
  from listed
    join public.items as item on item.id = stock_days.item_id
    left join filled as self on self.part_id = stock_days.item_id and self.day = listed.day
  order by listed.day
$$;
