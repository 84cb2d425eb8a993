-- Changes wait in a table until somebody who follows them asks for their notifications.
-- why: a transaction that notifies holds one lock of the whole server until its commit is on disk, so
-- that commits could not be made together, but only one after the other.

-- why: unlogged; who listens reads anew after a crash anyway.
create unlogged table backend.announcements (
  made_at timestamptz not null default clock_timestamp(),
  message text not null
);

/*
 * Trigger arguments: the columns of the primary key. Keeps the keys of the statement's rows, of at
 * most 1,000 of them, for backend.tell_changes().
 * why: keys only, since everybody who may connect may listen; and in parts that fit into a
 * notification (8,000 bytes).
 */
create or replace function backend.announce_changes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into backend.announcements (message)
  select jsonb_build_object('schema', tg_table_schema, 'table', tg_table_name, 'type', tg_op,
    'at', now(), 'keys', jsonb_agg(key))::text
  from (
    select (row_number() over () - 1) / 40 as part,
      (select jsonb_object_agg(name, to_jsonb(changed) -> name) from unnest(tg_argv) as name) as key
    from changed limit 1000
  ) as keyed
  group by part;
  return null;
end
$$;

/* Tells what waits on the channel `realtime_changes`, and forgets it. */
create function backend.tell_changes() returns void
language sql
set search_path = ''
as $$
  with told as (delete from backend.announcements returning made_at, message)
  select pg_notify('realtime_changes', message)
  from (select message from told where octet_length(message) < 8000 order by made_at) as in_order
$$;

revoke execute on function backend.tell_changes() from public;
