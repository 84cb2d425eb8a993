/*
 * SQL text that reads a page. Parameters: $1 pattern, $2 ids (search_ids), $3 and $4 the cursor's sort
 * value and id, $5 size, $6 sort. `pages` is from count_statement; `going_on` says whether there is a cursor.
 * With `free_days`, only what is free on them is read; with `booked_days`, only what is booked on one of them.
 */
create function private.page_statement(
  pages jsonb,
  chosen jsonb,
  ids jsonb,
  sort text,
  searching boolean,
  going_on boolean,
  free_days private.rental_days default null,
  booked_days private.rental_days default null
) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  sort_column constant name :=
    case sort when 'newest' then 'created_at' when 'name' then 'name' else 'price' end;
  sort_type constant text :=
    case sort when 'newest' then 'timestamptz' when 'name' then 'text' else 'numeric' end;
  direction constant text := case when sort in ('newest', 'price_desc') then 'desc' else 'asc' end;
  beyond constant text := case direction when 'desc' then '<' else '>' end;
  free constant text := case
    when free_days is not null then ' and ' || private.free_condition('item.id', free_days)
    -- why two conditions: the first lists what may be booked, so that not all items are judged.
    when booked_days is not null then format(
      ' and item.id = any (array(select item_id from private.full_days where day between %L and %L) || %L::uuid[]) and not %s',
      booked_days.first, booked_days.last_days[31], booked_days.apart_booked,
      private.free_condition('item.id', booked_days)) end;
  each record;
  source text;
  -- For each kind with results: the query of its part of the page, and of its items.
  branches text[] := '{}';
  items text[] := '{}';
begin
  for each in
    select asked.kind, asked.item_table, page.collected, page.whole, page.partly, lookups.matched, lookups.narrowed
    from jsonb_to_recordset(pages) as page (kind text, collected boolean, whole integer[], partly integer[])
    join private.catalogue_kinds as asked on asked.kind = page.kind
    cross join lateral (
      select
        string_agg(format(' or item.%I = any (private.ids_in($2, %L)::%s[])',
          item_column, listed.kind || '.' || key, column_type), '')
          filter (where ids ? (listed.kind || '.' || key)) as matched,
        string_agg(format(' and item.%I = any (private.ids_in($2, %L)::%s[])',
          item_column, 'chosen.' || key, column_type), '') filter (where chosen ? key) as narrowed
      from private.catalogue_lookups as listed
      where listed.kind = asked.kind
    ) as lookups
    order by asked.position
  loop
    source := case when each.collected
      -- why: materialized; otherwise the planner walks all items and checks each.
      then format(
        '(with collected as materialized (%s)
          select item.* from collected join %s as item on item.id = collected.item_id) as item where true',
        concat_ws(' union all ',
          format('select item_id from private.search_entries where counted = any (%L::integer[])', each.whole),
          case when each.partly is not null then format(
            'select item_id from private.search_entries where counted = any (%L::integer[]) and text like $1',
            each.partly) end),
        each.item_table)
      else format('%s as item where item.active%s%s', each.item_table,
        case when searching then format(' and (item.search_text like $1%s)', each.matched) end, each.narrowed) end;
    branches := branches || format(
      '(select %1$L::text as kind, item.id, item.%2$I as sort_value from %3$s%4$s%6$s
        order by item.%2$I %5$s, item.id %5$s limit $5 + 1)',
      each.kind, sort_column, source,
      case when going_on
        then format(' and (item.%I, item.id) %s ($3::%s, $4)', sort_column, beyond, sort_type) end,
      direction, free);
    items := items || private.item_statement(each.kind);
  end loop;

  return format(
    'with page as (
       select found.*, row_number() over (order by sort_value %1$s, id %1$s) as place
       from (%2$s) as found order by place limit $5 + 1
     ), items as (%3$s)
     select jsonb_build_object(
       ''items'', (select coalesce(jsonb_agg(item order by place), ''[]'') from items where place <= $5),
       ''next'', (select private.cursor_of($6, to_jsonb(sort_value), id) from page
         where place = $5 and exists (select from page where place > $5)))',
    direction, array_to_string(branches, ' union all '), array_to_string(items, ' union all '));
end
$$;
