/*
 * Makes the table of a kind, which has its columns and its rows in private.catalogue_kinds and
 * catalogue_lookups, one like the others: constraints, the sequence of its codes, indexes, row level
 * security, policies, grants, live changes, and the triggers for codes, slugs, counts, registry and
 * cached pages, and the activity log.
 */
create function private.add_kind(kind text) returns void
language plpgsql
set search_path = ''
as $$
declare
  added constant private.catalogue_kinds := (select listed from private.catalogue_kinds as listed where listed.kind = add_kind.kind);
  item_table constant regclass := added.item_table;
  code constant name := added.code_column;
  named constant name := (select relname from pg_catalog.pg_class where oid = added.item_table);
  staff constant text := '(select private.is_staff(''admin'', ''crm_user'', ''inventory_user''))';
  -- Columns that staff write.
  written constant text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
    where attrelid = added.item_table and attnum > 0 and not attisdropped and attgenerated = ''
      and attname not in ('id', added.code_column, 'slug', 'created_at', 'updated_at')
  );
  lookup record;
  event record;
begin
  execute format('create sequence private.%I as bigint', kind || '_code_seq');
  execute format('alter table %s
    add constraint %I primary key (id), add constraint %I unique (%I), add constraint %I unique (slug),
    add constraint %I check (private.trimmed(name) <> '''' and char_length(name) <= 120),
    add constraint %I check (char_length(description) <= 4000),
    add constraint %I check (price between 0 and 9999999.99),
    add constraint %I check (quantity between 0 and 1000000),
    add constraint %I check (private.is_image_list(images))',
    item_table, named || '_pkey', format('%s_%s_key', named, code), code, named || '_slug_key', named || '_name_length',
    named || '_description_length', named || '_price_range', named || '_quantity_range', named || '_images_check');

  execute format('create index %I on %s (created_at, id)', named || '_newest_idx', item_table);
  execute format('create index %I on %s (price, id)', named || '_price_idx', item_table);
  execute format('create index %I on %s (name, id)', named || '_name_idx', item_table);
  execute format('create index %I on %s (quantity, id)', named || '_quantity_idx', item_table);
  execute format('create index %I on %s ((substr(%I, 5)::bigint), id) include (%3$I)', named || '_code_idx', item_table, code);
  execute format('create index %I on %s (id) where not active', named || '_inactive_idx', item_table);
  execute format('create index %I on %s (id) where in_studio', named || '_in_studio_idx', item_table);
  execute format('create index %I on %s using gin ((%s) extensions.gin_trgm_ops)',
    named || case added.staff_text when 'item.search_text' then '_search_idx' else '_staff_search_idx' end,
    item_table, replace(added.staff_text, 'item.', ''));
  for lookup in select * from private.catalogue_lookups as listed where listed.kind = add_kind.kind order by listed.key loop
    if lookup.column_type = 'uuid'::regtype then
      execute format('alter table %s add constraint %I foreign key (%I) references %s (id)',
        item_table, format('%s_%s_fkey', named, lookup.item_column), lookup.item_column, lookup.lookup_table);
      execute format('create index %I on %s (%I)',
        format('%s_%s_idx', named, lookup.item_column), item_table, lookup.item_column);
    end if;
    if lookup.is_sidebar then
      execute format('create index %I on %s (%I, id) where active', named || '_related_idx', item_table, lookup.item_column);
    end if;
  end loop;

  execute format('alter table %s enable row level security', item_table);
  execute format('create policy %I on %s for select to anon, authenticated using (active)',
    named || ': anyone reads active', item_table);
  execute format('create policy %I on %s for select to authenticated using (%s)',
    named || ': staff read all', item_table, staff);
  execute format('create policy %I on %s for insert to authenticated with check (%s)',
    named || ': staff insert', item_table, staff);
  execute format('create policy %I on %s for update to authenticated using (%s) with check (%3$s)',
    named || ': staff update', item_table, staff);
  execute format('create policy %I on %s for all to service_role using (true) with check (true)',
    named || ': service_role does all', item_table);
  execute format('grant select on %s to anon', item_table);
  execute format('grant select, insert (id, %2$s), update (%2$s) on %1$s to authenticated', item_table, written);
  execute format('grant select, insert, update, delete on %s to service_role', item_table);

  -- Triggers fire in the order of their names: the code comes before the slug, which may fall back to it.
  execute format('create trigger %I before insert or update on %s
    for each row execute function private.assign_code(%L, %L, %L)',
    named || '_code', item_table, code, upper(added.code_prefix), format('private.%I', kind || '_code_seq'));
  execute format('create trigger %I before insert or update on %s
    for each row execute function private.assign_slug(''name'', %L)', named || '_slug', item_table, code);
  execute format('create trigger %I before update on %s
    for each row execute function private.touch_updated_at()', named || '_updated_at', item_table);
  for event in
    select * from (values
      ('insert', 'referencing new table as new_items'),
      ('update', 'referencing old table as old_items new table as new_items'),
      ('delete', 'referencing old table as old_items'),
      ('truncate', '')
    ) as listed (verb, transition)
  loop
    execute format('create trigger %I after %s on %s %s for each statement execute function private.count_items(%L)',
      format('%s_counted_%s', named, event.verb), event.verb, item_table, event.transition, kind);
    execute format('create trigger %I after %s on %s %s for each statement execute function private.register_items(%L, %L)',
      format('%s_registered_%s', named, event.verb), event.verb, item_table, event.transition, kind, code);
  end loop;
  for lookup in
    select item_table as watched
    union select listed.lookup_table from private.catalogue_lookups as listed where listed.kind = add_kind.kind
    except select tgrelid from pg_catalog.pg_trigger where tgname = 'catalogue_changed'
  loop
    execute format('create trigger catalogue_changed after insert or update or delete or truncate on %s
      for each statement execute function private.tell_catalogue_changed()', lookup.watched);
  end loop;
  perform private.add_item_log(kind);
  -- why: a publication FOR ALL TABLES includes the table already and rejects ADD TABLE.
  if exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime' and not puballtables) then
    execute format('alter publication supabase_realtime add table %s', item_table);
  end if;
end
$$;
