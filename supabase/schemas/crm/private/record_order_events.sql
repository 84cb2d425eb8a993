/* Records events of orders: made, and another status or payment field. */
create function private.record_order_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  at_work record;
begin
  if tg_op = 'INSERT' then
    at_work := private.current_actor();
    insert into public.crm_events (created_at, customer_id, subject, subject_id, actor, user_id, what, from_value)
    select made.created_at, made.customer_id, 'order', made.id, at_work.actor, at_work.user_id, 'created', enquiry.enquiry_number
    from new_rows as made left join public.enquiry_orders as enquiry on enquiry.id = made.enquiry_order_id;
  elsif exists (
    select from old_rows as former join new_rows as changed using (id)
    where (former.status, former.payment_status) <> (changed.status, changed.payment_status)
  ) then
    at_work := private.current_actor();
    insert into public.crm_events (created_at, customer_id, subject, subject_id, actor, user_id, what, from_value, to_value)
    select clock_timestamp(), changed.customer_id, 'order', changed.id, at_work.actor, at_work.user_id, event.*
    from old_rows as former join new_rows as changed using (id)
      cross join lateral (values
        ('status', former.status, changed.status),
        ('payment_status', former.payment_status, changed.payment_status)
      ) as event (what, from_value, to_value)
    where event.from_value <> event.to_value;
  end if;
  return null;
end
$$;
