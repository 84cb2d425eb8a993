-- The lists of the CRM: every column sorts both ways, numbered pages or a cursor, one call a screen.

-- Equal values are in the order in which they came; the id only breaks ties. A number sorts by its
-- digits, so that ENQ-100000 follows ENQ-99999.
create index customers_name_idx on public.customers
  ((coalesce(first_name || ' ' || last_name, '')), created_at, id);
create index enquiry_orders_by_number_idx on public.enquiry_orders
  ((substr(enquiry_number, 5)::bigint), created_at, id) where status <> 'converted';
create index enquiry_orders_by_status_idx on public.enquiry_orders
  (status, created_at, id) where status <> 'converted';
create index enquiry_orders_by_rental_from_idx on public.enquiry_orders
  (coalesce(rental_from, 'infinity'), created_at, id) where status <> 'converted';
create index enquiry_orders_by_rental_to_idx on public.enquiry_orders
  (coalesce(rental_to, 'infinity'), created_at, id) where status <> 'converted';
create index enquiry_orders_by_days_idx on public.enquiry_orders
  (rental_days, created_at, id) where status <> 'converted';
create index enquiry_orders_by_total_idx on public.enquiry_orders
  (total_price, created_at, id) where status <> 'converted';
create index enquiry_orders_rental_days_idx on public.enquiry_orders using gist (
  (case when coalesce(rental_from, rental_to) is not null then
    daterange(coalesce(rental_from, rental_to), coalesce(rental_to, rental_from), '[]') end)
) where status <> 'converted';
create index orders_rental_days_idx on public.orders using gist (
  (case when coalesce(rental_from, rental_to) is not null then
    daterange(coalesce(rental_from, rental_to), coalesce(rental_to, rental_from), '[]') end)
);
create index orders_by_number_idx on public.orders ((substr(order_number, 5)::bigint), created_at, id);
create index orders_by_status_idx on public.orders (status, created_at, id);
create index orders_by_payment_status_idx on public.orders (payment_status, created_at, id);
create index orders_by_rental_from_idx on public.orders (coalesce(rental_from, 'infinity'), created_at, id);
create index orders_by_rental_to_idx on public.orders (coalesce(rental_to, 'infinity'), created_at, id);
create index orders_by_days_idx on public.orders (rental_days, created_at, id);
create index orders_by_total_idx on public.orders (total_price, created_at, id);

/* What a row of a list ends with, as its texts. Raises PT400 for anything but a cursor of this sort. */
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

/* Whether a needle (lower case) can stand in a number such as 'ENQ-00042', told by its prefix. */
create function private.is_in_numbers(needle text, prefix text) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select stem = '' or right(prefix || '-', length(stem)) = stem
    or stem = needle and strpos(prefix || '-', needle) > 0
  from (select rtrim(needle, '0123456789') as stem) as split
$$;

/*
 * One page of a CRM list: {"total", "total_is_exact", "items": […], "next": cursor or null}.
 *
 * source: tables with the listed rows as `listed` and their customer as `customer`; conditions on
 * them; sorts: {key: [expression, type]}, none ever null; row_value and row_source: what makes an
 * item of `page`'s id. Identifiers are written by the callers; what a person sent comes as values:
 * $1 pattern, $2 filters, $3 and $4 ids of customers and rows found, $5 to $7 the cursor, $8 size,
 * $9 rows before the page.
 *
 * A needle that few customers and numbers hold is looked up first. One that many hold is compared
 * row by row along the sort's index, which is over soon; then the total stops at 1000.
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
    if cardinality(customers) <= few
      and private.is_in_numbers(replace(btrim(pattern, '%'), '\', ''), number_prefix) then
      execute format('select array(select id from %s where lower(%I) like $1 limit $2)',
        listed_table, number_column) into numbered using pattern, few + 1;
    end if;
    if greatest(cardinality(customers), cardinality(numbered)) > few then
      searching := 'many';
      -- why: an alternative that is looked up for each row; as a join it would not stop early.
      conditions := format('%s and (listed.customer_id in (select unnest($3)) or lower(listed.%I) like $1)',
        conditions, number_column);
    else
      conditions := conditions || ' and (listed.customer_id = any ($3) or listed.id = any ($4))';
    end if;
  end if;

  execute format(
    -- why: few rows are found once; otherwise the count and the page each have an index.
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
 * The condition on a customer's assignee for 'none', a uuid as text, or null for all.
 * Raises PT400 for anything else.
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

/* The days from one to the other, both counted, null being open; null where both are. */
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

