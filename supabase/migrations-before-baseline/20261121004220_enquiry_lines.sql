-- An enquiry reads the items that it names, not the catalogue.

/*
 * The lines of a cart with what the catalogue says of them, in the cart's order; the same item
 * twice is one line with both quantities. Each is {place, type, id, quantity, name, price, active,
 * as_seen}: name and price are null when the item is not to be had (any more), and as_seen tells
 * whether the price is the one that the visitor saw.
 */
create or replace function private.enquiry_lines(items jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  lines jsonb;
begin
  if items is null or jsonb_typeof(items) <> 'array' or items = '[]' then
    perform private.refuse('items', 'Your cart is empty');
  elsif jsonb_array_length(items) > 100 then
    perform private.refuse('items', 'An enquiry can hold at most 100 items');
  elsif exists (
    select from jsonb_array_elements(items) as sent (line)
    where jsonb_typeof(line -> 'type') is distinct from 'string'
      or jsonb_typeof(line -> 'id') is distinct from 'string'
  ) then
    perform private.refuse('items', 'Each item needs a type and an id');
  elsif exists (
    select from jsonb_array_elements(items) as sent (line)
    where case when jsonb_typeof(line -> 'quantity') = 'number'
      then (line ->> 'quantity')::numeric not between 1 and 999
        or (line ->> 'quantity')::numeric % 1 <> 0
      else true end
  ) then
    perform private.refuse('items', 'Quantity must be a whole number between 1 and 999');
  end if;

  with sent as (
    select min(place) as place, line ->> 'type' as type, parsed.id, parsed.item_id,
      sum((line ->> 'quantity')::numeric) as quantity,
      array_agg(case when jsonb_typeof(line -> 'price') = 'number' then (line ->> 'price')::numeric end)
        as seen
    from jsonb_array_elements(items) with ordinality as listed (line, place)
    cross join lateral (
      -- Whatever is no uuid is no item either; it is answered as it was sent.
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
  from sent left join lateral (
    select listed.id, listed.name, listed.price from public.catalogue_items as listed
    where listed.type = sent.type and listed.id = sent.item_id and listed.active
    -- why: kept apart by this, each line looks its item up by the key; as a join, all items are read.
    limit 1
  ) as item on true;
  if exists (
    select from jsonb_array_elements(lines) as merged (line)
    where (line ->> 'quantity')::numeric > 999
  ) then
    perform private.refuse('items', 'Quantity must be a whole number between 1 and 999');
  end if;
  return lines;
end
$$;
