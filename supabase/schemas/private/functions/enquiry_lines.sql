-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * The lines of a cart with the catalogue's values, in the cart's order; the same item twice is one line
 * with both quantities. Each is {place, type, id, quantity, name, price, active, as_seen}: name and price
 * are null if the item is not available, and as_seen says whether the price is the one that the visitor saw.
 */
create function private.enquiry_lines(items jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  nameless boolean;
  miscounted boolean;
  lines jsonb;
begin
  if items is null or jsonb_typeof(items) <> 'array' or items = '[]' then
    perform private.refuse('items', 'Your cart is empty');
  elsif jsonb_array_length(items) > 100 then
    perform private.refuse('items', 'An enquiry can hold at most 100 items');
  end if;
  select
    bool_or(jsonb_typeof(line -> 'type') is distinct from 'string'
      or jsonb_typeof(line -> 'id') is distinct from 'string'),
    bool_or(case when jsonb_typeof(line -> 'quantity') = 'number'
      then (line ->> 'quantity')::numeric not between 1 and 999
        or (line ->> 'quantity')::numeric % 1 <> 0
      else true end)
  into nameless, miscounted
  from jsonb_array_elements(items) as sent (line);
  if nameless then
    perform private.refuse('items', 'Each item needs a type and an id');
  elsif miscounted then
    perform private.refuse('items', 'Quantity must be a whole number between 1 and 999');
  end if;

  with sent as (
    select min(place) as place, line ->> 'type' as type, parsed.id, parsed.item_id,
      sum((line ->> 'quantity')::numeric) as quantity,
      array_agg(case when jsonb_typeof(line -> 'price') = 'number' then (line ->> 'price')::numeric end)
        as seen
    from jsonb_array_elements(items) with ordinality as listed (line, place)
    cross join lateral (
      -- An id that is no uuid is no item's either; it is answered as sent.
      select left(lower(line ->> 'id'), 100) as id,
        case when line ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
          then (line ->> 'id')::uuid end as item_id
    ) as parsed
    group by line ->> 'type', parsed.id, parsed.item_id
  )
  select jsonb_agg(jsonb_build_object(
    'place', sent.place, 'type', left(sent.type, 40), 'id', sent.id, 'quantity', sent.quantity,
    'name', item.name, 'price', item.price, 'active', item.id is not null,
    'as_seen', coalesce(item.price = all (sent.seen), false)) order by sent.place)
  into lines
  from sent left join public.items as item
    on item.id = sent.item_id and item.kind = sent.type and item.active;
  if jsonb_path_exists(lines, '$[*] ? (@.quantity > 999)') then
    perform private.refuse('items', 'Quantity must be a whole number between 1 and 999');
  end if;
  return lines;
end
$$;
