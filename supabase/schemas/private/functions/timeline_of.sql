-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * The last 100 events of a customer, newest first; with `subjects`, only the events of these records. Events of a
 * customer who was merged into this one have that customer's number.
 */
create function private.timeline_of(customer_id uuid, subjects uuid[]) returns jsonb
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
