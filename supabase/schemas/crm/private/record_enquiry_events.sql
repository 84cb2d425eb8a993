/* Records events of enquiries: another status, and the begin and end of waiting as a second option. */
create function private.record_enquiry_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  at_work record;
begin
  if not exists (
    select from old_rows as former join new_rows as changed using (id)
    where former.status <> changed.status or (former.waiting_since is null) <> (changed.waiting_since is null)
  ) then
    return null;
  end if;
  at_work := private.current_actor();
  insert into public.crm_events (created_at, customer_id, subject, subject_id, actor, user_id, what, from_value, to_value)
  select clock_timestamp(), changed.customer_id, 'enquiry', changed.id, at_work.actor, at_work.user_id,
    case changed.status when 'converted' then 'converted' else 'status' end, former.status,
    case changed.status when 'converted' then
      (select made.order_number from public.orders as made where made.enquiry_order_id = changed.id)
    else changed.status end
  from old_rows as former join new_rows as changed using (id) where former.status <> changed.status;
  insert into public.crm_events (created_at, customer_id, subject, subject_id, actor, user_id, what)
  select clock_timestamp(), changed.customer_id, 'enquiry', changed.id, at_work.actor, at_work.user_id,
    case when changed.waiting_since is null then 'waiting_ended' else 'waiting' end
  from old_rows as former join new_rows as changed using (id)
  where (former.waiting_since is null) <> (changed.waiting_since is null);
  return null;
end
$$;