/* Conditions of a list for those of its filters that are given: {name: value}, nulls being none. */
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
    ('has_message', ' and (listed.message is not null) = ($2 ->> ''has_message'')::boolean'),
    ('unhandled', ' and figures.unhandled_messages > 0')
  ) as filter (name, condition)
  where jsonb_strip_nulls(filters) ? filter.name
$$;

/*
 * Leads: customers with how many open enquiries, orders and messages they have.
 *
 * q: first or last name, both with a space between, e-mail, mobile, customer number.
 * assigned_to: the uuid of a member of staff, or 'none'. created_from and created_to: days of the
 * studio on which they came, both counted. unhandled: only those with a message nobody dealt with.
 * sort: created, number, name, email, mobile, assigned, open_enquiries, orders, messages or
 * unhandled, with '-' before it descending. page: from 1; or cursor: `next` of the page before.
 * size: 1 to 1000. total: exact but where a needle is found often, then counted to 1000.
 * Raises PT400 for what it does not know, 42501 for anyone but admin and crm_user.
 */
create function public.search_leads(
  q text default '', assigned_to text default null, created_from date default null,
  created_to date default null, unhandled boolean default false, customer_id uuid default null,
  sort text default '-created', page integer default 1, cursor text default null, size integer default 25
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = off
set max_parallel_workers_per_gather = 0
as $$
declare
  filters constant jsonb := jsonb_build_object('created_from', created_from, 'created_to', created_to,
    'unhandled', nullif(unhandled, false), 'customer_id', customer_id);
begin
  perform private.require_staff('admin', 'crm_user');
  return private.crm_page(
    -- why: under both names that the conditions of all lists use.
    '(select *, id as customer_id from public.customers) as listed
     cross join lateral (select listed.*) as customer
     left join private.lead_figures as figures on figures.customer_id = listed.id
     left join public.user_profiles as assignee on assignee.id = listed.assigned_to',
    'listed.erased_at is null' || private.assignee_condition(assigned_to) || private.filter_conditions(filters),
    filters, 'customer_number', 'cus', 'public.customers', '{
      "created": ["listed.created_at", "timestamptz"],
      "number": ["substr(listed.customer_number, 5)::bigint", "bigint"],
      "name": ["coalesce(listed.first_name || '' '' || listed.last_name, '''')", "text"],
      "email": ["lower(listed.email)", "text"],
      "mobile": ["listed.mobile", "text"],
      "assigned": ["coalesce(assignee.display_name, '''')", "text"],
      "open_enquiries": ["coalesce(figures.open_enquiries, 0)", "integer"],
      "orders": ["coalesce(figures.orders, 0)", "integer"],
      "messages": ["coalesce(figures.messages, 0)", "integer"],
      "unhandled": ["coalesce(figures.unhandled_messages, 0)", "integer"]
    }',
    'jsonb_build_object(''id'', lead.id, ''customer_number'', lead.customer_number,
      ''first_name'', lead.first_name, ''last_name'', lead.last_name, ''email'', lead.email,
      ''mobile'', lead.mobile, ''assigned_to'', lead.assigned_to, ''assigned_name'', assignee.display_name,
      ''created_at'', lead.created_at, ''updated_at'', lead.updated_at,
      ''open_enquiries'', coalesce(figures.open_enquiries, 0), ''orders'', coalesce(figures.orders, 0),
      ''messages'', coalesce(figures.messages, 0),
      ''unhandled_messages'', coalesce(figures.unhandled_messages, 0))',
    'join public.customers as lead using (id)
     left join private.lead_figures as figures on figures.customer_id = lead.id
     left join public.user_profiles as assignee on assignee.id = lead.assigned_to',
    q, sort, page, cursor, size);
end
$$;

/* A customer as lists and records show them: the expression over `customer` and `assignee`. */
create function private.customer_value() returns text
language sql immutable parallel safe
return 'jsonb_build_object(''id'', customer.id, ''customer_number'', customer.customer_number,
  ''first_name'', customer.first_name, ''last_name'', customer.last_name, ''mobile'', customer.mobile,
  ''email'', customer.email, ''assigned_to'', customer.assigned_to,
  ''assigned_name'', assignee.display_name, ''erased_at'', customer.erased_at)';

