-- Live changes: triggers on the tables of the publication supabase_realtime tell the keys of what
-- changed to whoever listens; and the table whose policies say who may send and hear broadcasts.

create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- As Supabase Realtime has it: rows are only ever made to ask the policies, and never kept.
-- https://supabase.com/docs/guides/realtime/authorization
create table realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null,
  constraint messages_pkey primary key (id)
);
alter table realtime.messages enable row level security;
create policy "messages: service_role all" on realtime.messages to service_role
  using (true) with check (true);
grant select, insert on realtime.messages to authenticated, service_role;

/* The topic that a policy on realtime.messages is asked about. */
create function realtime.topic() returns text language sql stable
  return nullif(current_setting('realtime.topic', true), '');
revoke execute on function realtime.topic() from public;
grant execute on function realtime.topic() to anon, authenticated, service_role;

/*
 * Trigger arguments: the columns of the primary key. Tells the keys of the statement's rows, of at
 * most 1,000 of them, on the channel `realtime_changes`.
 * why: keys only, since everybody who may connect may listen; and in parts that fit into a
 * notification (8,000 bytes).
 */
create function backend.announce_changes() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  message text;
begin
  for message in
    select jsonb_build_object('schema', tg_table_schema, 'table', tg_table_name, 'type', tg_op,
      'at', now(), 'keys', jsonb_agg(key))::text
    from (
      select (row_number() over () - 1) / 40 as part,
        (select jsonb_object_agg(name, to_jsonb(changed) -> name) from unnest(tg_argv) as name) as key
      from changed limit 1000
    ) as keyed
    group by part
  loop
    if octet_length(message) < 8000 then
      perform pg_notify('realtime_changes', message);
    end if;
  end loop;
  return null;
end
$$;

/* Gives the published tables their triggers, and takes them from tables that are published no more. */
create function backend.follow_publication() returns void
language plpgsql
set search_path = ''
as $$
declare
  followed record;
  operation text;
begin
  perform pg_advisory_xact_lock(hashtext('backend.follow_publication'));
  for followed in
    select c.oid::regclass as name, published.tablename is not null as wanted,
      (select string_agg(quote_literal(a.attname), ', ') from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as keys
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_publication_tables published on published.pubname = 'supabase_realtime'
      and published.schemaname = n.nspname and published.tablename = c.relname
    where n.nspname = 'public' and c.relkind = 'r'
      and (published.tablename is not null) <> exists (
        select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'realtime_insert')
  loop
    foreach operation in array array['insert', 'update', 'delete'] loop
      if not followed.wanted then
        execute format('drop trigger %I on %s', 'realtime_' || operation, followed.name);
      elsif followed.keys is not null then
        execute format(
          'create trigger %I after %s on %s referencing %s table as changed
           for each statement execute function backend.announce_changes(%s)',
          'realtime_' || operation, operation, followed.name,
          case operation when 'delete' then 'old' else 'new' end, followed.keys);
      end if;
    end loop;
  end loop;
end
$$;

revoke execute on function backend.announce_changes(), backend.follow_publication() from public;
