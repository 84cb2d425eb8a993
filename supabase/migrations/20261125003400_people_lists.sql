-- The CRM's lists, figures and records leave out merged customers; enquiries and orders are filtered by owner.

/*
 * The number of rows in each list of the CRM, of one customer or of all, and of those that need
 * attention: pending enquiries, unassigned leads, leads with an unhandled message, unhandled messages.
 * 42501 for anyone but admin and crm_user.
 */
create or replace function public.crm_counts(customer_id uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select jsonb_build_object('leads', count(*),
      'unassigned_leads', count(*) filter (where customer.assigned_to is null))
    from public.customers as customer
    where customer.erased_at is null and customer.merged_into is null
      and (crm_counts.customer_id is null or customer.id = crm_counts.customer_id)
  ) || (
    select jsonb_build_object('enquiries', coalesce(sum(figures.enquiries), 0),
      'orders', coalesce(sum(figures.orders), 0),
      'leads_to_answer', count(*) filter (where figures.unhandled_messages > 0),
      'unhandled_messages', coalesce(sum(figures.unhandled_messages), 0))
    from private.lead_figures as figures
    where crm_counts.customer_id is null or figures.customer_id = crm_counts.customer_id
  ) || jsonb_build_object('pending_enquiries', (
    select count(*) from public.enquiry_orders as waiting
    where waiting.status = 'pending'
      and (crm_counts.customer_id is null or waiting.customer_id = crm_counts.customer_id)
  ));
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
create or replace function private.crm_page(
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
 * The condition on the owner of an enquiry or order: 'me', 'none', a uuid as text, or null for all. Raises PT400
 * for anything else.
 */
create function private.owner_condition(assignee text) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  return case when assignee is null then ''
    when assignee = 'none' then ' and listed.assigned_to is null'
    when assignee = 'me' then ' and listed.assigned_to = (select auth.uid())'
    else format(' and listed.assigned_to = %L::uuid', assignee::uuid) end;
exception when invalid_text_representation then
  raise exception 'assignee must be me, none or a uuid.' using errcode = 'PT400';
end
$$;

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
create or replace function public.search_leads(
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
    'listed.erased_at is null and listed.merged_into is null' || private.assignee_condition(assigned_to) || private.filter_conditions(filters),
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

drop function public.search_enquiries(
  text, text[], uuid, text, date, date, date, date, boolean, text, integer, text, integer);
drop function public.search_orders(
  text, text[], text[], uuid, text, date, date, date, date, text, boolean, text, integer, text, integer);
drop function private.search_rentals(regclass, text, text, regclass, text, text, text, text, jsonb, text, integer, text, integer);

/*
 * One page of enquiries or orders with their owner's name, their customer and items. Callers write the names of tables and columns.
 */
create function private.search_rentals(
  rentals regclass, number_column text, number_prefix text, lines regclass, parent_column text, base text,
  q text, assigned_to text, assignee text, filters jsonb, sort text, page integer, cursor text, size integer
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
    base || private.assignee_condition(assigned_to) || private.owner_condition(assignee)
      || private.filter_conditions(filters),
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
      'to_jsonb(rental) || jsonb_build_object(''owner_name'', owner.display_name, ''customer'', %s, ''items'', (
        select coalesce(jsonb_agg(to_jsonb(line) || jsonb_build_object(''name'', item.name, ''code'', item.code)
          order by line.position, line.id), ''[]'')
        from %s as line left join public.catalogue_items as item
          on item.type = line.item_type and item.id = line.item_id
        where line.%I = rental.id))',
      private.customer_value(), lines, parent_column),
    format('join %s as rental using (id) join public.customers as customer on customer.id = rental.customer_id
      left join public.user_profiles as assignee on assignee.id = customer.assigned_to
      left join public.user_profiles as owner on owner.id = rental.assigned_to', rentals),
    q, sort, page, cursor, size);
end
$$;

