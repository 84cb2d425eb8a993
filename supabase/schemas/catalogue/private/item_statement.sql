/*
 * SQL text that builds a page's items of one kind: it reads `page (kind, id, place)` and returns `place`
 * and `item` (in the shape of search_catalogue's items).
 */
create function private.item_statement(kind text) returns text
language sql stable
set search_path = ''
as $$
  select format(
    'select page.place, jsonb_build_object(''kind'', page.kind, ''id'', item.id, ''code'', item.%I,
        ''slug'', item.slug, ''name'', item.name, ''price'', item.price, ''in_studio'', item.in_studio,
        ''images'', to_jsonb(item.images[1:2]), ''brand'', null, ''category'', null, ''label'', null)
      || jsonb_build_object(%s) as item
      from page join %s as item on item.id = page.id%s where page.kind = %L',
    listed.code_column,
    ltrim(badges.pairs || coalesce(', ''label'', item.' || quote_ident(listed.label_column), ''), ', '),
    listed.item_table, badges.joins, listed.kind)
  from private.catalogue_kinds as listed
  cross join lateral (
    select
      string_agg(concat(
        case when key = listed.brand_key then format(', ''brand'', %I.%I', 'of_' || key, badge_column) end,
        case when key = listed.category_key then format(', ''category'', %I.%I', 'of_' || key, badge_column) end,
        case when key = listed.label_key then format(', ''label'', %I.%I', 'of_' || key, badge_column) end
      ), '') as pairs,
      string_agg(format(' left join %1$s as %2$I on %2$I.id = item.%3$I',
        lookup_table, 'of_' || key, item_column), '')
        filter (where key in (listed.brand_key, listed.category_key, listed.label_key)) as joins
    from private.catalogue_lookups as lookup
    where lookup.kind = listed.kind
  ) as badges
  where listed.kind = item_statement.kind
$$;
