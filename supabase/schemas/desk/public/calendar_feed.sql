/*
 * The events of a calendar: {"name": of the member of staff or crew, null for the studio's, "subject", "events":
 * [{"uid", "from", "to": last day, "number", "customer", "status": label, "tentative", "pieces", "created_at",
 * "updated_at"}]}, at most 2000 from 60 days ago on; null for an unknown, revoked or expired secret, and of an account
 * that is disabled or left the CRM. Never with a mobile number or an e-mail address.
 *
 * Of the studio: orders that are not cancelled, and enquiries that hold items. Of a member of staff: the orders and
 * open enquiries they own. Of a crew member: the days they are booked or held, without the customer.
 */
create function public.calendar_feed(secret text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  link private.links := private.open_link('calendar', calendar_feed.secret);
  most constant integer := 2000;
  moment constant timestamptz := clock_timestamp();
  owner_name text;
  events jsonb;
begin
  if link.id is null then
    return null;
  elsif link.user_id is not null then
    select profile.display_name into owner_name
    from public.user_profiles as profile join auth.users as account on account.id = profile.id
    where profile.id = link.user_id and profile.role in ('admin', 'crm_user')
      and coalesce(account.banned_until <= moment, true);
    if not found then
      return null;
    end if;
  elsif link.item_id is not null then
    select item.name into owner_name from public.items as item where item.id = link.item_id;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('uid', uid, 'from', first_day, 'to', last_day, 'number', number,
    'customer', customer, 'status', label, 'tentative', tentative, 'pieces', pieces,
    'created_at', private.iso_time(created_at), 'updated_at', private.iso_time(updated_at))
    order by first_day, number, uid), '[]')
  into events
  from (
    select made.id as uid, coalesce(made.rental_from, made.rental_to) as first_day,
      coalesce(made.rental_to, made.rental_from) as last_day, made.order_number as number,
      private.customer_name(made.customer_id) as customer, status.label, false as tentative,
      (select sum(line.quantity) from public.order_items as line where line.order_id = made.id) as pieces,
      made.created_at, made.updated_at
    from public.orders as made join public.crm_rental_order_statuses as status on status.value = made.status
    where link.item_id is null and made.status <> 'cancelled'
      and (link.for_studio or made.assigned_to = link.user_id)
      and coalesce(made.rental_to, made.rental_from) >= private.calendar_start()
    union all
    select made.id, coalesce(made.rental_from, made.rental_to), coalesce(made.rental_to, made.rental_from),
      made.enquiry_number, private.customer_name(made.customer_id),
      case when made.held_until > moment then 'Held' else status.label end, true,
      (select sum(line.quantity) from public.enquiry_items as line where line.enquiry_order_id = made.id),
      made.created_at, made.updated_at
    from public.enquiry_orders as made join public.crm_rental_enquiry_statuses as status on status.value = made.status
    where link.item_id is null and made.status = any (private.open_statuses())
      and case when link.for_studio then made.held_until > moment else made.assigned_to = link.user_id end
      and coalesce(made.rental_to, made.rental_from) >= private.calendar_start()
    union all
    select reserved.id, lower(reserved.rented), upper(reserved.rented) - 1,
      coalesce(booked.order_number, asked.enquiry_number), null,
      case reserved.kind when 'hold' then 'Held' else 'Booked' end, reserved.kind = 'hold', null,
      reserved.created_at, reserved.updated_at
    from public.reservations as reserved
      left join public.order_items as line on line.id = reserved.order_item_id
      left join public.orders as booked on booked.id = line.order_id
      left join public.enquiry_items as asked_line on asked_line.id = reserved.enquiry_item_id
      left join public.enquiry_orders as asked on asked.id = asked_line.enquiry_order_id
    where reserved.item_id = link.item_id and reserved.kind in ('rental', 'hold') and reserved.status <> 'released'
      and (reserved.expires_at is null or reserved.expires_at > moment)
      and upper(reserved.rented) > private.calendar_start()
    order by first_day, number limit most
  ) as listed;
  return jsonb_build_object('name', owner_name, 'events', events, 'subject',
    case when link.for_studio then 'studio' when link.user_id is not null then 'staff' else 'crew' end);
end
$$;

grant execute on function public.calendar_feed(text) to anon, authenticated, service_role;
