-- The lists of the CRM: every column sorts both ways, by page number or cursor, one call per screen.
-- This file holds the parts that the lists share.

/* The sort value, time and id in a cursor of a list. Raises PT400 unless it is a cursor of this sort. */
create function private.read_crm_cursor(
  cursor text, sort text, type text, out sort_value text, out created_at timestamptz, out id uuid
)
language plpgsql stable
set search_path = ''
as $$
declare
  parts jsonb;
begin
  parts := convert_from(decode(translate(cursor, '-_', '+/'), 'base64'), 'UTF8')::jsonb;
  if parts ->> 0 <> sort then
    raise exception using errcode = 'PT400';
  end if;
  sort_value := parts ->> 1;
  created_at := parts ->> 2;
  id := parts ->> 3;
  execute format('select $1::%s', type) using sort_value;
  if sort_value is null or created_at is null or id is null then
    raise exception using errcode = 'PT400';
  end if;
exception when others then
  raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
end
$$;

/* Whether a search text (lower case) can be part of a number such as 'ENQ-00042' with this prefix. */
create function private.is_in_numbers(needle text, prefix text) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select stem = '' or right(prefix || '-', length(stem)) = stem
    or stem = needle and strpos(prefix || '-', needle) > 0
  from (select rtrim(needle, '0123456789') as stem) as split
$$;

/*
 * The LIKE pattern of the mobiles (+91 and ten digits) that a search text means: '+91 90000 25212',
 * '90000-25212', '(0) 90000 25212', '0091 90000 25212' or a part of one. Null if the text is not written
 * as a number, and if search_pattern gives the same pattern.
 */
