/*
 * Logs what a statement of staff changed: a row for each record with changed fields. Changes of staff profiles and
 * settings are logged whoever makes them. Trigger arguments: area; type of the record; SQL of its id and of its label,
 * over `written`; the columns that count, separated by commas ('': all but ids, times and derived texts); SQL that rows
 * must satisfy; whether values of added and removed rows are logged.
 */
create function private.record_activity() returns trigger
language plpgsql security definer
set search_path = ''
set jit = 'off'
as $$
declare
  at_work constant record := private.current_actor();
  watched constant text[] := string_to_array(tg_argv[4], ',');
  any_row boolean;
  source text;
  changes text;
begin
  if at_work.actor <> 'staff' and tg_argv[0] not in ('staff', 'settings') then
    return null;
  end if;
  -- why before the rest: statement triggers run for no row as well, and for rows that are never logged.
  if tg_argv[5] = 'true' then
    if tg_op = 'DELETE' then
      any_row := exists (select from old_rows);
    else
      any_row := exists (select from new_rows);
    end if;
  else
    execute format('select exists (select from %s as written where %s)',
      case tg_op when 'DELETE' then 'old_rows' else 'new_rows' end, tg_argv[5]) into any_row;
  end if;
  if not any_row then
    return null;
  end if;
  -- Each changed column as [old, new].
  select string_agg(format(
      case tg_op
        when 'UPDATE' then '%1$L, case when former.%2$I is distinct from written.%2$I then jsonb_build_array(former.%2$I, written.%2$I) end'
        when 'INSERT' then '%1$L, case when written.%2$I is not null then jsonb_build_array(null, written.%2$I) end'
        else '%1$L, case when written.%2$I is not null then jsonb_build_array(written.%2$I, null) end'
      end, attname, attname), ', ' order by attnum)
    into changes
  from pg_catalog.pg_attribute
  where attrelid = tg_relid and attnum > 0 and not attisdropped and attgenerated = ''
    and case when watched = '{}' then attname <> all ('{id,slug,created_at,updated_at,material}') else attname = any (watched) end;
  if tg_op = 'UPDATE' then
    source := format('old_rows as former join new_rows as written on %s', (
      select string_agg(format('former.%1$I = written.%1$I', attribute.attname), ' and ')
      from pg_catalog.pg_index as key join pg_catalog.pg_attribute as attribute
        on attribute.attrelid = key.indrelid and attribute.attnum = any (key.indkey)
      where key.indrelid = tg_relid and key.indisprimary));
  else
    source := case tg_op when 'INSERT' then 'new_rows' else 'old_rows' end || ' as written';
    if not tg_argv[6]::boolean then
      changes := '';
    end if;
  end if;
  execute format(
    'with listed as materialized (
       select row_number() over () as place, count(*) over () as total, told.*
       from (
         select (%1$s)::text as record_id, %2$s as label, jsonb_strip_nulls(jsonb_build_object(%3$s)) as changes
         from %4$s where %5$s
       ) as told
       where %6$L <> ''UPDATE'' or told.changes <> ''{}''
     ), first as (select nextval(''private.activity_id_seq'') as id)
     insert into private.activity (id, change_id, more, at, person_id, person_name, area, what, table_name, record_type,
       record_id, label, changes)
     select case listed.place when 1 then first.id else nextval(''private.activity_id_seq'') end, first.id,
       case listed.place when 1 then listed.total - 1 else 0 end, $1, $2, $3, $4, $5, $6, $7,
       listed.record_id, coalesce(listed.label, ''''), listed.changes
     from listed, first order by listed.place',
    tg_argv[2], tg_argv[3], changes, source, tg_argv[5], tg_op)
    using clock_timestamp(), at_work.user_id, private.person_name(at_work.user_id), tg_argv[0],
      case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'removed' end, tg_table_name, tg_argv[1];
  return null;
end
$$;
