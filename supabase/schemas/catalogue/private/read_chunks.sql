/*
 * The first `size` of the items in `chunks` in sort order, after a cursor's sort value and id:
 * [{"kind", "id", "sort_value"}]. Of a kind with few of them all are collected and sorted; of a kind with
 * many, the kind's items are walked in sort order until there are enough. Collecting reads n items, the
 * walk about size / n of the kind's items.
 */
create function private.read_chunks(
  chunks private.item_chunk[],
  sort text,
  after_value text,
  after_id uuid,
  size integer
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
    select kind.kind, kind.item_table, part.n * part.n <= size * (
      select sum(items) from private.catalogue_counts as counted where counted.kind = kind.kind) as is_collected
    from (
      select kind, sum(bit_count(items::bit(64))) as n from unnest(chunks) group by kind
    ) as part join private.catalogue_kinds as kind on kind.kind = part.kind
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