create function private.mobile_pattern(q text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  -- Spaces, dashes and invisible marks from copied text (U+2000 to U+206F), brackets, dot, slash.
  separators constant text := '[:space:]\u00a0\u00ad\u2000-\u206f\u2212\ufeff()./-';
  needle constant text := left(q, 80);
  digits constant text := regexp_replace(needle, '[^0-9]', '', 'g');
  number text;
begin
  if digits = '' or needle !~ format('^[%1$s]*\+?[0-9%1$s]*$', separators) then
    return null;
  end if;
  number := case
    -- why: with five digits or fewer, leading zeros are those of a code such as ENQ-00042.
    when length(digits) > 5 and digits ~ '^00[1-9]' then '+' || substr(digits, 3)
    when length(digits) > 5 and digits ~ '^0[6-9]' then '+91' || substr(digits, 2)
    when needle like '%+%' then '+' || digits
    else digits
  end;
  -- The trunk 0 after the country's code: '+91 (0) 90000 25212'.
  number := regexp_replace(number, '^\+910(?=[6-9])|^910(?=[6-9][0-9]{9}$)', '+91');
  return nullif('%' || number || '%', private.search_pattern(q));
end
$$;

/*
 * One page of a CRM list: {"total", "total_is_exact", "items": […], "next": cursor or null}.
 *
 * source: tables with the listed rows as `listed` and their customer as `customer`; conditions on them;
 * sorts: {key: [expression, type]}, never null; row_value and row_source: the expression of an item, and
 * the joins from `page`'s id that it needs. Callers write all identifiers; what a person sent is passed as
 * parameters: $1 pattern, $2 filters, $3 and $4 ids of matching customers and rows, $5 to $7 the cursor,
 * $8 size, $9 offset of the page.
 *
 * A search text written as a mobile number also finds the mobiles that contain its digits.
 * If few customers and numbers match, their ids are looked up first. If many do, rows are compared while
 * walking the sort's index, which fills a page soon; the total then stops at 1000.
 */
create function private.crm_page(
  source text, conditions text, filters jsonb, number_column text, number_prefix text, listed_table regclass,
  sorts jsonb, row_value text, row_source text,
  q text, sort text, page integer, cursor text, size integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  few constant integer := 500;
  counted_to constant integer := 1000;
  pattern constant text := private.search_pattern(coalesce(q, ''));
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
  result jsonb;
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
    customers := array(select id from public.customers where search_text like pattern);
    if mobile_pattern is not null then
      customers := customers || array(
        select id from public.customers
        -- why: search_text has the index, but contains more than the mobile.
        where search_text like mobile_pattern and mobile like mobile_pattern and search_text not like pattern
      );
    end if;
    if cardinality(customers) <= few
      and private.is_in_numbers(replace(btrim(pattern, '%'), '\', ''), number_prefix) then
      execute format('select array(select id from %s where lower(%I) like $1 limit $2)',
        listed_table, number_column) into numbered using pattern, few + 1;
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

  execute format(
    -- why: few rows are computed once; otherwise the count and the page each use an index of their own.
    'with found as %1$s materialized (
       select listed.id, %2$s as sort_value, listed.created_at from %3$s where %4$s
     ), page as (
       select cut.*, row_number() over (order by sort_value %5$s, created_at %5$s, id %5$s) as place
       from (select * from found%6$s order by sort_value %5$s, created_at %5$s, id %5$s
         limit $8 + 1 offset $9) as cut
     )
     select jsonb_build_object(
       ''items'', (select coalesce(jsonb_agg(%7$s order by place), ''[]'') from page %8$s where place <= $8),
       ''next'', (select translate(encode(convert_to(
           jsonb_build_array(%9$L, sort_value, created_at, id)::text, ''UTF8''), ''base64''), E''+/\n'', ''-_'')
         from page where place = $8 and exists (select from page where place > $8))),
       %10$s',
    case searching when 'few' then '' else 'not' end, key ->> 0, source, conditions, direction,
    case when cursor is not null then format(' where (sort_value, created_at, id) %s ($5::%s, $6, $7)',
      case direction when 'desc' then '<' else '>' end, key ->> 1) end,
    row_value, row_source, wanted_sort,
    case when cursor is not null then 'null'
      when searching = 'many' then format(
        '(select count(*) from (select from found limit %s) as counted)', counted_to + 1)
      else '(select count(*) from found)' end)
  into result, total
  using pattern, filters, customers, numbered, after.sort_value, after.created_at, after.id,
    wanted_size, case when cursor is null then (wanted_page - 1)::bigint * wanted_size else 0 end;
  return result || jsonb_build_object(
    'total', case searching when 'many' then least(total, counted_to) else total end,
    'total_is_exact', cursor is null and (searching <> 'many' or total <= counted_to));
end
$$;

/*
 * The condition on a customer's assignee: 'none', a uuid as text, or null for all. Raises PT400 for
 * anything else.
 */
create function private.assignee_condition(assigned_to text) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  return case when assigned_to is null then ''
    when assigned_to = 'none' then ' and customer.assigned_to is null'
    else format(' and customer.assigned_to = %L::uuid', assigned_to::uuid) end;
exception when invalid_text_representation then
  raise exception 'assigned_to must be a uuid or none.' using errcode = 'PT400';
end
$$;

/* The range of days from one to the other, both included; a null end is open. Null if both are null. */
create function private.days_between(first_day date, last_day date) returns daterange
language plpgsql immutable
set search_path = ''
as $$
begin
  return case
    when coalesce(first_day, last_day) is null then null
    when last_day < first_day then 'empty'
    else daterange(first_day, last_day, '[]') end;
end
$$;

/*
 * SQL conditions for the filters that are set: {name: value}, null being not set (docs/product/crm.md).
 * An order is out while it is confirmed or in progress and today (in the studio) is one of its days; its
 * return is due on its last day and after it. A missing date counts as the other one.
 */
create function private.filter_conditions(filters jsonb) returns text
language sql immutable
set search_path = ''
as $$
  select coalesce(string_agg(filter.condition, ''), '') from (values
    ('statuses', ' and listed.status = any (($2 ->> ''statuses'')::text[])'),
    ('payment_statuses', ' and listed.payment_status = any (($2 ->> ''payment_statuses'')::text[])'),
    ('customer_id', ' and listed.customer_id = ($2 ->> ''customer_id'')::uuid'),
    ('created_from', ' and listed.created_at >=
      ($2 ->> ''created_from'')::date::timestamp at time zone ''Asia/Kolkata'''),
    ('created_to', ' and listed.created_at <
      (($2 ->> ''created_to'')::date + 1)::timestamp at time zone ''Asia/Kolkata'''),
    ('rental', ' and case when coalesce(listed.rental_from, listed.rental_to) is not null then
      daterange(coalesce(listed.rental_from, listed.rental_to), coalesce(listed.rental_to, listed.rental_from), ''[]'') end
      && ($2 ->> ''rental'')::daterange'),
    ('out', ' and listed.status in (''confirmed'', ''in_progress'')
      and case when coalesce(listed.rental_from, listed.rental_to) is not null then
      daterange(coalesce(listed.rental_from, listed.rental_to), coalesce(listed.rental_to, listed.rental_from), ''[]'') end
      @> (now() at time zone ''Asia/Kolkata'')::date'),
    ('due', ' and listed.status in (''confirmed'', ''in_progress'')
      and coalesce(listed.rental_to, listed.rental_from) <= (now() at time zone ''Asia/Kolkata'')::date'),
    ('has_message', ' and (listed.message is not null) = ($2 ->> ''has_message'')::boolean'),
    ('unhandled', ' and figures.unhandled_messages > 0')
  ) as filter (name, condition)
  where jsonb_strip_nulls(filters) ? filter.name
$$;

/* SQL expression of a customer as lists and records show them, over `customer` and `assignee`. */
create function private.customer_value() returns text
language sql immutable parallel safe
return 'jsonb_build_object(''id'', customer.id, ''customer_number'', customer.customer_number,
  ''first_name'', customer.first_name, ''last_name'', customer.last_name, ''mobile'', customer.mobile,
  ''email'', customer.email, ''assigned_to'', customer.assigned_to,
  ''assigned_name'', assignee.display_name, ''erased_at'', customer.erased_at)';