/*
 * Enquiries that are not converted, with their customer and items. An item that was deleted has no name.
 *
 * q: enquiry number, the customer's name, mobile, e-mail. statuses: any of them; unknown ones match
 * nothing. assigned_to: the customer's assignee, or 'none';
 * assignee: the owner, 'me' or 'none'. created_from, created_to: the studio's days
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
  assignee text default null,
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
    'listed.status <> ''converted''', q, assigned_to, assignee,
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
  has_message boolean default null, assignee text default null,
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
    'public.orders', 'order_number', 'ord', 'public.order_items', 'order_id', 'true', q, assigned_to, assignee,
    jsonb_build_object('statuses', nullif(statuses, '{}')::text,
      'payment_statuses', nullif(payment_statuses, '{}')::text, 'customer_id', customer_id,
      'created_from', created_from, 'created_to', created_to,
      'rental', private.days_between(rental_from, rental_to),
      'out', nullif(show = 'out', false), 'due', nullif(show = 'due', false), 'has_message', has_message),
    sort, page, cursor, size);
end
$$;

grant execute on function
  public.search_enquiries(
    text, text[], uuid, text, date, date, date, date, boolean, text, text, integer, text, integer),
  public.search_orders(
    text, text[], text[], uuid, text, date, date, date, date, text, boolean, text, text, integer, text, integer)
  to authenticated;

/*
 * The last 100 events of a customer, newest first; with `subjects`, only the events of these records. Events of a
 * customer who was merged into this one have that customer's number.
 */
create or replace function private.timeline_of(customer_id uuid, subjects uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', event.id, 'created_at', event.created_at,
      'actor', event.actor, 'user_id', event.user_id, 'user_name', person.display_name,
      'what', event.what, 'from', event.from_value, 'to', event.to_value,
      'from_name', former.display_name, 'to_name', present.display_name,
      'subject', event.subject, 'subject_id', event.subject_id,
      'number', coalesce(enquiry.enquiry_number, made.order_number, other.customer_number))
    order by event.created_at desc, event.id), '[]')
  from (
    select * from public.crm_events as listed
    where listed.customer_id = timeline_of.customer_id
      and (subjects is null or listed.subject_id = any (subjects))
    order by listed.created_at desc, listed.id limit 100
  ) as event
  left join public.user_profiles as person on person.id = event.user_id
  left join public.user_profiles as former
    on former.id = case event.what when 'assigned' then event.from_value::uuid end
  left join public.user_profiles as present
    on present.id = case event.what when 'assigned' then event.to_value::uuid end
  left join public.enquiry_orders as enquiry
    on event.subject = 'enquiry' and enquiry.id = event.subject_id
  left join public.orders as made on event.subject = 'order' and made.id = event.subject_id
  left join public.customers as other
    on event.subject = 'customer' and other.id = event.subject_id and event.subject_id <> event.customer_id
$$;

/*
 * A customer by number or id with their enquiries (converted ones too), orders, messages, staff notes and
 * timeline, the newest 100 of each, and their totals. merged_into: the customer that remains of a merged one, {"id",
 * "customer_number"}; merges: the customers who were merged into this one, [{"id": of the merge, "customer_number",
 * "name", "mobile", "merged_at", "merged_name", "undo_until": null when it is too late}]. Null if there is none. 42501 for anyone but admin
 * and crm_user.
 */
