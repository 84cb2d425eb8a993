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
  q text default '',
  assigned_to text default null,
  created_from date default null,
  created_to date default null,
  unhandled boolean default false,
  customer_id uuid default null,
  sort text default '-created',
  page integer default 1,
  cursor text default null,
  size integer default 25
) returns json
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
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
    'json_build_object(''id'', lead.id, ''customer_number'', lead.customer_number,
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

grant execute
  on function public.search_leads(text,text,date,date,boolean,uuid,text,integer,text,integer)
  to authenticated;
