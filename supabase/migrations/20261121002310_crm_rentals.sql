-- Enquiries and orders in the CRM: the same list, each with its customer and items.

/*
 * Enquiries or orders with their customer and items. `base` and `number` etc. are identifiers and
 * conditions written in this file; filters: status, payment_status, customer_id, created_from,
 * created_to (the studio's calendar days, both counted), nulls being none.
 */
create function private.search_rentals(
  rentals regclass, number_column name, lines regclass, parent_column name, base text,
  q text, filters jsonb, sort text, cursor text, size integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  wanted_sort constant text := coalesce(sort, 'newest');
  chosen constant jsonb := jsonb_strip_nulls(filters);
  matched text;
begin
  if wanted_sort not in ('newest', 'oldest', 'rental_from') then
    raise exception 'sort must be newest, oldest or rental_from.' using errcode = 'PT400';
  end if;
  matched := format('select rental.id, %s as sort_value from %s as rental%%s where %s%s%%s',
    case wanted_sort when 'rental_from' then 'coalesce(rental.rental_from, ''infinity'')'
      else 'rental.created_at' end,
    rentals, base, (
      select string_agg(filter.condition, '') from (values
        ('status', ' and rental.status = $2 ->> ''status'''),
        ('payment_status', ' and rental.payment_status = $2 ->> ''payment_status'''),
        ('customer_id', ' and rental.customer_id = ($2 ->> ''customer_id'')::uuid'),
        ('created_from', ' and rental.created_at >=
          ($2 ->> ''created_from'')::date::timestamp at time zone ''Asia/Kolkata'''),
        ('created_to', ' and rental.created_at <
          (($2 ->> ''created_to'')::date + 1)::timestamp at time zone ''Asia/Kolkata''')
      ) as filter (name, condition) where chosen ? filter.name
    ));
  return private.crm_page(
    case when private.search_pattern(coalesce(q, '')) = '%%' then format(matched, '', '')
      else format(matched, '', format(' and lower(rental.%I) like $1', number_column))
        || ' union '
        || format(matched, ' join public.customers as customer on customer.id = rental.customer_id',
          ' and customer.search_text like $1') end,
    format(
      'to_jsonb(rental) || jsonb_build_object(
        ''customer'', jsonb_build_object(''id'', customer.id, ''customer_number'', customer.customer_number,
          ''first_name'', customer.first_name, ''last_name'', customer.last_name,
          ''mobile'', customer.mobile, ''email'', customer.email, ''assigned_to'', customer.assigned_to),
        ''items'', (
          select coalesce(jsonb_agg(to_jsonb(line) || jsonb_build_object(''name'', item.name, ''code'', item.code)
            order by line.position, line.id), ''[]'')
          from %s as line left join public.catalogue_items as item
            on item.type = line.item_type and item.id = line.item_id
          where line.%I = rental.id))',
      lines, parent_column),
    format('join %s as rental using (id) join public.customers as customer on customer.id = rental.customer_id',
      rentals),
    q, chosen, wanted_sort, cursor, size);
end
$$;

/*
 * Enquiries that are not converted, with their customer and items.
 *
 * q: enquiry number, the customer's name, mobile, e-mail. created_from and created_to: days on
 * which they came. sort: newest, oldest, rental_from (the soonest first). cursor: `next` of the
 * page before. size: 1 to 100. An item that is gone has no name.
 * Raises PT400 for what it does not know, 42501 for anyone but admin and crm_user.
 */
create function public.search_enquiries(
  q text default '', status text default null, customer_id uuid default null,
  created_from date default null, created_to date default null,
  sort text default 'newest', cursor text default null, size integer default 24
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = off
set max_parallel_workers_per_gather = 0
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  if status is not null and not exists (
    select from public.crm_rental_enquiry_statuses as listed
    where listed.value = search_enquiries.status and listed.value <> 'converted'
  ) then
    raise exception 'There is no status "%" here.', left(status, 40) using errcode = 'PT400';
  end if;
  return private.search_rentals(
    'public.enquiry_orders', 'enquiry_number', 'public.enquiry_items', 'enquiry_order_id',
    'rental.status <> ''converted''', q,
    jsonb_build_object('status', status, 'customer_id', customer_id,
      'created_from', created_from, 'created_to', created_to),
    sort, cursor, size);
end
$$;

/*
 * Orders with their customer and items, asked for as search_enquiries is; q compares the order
 * number, and there is a payment status to choose by.
 */
create function public.search_orders(
  q text default '', status text default null, payment_status text default null,
  customer_id uuid default null, created_from date default null, created_to date default null,
  sort text default 'newest', cursor text default null, size integer default 24
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = off
set max_parallel_workers_per_gather = 0
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  if status is not null and not exists (
    select from public.crm_rental_order_statuses as listed where listed.value = search_orders.status
  ) then
    raise exception 'There is no status "%" here.', left(status, 40) using errcode = 'PT400';
  end if;
  if payment_status is not null and not exists (
    select from public.order_payment_statuses as listed where listed.value = search_orders.payment_status
  ) then
    raise exception 'There is no payment status "%".', left(payment_status, 40) using errcode = 'PT400';
  end if;
  return private.search_rentals(
    'public.orders', 'order_number', 'public.order_items', 'order_id', 'true', q,
    jsonb_build_object('status', status, 'payment_status', payment_status, 'customer_id', customer_id,
      'created_from', created_from, 'created_to', created_to),
    sort, cursor, size);
end
$$;

grant execute on function
  public.search_enquiries(text, text, uuid, date, date, text, text, integer),
  public.search_orders(text, text, text, uuid, date, date, text, text, integer)
  to authenticated;
