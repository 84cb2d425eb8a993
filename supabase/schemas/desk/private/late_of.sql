/*
 * The late lines among pieces that customers had until a day: {"days", "total", "lines": [{"line", "description",
 * "quantity", "days", "price", "total"}]}. days: calendar days since the last day of the line; total: days × price per
 * day × pieces (docs/product/desk.md#charges). Null where nothing is late.
 * gone: [{"line", "pieces": in whole lines, "day"}].
 */
create function private.late_of(gone jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('days', max(late.days), 'total', sum(late.total),
    'lines', jsonb_agg(jsonb_build_object('line', late.id, 'description', late.name, 'quantity', late.pieces,
      'days', late.days, 'price', late.price, 'total', late.total) order by late.days desc, late.position, late.id))
  from (
    select line.id, line.position, item.name, sum(had.pieces)::integer as pieces, line.price,
      had.day - line.rental_to as days,
      private.line_amount(line.price, sum(had.pieces)::integer, had.day - line.rental_to) as total
    from jsonb_to_recordset(late_of.gone) as had (line uuid, pieces integer, day date)
      join public.order_items as line on line.id = had.line and line.per_day and line.rental_to < had.day
      join public.items as item on item.id = line.item_id
    where had.pieces > 0
    group by line.id, item.name, had.day
  ) as late
  having count(*) > 0
$$;
