/*
 * The last 100 events of a customer, newest first; with `subjects`, only the events of these records. Events of a
 * customer who was merged into this one have that customer's number. Names are of staff for `assigned`, of items for
 * events of lines. `hold_ended`: a hold ended by itself, or with its enquiry's status.
 * why hold_ended is read and not stored: nothing runs at the moment at which a hold ends.
 */
create function private.timeline_of(customer_id uuid, subjects uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  with told as (
    select listed.id, listed.created_at, listed.actor, listed.user_id, listed.subject, listed.subject_id,
      listed.what, listed.from_value, listed.to_value
    from public.crm_events as listed
    where listed.customer_id = timeline_of.customer_id
      and (subjects is null or listed.subject_id = any (subjects))
  ), held as (
    select told.id, told.created_at, told.subject_id, told.to_value, told.to_value::timestamptz as until
    from told where told.what = 'held'
  ), ended as (
    select md5('ended ' || held.id)::uuid as id, coalesce(ending.created_at, held.until) as created_at,
      coalesce(ending.actor, 'system') as actor, ending.user_id, 'enquiry' as subject, held.subject_id,
      'hold_ended' as what, held.to_value as from_value, null::text as to_value
    from held
      join public.enquiry_orders as enquiry on enquiry.id = held.subject_id
      left join lateral (
        select later.created_at, later.actor, later.user_id, later.what, later.to_value
        from told as later
        where later.subject_id = held.subject_id and later.created_at > held.created_at and later.created_at < held.until
          and (later.what in ('held', 'hold_released', 'converted')
            or later.what = 'status' and later.to_value <> all (private.open_statuses())
            -- While one of its items was taken over, the rest is still held.
            or later.what = 'hold_taken_over' and enquiry.held_until is null)
        order by later.created_at limit 1
      ) as ending on true
    where case when ending.what is null then held.until <= private.this_moment()
      else ending.what = 'status' and ending.to_value <> 'converted' end
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', event.id, 'created_at', event.created_at,
      'actor', event.actor, 'user_id', event.user_id, 'user_name', person.display_name,
      'what', event.what, 'from', event.from_value, 'to', event.to_value,
      'from_name', coalesce(former.display_name, old_item.name),
      'to_name', coalesce(present.display_name, new_item.name),
      'subject', event.subject, 'subject_id', event.subject_id,
      'number', coalesce(enquiry.enquiry_number, made.order_number, other.customer_number))
    order by event.created_at desc, event.id), '[]')
  from (
    select * from told union all select * from ended
    order by created_at desc, id limit 100
  ) as event
  left join public.user_profiles as person on person.id = event.user_id
  left join public.user_profiles as former
    on former.id = case event.what when 'assigned' then event.from_value::uuid end
  left join public.user_profiles as present
    on present.id = case event.what when 'assigned' then event.to_value::uuid end
  left join lateral (
    select item.name from public.items as item
    where event.what like 'line\_%' and item.code = split_part(event.from_value, ' ', 1) limit 1
  ) as old_item on true
  left join lateral (
    select item.name from public.items as item
    where event.what like 'line\_%' and item.code = split_part(event.to_value, ' ', 1) limit 1
  ) as new_item on true
  left join public.enquiry_orders as enquiry
    on event.subject = 'enquiry' and enquiry.id = event.subject_id
  left join public.orders as made on event.subject = 'order' and made.id = event.subject_id
  left join public.customers as other
    on event.subject = 'customer' and other.id = event.subject_id and event.subject_id <> timeline_of.customer_id
$$;
