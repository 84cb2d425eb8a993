-- Items to offer in place of one that is booked.

/*
 * At most 12 active items of the same kind with `quantity` pieces free on all days of a rental, nearest
 * first: those of the item's category before others, then by the difference in price. In the shape of
 * search_catalogue's items with `free` and `of`; where the studio shows visitors no figures, `free` is the
 * quantity and `of` null, and where it shows nothing the list is empty. Items that are not counted are not
 * offered. Raises PT400 with a message for an unknown kind, invalid dates and quantities.
 */
create function public.similar_free(
  kind text, id uuid, rental_from date, rental_to date, quantity integer default 1
) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- why: short statements, planned for every call; JIT and parallel workers cost more than they save.
set jit = off
set max_parallel_workers_per_gather = 0
as $$
#variable_conflict use_column
declare
  most constant integer := 12;
  days constant private.rental_days := private.rental_days_of(rental_from, rental_to);
  own record;
  category text;
  price numeric;
  nearest text;
  -- How many of the nearest items are judged; more if too few of them are free.
  judged integer := 48;
  candidates uuid[];
  figures jsonb;
begin
  select listed.kind, listed.item_table, lookup.item_column, lookup.column_type into own
  from private.catalogue_kinds as listed
    join private.catalogue_lookups as lookup on lookup.kind = listed.kind and lookup.is_sidebar
  where listed.kind = similar_free.kind;
  if not found then
    raise exception 'There is no kind "%".', left(similar_free.kind, 40) using errcode = 'PT400';
  end if;
  if similar_free.id is null or days is null then
    raise exception 'An id, rental_from and rental_to are required.' using errcode = 'PT400';
  end if;
  if similar_free.quantity is null or similar_free.quantity not between 1 and 1000000 then
    raise exception 'quantity must be at least 1.' using errcode = 'PT400';
  end if;
  if days.shows = 'off' then
    return '[]';
  end if;
  execute format('select item.%I::text, item.price from %s as item where item.id = $1 and (item.active or $2)',
    own.item_column, own.item_table) into category, price
    using similar_free.id, (private.current_actor()).actor <> 'visitor';
  if price is null then
    return '[]';
  end if;

  -- Of a category and of the rest, walks the prices up and down.
  select 'select array_agg(id order by tier, distance, id) from ('
      || string_agg(format(
        'select * from (
           (select %1$s as tier, item.price - $2 as distance, item.id from %2$s as item
            where item.active and (item.%3$I = $3::%4$s) is %5$s and item.price >= $2 and item.id <> $1
            order by item.price, item.id limit $4)
           union all
           (select %1$s, $2 - item.price, item.id from %2$s as item
            where item.active and (item.%3$I = $3::%4$s) is %5$s and item.price < $2
            order by item.price desc, item.id desc limit $4)
           order by distance, id limit $4
         ) as tier_%1$s', tier, own.item_table, own.item_column, own.column_type, truth), ' union all ')
      || ') as found'
  into nearest from (values (0, 'true'), (1, 'not true')) as tiers (tier, truth);
  loop
    execute nearest into candidates using similar_free.id, price, category, judged;
    select jsonb_agg(jsonb_build_object('kind', own.kind, 'id', listed.id, 'free', listed.free, 'of', listed.pieces)
      order by listed.place)
    into figures
    from (
      select candidate.id, candidate.place, free.free, free.pieces
      from unnest(candidates) with ordinality as candidate (id, place)
        join private.free_of(candidates, days.first, days.last_days) as free on free.item_id = candidate.id
      where free.free >= similar_free.quantity
      order by candidate.place limit most
    ) as listed;
    exit when jsonb_array_length(figures) = most or coalesce(cardinality(candidates), 0) < judged;
    judged := judged * 10;
  end loop;
  if figures is null then
    return '[]';
  end if;
  return (
    select jsonb_agg(item || case days.shows
      when 'exact' then jsonb_build_object('free', figure -> 'free', 'of', figure -> 'of')
      else jsonb_build_object('free', similar_free.quantity, 'of', null) end order by place)
    from jsonb_array_elements(private.items_of(figures)) with ordinality as listed (item, place)
      join jsonb_array_elements(figures) as figure on figure -> 'id' = item -> 'id');
end
$$;

grant execute on function public.similar_free(text, uuid, date, date, integer) to anon, authenticated, service_role;
