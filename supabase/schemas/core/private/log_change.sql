/*
 * Logs one change that the caller makes, where a trigger cannot tell it: lists that are saved by writing all their rows
 * anew, and accounts. Without a member of staff as the caller it logs accounts and settings only. changes: {field: [old,
 * new]}; a change without any is not logged. person: who made it, where the caller is not staff.
 */
create function private.log_change(
  area text,
  what text,
  table_name text,
  record_type text,
  record_id text,
  label text,
  changes jsonb,
  person uuid default null
) returns void
language plpgsql
set search_path = ''
as $$
declare
  at_work constant record := private.current_actor();
  made_by constant uuid := coalesce(at_work.user_id, person);
  new_id bigint;
begin
  if (at_work.actor <> 'staff' and area not in ('staff', 'settings')) or (what = 'changed' and changes = '{}') then
    return;
  end if;
  new_id := nextval('private.activity_id_seq');
  insert into private.activity
    (id, change_id, person_id, person_name, area, what, table_name, record_type, record_id, label, changes)
  values (new_id, new_id, made_by, private.person_name(made_by), log_change.area, log_change.what,
    log_change.table_name, log_change.record_type, log_change.record_id, log_change.label, log_change.changes);
end
$$;
