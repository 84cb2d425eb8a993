/*
 * SQL text of a call. Parameters: $1 pattern, $2 the selected kinds or null, $3 and $4 the cursor's sort
 * value and id or null, $5 size, $6 sort, $7 whether the cursor is among the booked items.
 * why: free items are found by `price = 0` in each table's price index and are few, so the pattern is
 * compared with each of them. Items that cost something are not read.
 * With `days`, `free_total` says how many are not booked on them, and these come first; with `only_free` these
 * alone are found.
 */
create function private.free_items_statement(
  sort text,
  days private.rental_days default null,
  only_free boolean default false
) returns text
language sql stable
set search_path = ''
as $$
  select format(
    'with found as materialized (
       select type as kind, id, %1$I as sort_value%5$s from public.free_items_unified_view as item
       where ($1 = ''%%%%'' or private.compared(name) like $1 or private.compared(second_label) like $1 or type like $1)%6$s
     ), page as (
       select found.*, row_number() over (order by %8$ssort_value %2$s, id %2$s) as place
       from found
       where ($2::text[] is null or kind = any ($2))
         and %3$s
       order by place limit $5 + 1
     ), items as (%4$s)
     select jsonb_build_object(
       ''total'', (select count(*) from found where $2 is null or kind = any ($2)),
       ''items'', (select coalesce(jsonb_agg(item order by place), ''[]'') from items where place <= $5),
       ''facets'', jsonb_build_object(''kind'', (
         select coalesce(jsonb_agg(jsonb_build_object(
           ''value'', listed.kind, ''label'', listed.plural, ''count'', counted.n
         ) order by listed.position), ''[]'')
         from private.catalogue_kinds as listed
           join (select kind, count(*) as n from found group by kind) as counted using (kind))),
       ''next'', (select %9$sprivate.cursor_of($6, to_jsonb(sort_value), id) from page
         where place = $5 and exists (select from page where place > $5))%7$s)',
    ordered.by_column, ordered.direction,
    format(case when counts_free then 'case when is_free then not $7 and (%1$s) else not $7 or %1$s end'
        else '(not $7 and %1$s)' end,
      format('($4::uuid is null or (sort_value, id) %s ($3::%s, $4))',
        case ordered.direction when 'desc' then '<' else '>' end, ordered.by_type)), (
      select string_agg(private.item_statement(listed.kind), ' union all ')
      from private.catalogue_kinds as listed where listed.kind in ('prop', 'cloth', 'backdrop', 'gear')
    ),
    case when counts_free then ', ' || is_free || ' as is_free' else '' end,
    case when only_free then ' and ' || is_free else '' end,
    case when counts_free
      then ', ''free_total'', (select count(*) from found where is_free and ($2 is null or kind = any ($2)))' else '' end,
    case when counts_free then 'is_free desc, ' else '' end,
    case when counts_free then 'case when is_free then '''' else ''booked-'' end || ' else '' end)
  from (values
    ('newest', 'created_at', 'timestamptz', 'desc'),
    ('price_asc', 'price', 'numeric', 'asc'),
    ('price_desc', 'price', 'numeric', 'desc'),
    ('name', 'name', 'text', 'asc')
  ) as ordered (sort, by_column, by_type, direction)
    cross join (
      select days is not null and not only_free as counts_free, private.free_condition('item.id', days) as is_free
    ) as judged
  where ordered.sort = free_items_statement.sort
$$;
