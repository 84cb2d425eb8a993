/*
 * Makes a table of `id, <label_column>, slug, created_at` a lookup that staff edit: constraints, row
 * level security, policies, the slug's trigger and grants.
 */
create function private.add_lookup(lookup regclass, label_column name default 'name'::name)
returns void
language plpgsql
set search_path = ''
as $$
declare
  named constant name := (select relname from pg_catalog.pg_class where oid = lookup);
  staff constant text := '(select private.is_staff(''admin'', ''crm_user'', ''inventory_user''))';
begin
  execute format('alter table %s
    add constraint %I primary key (id), add constraint %I unique (%I), add constraint %I unique (slug),
    add constraint %I check (private.trimmed(%4$I) <> '''' and char_length(%4$I) <= 80)',
    lookup, named || '_pkey', format('%s_%s_key', named, label_column), label_column, named || '_slug_key',
    format('%s_%s_length', named, label_column));
  execute format('alter table %s enable row level security', lookup);
  execute format('create policy %I on %s for select to anon, authenticated using (true)',
    named || ': anyone reads', lookup);
  execute format('create policy %I on %s for insert to authenticated with check (%s)',
    named || ': staff insert', lookup, staff);
  execute format('create policy %I on %s for update to authenticated using (%s) with check (%3$s)',
    named || ': staff update', lookup, staff);
  execute format('create policy %I on %s for delete to authenticated using (%s)',
    named || ': staff delete', lookup, staff);
  execute format('create policy %I on %s for all to service_role using (true) with check (true)',
    named || ': service_role does all', lookup);
  execute format('create trigger %I before insert or update on %s
    for each row execute function private.assign_slug(%L, ''id'')', named || '_slug', lookup, label_column);
  perform private.add_activity_log(lookup, 'lists', 'list', 'written.id', format('written.%I', label_column));
  execute format('grant select on %s to anon', lookup);
  execute format('grant select, delete, insert (id, %2$I), update (%2$I) on %1$s to authenticated', lookup, label_column);
  execute format('grant select, insert, update, delete on %s to service_role', lookup);
end
$$;
