-- An enquiry is open until its status says that nobody has to act on it any more: a closed or rejected
-- one is not. Beside it the count of those not converted stays (back-office §7).

alter table public.crm_rental_enquiry_statuses add column is_open boolean not null default true;
update public.crm_rental_enquiry_statuses set is_open = false where value in ('closed', 'rejected', 'converted');

-- Enquiries that are not converted; open_enquiries becomes those that are open.
alter table private.lead_figures add column enquiries integer not null default 0;

/* The statuses of enquiries that are open. */
create function private.open_statuses() returns text[]
language sql stable
set search_path = ''
as $$
  select array(select value from public.crm_rental_enquiry_statuses where is_open)
$$;

/* Counts everything again, for the owner: after data came in with the triggers off. Writers wait. */
create or replace function private.recount_leads() returns void
language plpgsql
set search_path = ''
as $$
begin
  lock table public.enquiry_orders, public.orders, public.contact_enquiries in share row exclusive mode;
  delete from private.lead_figures;
  insert into private.lead_figures (customer_id, enquiries, open_enquiries, orders, messages, unhandled_messages)
  select customer_id, sum(unconverted), sum(open_enquiry), sum(made), sum(sent), sum(unhandled)
  from (
    select customer_id, (status <> 'converted')::integer, (status = any (private.open_statuses()))::integer, 0, 0, 0
    from public.enquiry_orders
    union all select customer_id, 0, 0, 1, 0, 0 from public.orders
    union all select customer_id, 0, 0, 0, 1, (handled_at is null)::integer from public.contact_enquiries
  ) as counted (customer_id, unconverted, open_enquiry, made, sent, unhandled)
  group by customer_id;
end
$$;

/* Adds the statement's enquiries to the figures of their leads. */
create or replace function private.count_new_enquiries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.lead_figures as known (customer_id, enquiries, open_enquiries)
  select customer_id, count(*), count(*) filter (where status = any (private.open_statuses()))
  from new_rows where status <> 'converted'
  -- why: in the order of the key, so that two statements never wait for each other in a circle.
  group by customer_id order by customer_id
  on conflict (customer_id) do update set
    enquiries = known.enquiries + excluded.enquiries,
    open_enquiries = known.open_enquiries + excluded.open_enquiries;
  return null;
end
$$;

create trigger enquiry_orders_enquiries_update after update on public.enquiry_orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_for_leads('enquiries', '(status <> ''converted'')::integer');
create trigger enquiry_orders_enquiries_delete after delete on public.enquiry_orders
  referencing old table as old_rows
  for each statement execute function private.count_for_leads('enquiries', '(status <> ''converted'')::integer');
create or replace trigger enquiry_orders_open_enquiries_update after update on public.enquiry_orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_for_leads(
    'open_enquiries', '(status = any (private.open_statuses()))::integer');
create or replace trigger enquiry_orders_open_enquiries_delete after delete on public.enquiry_orders
  referencing old table as old_rows
  for each statement execute function private.count_for_leads(
    'open_enquiries', '(status = any (private.open_statuses()))::integer');

/* Counts again when a status becomes open or is no longer. */
create function private.recount_open_enquiries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.recount_leads();
  return null;
end
$$;

create trigger crm_rental_enquiry_statuses_is_open after update on public.crm_rental_enquiry_statuses
  for each row when (old.is_open <> new.is_open)
  execute function private.recount_open_enquiries();

select private.recount_leads();

/*
 * Leads: customers with how many enquiries (not converted), open ones among them, orders and messages
 * they have.
 *
 * q: first or last name, both with a space between, e-mail, mobile, customer number.
 * assigned_to: the uuid of a member of staff, or 'none'. created_from and created_to: days of the
 * studio on which they came, both counted. unhandled: only those with a message nobody dealt with.
 * sort: created, number, name, email, mobile, assigned, enquiries, open_enquiries, orders, messages
 * or unhandled, with '-' before it descending. page: from 1; or cursor: `next` of the page before.
 * size: 1 to 1000. total: exact but where a needle is found often, then counted to 1000.
 * Raises PT400 for what it does not know, 42501 for anyone but admin and crm_user.
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
 * How many there are in each list of the CRM, of one customer or of all, and how many wait: pending
 * enquiries, leads of nobody, leads with a message nobody dealt with, and these messages. 42501 for anyone but admin and crm_user.
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
    where customer.erased_at is null
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
 * What the dashboard's cards tell, as far as the caller's role may know: {"crm": … or null,
 * "inventory": {kind: {"active", "inactive"}}}. Which orders are out or due, search_orders
 * and this function take from private.filter_conditions, so that each figure is the total of its list.
 * 42501 for who is no staff.
 */
create or replace function public.dashboard_figures() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  crm jsonb;
  inactive jsonb := '{}';
  listed record;
  figure text;
  shown text;
  counted bigint;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if private.is_staff('admin', 'crm_user') then
    for figure, shown in values ('orders_out', 'out'), ('returns_due', 'due') loop
      execute 'select count(*) from public.orders as listed where true'
        || private.filter_conditions(jsonb_build_object(shown, true)) into counted;
      crm := coalesce(crm, '{}') || jsonb_build_object(figure, counted);
    end loop;
    crm := crm || (public.crm_counts() - array['leads', 'enquiries', 'orders']);
  end if;
  for listed in select kind, item_table from private.catalogue_kinds loop
    execute format('select count(*) from %s where not active', listed.item_table) into counted;
    inactive := inactive || jsonb_build_object(listed.kind, counted);
  end loop;
  return jsonb_build_object('crm', crm, 'inventory', (
    select jsonb_object_agg(kind, jsonb_build_object(
      'active', (select coalesce(sum(items), 0) from private.catalogue_counts as held where held.kind = kinds.kind),
      'inactive', inactive -> kind))
    from private.catalogue_kinds as kinds
  ));
end
$$;
