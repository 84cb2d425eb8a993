-- What is told of a change is put together by who asks for it, not by who made the change: making a
-- message of JSON cost a writer more than the row that it was kept in.

lock table backend.announcements;
select backend.tell_changes();

alter table backend.announcements
  drop column message,
  add column began_at timestamptz not null default now(),
  add column relation oid not null,
  add column operation text not null,
  -- Columns of the primary key; and for each row their value, or a list of their values if several.
  add column names text[] not null,
  add column keys jsonb[] not null;

/*
 * Trigger arguments: the columns of the primary key. Keeps the keys of the statement's rows, of at
 * most 1,000 of them, for backend.tell_changes().
 * why: keys only, since everybody who may connect may listen.
 */
create or replace function backend.announce_changes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  keys jsonb[];
begin
  if tg_nargs = 1 then
    keys := array(select to_jsonb(changed) -> tg_argv[0] from changed limit 1000);
  else
    keys := array(
      select (select jsonb_agg(to_jsonb(changed) -> name order by place)
        from unnest(tg_argv) with ordinality as named (name, place))
      from changed limit 1000);
  end if;
  if keys <> '{}' then
    insert into backend.announcements (relation, operation, names, keys)
    values (tg_relid, tg_op, tg_argv, keys);
  end if;
  return null;
end
$$;

/*
 * Tells what waits on the channel `realtime_changes`, and forgets it.
 * why: in parts that fit into a notification (8,000 bytes).
 */
create or replace function backend.tell_changes() returns void
language sql
set search_path = ''
as $$
  with told as (
    delete from backend.announcements returning made_at, began_at, relation, operation, names, keys
  )
  select pg_notify('realtime_changes', message)
  from (
    select made_at, jsonb_build_object('schema', nspname, 'table', relname, 'type', operation, 'at', began_at,
      'keys', (
        select jsonb_agg((
          select jsonb_object_agg(name, case cardinality(names) when 1 then key else key -> place::integer - 1 end)
          from unnest(names) with ordinality as named (name, place)))
        from unnest(keys[first : first + 39]) as key))::text as message
    from told
      join pg_catalog.pg_class on pg_class.oid = relation
      join pg_catalog.pg_namespace on pg_namespace.oid = relnamespace
      cross join generate_series(1, cardinality(keys), 40) as first
    order by made_at, first
  ) as in_order
  where octet_length(message) < 8000
$$;
