/* Logs a member of staff's event of the CRM, which has no personal data. */
create function private.record_crm_activity() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  new_id constant bigint := nextval('private.activity_id_seq');
begin
  insert into private.activity (id, change_id, at, person_id, person_name, area, what, table_name, record_type, record_id,
    label, customer_id, changes)
  values (new_id, new_id, new.created_at, new.user_id, private.person_name(new.user_id), 'crm', new.what, 'crm_events',
    case when new.subject in ('enquiry', 'order') then new.subject else 'customer' end,
    case when new.subject in ('enquiry', 'order') then new.subject_id else new.customer_id end,
    private.crm_label(new.subject, new.subject_id, new.customer_id), new.customer_id,
    case when coalesce(new.from_value, new.to_value) is null then '{}'
      else jsonb_build_object(new.what, jsonb_build_array(new.from_value, new.to_value)) end);
  return null;
end
$$;
