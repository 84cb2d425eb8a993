-- The search by words, third: what was found in its order, page by page.

/* Some of the items of a count, as bits. */
create type private.item_chunk as (kind text, counted integer, chunk integer, items bigint);

/*
 * The first `size` of the items in chunks, in that order, after a cursor's value and id:
 * [{"kind", "id", "sort_value"}]. Of a kind with few of them all are collected; of one with many the
 * kind's items are gone through in their order until there are enough. Collecting reads n items, the
 * way through them about size / n of all.
 */
create function private.read_chunks(
  chunks private.item_chunk[], sort text, after_value text, after_id uuid, size integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  sort_column constant name :=
    case sort when 'name' then 'name' when 'newest' then 'created_at' else 'price' end;
  sort_type constant text :=
    case sort when 'newest' then 'timestamptz' when 'name' then 'text' else 'numeric' end;
  direction constant text := case when sort in ('newest', 'price_desc') then 'desc' else 'asc' end;
  going_on constant text := case when after_id is not null then format(' and (item.%I, item.id) %s ($2::%s, $3)',
    sort_column, case direction when 'desc' then '<' else '>' end, sort_type) else '' end;
  branches text;
  is_read_through boolean;
  marks jsonb;
  rows jsonb;
begin
  select string_agg(format(
      '(select %1$L::text as kind, item.id, item.%2$I as sort_value from %3$s%4$s
         order by item.%2$I %5$s, item.id %5$s limit $4)',
      listed.kind, sort_column,
      case when is_collected
        then format(
          '(with hit as materialized (
              select counted, chunk * 64 + bit as place
              from unnest($1) as part cross join generate_series(0, 63) as bit
              where part.kind = %L and part.items >> bit & 1 = 1
            ), collected as materialized (
              select entry.item_id from hit
                join private.search_entries as entry on entry.counted = hit.counted and entry.place = hit.place
            )
            select item.* from collected join %s as item on item.id = collected.item_id) as item where true',
          listed.kind, listed.item_table)
        else format(
          '%s as item where item.active and (
             select ($5 -> entry.counted::text ->> (entry.place / 64)::text)::bigint >> (entry.place %% 64) & 1
             from private.search_entries as entry where entry.kind = %L and entry.item_id = item.id) = 1',
          listed.item_table, listed.kind) end,
      going_on, direction), ' union all '),
    bool_or(not is_collected)
  into branches, is_read_through
  from (
    select known.kind, known.item_table, part.n * part.n <= size * (
      select sum(items) from private.catalogue_counts as counted where counted.kind = known.kind) as is_collected
    from (
      select kind, sum(bit_count(items::bit(64))) as n from unnest(chunks) group by kind
    ) as part join private.catalogue_kinds as known on known.kind = part.kind
    where part.n > 0
  ) as listed;
  if branches is null then
    return '[]';
  end if;
  if is_read_through then
    select jsonb_object_agg(counted, marked) into marks from (
      select counted, jsonb_object_agg(chunk, items) as marked from unnest(chunks) group by counted
    ) as part;
  end if;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(found) order by sort_value %1$s, id %1$s), ''[]'')
     from (select * from (%2$s) as found order by sort_value %1$s, id %1$s limit $4) as found', direction, branches)
    into rows using chunks, after_value, after_id, size, marks;
  return rows;
end
$$;

/*
 * The first `size` items of a search in an order: 'best' is in order of how they were found, then the
 * newest. `after_rank` counts for 'best' alone. The answer is read_chunks' with the `rank` of each.
 */
create function private.read_found(
  chunks private.search_chunk[], sort text, after_rank integer, after_value text, after_id uuid, size integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  rows jsonb := '[]';
  more jsonb;
begin
  for rank in case sort when 'best' then coalesce(after_rank, 1) else 0 end .. case sort when 'best' then 3 else 0 end loop
    more := private.read_chunks(
      array(
        select (kind, counted, chunk, items)::private.item_chunk
        from (
          select kind, counted, chunk, case rank when 0 then exact | wide when 1 then phrase
            when 2 then exact & ~ phrase else wide & ~ exact end as items
          from unnest(chunks)
        ) as ranked where items <> 0
      ),
      case sort when 'best' then 'newest' else sort end,
      case when rank = coalesce(after_rank, 0) then after_value end,
      case when rank = coalesce(after_rank, 0) then after_id end,
      size - jsonb_array_length(rows));
    rows := rows || coalesce((
      select jsonb_agg(each || jsonb_build_object('rank', rank) order by place)
      from jsonb_array_elements(more) with ordinality as listed (each, place)), '[]');
    exit when jsonb_array_length(rows) >= size;
  end loop;
  return rows;
end
$$;

/* The items of rows [{"kind", "id"}] in their order, in the shape of search_catalogue's. */
create function private.items_of(rows jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  items jsonb;
begin
  if rows = '[]' then
    return rows;
  end if;
  execute (
    select format(
      'with page as (
         select each ->> ''kind'' as kind, (each ->> ''id'')::uuid as id, place
         from jsonb_array_elements($1) with ordinality as listed (each, place)
       ), items as (%s)
       select coalesce(jsonb_agg(item order by place), ''[]'') from items',
      string_agg(private.item_statement(listed.kind), ' union all '))
    from private.catalogue_kinds as listed
    where listed.kind in (select each ->> 'kind' from jsonb_array_elements(rows) as each)
  ) into items using rows;
  return items;
end
$$;

/* At most `size` of the nearest items of a search that found nothing, of these kinds. */
create function private.nearest_items(chunks private.search_chunk[], size integer) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.items_of(private.read_chunks(
    array(select (kind, counted, chunk, near)::private.item_chunk from unnest(chunks) where near <> 0),
    'newest', null, null, size))
$$;
