-- Figures for the CRM's tabs and the dashboard's cards.

do $$
declare
  counted record;
begin
  for counted in select relname as name from private.catalogue_kinds join pg_class on pg_class.oid = item_table loop
    execute format('create index %I on public.%I (id) where not active',
      counted.name || '_inactive_idx', counted.name);
  end loop;
end
$$;

/*
 * How many there are in each list of the CRM, of one customer or of all, and how many wait: pending
 * enquiries, leads of nobody, messages nobody dealt with. 42501 for anyone but admin and crm_user.
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
    select jsonb_build_object('enquiries', coalesce(sum(figures.open_enquiries), 0),
      'orders', coalesce(sum(figures.orders), 0),
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
 * "inventory": {kind: {"active", "inactive"}}}. Orders are out while they are confirmed or in
 * progress and today (in the studio) is one of their days; due on their last day and after it.
 * 42501 for who is no staff.
 */
create function public.dashboard_figures() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'Asia/Kolkata')::date;
  crm jsonb;
  inactive jsonb := '{}';
  listed record;
  counted bigint;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if private.is_staff('admin', 'crm_user') then
    crm := (
      select jsonb_build_object(
        'orders_out', count(*) filter (where rental_from <= today and rental_to >= today),
        'returns_due', count(*) filter (where rental_to <= today))
      from public.orders where status in ('confirmed', 'in_progress')
    ) || (public.crm_counts() - array['leads', 'enquiries', 'orders']);
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
