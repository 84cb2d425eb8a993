-- Parts that the catalogue's searches share: search term, filters, cursor, lookup ids, items of a page.

/*
 * The LIKE pattern of a search text: '50%' becomes '%50\%%' (contained anywhere, case ignored, wildcards
 * escaped). Only the first 80 characters count.
 */
create function private.search_pattern(q text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select '%' || regexp_replace(
    lower(left(private.trimmed(regexp_replace(q, '[\u0001-\u001f]+', ' ', 'g')), 80) collate private.names),
    '([\\%_])', '\\\1', 'g') || '%'
$$;

/*
 * Validates the filters of a call and adds the selected category to them: {"colour": ["red", "gold"]}.
 * Filters with nothing selected are dropped. Raises PT400 for unknown filters and wrong shapes.
 */
create function private.search_filters(kind text, category text, filters jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  sidebar constant text := (select facet.key from private.search_facets(kind) as facet where facet.is_sidebar);
  entry record;
  chosen jsonb := '{}';
begin
  if jsonb_typeof(filters) <> 'object' then
    raise exception 'filters must be an object of lists.' using errcode = 'PT400';
  end if;
  for entry in select * from jsonb_each(filters) loop
    if not exists (select from private.search_facets(kind) as facet where facet.key = entry.key) then
      raise exception 'There is no filter "%" here.', left(entry.key, 40) using errcode = 'PT400';
    end if;
    if jsonb_typeof(entry.value) <> 'array'
      or jsonb_path_exists(entry.value, 'strict $.size() ? (@ > 100)')
      or jsonb_path_exists(entry.value, 'strict $[*] ? (@.type() != "string")') then
      raise exception 'The filter "%" must be a list of at most 100 texts.', entry.key
        using errcode = 'PT400';
    end if;
    if entry.value <> '[]' then
      chosen := chosen || jsonb_build_object(entry.key, entry.value);
    end if;
  end loop;
  if category is not null then
    if chosen ? sidebar then
      raise exception 'Choose by category or by the filter "%", not both.', sidebar
        using errcode = 'PT400';
    end if;
    chosen := chosen || jsonb_build_object(sidebar, jsonb_build_array(category));
  end if;
  return chosen;
end
$$;

/* An opaque cursor that marks the last item of a page. */
create function private.cursor_of(sort text, sort_value jsonb, id uuid) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select translate(
    encode(convert_to(jsonb_build_array(sort, sort_value, id)::text, 'UTF8'), 'base64'),
    E'+/\n', '-_')
$$;

/* The sort value (as text) and id in a cursor. Raises PT400 unless it is a cursor of this sort. */
create function private.read_cursor(cursor text, sort text, out sort_value text, out id uuid)
language plpgsql stable
set search_path = ''
as $$
declare
  parts jsonb;
begin
  parts := convert_from(decode(translate(cursor, '-_', '+/'), 'base64'), 'UTF8')::jsonb;
  if parts ->> 0 <> sort or jsonb_array_length(parts) <> 3 then
    raise exception using errcode = 'PT400';
  end if;
  sort_value := parts ->> 1;
  id := (parts ->> 2)::uuid;
  case sort
    when 'newest' then perform sort_value::timestamptz;
    when 'name' then null;
    else perform sort_value::numeric;
  end case;
  if sort_value is null or id is null then
    raise exception using errcode = 'PT400';
  end if;
exception when others then
  raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
end
$$;

/* The ids under a name in the result of search_ids. why: immutable, so that the planner sees their values. */
create function private.ids_in(ids jsonb, name text) returns text[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return array(select jsonb_array_elements_text(ids -> name));
end
$$;

/*
 * The ids of the lookup values that a search refers to; names without any are left out:
 * {"chosen.colour": ids of the selected colours, "prop.brand": ids of the brands that match the pattern}.
 * For a pattern without a space also `words`, all indexed words that contain it, unless they are more
 * than 500. (Codes are words of one item each; so many are counted faster from the entries.)
 * why: separate from the search itself, so that the search is planned with the actual ids.
 */
create function private.search_ids(kind text, chosen jsonb, pattern text, searching boolean) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  statement text;
  ids jsonb;
  words text[];
begin
  select string_agg(asked.branch, ' union all ') into statement
  from (
    select format('select %L, id::text from %s as listed
        where slug in (select jsonb_array_elements_text($1 -> %L))',
      'chosen.' || facet.key, facet.source, facet.key) as branch
    from private.search_facets(kind) as facet where chosen ? facet.key
    union all
    select format('select %L, id::text from %s where lower(%I) like $2',
      listed.kind || '.' || listed.key, listed.lookup_table, listed.badge_column)
    from private.catalogue_lookups as listed
    where searching and listed.is_searched
      and (search_ids.kind is null or listed.kind = search_ids.kind)
  ) as asked;
  if statement is not null then
    execute format('select jsonb_object_agg(name, ids) from (
      select name, jsonb_agg(id) as ids from (%s) as found (name, id) group by name) as named', statement)
      into ids using chosen, pattern;
  end if;
  if searching and pattern not like '% %' then
    execute 'select array(select word from private.search_words where word like $1 limit 501)'
      into words using pattern;
    if cardinality(words) <= 500 then
      ids := coalesce(ids, '{}') || jsonb_build_object('words', words);
    end if;
  end if;
  return coalesce(ids, '{}');
end
$$;

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