/* One page of enquiries or orders with their customer and items; the other names are written here. */
create function private.search_rentals(
  rentals regclass, number_column text, number_prefix text, lines regclass, parent_column text, base text,
  q text, assigned_to text, filters jsonb, sort text, page integer, cursor text, size integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return private.crm_page(
    format('%s as listed %s join public.customers as customer on customer.id = listed.customer_id', rentals,
      -- why: a left join is left out of a plan that needs no customer, but cannot be walked by name.
      case when ltrim(sort, '-') = 'name' then 'inner' else 'left' end),
    base || private.assignee_condition(assigned_to) || private.filter_conditions(filters),
    filters, number_column, number_prefix, rentals,
    jsonb_build_object(
      'created', '["listed.created_at", "timestamptz"]'::jsonb,
      'number', jsonb_build_array(format('substr(listed.%I, 5)::bigint', number_column), 'bigint'),
      'name', jsonb_build_array('coalesce(customer.first_name || '' '' || customer.last_name, '''')', 'text'),
      'rental_from', jsonb_build_array('coalesce(listed.rental_from, ''infinity'')', 'date'),
      'rental_to', jsonb_build_array('coalesce(listed.rental_to, ''infinity'')', 'date'),
      'days', '["listed.rental_days", "integer"]'::jsonb,
      'total', '["listed.total_price", "numeric"]'::jsonb,
      'status', '["listed.status", "text"]'::jsonb)
      || case when number_prefix = 'ord' then '{"payment_status": ["listed.payment_status", "text"]}'::jsonb
        else '{}' end,
    format(
      'to_jsonb(rental) || jsonb_build_object(''customer'', %s, ''items'', (
        select coalesce(jsonb_agg(to_jsonb(line) || jsonb_build_object(''name'', item.name, ''code'', item.code)
          order by line.position, line.id), ''[]'')
        from %s as line left join public.catalogue_items as item
          on item.type = line.item_type and item.id = line.item_id
        where line.%I = rental.id))',
      private.customer_value(), lines, parent_column),
    format('join %s as rental using (id) join public.customers as customer on customer.id = rental.customer_id
      left join public.user_profiles as assignee on assignee.id = customer.assigned_to', rentals),
    q, sort, page, cursor, size);
end
$$;

/*
 * Enquiries that are not converted, with their customer and items. An item that is gone has no name.
 *
 * q: enquiry number, the customer's name, mobile, e-mail. statuses: any of them; unknown ones match
 * nothing. assigned_to: the customer's assignee, or 'none'. created_from, created_to: days of the
 * studio on which they came; rental_from, rental_to: those whose rental touches these days, all
 * counted. has_message: only with one, only without, null all. sort: created, number, name,
 * rental_from, rental_to, days, total or status, with '-' before it descending; missing dates are
 * the latest. page, cursor, size and total: see search_leads.
 * Raises PT400 for what it does not know, 42501 for anyone but admin and crm_user.
 */
create function public.search_enquiries(
  q text default '', statuses text[] default null, customer_id uuid default null,
  assigned_to text default null, created_from date default null, created_to date default null,
  rental_from date default null, rental_to date default null, has_message boolean default null,
  sort text default '-created', page integer default 1, cursor text default null, size integer default 25
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = off
set max_parallel_workers_per_gather = 0
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return private.search_rentals(
    'public.enquiry_orders', 'enquiry_number', 'enq', 'public.enquiry_items', 'enquiry_order_id',
    'listed.status <> ''converted''', q, assigned_to,
    jsonb_build_object('statuses', nullif(statuses, '{}')::text, 'customer_id', customer_id,
      'created_from', created_from, 'created_to', created_to,
      'rental', private.days_between(rental_from, rental_to), 'has_message', has_message),
    sort, page, cursor, size);
end
$$;

/*
 * Orders with their customer and items, asked for as search_enquiries is; q compares the order
 * number, and there are payment statuses to choose and sort by.
 */
create function public.search_orders(
  q text default '', statuses text[] default null, payment_statuses text[] default null,
  customer_id uuid default null, assigned_to text default null,
  created_from date default null, created_to date default null,
  rental_from date default null, rental_to date default null, has_message boolean default null,
  sort text default '-created', page integer default 1, cursor text default null, size integer default 25
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = off
set max_parallel_workers_per_gather = 0
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return private.search_rentals(
    'public.orders', 'order_number', 'ord', 'public.order_items', 'order_id', 'true', q, assigned_to,
    jsonb_build_object('statuses', nullif(statuses, '{}')::text,
      'payment_statuses', nullif(payment_statuses, '{}')::text, 'customer_id', customer_id,
      'created_from', created_from, 'created_to', created_to,
      'rental', private.days_between(rental_from, rental_to), 'has_message', has_message),
    sort, page, cursor, size);
end
$$;

grant execute on function
  public.search_leads(text, text, date, date, boolean, uuid, text, integer, text, integer),
  public.search_enquiries(
    text, text[], uuid, text, date, date, date, date, boolean, text, integer, text, integer),
  public.search_orders(
    text, text[], text[], uuid, text, date, date, date, date, boolean, text, integer, text, integer)
  to authenticated;
