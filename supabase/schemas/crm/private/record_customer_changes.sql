/*
 * Records what changed about customers: a new assignee, edited details (which fields), another mobile number, an
 * erasure. Of a merged customer only the erasure.
 */
create function private.record_customer_changes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- why: customer_for's INSERT … ON CONFLICT DO UPDATE fires this trigger even when it updated no row.
  if not exists (select from new_rows) then
    return null;
  end if;
  insert into public.crm_events
    (created_at, customer_id, subject, subject_id, actor, user_id, what, from_value, to_value)
  select clock_timestamp(), changed.id, 'customer', changed.id, at_work.actor, at_work.user_id, event.*
  from old_rows as former join new_rows as changed using (id)
  cross join lateral (values
    ('assigned', former.assigned_to::text, changed.assigned_to::text),
    ('erased', null, case when former.erased_at is null then changed.erased_at::date::text end),
    ('mobile_corrected', null, case when former.mobile <> changed.mobile then 'mobile' end),
    ('corrected', null, case when changed.erased_at is null then nullif(concat_ws(',',
      case when former.first_name <> changed.first_name then 'first_name' end,
      case when former.last_name <> changed.last_name then 'last_name' end,
      case when former.email is distinct from changed.email then 'email' end), '') end)
  ) as event (what, from_value, to_value)
  cross join private.current_actor() as at_work
  where event.from_value is distinct from event.to_value
    and (changed.merged_into is null or event.what = 'erased');
  return null;
end
$$;
