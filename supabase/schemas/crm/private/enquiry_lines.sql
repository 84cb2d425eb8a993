/*
 * The lines of a cart with the catalogue's values, in the cart's order; the same item twice is one line
 * with both quantities. Each is {place, type, id, quantity, name, price, active, as_seen, free, of}: name and price
 * are null if the item is not available, as_seen says whether the price is the one that the visitor saw; free and of
 * are the item's least pieces on these days, and all of them, null when not counted (as in private.free_of).
 * total: rupees for all days. differs: whether a line is not as seen.
 * why one statement: each further one that reads the lines costs as much as what it reads.
 */
create function private.enquiry_lines(
  items jsonb,
  rental_from date,
  rental_to date,
  out lines jsonb,
  out total numeric,
  out differs boolean
) returns record
language plpgsql
set search_path = ''
as $$
declare
  nameless boolean;
  miscounted boolean;
begin
  if items is null or jsonb_typeof(items) <> 'array' or items = '[]' then
    perform private.refuse('items', 'Your cart is empty');
  elsif jsonb_array_length(items) > 100 then
    perform private.refuse('items', 'An enquiry can hold at most 100 items');
  end if;
  with sent as (
    select min(place) as place, line ->> 'type' as type, parsed.id, parsed.item_id,
      sum(parsed.quantity) as quantity,
      array_agg(case when jsonb_typeof(line -> 'price') = 'number' then (line ->> 'price')::numeric end)
        as seen,
      bool_or(jsonb_typeof(line -> 'type') is distinct from 'string'
        or jsonb_typeof(line -> 'id') is distinct from 'string') as nameless,
      bool_or((parsed.quantity between 1 and 999 and parsed.quantity % 1 = 0) is not true) as miscounted
    from jsonb_array_elements(items) with ordinality as listed (line, place)
    cross join lateral (
      -- An id that is no uuid is no item's either; it is answered as sent.
      select left(lower(line ->> 'id'), 100) as id,
        case when line ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
          then (line ->> 'id')::uuid end as item_id,
        case when jsonb_typeof(line -> 'quantity') = 'number' then (line ->> 'quantity')::numeric end as quantity
      offset 0
    ) as parsed
    group by line ->> 'type', parsed.id, parsed.item_id
  )
  select bool_or(sent.nameless), bool_or(sent.miscounted or sent.quantity > 999),
    jsonb_agg(jsonb_build_object(
      'place', sent.place, 'type', left(sent.type, 40), 'id', sent.id, 'quantity', sent.quantity,
      'name', item.name, 'price', item.price, 'active', item.id is not null,
      'as_seen', coalesce(item.price = all (sent.seen), false),
      'free', case when kit.figures is not null then kit.figures[1] when item.quantity > 0 then (
        -- A day without a row has all pieces.
        select greatest(0, least(min(day.free), case when count(*) <= blocked.last - rental_from then item.quantity end))
        from private.free_days as day
        where day.item_id = item.id and day.day between rental_from and blocked.last
      ) end,
      'of', case when kit.figures is not null then kit.figures[2] else nullif(item.quantity, 0) end
    ) order by sent.place),
    sum(private.line_amount(item.price, sent.quantity, private.days_in(rental_from, rental_to))),
    bool_or(item.price = all (sent.seen) is not true)
  into nameless, miscounted, lines, total, differs
  from sent left join public.items as item
    on item.id = sent.item_id and item.kind = sent.type and item.active
    left join private.catalogue_kinds as listed on listed.kind = item.kind
    left join lateral (
      -- why scalar subqueries here: each runs once, and only if an item needs it.
      select case when coalesce(item.turnaround_days, listed.turnaround_days) > 0
        then (select private.last_blocked_days(rental_to))[coalesce(item.turnaround_days, listed.turnaround_days) + 1]
        else rental_to end as last
    ) as blocked on true
    left join lateral (
      select case when exists (select from private.kit_parts as inside where inside.kit_id = item.id) then (
        select array[whole.free, whole.pieces]
        from private.free_of(array[item.id], rental_from, (select private.last_blocked_days(rental_to))) as whole
      ) end as figures offset 0
    ) as kit on true;
  if nameless then
    perform private.refuse('items', 'Each item needs a type and an id');
  elsif miscounted then
    perform private.refuse('items', 'Quantity must be a whole number between 1 and 999');
  end if;
end
$$;
