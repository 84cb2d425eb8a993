/*
 * One page of a CRM list: {"total", "total_is_exact", "items": […], "next": cursor or null}.
 *
 * source: tables with the listed rows as `listed` and their customer as `customer`; conditions on them;
 * sorts: {key: [expression, type]}, never null; row_value and row_source: the expression of an item, and
 * the joins from `page`'s id that it needs. Callers write all identifiers; what a person sent is passed as
 * parameters: $1 pattern of numbers, $2 filters, $3 and $4 ids of matching customers and rows, $5 to $7 the cursor,
 * $8 size, $9 offset of the page.
 *
 * A search text written as a mobile number also finds the mobiles that contain its digits.
 * If few customers and numbers match, their ids are looked up first. If many do, rows are compared while
 * walking the sort's index, which fills a page soon; the total then stops at 1000.
 */
create function private.crm_page(
  source text,
  conditions text,
  filters jsonb,
  number_column text,
  number_prefix text,
  listed_table regclass,
  sorts jsonb,
  row_value text,
  row_source text,
  q text,
  sort text,
  page integer,
  cursor text,
  size integer
) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  few constant integer := 500;
  counted_to constant integer := 1000;
  collected_to constant integer := 10000;
  pattern constant text := private.search_pattern(coalesce(q, ''));
  -- why: numbers are read with their dashes.
  number constant text := private.typed_search(coalesce(q, ''));
  mobile_pattern constant text := private.mobile_pattern(q);
  wanted_sort constant text := coalesce(sort, '-created');
  wanted_size constant integer := coalesce(size, 25);
  wanted_page constant integer := coalesce(page, 1);
  direction constant text := case when wanted_sort like '-%' then 'desc' else 'asc' end;
  key constant jsonb := sorts -> ltrim(wanted_sort, '-');
  customers uuid[];
  numbered uuid[] := '{}';
  searching text := case when pattern = '%%' then 'no' else 'few' end;
  after record;
  rows json;
  next text;
  total bigint;
begin
  if key is null or wanted_sort like '--%' then
    raise exception 'There is no sort "%" here.', left(wanted_sort, 40) using errcode = 'PT400';
  elsif wanted_size not between 1 and 1000 then
    raise exception 'size must be between 1 and 1000.' using errcode = 'PT400';
  elsif wanted_page not between 1 and 1000000 then
    raise exception 'page must be between 1 and 1000000.' using errcode = 'PT400';
  end if;
  select null::text as sort_value, null::timestamptz as created_at, null::uuid as id into after;
  if cursor is not null then
    after := private.read_crm_cursor(cursor, wanted_sort, key ->> 1);
  end if;

  if searching <> 'no' then
    -- why: a merged customer's number and name still find the records, which belong to the remaining one.
    customers := array(
      select case when merged_into is null then id else private.remaining_customer(id) end
      from public.customers where search_text like pattern);
    if mobile_pattern is not null then
      customers := customers || array(
        select case when merged_into is null then id else private.remaining_customer(id) end
        from public.customers
        -- why: search_text has the index, but contains more than the mobile.
        where search_text like mobile_pattern and mobile like mobile_pattern and search_text not like pattern
      );
    end if;
    if cardinality(customers) <= few
      and private.is_in_numbers(number, number_prefix) then
      execute format('select array(select id from %s where lower(%I) like $1 limit $2)',
        listed_table, number_column) into numbered using private.pattern_of(number), few + 1;
    end if;
    if greatest(cardinality(customers), cardinality(numbered)) > few then
      searching := 'many';
      -- why: a subquery that is probed for each row; a join would not stop early.
      conditions := format('%s and (listed.customer_id in (select unnest($3)) or lower(listed.%I) like $1)',
        conditions, number_column);
    else
      conditions := conditions || ' and (listed.customer_id = any ($3) or listed.id = any ($4))';
    end if;
  end if;

  if searching = 'no' and jsonb_strip_nulls(filters) ?| '{rental,out,due}' then
    -- why: days have an index of their own, and what they leave is seldom among the first of the sort's index.
    execute format('select count(*) from %s where %s', source, conditions) into total using private.pattern_of(number), filters;
    if total <= collected_to then
      searching := 'few';
    end if;
  end if;

  execute format(
    -- why: few rows are computed once; otherwise the count and the page each use an index of their own.
    'with found as %1$s materialized (
       select listed.id, %2$s as sort_value, listed.created_at from %3$s where %4$s
     ), page as (
       select cut.*, row_number() over (order by sort_value %5$s, created_at %5$s, id %5$s) as place
       from (select * from found%6$s order by sort_value %5$s, created_at %5$s, id %5$s
         limit $8 + 1 offset $9) as cut
     )
     select (select coalesce(json_agg(%7$s order by place), ''[]'') from page %8$s where place <= $8),
       (select translate(encode(convert_to(
           jsonb_build_array(%9$L, sort_value, created_at, id)::text, ''UTF8''), ''base64''), E''+/\n'', ''-_'')
         from page where place = $8 and exists (select from page where place > $8)),
       %10$s',
    case searching when 'few' then '' else 'not' end, key ->> 0, source, conditions, direction,
    case when cursor is not null then format(' where (sort_value, created_at, id) %s ($5::%s, $6, $7)',
      case direction when 'desc' then '<' else '>' end, key ->> 1) end,
    row_value, row_source, wanted_sort,
    case when cursor is not null then 'null'
      when searching = 'many' then format(
        '(select count(*) from (select from found limit %s) as counted)', counted_to + 1)
      else '(select count(*) from found)' end)
  into rows, next, total
  using private.pattern_of(number), filters, customers, numbered, after.sort_value, after.created_at, after.id,
    wanted_size, case when cursor is null then (wanted_page - 1)::bigint * wanted_size else 0 end;
  return json_build_object('items', rows, 'next', next,
    'total', case searching when 'many' then least(total, counted_to) else total end,
    'total_is_exact', cursor is null and (searching <> 'many' or total <= counted_to));
end
$$;