create or replace function public.customer_record(number text default null, id uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  who constant uuid := (
    select customer.id from public.customers as customer
    where case when customer_record.number is not null
      then customer.customer_number = upper(customer_record.number) else customer.id = customer_record.id end
  );
begin
  perform private.require_staff('admin', 'crm_user');
  return private.customer_of(who) || (
    select jsonb_build_object(
      'open_enquiries', coalesce(figures.open_enquiries, 0), 'orders_total', coalesce(figures.orders, 0),
      'messages_total', coalesce(figures.messages, 0),
      'unhandled_messages', coalesce(figures.unhandled_messages, 0),
      'enquiries_total', (select count(*) from public.enquiry_orders where customer_id = who))
    from (select who as customer_id) as asked left join private.lead_figures as figures using (customer_id)
  ) || jsonb_build_object(
    'enquiries', (
      select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' - 'updated_at' || jsonb_build_object(
          'item_count', (select count(*) from public.enquiry_items where enquiry_order_id = listed.id),
          'order', (
            select jsonb_build_object('id', made.id, 'order_number', made.order_number)
            from public.orders as made where made.enquiry_order_id = listed.id
          )) order by listed.created_at desc, listed.id), '[]')
      from (
        select * from public.enquiry_orders where customer_id = who
        order by created_at desc, id limit 100
      ) as listed
    ),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' - 'updated_at' - 'enquiry_order_id'
        || jsonb_build_object(
          'item_count', (select count(*) from public.order_items where order_id = listed.id),
          'enquiry', (
            select jsonb_build_object('id', asked.id, 'enquiry_number', asked.enquiry_number)
            from public.enquiry_orders as asked where asked.id = listed.enquiry_order_id
          )) order by listed.created_at desc, listed.id), '[]')
      from (
        select * from public.orders where customer_id = who order by created_at desc, id limit 100
      ) as listed
    ),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' || jsonb_build_object(
          'handled_name', person.display_name) order by listed.created_at desc, listed.id), '[]')
      from (
        select * from public.contact_enquiries where customer_id = who
        order by created_at desc, id limit 100
      ) as listed left join public.user_profiles as person on person.id = listed.handled_by
    ),
    'notes', private.notes_of(array(
      select note.id from public.customer_notes as note where note.customer_id = who
      order by note.created_at desc, note.id limit 100)),
    'merged_into', (
      select jsonb_build_object('id', remaining.id, 'customer_number', remaining.customer_number)
      from public.customers as remaining where remaining.id = nullif(private.remaining_customer(who), who)
    ),
    'merges', (
      select coalesce(jsonb_agg(jsonb_build_object('id', merge.id, 'customer_number', merged.customer_number,
          'name', merged.first_name || ' ' || merged.last_name, 'mobile', merged.mobile, 'merged_at', merge.merged_at,
          'merged_name', person.display_name,
          'undo_until', case when merge.merged_at > now() - interval '24 hours' and merged.erased_at is null
            then merge.merged_at + interval '24 hours' end)
        order by merge.merged_at desc, merge.id), '[]')
      from public.customer_merges as merge
        join public.customers as merged on merged.id = merge.from_id
        left join public.user_profiles as person on person.id = merge.merged_by
      where merge.into_id = who and merge.undone_at is null
    ),
    'timeline', private.timeline_of(who, null));
end
$$;

/*
 * An enquiry or order by number or id, with its owner, notes, customer and items. Each item says whether it is in the
 * catalogue, how many there are, and what is free for it on its days (private.lines_availability; null once the
 * rental is over, or as long as it has no dates). Null if there is no such record.
 * live_statuses: statuses of rentals that are not over.
 */
create or replace function private.rental_record(
  rentals regclass, number_column text, lines regclass, parent_column text, live_statuses text[], number text, id uuid
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  told jsonb;
begin
  execute format(
    'select to_jsonb(rental) || jsonb_build_object(
       ''customer'', private.customer_of(rental.customer_id),
       ''items'', (
         select coalesce(jsonb_agg(to_jsonb(line) || jsonb_build_object(''name'', item.name,
           ''code'', item.code, ''slug'', item.slug, ''image'', item.image,
           ''active'', item.active, ''stock'', item.quantity) order by line.position, line.id), ''[]'')
         from %s as line left join public.catalogue_items as item
           on item.type = line.item_type and item.id = line.item_id
         where line.%I = rental.id))
     from %s as rental where %s',
    lines, parent_column, rentals,
    case when number is not null then format('rental.%I = upper($1)', number_column) else 'rental.id = $2' end)
    into told using rental_record.number, rental_record.id;
  if told is null then
    return null;
  end if;
  return told || private.owner_and_notes(told) || jsonb_build_object('items', (
    select coalesce(jsonb_agg(line.value || jsonb_build_object('availability', known.availability) order by line.place), '[]')
    from jsonb_array_elements(told -> 'items') with ordinality as line (value, place)
      left join private.lines_availability(
        case when told ->> 'status' = any (live_statuses) then told -> 'items' else '[]' end,
        coalesce(told ->> 'enquiry_order_id', told ->> 'id')::uuid
      ) as known on known.line_id = (line.value ->> 'id')::uuid
  ));
end
$$;
