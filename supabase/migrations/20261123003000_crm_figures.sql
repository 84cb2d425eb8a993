-- Counts per customer, maintained by triggers, and the figures of the CRM's tabs and the dashboard.

-- why: lists sort by these counts, and totals are sums of them; neither reads all enquiries.
create table private.lead_figures (
  customer_id uuid not null,
  -- Enquiries whose status is open (crm_rental_enquiry_statuses.is_open).
  open_enquiries integer not null default 0,
  orders integer not null default 0,
  messages integer not null default 0,
  unhandled_messages integer not null default 0,
  -- Enquiries that are not converted (docs/product/crm.md).
  enquiries integer not null default 0,
  constraint lead_figures_pkey primary key (customer_id),
  constraint lead_figures_customer_id_fkey
    foreign key (customer_id) references public.customers (id) on delete cascade
);

alter table private.lead_figures enable row level security;

/* The statuses of enquiries that are open. */
create function private.open_statuses() returns text[]
language sql stable
set search_path = ''
as $$
  select array(select value from public.crm_rental_enquiry_statuses where is_open)
$$;

/* Adds the statement's new enquiries to the counts of their customers. */
create function private.count_new_enquiries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.lead_figures as known (customer_id, enquiries, open_enquiries)
  select customer_id, count(*), count(*) filter (where status = any (private.open_statuses()))
  from new_rows where status <> 'converted'
  -- why: in key order, so that two statements cannot deadlock.
  group by customer_id order by customer_id
  on conflict (customer_id) do update set
    enquiries = known.enquiries + excluded.enquiries,
    open_enquiries = known.open_enquiries + excluded.open_enquiries;
  return null;
end
$$;

create trigger enquiry_orders_open_enquiries_insert after insert on public.enquiry_orders
  referencing new table as new_rows
  for each statement execute function private.count_new_enquiries();

/*
 * Adds a statement's changes to one count. Trigger arguments: the count's column, and the expression that
 * a row adds to it.
 * why: at the end of the statement and in key order, so that two statements that change the same counts
 * wait for each other without a deadlock.
 */
create function private.count_for_leads() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changes text[] := '{}';
begin
  if tg_op <> 'DELETE' then
    changes := changes || format('select customer_id, %s from new_rows', tg_argv[1]);
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || format('select customer_id, -(%s) from old_rows', tg_argv[1]);
  end if;
  execute format(
    'insert into private.lead_figures as known (customer_id, %1$I)
     select customer_id, sum(n) from (%2$s) as changed (customer_id, n)
     group by customer_id having sum(n) <> 0 order by customer_id
     on conflict (customer_id) do update set %1$I = known.%1$I + excluded.%1$I',
    tg_argv[0], array_to_string(changes, ' union all '));
  return null;
end
$$;

create trigger enquiry_orders_enquiries_update after update on public.enquiry_orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_for_leads('enquiries', '(status <> ''converted'')::integer');
create trigger enquiry_orders_enquiries_delete after delete on public.enquiry_orders
  referencing old table as old_rows
  for each statement execute function private.count_for_leads('enquiries', '(status <> ''converted'')::integer');
create trigger enquiry_orders_open_enquiries_update after update on public.enquiry_orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_for_leads(
    'open_enquiries', '(status = any (private.open_statuses()))::integer');
create trigger enquiry_orders_open_enquiries_delete after delete on public.enquiry_orders
  referencing old table as old_rows
  for each statement execute function private.count_for_leads(
    'open_enquiries', '(status = any (private.open_statuses()))::integer');

do $$
declare
  counted record;
begin
  for counted in select * from (values
    ('orders', 'orders', '1'),
    ('contact_enquiries', 'messages', '1'),
    ('contact_enquiries', 'unhandled_messages', '(handled_at is null)::integer')
  ) as listed (name, figure, share) loop
    execute format('create trigger %1$I after insert on public.%2$I
      referencing new table as new_rows
      for each statement execute function private.count_for_leads(%3$L, %4$L)',
      concat_ws('_', counted.name, counted.figure, 'insert'), counted.name, counted.figure, counted.share);
    execute format('create trigger %1$I after update on public.%2$I
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.count_for_leads(%3$L, %4$L)',
      concat_ws('_', counted.name, counted.figure, 'update'), counted.name, counted.figure, counted.share);
    execute format('create trigger %1$I after delete on public.%2$I
      referencing old table as old_rows
      for each statement execute function private.count_for_leads(%3$L, %4$L)',
      concat_ws('_', counted.name, counted.figure, 'delete'), counted.name, counted.figure, counted.share);
  end loop;
end
$$;

/* Rebuilds all counts, for the owner: after data was loaded with triggers disabled. Blocks writers. */
create function private.recount_leads() returns void
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

/* Rebuilds the counts when a status becomes open or stops being open. */
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

/*
 * The number of rows in each list of the CRM, of one customer or of all, and of those that need
 * attention: pending enquiries, unassigned leads, leads with an unhandled message, unhandled messages.
 * 42501 for anyone but admin and crm_user.
 */
create function public.crm_counts(customer_id uuid default null) returns jsonb
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
 * The figures of the dashboard's cards that the caller's role may see: {"crm": … or null,
 * "inventory": {kind: {"active", "inactive"}}}. search_orders and this function share
 * private.filter_conditions for orders that are out or due, so that each figure is the total of its list.
 * 42501 for anyone but staff.
 */
create function public.dashboard_figures() returns jsonb
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

grant execute on function public.crm_counts(uuid), public.dashboard_figures() to authenticated;
