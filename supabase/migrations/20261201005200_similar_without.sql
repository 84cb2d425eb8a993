-- Written by `npm run db:change` from supabase/schemas.

drop routine public.similar_free(text,uuid,date,date,integer);

create function public.similar_free(
  kind text,
  id uuid,
  rental_from date,
  rental_to date,
  quantity integer default 1,
  without uuid[] default '{}'
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  days constant private.rental_days := private.rental_days_of(rental_from, rental_to);
  own record;
  category text;
  price numeric;
  nearest text;
  candidates uuid[] := '{}';
  most integer;
  -- How many of the candidates are judged, and how many are next: more if too few are free.
  judged integer;
  next_judged integer;
  figures jsonb := '[]';
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
  if cardinality(without) > 100 then
    raise exception 'At most 100 items can be left out.' using errcode = 'PT400';
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

  for step in 1..2 loop
    most := case step when 1 then 12 else 4 end;
    exit when jsonb_array_length(figures) >= most;
    nearest := case step when 1 then
      'select array_agg(item.id order by alike.likeness - abs(ln((item.price + 50) / ($2 + 50))) desc, item.id)
       from private.alike($4, $1) as alike join %1$s as item on item.id = alike.item_id where item.id <> all ($5)'
    else
      'select array_agg(id order by distance, id) from (
         (select item.price - $2 as distance, item.id from %1$s as item
          where item.active and %2$s and item.price >= $2 order by item.price, item.id limit 240)
         union all
         (select $2 - item.price, item.id from %1$s as item
          where item.active and %2$s and item.price < $2 order by item.price desc, item.id desc limit 240)
       ) as around where id <> all ($5 || $1)'
    end;
    execute format(nearest, own.item_table,
      format(case when category is null then 'item.%I is null' else 'item.%I = $3::%s' end, own.item_column, own.column_type))
      into candidates
      using similar_free.id, price, category, own.kind, coalesce(candidates, '{}') || coalesce(without, '{}');
    judged := 0;
    next_judged := 48;
    while judged < cardinality(candidates) and jsonb_array_length(figures) < most loop
      figures := figures || (
        select coalesce(jsonb_agg(jsonb_build_object(
          'kind', own.kind, 'id', listed.id, 'free', listed.free, 'of', listed.pieces) order by listed.place), '[]')
        from (
          select candidate.id, candidate.place, free.free, free.pieces
          from unnest(candidates[judged + 1:judged + next_judged]) with ordinality as candidate (id, place)
            join private.free_of(candidates[judged + 1:judged + next_judged], days.first, days.last_days) as free
              on free.item_id = candidate.id
          where free.free >= similar_free.quantity
          order by candidate.place limit most - jsonb_array_length(figures)
        ) as listed);
      judged := judged + next_judged;
      next_judged := next_judged * 10;
    end loop;
  end loop;
  if figures = '[]' then
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

grant execute
  on function public.similar_free(text,uuid,date,date,integer,uuid[]) to anon, authenticated, service_role;
