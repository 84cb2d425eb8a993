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
  q text default '',
  statuses text[] default null,
  customer_id uuid default null,
  assigned_to text default null,
  created_from date default null,
  created_to date default null,
  rental_from date default null,
  rental_to date default null,
  has_message boolean default null,
  assignee text default null,
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

grant execute

      on function public.search_enquiries(text,text[],uuid,text,date,date,date,date,boolean,text,text,integer,text,integer)
  to authenticated;
