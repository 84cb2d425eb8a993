-- Orders that are out or due, as the dashboard counts them, and rental dates that sort newest first.

-- For '-rental_from' and '-rental_to': whatever has no date comes last both ways.
create index enquiry_orders_by_latest_rental_from_idx on public.enquiry_orders
  (coalesce(rental_from, '-infinity'), created_at, id) where status <> 'converted';
create index enquiry_orders_by_latest_rental_to_idx on public.enquiry_orders
  (coalesce(rental_to, '-infinity'), created_at, id) where status <> 'converted';
create index orders_by_latest_rental_from_idx on public.orders (coalesce(rental_from, '-infinity'), created_at, id);
create index orders_by_latest_rental_to_idx on public.orders (coalesce(rental_to, '-infinity'), created_at, id);

/*
 * Conditions of a list for those of its filters that are given: {name: value}, nulls being none.
 * An order is out while it is confirmed or in progress and today (in the studio) is one of its days;
 * its return is due on its last day and after it. A date that is missing is the other one.
 */
create or replace function private.filter_conditions(filters jsonb) returns text
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

/* One page of enquiries or orders with their customer and items; the other names are written here. */
create or replace function private.search_rentals(
  rentals regclass, number_column text, number_prefix text, lines regclass, parent_column text, base text,
  q text, assigned_to text, filters jsonb, sort text, page integer, cursor text, size integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  missing constant text := case when sort like '-%' then '-infinity' else 'infinity' end;
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
      'rental_from', jsonb_build_array(format('coalesce(listed.rental_from, %L)', missing), 'date'),
      'rental_to', jsonb_build_array(format('coalesce(listed.rental_to, %L)', missing), 'date'),
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

drop function public.search_orders(
  text, text[], text[], uuid, text, date, date, date, date, boolean, text, integer, text, integer);

/*
 * Orders with their customer and items, asked for as search_enquiries is; q compares the order
 * number, and there are payment statuses to choose and sort by. show: 'out' for the orders that are
 * out today, 'due' for those whose return is due (see private.filter_conditions), null for all.
 */
create function public.search_orders(
  q text default '', statuses text[] default null, payment_statuses text[] default null,
  customer_id uuid default null, assigned_to text default null,
  created_from date default null, created_to date default null,
  rental_from date default null, rental_to date default null, show text default null,
  has_message boolean default null,
  sort text default '-created', page integer default 1, cursor text default null, size integer default 25
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = off
set max_parallel_workers_per_gather = 0
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  if show not in ('out', 'due') then
    raise exception 'show must be out or due.' using errcode = 'PT400';
  end if;
  return private.search_rentals(
    'public.orders', 'order_number', 'ord', 'public.order_items', 'order_id', 'true', q, assigned_to,
    jsonb_build_object('statuses', nullif(statuses, '{}')::text,
      'payment_statuses', nullif(payment_statuses, '{}')::text, 'customer_id', customer_id,
      'created_from', created_from, 'created_to', created_to,
      'rental', private.days_between(rental_from, rental_to),
      'out', nullif(show = 'out', false), 'due', nullif(show = 'due', false), 'has_message', has_message),
    sort, page, cursor, size);
end
$$;

grant execute on function public.search_orders(
  text, text[], text[], uuid, text, date, date, date, date, text, boolean, text, integer, text, integer)
  to authenticated;
