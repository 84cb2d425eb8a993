/*
 * Orders with their customer and items, with the arguments of search_enquiries; q compares the order
 * number, and payment_statuses also filters and sorts. show: 'out' for orders that are out today, 'due'
 * for those whose return is due (see private.filter_conditions), null for all.
 */
create function public.search_orders(
  q text default '',
  statuses text[] default null,
  payment_statuses text[] default null,
  customer_id uuid default null,
  assigned_to text default null,
  created_from date default null,
  created_to date default null,
  rental_from date default null,
  rental_to date default null,
  show text default null,
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

grant execute

      on function public.search_orders(text,text[],text[],uuid,text,date,date,date,date,text,boolean,text,text,integer,text,integer)
  to authenticated;
