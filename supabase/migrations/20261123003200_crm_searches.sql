-- The lists of the CRM that are called: leads, enquiries and orders.

/*
 * Leads: customers with their numbers of enquiries (not converted), open enquiries, orders and messages.
 *
 * q: first or last name, both with a space between, e-mail, mobile, customer number.
 * assigned_to: uuid of a staff member, or 'none'. created_from and created_to: the studio's days on which
 * they were created, both included. unhandled: only those with an unhandled message.
 * sort: created, number, name, email, mobile, assigned, enquiries, open_enquiries, orders, messages
 * or unhandled, with '-' before it descending. page: from 1; or cursor: `next` of the previous page.
 * size: 1 to 1000. total: exact, but stops at 1000 if many rows match q.
 * Raises PT400 for unknown or invalid arguments, 42501 for anyone but admin and crm_user.
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
    -- why: the conditions shared by all lists use both names.
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
      "enquiries": ["coalesce(figures.enquiries, 0)", "integer"],
      "open_enquiries": ["coalesce(figures.open_enquiries, 0)", "integer"],
      "orders": ["coalesce(figures.orders, 0)", "integer"],
      "messages": ["coalesce(figures.messages, 0)", "integer"],
      "unhandled": ["coalesce(figures.unhandled_messages, 0)", "integer"]
    }',
    'jsonb_build_object(''id'', lead.id, ''customer_number'', lead.customer_number,
      ''first_name'', lead.first_name, ''last_name'', lead.last_name, ''email'', lead.email,
      ''mobile'', lead.mobile, ''assigned_to'', lead.assigned_to, ''assigned_name'', assignee.display_name,
      ''created_at'', lead.created_at, ''updated_at'', lead.updated_at,
      ''enquiries'', coalesce(figures.enquiries, 0), ''open_enquiries'', coalesce(figures.open_enquiries, 0),
      ''orders'', coalesce(figures.orders, 0), ''messages'', coalesce(figures.messages, 0),
      ''unhandled_messages'', coalesce(figures.unhandled_messages, 0))',
    'join public.customers as lead using (id)
     left join private.lead_figures as figures on figures.customer_id = lead.id
     left join public.user_profiles as assignee on assignee.id = lead.assigned_to',
    q, sort, page, cursor, size);
end
$$;

/*
 * One page of enquiries or orders with their customer and items. Callers write the names of tables and columns.
 */
create function private.search_rentals(
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
      -- why: the planner drops a left join whose columns are not used, but cannot walk its name index.
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

/*
 * Enquiries that are not converted, with their customer and items. An item that was deleted has no name.
 *
 * q: enquiry number, the customer's name, mobile, e-mail. statuses: any of them; unknown ones match
 * nothing. assigned_to: the customer's assignee, or 'none'. created_from, created_to: the studio's days
 * on which they were created; rental_from, rental_to: those whose rental overlaps these days; all
 * included. has_message: true only with, false only without, null all. sort: created, number, name,
 * rental_from, rental_to, days, total or status, with '-' before it descending; missing dates sort last.
 * page, cursor, size and total: see search_leads.
 * Raises PT400 for unknown or invalid arguments, 42501 for anyone but admin and crm_user.
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
 * Orders with their customer and items, with the arguments of search_enquiries; q compares the order
 * number, and payment_statuses also filters and sorts. show: 'out' for orders that are out today, 'due'
 * for those whose return is due (see private.filter_conditions), null for all.
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

grant execute on function
  public.search_leads(text, text, date, date, boolean, uuid, text, integer, text, integer),
  public.search_enquiries(
    text, text[], uuid, text, date, date, date, date, boolean, text, integer, text, integer),
  public.search_orders(
    text, text[], text[], uuid, text, date, date, date, date, text, boolean, text, integer, text, integer)
  to authenticated;
