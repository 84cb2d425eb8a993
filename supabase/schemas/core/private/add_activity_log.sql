/* Logs all changes of a table that staff make. Arguments as those of private.record_activity. */
create function private.add_activity_log(
  logged regclass,
  area text,
  record_type text,
  record_id text,
  label text,
  columns text default '',
  condition text default 'true',
  logs_values boolean default true
) returns void
language plpgsql
set search_path = ''
as $$
declare
  named constant name := (select relname from pg_catalog.pg_class where oid = logged);
  event record;
begin
  for event in
    select * from (values
      ('insert', 'new table as new_rows'),
      ('update', 'old table as old_rows new table as new_rows'),
      ('delete', 'old table as old_rows')
    ) as listed (verb, transition)
  loop
    execute format('create trigger %I after %s on %s referencing %s
      for each statement execute function private.record_activity(%L, %L, %L, %L, %L, %L, %L)',
      format('%s_activity_%s', named, event.verb), event.verb, logged, event.transition,
      area, record_type, record_id, label, columns, condition, logs_values);
  end loop;
end
$$;
