/* Logs the settings of one save. */
create function private.record_setting_activity() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  first_id constant bigint := nextval('private.activity_id_seq');
begin
  insert into private.activity (id, change_id, more, at, person_id, person_name, area, what, table_name, record_type,
    record_id, label, changes)
  select case listed.place when 1 then first_id else nextval('private.activity_id_seq') end, first_id,
    case listed.place when 1 then listed.total - 1 else 0 end, listed.at, listed.by, listed.by_name, 'settings', 'changed',
    'setting_changes', 'setting', listed.key, listed.key,
    jsonb_build_object('value', jsonb_build_array(listed.was, listed.became))
  from (
    select row_number() over (order by made.key) as place, count(*) over () as total, made.* from new_rows as made
  ) as listed
  order by listed.place;
  return null;
end
$$;
