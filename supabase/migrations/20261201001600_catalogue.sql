-- Functions and views of catalogue, as supabase/schemas/catalogue has them, and the triggers that run them.

-- why: functions of all subjects call each other; their bodies are looked up when they run.
set check_function_bodies = off;

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

create function private.apart(items jsonb) returns jsonb
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  waiting jsonb := items;
  placed jsonb := '[]';
  last_kind text;
  chosen bigint;
begin
  for step in 1..jsonb_array_length(items) loop
    -- A kind that makes up more than half of the rest goes first; later it could not be kept apart.
    select place into chosen
    from jsonb_array_elements(waiting) with ordinality as listed (item, place)
    order by
      item ->> 'kind' is not distinct from last_kind,
      2 * count(*) over (partition by item ->> 'kind') <= jsonb_array_length(waiting),
      place
    limit 1;
    placed := placed || jsonb_build_array(waiting -> (chosen::integer - 1));
    last_kind := waiting -> (chosen::integer - 1) ->> 'kind';
    waiting := waiting - (chosen::integer - 1);
  end loop;
  return placed;
end
$$;

create function private.begin_item_batch(
  id uuid,
  kind text,
  what text,
  change jsonb default null,
  undoes uuid default null
) returns void
language plpgsql
set search_path = ''
as $$
begin
  delete from public.item_batches as old where old.id is distinct from begin_item_batch.undoes and old.id in (
    (select aged.id from public.item_batches as aged
     where aged.created_at < now() - interval '90 days' order by aged.created_at limit 5)
    union all
    (select over.id from public.item_batches as over
     where over.kind = begin_item_batch.kind order by over.created_at desc, over.id offset 199 limit 5)
  );
  insert into public.item_batches (id, kind, user_id, what, change, undoes)
  values (begin_item_batch.id, begin_item_batch.kind, auth.uid(), begin_item_batch.what,
    begin_item_batch.change, begin_item_batch.undoes);
end
$$;

create function private.changed_column(kind text, key text, out item_column name, out type text)
returns record
language plpgsql stable
set search_path = ''
as $$
begin
  if key in ('active', 'in_studio', 'price') then
    item_column := key;
    type := case key when 'price' then 'numeric' else 'boolean' end;
    return;
  end if;
  select lookup.item_column, lookup.column_type::text into item_column, type
  from private.catalogue_lookups as lookup
  where lookup.kind = changed_column.kind and lookup.key = changed_column.key;
  if not found then
    raise exception 'There is no "%" to change at once here.', left(key, 40) using errcode = 'PT400';
  end if;
end
$$;

create function private.check_registered(kind text, registered bigint, wanted bigint) returns void
language plpgsql
set search_path = ''
as $$
begin
  if registered <> wanted then
    raise exception 'An item of another kind has the id of this %.', check_registered.kind
      using errcode = 'unique_violation', schema = 'public', table = 'items', constraint = 'items_pkey';
  end if;
end
$$;

create function private.count_items() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  nothing constant text := 'select null::uuid, null::text[], null::text, null::text[] where false';
  read_items constant text := format('select item.id, %s as lookup_ids, item.search_text as text, %s as keys',
    private.lookup_ids_of(tg_argv[0]), private.keys_of(tg_argv[0]));
  earlier constant text := case when tg_op = 'INSERT' then nothing
    else read_items || ' from old_items as item where item.active' end;
  later constant text := case when tg_op = 'DELETE' then nothing
    else read_items || ' from new_items as item where item.active' end;
  gone constant text := format('(%s except %s) as gone (id, lookup_ids, text, keys)', earlier, later);
  come constant text := format('(%s except %s) as come (id, lookup_ids, text, keys)', later, earlier);
  touched integer;
begin
  if tg_op = 'TRUNCATE' then
    delete from private.search_entries as entry where entry.kind = tg_argv[0];
    delete from private.search_marks as mark using private.catalogue_counts as counted
      where counted.kind = tg_argv[0] and counted.id = mark.counted;
    delete from private.catalogue_counts as counted where counted.kind = tg_argv[0];
    return null;
  end if;
  execute format(
    'insert into private.catalogue_counts as counted (kind, lookup_ids, items, places)
     select $1, lookup_ids, sum(n), count(*) filter (where n = 1)
     from (
       select lookup_ids, 1 from %s union all select lookup_ids, -1 from %s
     ) as changed (lookup_ids, n)
     group by lookup_ids order by lookup_ids collate "C"
     on conflict (kind, lookup_ids) do update set
       items = counted.items + excluded.items, places = counted.places + excluded.places',
    come, gone) using tg_argv[0];
  get diagnostics touched = row_count;
  if touched = 0 then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    execute private.mark_statement(format(
      'delete from private.search_entries as entry
       where entry.kind = $1 and entry.item_id in (select id from %s)
       returning counted, place, text, keys',
      gone)) using tg_argv[0];
  end if;
  if tg_op <> 'DELETE' then
    execute private.mark_statement(format(
      'insert into private.search_entries as entry (kind, item_id, counted, place, text, keys)
       select $1, come.id, counted.id, counted.places - row_number() over (partition by counted.id), come.text,
         come.keys
       from %s join private.catalogue_counts as counted
         on counted.kind = $1 and counted.lookup_ids = come.lookup_ids collate "C"
       on conflict (kind, item_id) do update set
         counted = excluded.counted, place = excluded.place, text = excluded.text, keys = excluded.keys
       returning counted, place, text, keys',
      come)) using tg_argv[0];
  end if;
  return null;
end
$$;

create function private.count_statement(
  kind text,
  chosen jsonb,
  ids jsonb,
  searching boolean,
  days private.rental_days default null,
  only_free boolean default false
) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  -- The condition under which every item of a count matches: one of its lookup names matches the pattern.
  matched text;
  -- The same as SQL for any search: whether all items of a count match.
  whole text;
  -- Parts of the statement that count free items.
  booked text;
  free_of_group text;
  free_of_kind text;
  -- For each filter, in order: its condition on a count, null where nothing is selected.
  passes text[];
  pass text;
  facets text;
  -- Column of `groups` and `sums` that counts results.
  counted constant text := case when only_free then 'free' else 'n' end;
  of_kind constant text := case when kind is not null then format(' and kind = %L', kind) else '' end;
begin
  select string_agg(format('counts.kind = %L and lookup_ids[%s] = any (private.ids_in($2, %L))',
    counted.kind, place, counted.kind || '.' || key), ' or ')
  into matched from private.counted_lookups as counted
  where ids ? (counted.kind || '.' || key) and counted.kind = coalesce(count_statement.kind, counted.kind);
  whole := case when searching then coalesce('(' || matched || ') is true', 'false') else 'true' end;

  select array_agg(case when chosen ? facet.key then
    format('f%s = any (private.ids_in($2, %L))', facet.place, 'chosen.' || facet.key) end order by facet.place)
  into passes from private.search_facets(kind) as facet;
  pass := coalesce(nullif(array_to_string(passes, ' and '), ''), 'true');

  -- Each facet counts what the other filters let through, so that a second value of it can be selected.
  -- The sidebar lists all of its values, the others those with results and those selected.
  select string_agg(format(
    '%1$L, (select coalesce(jsonb_agg(jsonb_build_object(''value'', listed.slug, ''label'', listed.%2$I,
        ''count'', coalesce(counted.n, 0)%3$s) order by listed.%7$I, listed.%2$I, listed.slug), ''[]'')
      from %4$s as listed left join (
        select f%5$s as id, sum(%9$s) as n from groups where %6$s group by 1
      ) as counted on counted.id = listed.id::text
      where %8$s or counted.n > 0 or listed.id::text = any (private.ids_in($2, ''chosen.'' || %1$L)))',
    facet.key, facet.label_column, coalesce(', ''hex'', listed.' || quote_ident(facet.swatch_column), ''),
    facet.source, facet.place, coalesce((
      select string_agg(other.pass, ' and ') from unnest(passes) with ordinality as other (pass, place)
      where other.pass is not null and other.place <> facet.place
    ), 'true'), facet.order_column, facet.is_sidebar::text, counted), ', ')
  into facets from private.search_facets(kind) as facet;

  if days is null then
    free_of_group := '';
    free_of_kind := '';
  else
    booked := format('booked as materialized (%s), booked_counts as (
        select counted, sum(bit_count(items::bit(64)))::integer as n from booked group by counted
      ), ', private.booked_statement(kind, days));
    free_of_group := format(', case when %s then items - coalesce(booked_counts.n, 0) else found.free end as free', whole);
    free_of_kind := ', sum(free) as free';
  end if;

  return format(
    'with %7$sfound as materialized (%1$s), groups as materialized (
       select counts.id, counts.kind, %2$s,
         case when %3$s then items else found.n end as n, %3$s as is_whole%8$s
       from private.catalogue_counts as counts left join found on found.counted = counts.id%9$s
       where items > 0%4$s and (%3$s or found.n > 0)
     ), sums as (
       select kind, sum(n) as n%10$s from groups where %5$s group by kind
     ), pages as (
       select kind, 8 * sums.n * sums.%11$s <= ($3 + 1) * listed.n as is_collected
       from sums join (
         select kind, sum(items) as n from private.catalogue_counts where true%4$s group by kind
       ) as listed using (kind)%12$s
     )
     select jsonb_build_object(''total'', coalesce((select sum(%11$s) from sums), 0), ''facets'', jsonb_build_object(%6$s),
       ''pages'', (select jsonb_agg(jsonb_build_object(''kind'', kind, ''collected'', is_collected,
         ''whole'', case when is_collected then
           (select jsonb_agg(id) from groups where groups.kind = pages.kind and is_whole and %5$s) end,
         ''partly'', case when is_collected then
           (select jsonb_agg(id) from groups where groups.kind = pages.kind and not is_whole and %5$s) end))
         from pages)%13$s)',
    case
      when not searching and days is null then 'select null::integer as counted, null::integer as n where false'
      when not searching then 'select null::integer as counted, null::integer as n, null::integer as free where false'
      -- why: an item that contains the pattern in two of its words counts once.
      when ids ? 'words' and days is null then 'select counted, sum(n)::integer as n from (
          select counted, bit_count(bit_or(items)::bit(64)) as n from private.search_marks
          where word = any (private.ids_in($2, ''words'')) group by counted, chunk
        ) as marked group by counted'
      when ids ? 'words' then 'select counted, sum(bit_count(marked.items::bit(64)))::integer as n,
          sum(bit_count((marked.items & ~coalesce(booked.items, 0))::bit(64)))::integer as free
        from (
          select counted, chunk, bit_or(items) as items from private.search_marks
          where word = any (private.ids_in($2, ''words'')) group by counted, chunk
        ) as marked left join booked using (counted, chunk) group by counted'
      when days is null then 'select counted, count(*)::integer as n from private.search_entries where text like $1'
        || of_kind || ' group by counted'
      else 'select entry.counted, count(*)::integer as n,
          (count(*) filter (where coalesce(booked.items, 0) >> entry.place % 64 & 1 = 0))::integer as free
        from private.search_entries as entry
          left join booked on booked.counted = entry.counted and booked.chunk = entry.place / 64
        where text like $1' || of_kind || ' group by entry.counted'
    end,
    case when kind is null then 'counts.kind as f1' else (
      select string_agg(format('lookup_ids[%1$s] as f%1$s', facet.place), ', ')
      from private.search_facets(kind) as facet
    ) end,
    whole, of_kind, pass, facets, booked, free_of_group,
    case when days is null then '' else ' left join booked_counts on booked_counts.counted = counts.id' end,
    free_of_kind, counted, case when only_free then ' where sums.free > 0' else '' end,
    case when days is null or only_free then ''
      else ', ''free_total'', coalesce((select sum(free) from sums), 0)' end);
end
$$;

create view private.counted_lookups with (security_invoker = true) as
  select kind, key, item_column,
    row_number() over (partition by kind order by facet nulls last, key)::integer as place
  from private.catalogue_lookups
  where facet is not null or is_searched;

create function private.cursor_of(sort text, sort_value jsonb, id uuid) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select translate(
    encode(convert_to(jsonb_build_array(sort, sort_value, id)::text, 'UTF8'), 'base64'),
    E'+/\n', '-_')
$$;

create function private.dated_page(page jsonb, days private.rental_days) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return page || jsonb_build_object('availability', days.shows,
      'items', private.with_free(page -> 'items', days))
    || case when page ? 'instead'
      then jsonb_build_object('instead', private.with_free(page -> 'instead', days)) else '{}' end
    || case when days.shows = 'off' then '{"free_total": null}'::jsonb else '{}' end;
end
$$;

create function private.found_chunks(q text, kind text) returns private.search_chunk[]
language plpgsql stable
set search_path = ''
as $$
declare
  terms constant text[] := private.search_terms(q);
  chunks private.search_chunk[];
begin
  if cardinality(terms) = 0 then
    return '{}';
  end if;
  chunks := private.search_chunks(q, terms, kind, is_wide => false);
  if (select coalesce(sum(bit_count(exact::bit(64))), 0) from unnest(chunks)) < 8 then
    chunks := private.search_chunks(q, terms, kind, is_wide => true);
  end if;
  return chunks;
end
$$;

create function private.free_chunks(chunks private.search_chunk[], days private.rental_days)
returns private.search_chunk[]
language plpgsql stable
set search_path = ''
as $$
declare
  judged constant private.rental_days := private.judge_apart(null, days);
  free private.search_chunk[];
begin
  execute format(
    'with booked as materialized (%s)
     select array_agg((part.kind, part.counted, part.chunk, part.phrase & ~coalesce(items, 0),
       part.exact & ~coalesce(items, 0), part.wide & ~coalesce(items, 0), part.near & ~coalesce(items, 0)
     )::private.search_chunk)
     from unnest($1) as part left join booked on booked.counted = part.counted and booked.chunk = part.chunk',
    private.booked_statement(null, judged)) into free using chunks;
  return coalesce(free, '{}');
end
$$;

create function private.free_items_instead(q text, free_days private.rental_days default null)
returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  chunks private.search_chunk[] := private.found_chunks(q, null);
begin
  if free_days is not null then
    chunks := private.free_chunks(chunks, free_days);
  end if;
  return private.items_of(coalesce((
    select jsonb_agg(jsonb_build_object('kind', type, 'id', id) order by is_similar, name, id)
    from (
      select item.type, item.id, item.name, part.exact >> entry.place % 64 & 1 = 0 as is_similar
      from public.free_items_unified_view as item
        join private.search_entries as entry on entry.kind = item.type and entry.item_id = item.id
        join unnest(chunks) as part
          on part.counted = entry.counted and part.chunk = entry.place / 64
      where (part.exact | part.wide) >> entry.place % 64 & 1 = 1
      order by is_similar, name, id limit 24
    ) as found), '[]'));
end
$$;

create function private.free_items_statement(
  sort text,
  days private.rental_days default null,
  only_free boolean default false
) returns text
language sql stable
set search_path = ''
as $$
  select format(
    'with found as materialized (
       select type as kind, id, %1$I as sort_value%6$s from public.free_items_unified_view as item
       where ($1 = ''%%%%'' or lower(name) like $1 or lower(second_label) like $1 or type like $1)%7$s
     ), page as (
       select found.*, row_number() over (order by sort_value %2$s, id %2$s) as place
       from found
       where ($2::text[] is null or kind = any ($2))
         and ($4::uuid is null or (sort_value, id) %3$s ($3::%4$s, $4))
       order by place limit $5 + 1
     ), items as (%5$s)
     select jsonb_build_object(
       ''total'', (select count(*) from found where $2 is null or kind = any ($2)),
       ''items'', (select coalesce(jsonb_agg(item order by place), ''[]'') from items where place <= $5),
       ''facets'', jsonb_build_object(''kind'', (
         select coalesce(jsonb_agg(jsonb_build_object(
           ''value'', listed.kind, ''label'', listed.plural, ''count'', counted.n
         ) order by listed.position), ''[]'')
         from private.catalogue_kinds as listed
           join (select kind, count(*) as n from found group by kind) as counted using (kind))),
       ''next'', (select private.cursor_of($6, to_jsonb(sort_value), id) from page
         where place = $5 and exists (select from page where place > $5))%8$s)',
    ordered.by_column, ordered.direction, case ordered.direction when 'desc' then '<' else '>' end,
    ordered.by_type, (
      select string_agg(private.item_statement(listed.kind), ' union all ')
      from private.catalogue_kinds as listed where listed.kind in ('prop', 'cloth', 'backdrop', 'gear')
    ),
    case when counts_free then ', ' || is_free || ' as is_free' else '' end,
    case when only_free then ' and ' || is_free else '' end,
    case when counts_free
      then ', ''free_total'', (select count(*) from found where is_free and ($2 is null or kind = any ($2)))' else '' end)
  from (values
    ('newest', 'created_at', 'timestamptz', 'desc'),
    ('price_asc', 'price', 'numeric', 'asc'),
    ('price_desc', 'price', 'numeric', 'desc'),
    ('name', 'name', 'text', 'asc')
  ) as ordered (sort, by_column, by_type, direction)
    cross join (
      select days is not null and not only_free as counts_free, private.free_condition('item.id', days) as is_free
    ) as judged
  where ordered.sort = free_items_statement.sort
$$;

create function private.ids_in(ids jsonb, name text) returns text[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return array(select jsonb_array_elements_text(ids -> name));
end
$$;

create function private.import_columns(kind text)
returns table (
  said text,
  item_column name,
  type text,
  pattern text,
  fallback text,
  is_required boolean,
  lookup_table regclass,
  label_column name,
  place smallint
)
language sql stable
set search_path = ''
as $$
  select coalesce(lookup.key, a.attname), a.attname, format_type(a.atttypid, a.atttypmod),
    case a.atttypid
      when 'boolean'::regtype then '^(true|false)$'
      when 'integer'::regtype then '^\d{1,9}$'
      when 'numeric'::regtype then format('^\d{1,%s}(\.\d{1,%s})?$',
        (((a.atttypmod - 4) >> 16) & 65535) - ((a.atttypmod - 4) & 2047), (a.atttypmod - 4) & 2047)
    end,
    pg_get_expr(d.adbin, d.adrelid), a.attnotnull and d.adbin is null,
    lookup.lookup_table, lookup.badge_column, a.attnum
  from private.catalogue_kinds as listed
  join pg_attribute as a on a.attrelid = listed.item_table and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
  left join private.catalogue_lookups as lookup on lookup.kind = listed.kind and lookup.item_column = a.attname
  where listed.kind = import_columns.kind
    and has_column_privilege('authenticated', a.attrelid, a.attnum, 'insert')
    and (a.atttypid <> 'uuid'::regtype or lookup.key is not null)
$$;

create function private.import_items(kind text) returns text
language sql stable
set search_path = ''
as $$
  with listed as (
    select item_table, code_column from private.inventory_kind(import_items.kind)
  ), known as (
    select *, format($f$nullif(private.trimmed(fields ->> %L), '') as %I$f$, said, 'said_' || said) as text_of,
      case
        when lookup_table is not null then format(
          'case when there.id is not null and (not fields ? %1$L
             or lower(%2$I collate private.names) = lower(private.trimmed(%3$I.%4$I))) then there.%5$I
           else %6$I.id end as %5$I', said, 'said_' || said, 'was_' || said, label_column, item_column, 'of_' || said)
        when pattern is not null then format(
          'case when there.id is not null and %1$I is null then there.%5$I
           else coalesce(case when %1$I ~ %2$L then %1$I::%3$s end, %4$s) end as %5$I',
          'said_' || said, pattern, type, coalesce(fallback, 'null'), item_column)
        else format(
          'case when there.id is not null and (not fields ? %1$L
             or replace(%2$I, E''\r\n'', E''\n'') is not distinct from private.plain_text(there.%3$I)) then there.%3$I
           else coalesce(%2$I, %4$s) end as %3$I', said, 'said_' || said, item_column, coalesce(fallback, 'null'))
      end as value_of
    from private.import_columns(kind) where item_column <> 'images'
  ), written as (
    select item_column, place from private.import_columns(kind)
  )
  select format(
    'select item.*, jsonb_build_array(lower(said_name collate private.names)%1$s)::text collate "C" as same,
       jsonb_build_object(%2$s) as became,
       case when there_id is null then ''{}'' else array_remove(array[%3$s], null) end as differing
     from (
       select said.*, there.id as there_id, there.updated_at as there_at, %4$s,
         array_remove(array[%5$s], null) as images, %6$s, jsonb_build_object(%7$s) as was
       from (
         select line, seen, fields, upper(nullif(private.trimmed(fields ->> ''code''), '''')) collate "C" as said_code, %8$s, %9$s
         from private.import_lines where import_id = $1
       ) as said
       left join %10$s as there on there.%11$I = said.said_code%12$s
     ) as item',
    string_agg(case
      when lookup_table is not null then format(', coalesce(%I::text, lower(%I))', item_column, 'said_' || said)
      when is_required and item_column <> 'name' then format(', %I::text', item_column)
    end, '' order by place),
    (select string_agg(format('%1$L, %1$I', item_column), ', ' order by place) from written),
    (select string_agg(format('case when %1$I is distinct from %2$I then %1$L end', item_column, 'former_' || item_column),
      ', ' order by place) from written),
    (select string_agg(format('there.%I as %I', item_column, 'former_' || item_column), ', ' order by place) from written),
    (select string_agg(format('case when there.id is not null and not fields ? %1$L then there.images[%2$s] else %3$I end',
      'image_' || n, n, 'said_image_' || n), ', ') from generate_series(1, 3) as n),
    string_agg(value_of, ', ' order by place),
    (select string_agg(format('%1$L, there.%1$I', item_column), ', ' order by place) from written),
    string_agg(text_of, ', ' order by place),
    (select string_agg(format($f$nullif(private.trimmed(fields ->> %L), '') as %I$f$, 'image_' || n,
      'said_image_' || n), ', ') from generate_series(1, 3) as n),
    (select item_table from listed), (select code_column from listed),
    string_agg(format(
      ' left join %2$s as %5$I on %5$I.id = there.%6$I
        left join (
          select distinct on (key) id, key
          from (select id, lower(%3$I) collate "C" as key from %2$s) as listed order by key, id
        ) as %1$I on %1$I.key = lower(%4$I collate private.names) collate "C"',
      'of_' || said, lookup_table, label_column, 'said_' || said, 'was_' || said, item_column), '')
      filter (where lookup_table is not null))
  from known
$$;

create function private.import_problems(import_id uuid, kind text, required text[]) returns jsonb
language plpgsql stable
set search_path = ''
set jit = 'off'
as $$
declare
  listed constant private.catalogue_kinds := private.inventory_kind(kind);
  checks text;
  in_table text;
  told jsonb;
begin
  select string_agg(format('select line, %L as field, %L as problem, null as value from item where %I is null
        and (there_id is null or fields ? %1$L and nullif(private.trimmed(%4$I::text), '''') is not null)',
      said, 'required', 'said_' || said, 'former_' || item_column), ' union all ')
      filter (where is_required or said = any (required))
    into checks
  from private.import_columns(kind);
  select concat(checks,
      string_agg(format(' union all select line, %1$L, %2$L, %3$I from item where %3$I !~ %4$L',
        said, 'format', 'said_' || said, pattern), '') filter (where pattern is not null),
      string_agg(format(' union all select line, %1$L, %2$L, %3$I from item where %3$I is not null and %4$I is null',
        said, 'unknown', 'said_' || said, item_column), '') filter (where lookup_table is not null)),
    format('select %I as code, jsonb_build_array(lower(name)%s)::text collate "C" as same from %s', listed.code_column,
      string_agg(format(', %I::text', item_column), '' order by place)
        filter (where lookup_table is not null or is_required and item_column <> 'name'),
      listed.item_table)
    into checks, in_table
  from private.import_columns(kind);
  -- All other checks are the table's own constraints.
  select concat(checks, string_agg(format(
      ' union all select line, %L, %L, %I from item where not (%s) and (there_id is null or differing && %L::text[])',
      field, 'check', 'said_' || field, expression, about), ''))
    into checks
  from (
    select case when first.item_column = 'images' then 'image_1' else first.said end as field,
      pg_get_expr(rule.conbin, rule.conrelid) as expression,
      (select array_agg(known.item_column::text) from private.import_columns(kind) as known
       where known.place = any (rule.conkey)) as about
    from pg_constraint as rule
    join private.import_columns(kind) as first on first.place = rule.conkey[1]
    where rule.conrelid = listed.item_table and rule.contype = 'c' and first.lookup_table is null
      and rule.conkey <@ (select array_agg(known.place) from private.import_columns(kind) as known)
  ) as rules;
  execute format(
    'with every as materialized (%s), item as (
       select * from every where said_code is null or there_id is not null
     ), problem (line, field, problem, value) as (
       %s
       union all
       select line, ''code'', ''no_item'', said_code from every where said_code is not null and there_id is null
       union all
       select line, ''code'', ''same_code'', first::text
       from (select line, min(line) over (partition by there_id) as first from item where there_id is not null) as twice
       where line > first
       union all
       select line, ''code'', ''changed_since'', said_code from item
       where there_id is not null and differing <> ''{}'' and seen is distinct from there_at
       union all
       select line, ''name'', ''same_line'', first::text
       from (
         select line, min(line) over (partition by same) as first from item
         where said_name is not null and there_id is null
       ) as twice
       where line > first
       union all
       select item.line, ''name'', ''same_item'', min(there.code) from item join (%s) as there using (same)
       where item.said_name is not null and item.there_id is null group by item.line
     ), placed as (
       select *, row_number() over (order by line, field, problem) as place from problem
     ), sound as (
       select * from item where line not in (select line from problem)
     ), changes as (
       select line, said_code as code, former_name as name, private.picked(was, differing) as was,
         private.picked(became, differing) as became
       from sound where differing <> ''{}'' order by line limit 1000
     )
     select jsonb_build_object(
       ''lines'', (select count(*) from every),
       ''total'', (select count(*) from problem),
       ''problems'', (
         select coalesce(jsonb_agg(jsonb_build_object(''line'', line, ''field'', field, ''problem'', problem,
           ''value'', left(value, 200)) order by place), ''[]'') from placed where place <= 1000),
       ''new'', (select count(*) from sound where there_id is null),
       ''changed'', (select count(*) from sound where differing <> ''{}''),
       ''unchanged'', (select count(*) from sound where there_id is not null and differing = ''{}''),
       ''refused'', (select count(distinct line) from problem),
       ''changes'', (select coalesce(jsonb_agg(to_jsonb(changes) order by line), ''[]'') from changes))',
    private.import_items(kind), checks, in_table)
    into told using import_id;
  return told;
end
$$;

create function private.inventory_conditions(
  kind text,
  staff_text text,
  filters jsonb,
  pattern text
) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  entry record;
  lookup record;
  ids text[];
  needle text := staff_text || ' like $1';
  conditions text;
begin
  if jsonb_typeof(filters) <> 'object' then
    raise exception 'filters must be an object.' using errcode = 'PT400';
  end if;
  -- why not in: the archived ids are hashed once, and the list is still read along its sort's index.
  conditions := format(
    case when filters @> '{"archived": true}'
      then 'not item.active and item.id in (%1$s)' else '(item.active or item.id not in (%1$s))' end,
    format('select known.id from public.items as known where known.kind = %L and known.archived_at is not null',
      inventory_conditions.kind));
  for entry in select * from jsonb_each(filters) loop
    if entry.key in ('active', 'in_studio', 'archived', 'pictures') then
      if jsonb_typeof(entry.value) <> 'boolean' then
        raise exception 'The filter "%" must be true or false.', entry.key using errcode = 'PT400';
      end if;
      continue when entry.key = 'archived';
      if entry.key = 'pictures' then
        conditions := format('%s and item.images %s ''{}''', conditions, case entry.value when 'true' then '<>' else '=' end);
        continue;
      end if;
      conditions := format('%s and %s item.%I', conditions, case entry.value when 'true' then '' else 'not' end,
        entry.key);
      continue;
    end if;
    select * into lookup from private.catalogue_lookups as known
    where known.kind = inventory_conditions.kind and known.key = entry.key;
    if not found then
      raise exception 'There is no filter "%" here.', left(entry.key, 40) using errcode = 'PT400';
    elsif jsonb_typeof(entry.value) <> 'string' then
      raise exception 'The filter "%" must be a text.', entry.key using errcode = 'PT400';
    end if;
    execute format('select array(select id::text from %s where slug = $1)', lookup.lookup_table)
      into ids using entry.value #>> '{}';
    conditions := format('%s and item.%I = any (%L::%s[])', conditions, lookup.item_column, ids, lookup.column_type);
  end loop;
  if pattern = '%%' then
    return conditions;
  end if;
  for lookup in
    select * from private.catalogue_lookups as known
    where known.kind = inventory_conditions.kind and known.is_searched_by_staff
  loop
    execute format('select array(select id::text from %s where lower(%I) like $1)',
      lookup.lookup_table, lookup.badge_column) into ids using pattern;
    if cardinality(ids) > 0 then
      needle := format('%s or item.%I = any (%L::%s[])', needle, lookup.item_column, ids, lookup.column_type);
    end if;
  end loop;
  return format('%s and (%s)', conditions, needle);
end
$$;

create function private.inventory_kind(kind text) returns private.catalogue_kinds
language plpgsql stable
set search_path = ''
as $$
declare
  listed private.catalogue_kinds;
begin
  select * into listed from private.catalogue_kinds as known where known.kind = inventory_kind.kind;
  if not found then
    raise exception 'There is no kind "%".', left(inventory_kind.kind, 40) using errcode = 'PT400';
  end if;
  return listed;
end
$$;

create function private.item_statement(kind text) returns text
language sql stable
set search_path = ''
as $$
  select format(
    'select page.place, jsonb_build_object(''kind'', page.kind, ''id'', item.id, ''code'', item.%I,
        ''slug'', item.slug, ''name'', item.name, ''price'', item.price, ''in_studio'', item.in_studio,
        ''images'', to_jsonb(item.images[1:2]), ''brand'', null, ''category'', null, ''label'', null)
      || jsonb_build_object(%s) as item
      from page join %s as item on item.id = page.id%s where page.kind = %L',
    listed.code_column,
    ltrim(badges.pairs || coalesce(', ''label'', item.' || quote_ident(listed.label_column), ''), ', '),
    listed.item_table, badges.joins, listed.kind)
  from private.catalogue_kinds as listed
  cross join lateral (
    select
      string_agg(concat(
        case when key = listed.brand_key then format(', ''brand'', %I.%I', 'of_' || key, badge_column) end,
        case when key = listed.category_key then format(', ''category'', %I.%I', 'of_' || key, badge_column) end,
        case when key = listed.label_key then format(', ''label'', %I.%I', 'of_' || key, badge_column) end
      ), '') as pairs,
      string_agg(format(' left join %1$s as %2$I on %2$I.id = item.%3$I',
        lookup_table, 'of_' || key, item_column), '')
        filter (where key in (listed.brand_key, listed.category_key, listed.label_key)) as joins
    from private.catalogue_lookups as lookup
    where lookup.kind = listed.kind
  ) as badges
  where listed.kind = item_statement.kind
$$;

create function private.items_instead(q text, kind text, free_days private.rental_days default null)
returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  chunks private.search_chunk[] := private.found_chunks(q, kind);
begin
  if free_days is not null then
    chunks := private.free_chunks(chunks, free_days);
  end if;
  return private.items_of(private.read_found(chunks, 'best', null, null, null, 24));
end
$$;

create function private.items_of(rows jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  items jsonb;
begin
  if rows = '[]' then
    return rows;
  end if;
  execute (
    select format(
      'with page as (
         select each ->> ''kind'' as kind, (each ->> ''id'')::uuid as id, place
         from jsonb_array_elements($1) with ordinality as listed (each, place)
       ), items as (%s)
       select coalesce(jsonb_agg(item order by place), ''[]'') from items',
      string_agg(private.item_statement(listed.kind), ' union all '))
    from private.catalogue_kinds as listed
    where listed.kind in (select each ->> 'kind' from jsonb_array_elements(rows) as each)
  ) into items using rows;
  return items;
end
$$;

create function private.keys_of(kind text) returns text
language sql stable
set search_path = ''
as $$
  select format('array_remove(array[%s], null)', concat_ws(', ', quote_literal(E'\u0001'), string_agg(
    format('%L || item.%I::text', E'\u0001', item_column), ', ' order by key)))
  from private.catalogue_lookups as lookup
  where lookup.kind = keys_of.kind and not exists (
    select from private.counted_lookups as counted where counted.kind = lookup.kind and counted.key = lookup.key
  )
$$;

create function private.lookup_ids_of(kind text) returns text
language sql stable
set search_path = ''
as $$
  select format('array[%s]', string_agg(format('item.%I::text', item_column), ', ' order by place))
  from private.counted_lookups as lookup
  where lookup.kind = lookup_ids_of.kind
$$;

create function private.lookup_uses(list text)
returns table (kind text, plural text, item_table regclass, item_column name, label_column name)
language plpgsql stable
set search_path = ''
as $$
begin
  return query
    select listed.kind, listed.plural, listed.item_table, lookup.item_column, lookup.badge_column
    from private.catalogue_lookups as lookup
    join private.catalogue_kinds as listed on listed.kind = lookup.kind
    join pg_class as named on named.oid = lookup.lookup_table
    where named.relname = lookup_uses.list and named.relnamespace = 'public'::regnamespace
    order by listed.position;
  if not found then
    raise exception 'There is no list "%".', left(list, 40) using errcode = 'PT400';
  end if;
end
$$;

create function private.mark_statement(moved text) returns text
language sql immutable
set search_path = ''
as $$
  select format(
    'with moved as (%s), changed as (
       select word, counted, place / 64 as chunk, bit_or(1::bigint << place %% 64) as items
       from moved cross join lateral unnest(private.words_of(moved.text) || moved.keys) as word
       where word <> ''''
       group by 1, 2, 3 order by 1, 2, 3
     ), words as (
       insert into private.search_words (word)
         select distinct word from changed where left(word, 1) <> U&''\0001'' order by word
       on conflict (word) do nothing
     )
     merge into private.search_marks as mark using changed
       on mark.word = changed.word and mark.counted = changed.counted and mark.chunk = changed.chunk
     when matched and mark.items = changed.items then delete
     when matched then update set items = mark.items # changed.items
     when not matched then insert (word, counted, chunk, items)
       values (changed.word, changed.counted, changed.chunk, changed.items)',
    moved)
$$;

create function private.mirror_material() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.material := new.material_id;
  return new;
end
$$;

create function private.named_items(ids uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('type', kind, 'id', id, 'code', code, 'name', name) order by code), '[]')
  from (select * from public.items as item where item.id = any (ids) order by code limit 20) as named
$$;

create function private.nearest_items(chunks private.search_chunk[], size integer) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.items_of(private.read_chunks(
    array(select (kind, counted, chunk, near)::private.item_chunk from unnest(chunks) where near <> 0),
    'newest', null, null, size))
$$;

create function private.neighbour_statement(kind text, tier integer, narrowed text) returns text
language sql stable
set search_path = ''
as $$
  select format(
    '(select %1$s as tier, %2$L::text as kind, id, row_number() over (order by turn, id) as rank from (
        (select 0 as turn, id from %3$s where active%4$s and id > $1 order by id limit $2)
        union all
        (select 1, id from %3$s where active%4$s and id < $1 order by id limit $2)
      ) as around order by turn, id limit $2)',
    tier, listed.kind, listed.item_table, narrowed)
  from private.catalogue_kinds as listed where listed.kind = neighbour_statement.kind
$$;

create function private.own_import(id uuid) returns private.imports
language plpgsql
set search_path = ''
as $$
declare
  mine private.imports;
begin
  select * into mine from private.imports as known
  where known.id = own_import.id and known.owner = auth.uid() for update;
  if not found then
    raise exception 'There is no such import. Choose the file again.' using errcode = 'PT404';
  end if;
  return mine;
end
$$;

create function private.page_statement(
  pages jsonb,
  chosen jsonb,
  ids jsonb,
  sort text,
  searching boolean,
  going_on boolean,
  free_days private.rental_days default null
) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  sort_column constant name :=
    case sort when 'newest' then 'created_at' when 'name' then 'name' else 'price' end;
  sort_type constant text :=
    case sort when 'newest' then 'timestamptz' when 'name' then 'text' else 'numeric' end;
  direction constant text := case when sort in ('newest', 'price_desc') then 'desc' else 'asc' end;
  beyond constant text := case direction when 'desc' then '<' else '>' end;
  free constant text := case when free_days is not null then ' and ' || private.free_condition('item.id', free_days) end;
  each record;
  source text;
  -- For each kind with results: the query of its part of the page, and of its items.
  branches text[] := '{}';
  items text[] := '{}';
begin
  for each in
    select asked.kind, asked.item_table, page.collected, page.whole, page.partly, lookups.matched, lookups.narrowed
    from jsonb_to_recordset(pages) as page (kind text, collected boolean, whole integer[], partly integer[])
    join private.catalogue_kinds as asked on asked.kind = page.kind
    cross join lateral (
      select
        string_agg(format(' or item.%I = any (private.ids_in($2, %L)::%s[])',
          item_column, listed.kind || '.' || key, column_type), '')
          filter (where ids ? (listed.kind || '.' || key)) as matched,
        string_agg(format(' and item.%I = any (private.ids_in($2, %L)::%s[])',
          item_column, 'chosen.' || key, column_type), '') filter (where chosen ? key) as narrowed
      from private.catalogue_lookups as listed
      where listed.kind = asked.kind
    ) as lookups
    order by asked.position
  loop
    source := case when each.collected
      -- why: materialized; otherwise the planner walks all items and checks each.
      then format(
        '(with collected as materialized (%s)
          select item.* from collected join %s as item on item.id = collected.item_id) as item where true',
        concat_ws(' union all ',
          format('select item_id from private.search_entries where counted = any (%L::integer[])', each.whole),
          case when each.partly is not null then format(
            'select item_id from private.search_entries where counted = any (%L::integer[]) and text like $1',
            each.partly) end),
        each.item_table)
      else format('%s as item where item.active%s%s', each.item_table,
        case when searching then format(' and (item.search_text like $1%s)', each.matched) end, each.narrowed) end;
    branches := branches || format(
      '(select %1$L::text as kind, item.id, item.%2$I as sort_value from %3$s%4$s%6$s
        order by item.%2$I %5$s, item.id %5$s limit $5 + 1)',
      each.kind, sort_column, source,
      case when going_on
        then format(' and (item.%I, item.id) %s ($3::%s, $4)', sort_column, beyond, sort_type) end,
      direction, free);
    items := items || private.item_statement(each.kind);
  end loop;

  return format(
    'with page as (
       select found.*, row_number() over (order by sort_value %1$s, id %1$s) as place
       from (%2$s) as found order by place limit $5 + 1
     ), items as (%3$s)
     select jsonb_build_object(
       ''items'', (select coalesce(jsonb_agg(item order by place), ''[]'') from items where place <= $5),
       ''next'', (select private.cursor_of($6, to_jsonb(sort_value), id) from page
         where place = $5 and exists (select from page where place > $5)))',
    direction, array_to_string(branches, ' union all '), array_to_string(items, ' union all '));
end
$$;

create function private.picked(whole jsonb, keys text[]) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(whole) where key = any (keys)
$$;

create function private.price_of(value jsonb) returns numeric
language sql immutable parallel safe
set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'number' then
    case when value::numeric between 0 and 9999999.99 and value::numeric * 100 % 1 = 0 then value::numeric end
  end
$$;

create function private.read_best_cursor(
  cursor text,
  sort text,
  out rank integer,
  out sort_value text,
  out id uuid
) returns record
language plpgsql stable
set search_path = ''
as $$
declare
  parts jsonb;
begin
  if sort <> 'best' then
    select read.sort_value, read.id into sort_value, id from private.read_cursor(cursor, sort) as read;
    return;
  end if;
  parts := convert_from(decode(translate(cursor, '-_', '+/'), 'base64'), 'UTF8')::jsonb;
  rank := (parts #>> '{1,0}')::integer;
  sort_value := parts #>> '{1,1}';
  id := (parts ->> 2)::uuid;
  perform sort_value::timestamptz;
  if parts ->> 0 <> sort or rank not between 1 and 3 or sort_value is null or id is null then
    raise exception using errcode = 'PT400';
  end if;
exception when others then
  raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
end
$$;

create function private.read_chunks(
  chunks private.item_chunk[],
  sort text,
  after_value text,
  after_id uuid,
  size integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  sort_column constant name :=
    case sort when 'name' then 'name' when 'newest' then 'created_at' else 'price' end;
  sort_type constant text :=
    case sort when 'newest' then 'timestamptz' when 'name' then 'text' else 'numeric' end;
  direction constant text := case when sort in ('newest', 'price_desc') then 'desc' else 'asc' end;
  going_on constant text := case when after_id is not null then format(' and (item.%I, item.id) %s ($2::%s, $3)',
    sort_column, case direction when 'desc' then '<' else '>' end, sort_type) else '' end;
  branches text;
  is_read_through boolean;
  marks jsonb;
  rows jsonb;
begin
  select string_agg(format(
      '(select %1$L::text as kind, item.id, item.%2$I as sort_value from %3$s%4$s
         order by item.%2$I %5$s, item.id %5$s limit $4)',
      listed.kind, sort_column,
      case when is_collected
        then format(
          '(with hit as materialized (
              select counted, chunk * 64 + bit as place
              from unnest($1) as part cross join generate_series(0, 63) as bit
              where part.kind = %L and part.items >> bit & 1 = 1
            ), collected as materialized (
              select entry.item_id from hit
                join private.search_entries as entry on entry.counted = hit.counted and entry.place = hit.place
            )
            select item.* from collected join %s as item on item.id = collected.item_id) as item where true',
          listed.kind, listed.item_table)
        else format(
          '%s as item where item.active and (
             select ($5 -> entry.counted::text ->> (entry.place / 64)::text)::bigint >> (entry.place %% 64) & 1
             from private.search_entries as entry where entry.kind = %L and entry.item_id = item.id) = 1',
          listed.item_table, listed.kind) end,
      going_on, direction), ' union all '),
    bool_or(not is_collected)
  into branches, is_read_through
  from (
    select known.kind, known.item_table, part.n * part.n <= size * (
      select sum(items) from private.catalogue_counts as counted where counted.kind = known.kind) as is_collected
    from (
      select kind, sum(bit_count(items::bit(64))) as n from unnest(chunks) group by kind
    ) as part join private.catalogue_kinds as known on known.kind = part.kind
    where part.n > 0
  ) as listed;
  if branches is null then
    return '[]';
  end if;
  if is_read_through then
    select jsonb_object_agg(counted, marked) into marks from (
      select counted, jsonb_object_agg(chunk, items) as marked from unnest(chunks) group by counted
    ) as part;
  end if;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(found) order by sort_value %1$s, id %1$s), ''[]'')
     from (select * from (%2$s) as found order by sort_value %1$s, id %1$s limit $4) as found', direction, branches)
    into rows using chunks, after_value, after_id, size, marks;
  return rows;
end
$$;

create function private.read_cursor(cursor text, sort text, out sort_value text, out id uuid)
returns record
language plpgsql stable
set search_path = ''
as $$
declare
  parts jsonb;
begin
  parts := convert_from(decode(translate(cursor, '-_', '+/'), 'base64'), 'UTF8')::jsonb;
  if parts ->> 0 <> sort or jsonb_array_length(parts) <> 3 then
    raise exception using errcode = 'PT400';
  end if;
  sort_value := parts ->> 1;
  id := (parts ->> 2)::uuid;
  case sort
    when 'newest' then perform sort_value::timestamptz;
    when 'name' then null;
    else perform sort_value::numeric;
  end case;
  if sort_value is null or id is null then
    raise exception using errcode = 'PT400';
  end if;
exception when others then
  raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
end
$$;

create function private.read_found(
  chunks private.search_chunk[],
  sort text,
  after_rank integer,
  after_value text,
  after_id uuid,
  size integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  rows jsonb := '[]';
  more jsonb;
begin
  for rank in case sort when 'best' then coalesce(after_rank, 1) else 0 end .. case sort when 'best' then 3 else 0 end loop
    more := private.read_chunks(
      array(
        select (kind, counted, chunk, items)::private.item_chunk
        from (
          select kind, counted, chunk, case rank when 0 then exact | wide when 1 then phrase
            when 2 then exact & ~ phrase else wide & ~ exact end as items
          from unnest(chunks)
        ) as ranked where items <> 0
      ),
      case sort when 'best' then 'newest' else sort end,
      case when rank = coalesce(after_rank, 0) then after_value end,
      case when rank = coalesce(after_rank, 0) then after_id end,
      size - jsonb_array_length(rows));
    rows := rows || coalesce((
      select jsonb_agg(each || jsonb_build_object('rank', rank) order by place)
      from jsonb_array_elements(more) with ordinality as listed (each, place)), '[]');
    exit when jsonb_array_length(rows) >= size;
  end loop;
  return rows;
end
$$;

create function private.rebuild_items() returns void
language plpgsql
set search_path = ''
as $$
declare
  listed record;
  registered bigint;
  wanted bigint;
begin
  for listed in select kind, item_table, code_column from private.catalogue_kinds order by position loop
    execute format('lock table %s in share row exclusive mode', listed.item_table);
    execute format(
      'insert into public.items as item
         (id, kind, code, name, slug, price, quantity, image, in_studio, active, updated_at)
       select id, $1, %I, name, slug, price, quantity, images[1], in_studio, active, updated_at
       from %s order by id
       on conflict (id) do update set code = excluded.code, name = excluded.name, slug = excluded.slug,
         price = excluded.price, quantity = excluded.quantity, image = excluded.image,
         in_studio = excluded.in_studio, active = excluded.active, updated_at = excluded.updated_at,
         removed_at = null
       where item.kind = excluded.kind',
      listed.code_column, listed.item_table) using listed.kind;
    get diagnostics registered = row_count;
    execute format('select count(*) from %s', listed.item_table) into wanted;
    perform private.check_registered(listed.kind, registered, wanted);
    execute format(
      'update public.items as item set removed_at = now(), active = false, quantity = 0
       where item.kind = $1 and item.removed_at is null
         and not exists (select from %s as present where present.id = item.id)',
      listed.item_table) using listed.kind;
  end loop;
end
$$;

create function private.recount_catalogue() returns void
language plpgsql
set search_path = ''
as $$
declare
  listed record;
begin
  for listed in select kind, item_table from private.catalogue_kinds order by position loop
    execute format('lock table %s in share row exclusive mode', listed.item_table);
    delete from private.search_entries as entry where entry.kind = listed.kind;
    delete from private.search_marks as mark using private.catalogue_counts as counted
      where counted.kind = listed.kind and counted.id = mark.counted;
    update private.catalogue_counts as counted set items = 0 where counted.kind = listed.kind;
    execute format(
      'insert into private.catalogue_counts as counted (kind, lookup_ids, items, places)
       select $1, %s as lookup_ids, count(*), count(*) from %s as item where item.active group by lookup_ids
       on conflict (kind, lookup_ids) do update set items = excluded.items, places = excluded.places',
      private.lookup_ids_of(listed.kind), listed.item_table)
      using listed.kind;
    delete from private.catalogue_counts as counted where counted.kind = listed.kind and items = 0;
    execute private.mark_statement(format(
      'insert into private.search_entries (kind, item_id, counted, place, text, keys)
       select $1, item.id, counted.id, counted.places - row_number() over (partition by counted.id),
         item.search_text, %s
       from %s as item
         join private.catalogue_counts as counted
           on counted.kind = $1 and counted.lookup_ids = %s collate "C"
       where item.active
       returning counted, place, text, keys',
      private.keys_of(listed.kind), listed.item_table, private.lookup_ids_of(listed.kind)))
      using listed.kind;
  end loop;
  -- why: last, when all writers are blocked. A writer that needs a deleted word waits for this transaction.
  delete from private.search_words as held
    where not exists (select from private.search_marks as mark where mark.word = held.word);
end
$$;

create function private.refuse_archived() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT409', detail = '{"reason": "archived"}',
    message = format('%s is archived. Restore it first.', new.code);
end
$$;

create function private.refuse_archived_component() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  name text;
begin
  select item.name into name from public.items as item
  where item.id = new.component_id and item.archived_at is not null;
  if found then
    perform private.refuse('components', format('"%s" is archived. Choose another.', name));
  end if;
  return new;
end
$$;

create function private.refuse_archived_pieces() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  name text;
begin
  select item.name into name from public.items as item
  where item.archived_at is not null and item.id in (select piece.item_id from new_rows as piece)
  limit 1;
  if found then
    raise exception using errcode = 'PT409', detail = '{"reason": "archived"}',
      message = format('"%s" is archived. Restore it before you number its pieces.', name);
  end if;
  return null;
end
$$;

create function private.refuse_in_kits(ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  parts uuid[];
  kits uuid[];
begin
  select array_agg(distinct inside.component_id), array_agg(distinct kit.id) into parts, kits
  from public.item_components as inside join public.items as kit on kit.id = inside.kit_id
  where inside.component_id = any (ids) and inside.kit_id <> all (ids)
    and kit.archived_at is null and kit.removed_at is null;
  if kits is not null then
    raise exception using errcode = 'PT409',
      message = format('It is a component of %s. Remove it there first.', (
        select string_agg(format('"%s"', kit.value ->> 'name'), ', ')
        from jsonb_array_elements(private.named_items(kits)) as kit (value))),
      detail = jsonb_build_object('reason', 'in_kit', 'kits', private.named_items(kits),
        'items', private.named_items(parts))::text;
  end if;
end
$$;

create function private.refuse_reserved(ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  found_ids uuid[];
  made text[];
  asked text[];
begin
  select array_agg(distinct reserved.item_id), array_agg(distinct made_order.order_number order by made_order.order_number)
      filter (where made_order.id is not null),
    array_agg(distinct enquiry.enquiry_number order by enquiry.enquiry_number) filter (where enquiry.id is not null)
    into found_ids, made, asked
  from public.reservations as reserved
    left join public.order_items as line on line.id = reserved.order_item_id
    left join public.orders as made_order on made_order.id = line.order_id
    left join public.enquiry_items as wanted on wanted.id = reserved.enquiry_item_id
    left join public.enquiry_orders as enquiry on enquiry.id = wanted.enquiry_order_id
  where reserved.item_id = any (ids) and (
    reserved.kind = 'rental' and (reserved.status = 'out'
      or reserved.status = 'booked' and upper(reserved.rented) > private.today())
    or reserved.kind = 'hold' and reserved.status = 'held' and reserved.expires_at > clock_timestamp());
  if found_ids is not null then
    raise exception using errcode = 'PT409',
      message = format('Still reserved, so it cannot be archived: %s. Take it out of these first.',
        array_to_string((coalesce(made, '{}') || coalesce(asked, '{}'))[:10], ', ')),
      detail = jsonb_build_object('reason', 'reserved', 'orders', coalesce(to_jsonb(made), '[]'),
        'enquiries', coalesce(to_jsonb(asked), '[]'), 'items', private.named_items(found_ids))::text;
  end if;
end
$$;

create function private.register_items() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  registered bigint;
  gone uuid[];
begin
  if tg_op in ('INSERT', 'UPDATE') then
    -- why order by: two statements lock rows in the same order and cannot deadlock.
    -- why the kind is not assigned: assigning a column of a key takes a lock that enquiries wait for.
    insert into public.items as item
      (id, kind, code, name, slug, price, quantity, image, in_studio, active, updated_at)
    select id, tg_argv[0], to_jsonb(written) ->> tg_argv[1], name, slug, price, quantity, images[1], in_studio,
      active, updated_at
    from new_items as written order by id
    on conflict (id) do update set code = excluded.code, name = excluded.name, slug = excluded.slug,
      price = excluded.price, quantity = excluded.quantity, image = excluded.image,
      in_studio = excluded.in_studio, active = excluded.active, updated_at = excluded.updated_at,
      removed_at = null
    where item.kind = excluded.kind;
    get diagnostics registered = row_count;
    perform private.check_registered(tg_argv[0], registered, (select count(*) from new_items));
  end if;
  if tg_op = 'UPDATE' then
    gone := array(select id from old_items except select id from new_items);
  elsif tg_op = 'DELETE' then
    gone := array(select id from old_items);
  elsif tg_op = 'TRUNCATE' then
    gone := array(select id from public.items as item where item.kind = tg_argv[0] and item.removed_at is null);
  end if;
  if cardinality(gone) > 0 then
    perform from public.items as item where item.id = any (gone) order by item.id for no key update;
    update public.items as item set removed_at = now(), active = false, quantity = 0
    where item.id = any (gone) and item.kind = tg_argv[0];
  end if;
  return null;
end
$$;

create function private.search_chunks(q text, terms text[], kind text, is_wide boolean)
returns private.search_chunk[]
language plpgsql stable
set search_path = ''
as $$
declare
  slots integer[];
  words text[];
  ids text[];
  codes text := '';
  listed record;
  chunks private.search_chunk[];
begin
  select array_agg(found.slot), array_agg(found.word), array_agg(found.id) into slots, words, ids
  from private.term_matches(terms, kind, is_wide) as found;
  for listed in
    select known.kind, known.item_table, known.code_column, n, split_part(term, '-', 2)::bigint as number
    from unnest(terms) with ordinality as given (term, n)
      join private.catalogue_kinds as known on term ~ ('^' || known.code_prefix || '-[0-9]+$')
    where search_chunks.kind is null or known.kind = search_chunks.kind
  loop
    codes := codes || format(' union all
      select entry.counted, entry.place / 64, %s, 1::bigint << entry.place %% 64
      from %s as item join private.search_entries as entry on entry.kind = %L and entry.item_id = item.id
      where item.active and substr(item.%I, 5)::bigint = %s',
      2 * listed.n - 1, listed.item_table, listed.kind, listed.code_column, listed.number);
  end loop;

  execute (
    select format(
      'with hit (counted, chunk, slot, items) as (
         select mark.counted, mark.chunk, matched.slot, mark.items
         from unnest($1, $2) as matched (slot, word) join private.search_marks as mark on mark.word = matched.word
         union all
         select mark.counted, mark.chunk, whole.slot, mark.items
         from (
           select distinct counts.id, matched.slot
           from private.catalogue_counts as counts
             cross join lateral unnest(counts.lookup_ids || (''kind:'' || counts.kind)) as has (id)
             join unnest($1, $3) as matched (slot, id) on matched.id = has.id
           where counts.items > 0 and (counts.lookup_ids && $3 or ''kind:'' || counts.kind = any ($3))
         ) as whole join private.search_marks as mark on mark.word = U&''\0001'' and mark.counted = whole.id
         %s%s
       ), chunk as (
         select hit.counted, hit.chunk, %s, coalesce(bit_or(items) filter (where slot = -1), 0) as in_name,
           coalesce(bit_or(items) filter (where slot = 0), 0) as alike
         from hit group by 1, 2
       ), level as (
         select counted, chunk, (%s) & in_name as phrase, (%s) as exact, (%s) as wide, array[%s]::bigint[] as but_one,
           (%s) as any_of, alike
         from chunk
       ), %s
       select array_agg((counts.kind, found.counted, chunk, phrase, exact, wide, near)::private.search_chunk)
       from found join private.catalogue_counts as counts on counts.id = found.counted
       where (exact <> 0 or wide <> 0 or near <> 0) and ($5 is null or counts.kind = $5)',
      case when cardinality(terms) = 1
        then 'union all
           select mark.counted, mark.chunk, -1, mark.items
           from unnest($1, $2) as matched (slot, word) join private.search_marks as mark on mark.word = matched.word
             join private.catalogue_counts as counts on counts.id = mark.counted
             join private.catalogue_kinds as listed on listed.kind = counts.kind and not listed.is_described
           where matched.slot = 1 and left(matched.word, 1) <> U&''\0001''
             and matched.word collate private.names ~ $6
           union all
           select entry.counted, entry.place / 64, -1, 1::bigint << entry.place % 64
           from private.search_entries as entry
           where entry.kind in (select kind from private.catalogue_kinds where is_described)
             and split_part(entry.text, E''\n'', 1) collate private.names ~ $6'
        else 'union all
           select counted, place / 64, -1, 1::bigint << place % 64
           from private.search_entries where text like $4 and split_part(text, E''\n'', 1) like $4' end,
      codes,
      string_agg(format('coalesce(bit_or(items) filter (where slot = %1$s), 0) as w%1$s', slot), ', '),
      string_agg(format('w%s', slot), ' & ') filter (where slot % 2 = 1),
      string_agg(format('w%s', slot), ' & ') filter (where slot % 2 = 1),
      string_agg(format('(w%s | w%s)', slot, slot + 1), ' & ') filter (where slot % 2 = 1),
      (
        select string_agg((
          select string_agg(format('(w%s | w%s)', 2 * other - 1, 2 * other), ' & ')
          from generate_series(1, cardinality(terms)) as other where other <> n
        ), ', ') from generate_series(1, cardinality(terms)) as n where cardinality(terms) > 1
      ),
      string_agg(format('w%s', slot), ' | '),
      case when is_wide
        then 'left_out as (
             select n from level cross join generate_series(1, cardinality(but_one)) as n
             group by n having bit_or(but_one[n]) <> 0 order by sum(bit_count(but_one[n]::bit(64))), n desc limit 1
           ), found as (
             select level.*, case when bool_or(wide <> 0) over () then 0 when left_out.n is not null then but_one[left_out.n]
               when bool_or(any_of <> 0) over () then any_of else alike end as near
             from level left join left_out on true
           )'
        else 'found as (select *, 0::bigint as near from level)' end)
    from generate_series(1, 2 * cardinality(terms)) as slot
  ) into chunks using slots, words, ids, private.search_pattern(q), kind, private.term_alone(terms[1]);
  return coalesce(chunks, '{}');
end
$$;

create function private.search_facets(kind text)
returns table (
  key text,
  place smallint,
  source text,
  label_column name,
  order_column name,
  swatch_column name,
  is_sidebar boolean
)
language sql stable
as $$
  select lookup.key, lookup.facet, lookup.lookup_table::text, lookup.label_column,
    coalesce(lookup.order_column, lookup.label_column), lookup.swatch_column, lookup.is_sidebar
  from private.catalogue_lookups as lookup
  where lookup.kind = search_facets.kind and lookup.facet is not null
  union all
  select 'kind', 1, '(select kind as id, kind as slug, plural from private.catalogue_kinds)', 'plural', 'plural',
    null, true
  where search_facets.kind is null
$$;

create function private.search_filters(kind text, category text, filters jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  sidebar constant text := (select facet.key from private.search_facets(kind) as facet where facet.is_sidebar);
  entry record;
  chosen jsonb := '{}';
begin
  if jsonb_typeof(filters) <> 'object' then
    raise exception 'filters must be an object of lists.' using errcode = 'PT400';
  end if;
  for entry in select * from jsonb_each(filters) loop
    if not exists (select from private.search_facets(kind) as facet where facet.key = entry.key) then
      raise exception 'There is no filter "%" here.', left(entry.key, 40) using errcode = 'PT400';
    end if;
    if jsonb_typeof(entry.value) <> 'array'
      or jsonb_path_exists(entry.value, 'strict $.size() ? (@ > 100)')
      or jsonb_path_exists(entry.value, 'strict $[*] ? (@.type() != "string")') then
      raise exception 'The filter "%" must be a list of at most 100 texts.', entry.key
        using errcode = 'PT400';
    end if;
    if entry.value <> '[]' then
      chosen := chosen || jsonb_build_object(entry.key, entry.value);
    end if;
  end loop;
  if category is not null then
    if chosen ? sidebar then
      raise exception 'Choose by category or by the filter "%", not both.', sidebar
        using errcode = 'PT400';
    end if;
    chosen := chosen || jsonb_build_object(sidebar, jsonb_build_array(category));
  end if;
  return chosen;
end
$$;

create function private.search_ids(kind text, chosen jsonb, pattern text, searching boolean)
returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  statement text;
  ids jsonb;
  words text[];
begin
  select string_agg(asked.branch, ' union all ') into statement
  from (
    select format('select %L, id::text from %s as listed
        where slug in (select jsonb_array_elements_text($1 -> %L))',
      'chosen.' || facet.key, facet.source, facet.key) as branch
    from private.search_facets(kind) as facet where chosen ? facet.key
    union all
    select format('select %L, id::text from %s where lower(%I) like $2',
      listed.kind || '.' || listed.key, listed.lookup_table, listed.badge_column)
    from private.catalogue_lookups as listed
    where searching and listed.is_searched
      and (search_ids.kind is null or listed.kind = search_ids.kind)
  ) as asked;
  if statement is not null then
    execute format('select jsonb_object_agg(name, ids) from (
      select name, jsonb_agg(id) as ids from (%s) as found (name, id) group by name) as named', statement)
      into ids using chosen, pattern;
  end if;
  if searching and pattern not like '% %' then
    execute 'select array(select word from private.search_words where word like $1 limit 501)'
      into words using pattern;
    if cardinality(words) <= 500 then
      ids := coalesce(ids, '{}') || jsonb_build_object('words', words);
    end if;
  end if;
  return coalesce(ids, '{}');
end
$$;

create function private.search_pattern(q text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select '%' || regexp_replace(
    lower(left(private.trimmed(regexp_replace(q, '[\u0001-\u001f]+', ' ', 'g')), 80) collate private.names),
    '([\\%_])', '\\\1', 'g') || '%'
$$;

create function private.search_terms(q text) returns text[]
language sql stable parallel safe
set search_path = ''
as $$
  with term as (
    select matched[1] as term, min(place) as place
    from regexp_matches(
      private.searchable(left(private.trimmed(regexp_replace(q, '[\u0001-\u001f]+', ' ', 'g')), 80)) collate private.names,
      '((?:' || (select string_agg(code_prefix, '|') from private.catalogue_kinds) || ')-[0-9]{1,12}|[[:alnum:]]+)',
      'g') with ordinality as found (matched, place)
    group by 1
  ), telling as (
    select * from term
    where term <> all ('{a,an,and,at,for,from,in,of,on,or,the,to,with}')
      or not exists (select from term as other where other.term <> all ('{a,an,and,at,for,from,in,of,on,or,the,to,with}'))
    order by place limit 8
  )
  select coalesce(array_agg(term order by place), '{}') from telling
$$;

create function private.searchable(said text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select regexp_replace(lower(said collate private.names), '(\d)\s*[x×]\s*(?=\d)', '\1 ', 'g')
$$;

create function private.stock_today(ids uuid[])
returns table (item_id uuid, free_today integer, next_reserved date)
language sql stable
set search_path = ''
as $$
  with moment as (select private.today() as today)
  select wanted.id,
    (
      select min(greatest(0, coalesce(days.room - days.booked - days.held + (
          select coalesce(sum(hold.quantity), 0) from public.reservations as hold
          where hold.item_id = part.id and hold.status = 'held' and hold.expires_at <= clock_timestamp()
            and hold.blocked @> today
        ), part.quantity)) / parts.quantity)::integer
      from private.item_parts as parts
        join public.items as part on part.id = parts.part_id
        left join private.item_days as days on days.item_id = part.id and days.day = today
      where parts.item_id = wanted.id and (part.quantity > 0 or part.removed_at is not null)
    ),
    (
      select min(greatest(lower(reserved.rented), today + 1)) from public.reservations as reserved
      where reserved.item_id = wanted.id and reserved.status <> 'released'
        -- why both: the index is on the days with turnaround.
        and upper(reserved.blocked) > today + 1 and upper(reserved.rented) > today + 1
        and (reserved.status in ('booked', 'out') and reserved.kind = 'rental'
          or reserved.status = 'held' and reserved.expires_at > clock_timestamp())
    )
  from unnest(ids) as wanted (id), moment
$$;

create function private.tell_catalogue_changed() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- why: without a payload, identical notifications of a transaction are merged into one.
  perform pg_notify('catalogue_changed', '');
  return null;
end
$$;

create function private.term_alone(term text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select '(^|[^[:alnum:]])(' || array_to_string(private.term_forms(term), '|') || ')(e?s)?($|[^[:alnum:]])'
$$;

create function private.term_forms(term text) returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select array_remove(array[
    term,
    case when term ~ '..[^aeiou]ies$' then left(term, -3) || 'y' end,
    case when term ~ '..ves$' then left(term, -3) || 'f' end,
    case when term ~ '..(s|x|z|ch|sh)es$' then left(term, -2) end,
    case when term ~ '..[^s]s$' then left(term, -1) end
  ], null)
$$;

create function private.term_matches(terms text[], kind text, is_wide boolean)
returns table (slot integer, word text, id text)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  lookup_ids text[];
  lookup_names text[];
begin
  execute (
    select format('select array_agg(id), array_agg(name) from (%s) as listed (id, name)', string_agg(
      format('select id::text, private.searchable(%I) from %s', badge_column, lookup_table), ' union '))
    from (
      select distinct badge_column, lookup_table from private.catalogue_lookups as lookup
      where lookup.kind = coalesce(term_matches.kind, lookup.kind)
    ) as lookup
  ) into lookup_ids, lookup_names;

  return query
    with term as (
      select n::integer, term, private.term_forms(term) as forms, private.term_pattern(term) as pattern
      from unnest(terms) with ordinality as listed (term, n)
    ), word as (
      select n, held.word, pattern
      from term cross join lateral unnest(forms) as form (form)
        cross join lateral (
          select word from private.search_words
          where char_length(form) > 2 and word like '%' || form || '%' and word !~ '^[a-z]{3}-[0-9]+$'
        ) as held
      union
      select n, held.word, pattern
      from term cross join lateral (
        select word from private.search_words
        where char_length(term) <= 2 and word >= term and word < term || U&'\+10FFFF'
          and word !~ '^[a-z]{3}-[0-9]+$'
      ) as held
    )
    select 2 * n - 1, word, null from word where word collate private.names ~ pattern
    union all
    select 2 * n - 1, U&'\0001' || lookup.id, lookup.id
    from term join unnest(lookup_ids, lookup_names) as lookup (id, name)
      on lookup.name collate private.names ~ term.pattern
    union all
    select 2 * n - 1, null, 'kind:' || listed.kind
    from term join private.catalogue_kinds as listed
      on forms && array[listed.kind, listed.kind || 's', lower(listed.plural), listed.code_prefix];

  if not is_wide then
    return;
  end if;
  -- why: low enough for two shared trigrams in words of five letters or more: 'kastral' and 'kestrel'
  -- share two of eight.
  perform set_config('pg_trgm.word_similarity_threshold', '0.17', true);
  return query
    with term as (
      select n::integer, term, pattern,
        -- why: a word that exists was probably meant: 'sofa' must not find 'soft'.
        case when char_length(term) < 5 then 1 else 2 end - (
          exists (select from unnest(lookup_names) as name where name collate private.names ~ pattern)
          or exists (
            select from unnest(private.term_forms(term)) as form join private.search_words as held
              on held.word like '%' || form || '%' and held.word collate private.names ~ pattern
            where held.word !~ '^[a-z]{3}-[0-9]+$')
        )::integer as allowed,
        array(select overlay(term placing substr(term, at + 1, 1) || substr(term, at, 1) from at for 2)
          from generate_series(1, char_length(term) - 1) as at) as swapped
      from unnest(terms) with ordinality as listed (term, n)
        cross join lateral private.term_pattern(term) as pattern
      where char_length(term) > 2 and term !~ '^[a-z]{3}-[0-9]+$'
    ), candidate as (
      select n, term, pattern, allowed, swapped, held.word, held.word as text, null as id
      from term cross join lateral (
        select word from private.search_words
        where word operator(extensions.%>) term and word !~ '^[a-z]{3}-[0-9]+$'
        union
        select word from private.search_words where word = any (swapped)
        union
        select word from private.search_words where word like '%' || term || '%' and word !~ '^[a-z]{3}-[0-9]+$'
      ) as held
      union all
      select n, term, pattern, allowed, swapped, U&'\0001' || lookup.id, lookup.name, lookup.id
      from term join unnest(lookup_ids, lookup_names) as lookup (id, name)
        on extensions.word_similarity(term, lookup.name) >= 0.17 or string_to_array(lookup.name, ' ') && swapped
          or strpos(lookup.name, term) > 0
    ), ranked as (
      select *, row_number() over (
        partition by n order by strpos(text, term) > 0 desc, text = any (swapped) desc,
          extensions.word_similarity(term, text) desc, abs(char_length(text) - char_length(term)), text) as place
      from candidate
      where text collate private.names !~ pattern
    ), judged as (
      select ranked.n, ranked.word, ranked.id, ranked.place, ranked.allowed, strpos(ranked.text, ranked.term) > 0 as is_inside,
        (select min(private.typing_errors(ranked.term, piece))
          from regexp_split_to_table(ranked.text collate private.names, '[^[:alnum:]]+') as piece
          where abs(char_length(piece) - char_length(ranked.term)) <= ranked.allowed) as errors
      from ranked where place <= 30
    ), nearest as (
      select *, min(errors) filter (where errors <= allowed) over (partition by n) as fewest,
        bool_or(is_inside) over (partition by n) as is_found_inside
      from judged
    )
    select case when is_inside or errors = fewest then 2 * n else 0 end, word, id
    from nearest
    where is_inside or errors = fewest or (fewest is null and not is_found_inside and place = 1);
end
$$;

create function private.term_pattern(term text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select '(^|[^[:alnum:]])(' || case when char_length(term) > 1 then term || '|' else '' end
    || '(' || forms || ')($|[^[:alnum:]]))'
    || case when char_length(term) > 3 then '|(' || forms || ')(e?s)?($|[^[:alnum:]])' else '' end
  from array_to_string(private.term_forms(term), '|') as listed (forms)
$$;

create function private.typing_errors(typed text, meant text) returns integer
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  a constant text[] := string_to_array(typed, null);
  b constant text[] := string_to_array(meant, null);
  -- Rows of the distance matrix: the errors between the first i typed letters and the first j meant
  -- letters, for i - 2, i - 1 and i.
  earlier integer[];
  above integer[] := array(select generate_series(0, cardinality(b)));
  here integer[];
  least_errors integer;
begin
  for i in 1 .. cardinality(a) loop
    here := array[i];
    for j in 1 .. cardinality(b) loop
      least_errors := least(above[j + 1] + 1, here[j] + 1, above[j] + (a[i] <> b[j])::integer);
      if i > 1 and j > 1 and a[i] = b[j - 1] and a[i - 1] = b[j] then
        least_errors := least(least_errors, earlier[j - 1] + 1);
      end if;
      here := here || least_errors;
    end loop;
    earlier := above;
    above := here;
  end loop;
  return above[cardinality(b) + 1];
end
$$;

create function private.words_of(text text) returns text[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  words constant text[] := string_to_array(translate(text, E'\n', ' '), ' ');
begin
  if char_length(text) <= 400 then
    return words;
  end if;
  return array(
    select substr(word, start, 400)
    from unnest(words) as word, generate_series(1, greatest(char_length(word) - 200, 1), 200) as start);
end
$$;

create function public.apply_import(id uuid, required text[] default '{}'::text[]) returns jsonb
language plpgsql security definer
set search_path = ''
set jit = 'off'
set enable_nestloop = 'off'
as $$
declare
  mine private.imports;
  listed private.catalogue_kinds;
  problems jsonb;
  written text;
  assignments text;
  made integer;
  renewed integer;
  kept integer;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  mine := private.own_import(apply_import.id);
  if mine.created is not null then
    return jsonb_build_object('created', mine.created, 'changed', mine.changed, 'unchanged', mine.unchanged);
  end if;
  listed := private.inventory_kind(mine.kind);
  -- why: locked, so that no item changes between the comparison and the write.
  execute format('select from %1$s as item where item.%2$I in (
      select upper(private.trimmed(fields ->> ''code'')) collate "C" from private.import_lines where import_id = $1)
    order by item.id for no key update', listed.item_table, listed.code_column)
    using mine.id;
  problems := private.import_problems(mine.id, mine.kind, coalesce(required, '{}'));
  if problems -> 'lines' = '0' or problems -> 'total' <> '0' then
    raise exception 'The file has lines that cannot be imported. Nothing was saved.'
      using errcode = 'PT422', detail = problems::text;
  end if;
  perform private.begin_item_batch(mine.id, mine.kind, 'import');
  select string_agg(quote_ident(item_column), ', ' order by place),
    string_agg(format('%1$I = said.%1$I', item_column), ', ' order by place)
    into written, assignments
  from private.import_columns(mine.kind);
  -- why: created_at a microsecond apart, so that lists sorted newest first keep the file's order.
  execute format(
    'with said as materialized (%3$s), made as (
       insert into %1$s (%2$s, created_at)
       select %2$s, now() - line * interval ''1 microsecond'' from said where there_id is null order by line
       returning id, %4$I as code, name, active
     ), renewed as (
       update %1$s as item set %5$s from said where item.id = said.there_id and said.differing <> ''{}''
       returning item.id, item.%4$I as code, item.name
     ), logged as (
       insert into public.item_changes (batch_id, item_id, code, name, is_new, was, became)
       select $1, id, code, name, true, ''{"active": false}'', jsonb_build_object(''active'', active) from made
       union all
       select $1, renewed.id, renewed.code, renewed.name, false,
         private.picked(said.was, said.differing), private.picked(said.became, said.differing)
       from renewed join said on said.there_id = renewed.id
     )
     select (select count(*) from made), (select count(*) from renewed),
       (select count(*) from said where there_id is not null and differing = ''{}'')',
    listed.item_table, written, private.import_items(mine.kind), listed.code_column, assignments)
    into made, renewed, kept using mine.id;
  if made + renewed = 0 then
    delete from public.item_batches as begun where begun.id = mine.id;
  else
    update public.item_batches as begun set created = made, changed = renewed where begun.id = mine.id;
  end if;
  delete from private.import_lines where import_id = mine.id;
  update private.imports as known set created = made, changed = renewed, unchanged = kept where known.id = mine.id;
  return jsonb_build_object('created', made, 'changed', renewed, 'unchanged', kept);
end
$$;

create function public.archive_items(items jsonb, archived boolean, key uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  wanted uuid[];
  ids uuid[];
  listed record;
  answer jsonb;
begin
  perform private.require_staff('admin', 'inventory_user');
  if archive_items.key is null then
    perform private.refuse('key', 'A key is required.');
  elsif jsonb_typeof(archive_items.items) is distinct from 'array'
    or jsonb_array_length(archive_items.items) not between 1 and 5000
  then
    perform private.refuse('items', 'Choose 1 to 5,000 items.');
  elsif archive_items.archived is null then
    perform private.refuse('archived', 'archived must be true or false.');
  end if;
  answer := private.claim_idempotency_key('archive_items', archive_items.key,
    jsonb_build_array(archive_items.items, archive_items.archived));
  if answer is not null then
    return answer;
  end if;
  wanted := array(
    select distinct private.uuid_of(given.value ->> 'id') from jsonb_array_elements(archive_items.items) as given (value));
  ids := array(
    select item.id from public.items as item join jsonb_array_elements(archive_items.items) as given (value)
      on item.id = private.uuid_of(given.value ->> 'id') and item.kind = given.value ->> 'type'
    where item.removed_at is null);
  if not wanted <@ ids or wanted = '{}' then
    raise exception 'Some of the items are no longer there.' using errcode = 'PT404';
  end if;
  -- why: a booking reads under the same lock whether its items are archived.
  perform private.lock_items(ids);
  ids := array(
    select item.id from public.items as item
    where item.id = any (ids) and (item.archived_at is not null) <> archive_items.archived);
  if archive_items.archived then
    perform private.refuse_reserved(ids);
    perform private.refuse_in_kits(ids);
  end if;
  for listed in
    select kinds.kind, kinds.item_table, array_agg(item.id order by item.id) as ids, gen_random_uuid() as batch
    from public.items as item join private.catalogue_kinds as kinds using (kind)
    where item.id = any (ids) group by kinds.kind, kinds.item_table
  loop
    perform private.begin_item_batch(listed.batch, listed.kind,
      case when archive_items.archived then 'archive' else 'restore' end);
    insert into public.item_changes (batch_id, item_id, code, name, was, became)
    select listed.batch, item.id, item.code, item.name, jsonb_build_object('active', item.active), '{"active": false}'
    from public.items as item where item.id = any (listed.ids);
    update public.item_batches as begun set changed = cardinality(listed.ids) where begun.id = listed.batch;
    if archive_items.archived then
      execute format('update %s as item set active = false where item.id = any ($1) and item.active', listed.item_table)
        using listed.ids;
    end if;
  end loop;
  update public.items as item
  set archived_at = case when archive_items.archived then now() end where item.id = any (ids);
  answer := jsonb_build_object('changed', cardinality(ids));
  perform private.bind_idempotency_key('archive_items', archive_items.key, answer);
  return answer;
exception when lock_not_available or deadlock_detected then
  perform private.refuse_busy();
end
$$;

create view public.catalogue_items with (security_invoker = true) as
  select kind as type, id, code, name, slug, price, quantity, image, active, in_studio, updated_at
  from public.items
  where removed_at is null;

create function public.change_items(
  kind text,
  ids uuid[],
  change jsonb,
  batch uuid default gen_random_uuid()
) returns jsonb
language plpgsql security definer
set search_path = ''
set jit = 'off'
as $$
declare
  listed private.catalogue_kinds;
  known_batch public.item_batches;
  entry record;
  target record;
  known boolean;
  assignments text[] := '{}';
  differences text[] := '{}';
  columns text[] := '{}';
  logged jsonb := '{}';
  found_items bigint;
  changed_items integer;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  listed := private.inventory_kind(change_items.kind);
  if coalesce(cardinality(ids), 0) not between 1 and 5000 then
    raise exception 'Choose 1 to 5,000 items.' using errcode = 'PT422';
  elsif jsonb_typeof(change) is distinct from 'object' or change = '{}' then
    raise exception 'change must name what to change.' using errcode = 'PT400';
  elsif batch is null then
    raise exception 'batch must be an id.' using errcode = 'PT400';
  end if;
  for entry in select key, value, value #>> '{}' as given from jsonb_each(change) loop
    target := private.changed_column(listed.kind, entry.key);
    if target.type = 'boolean' then
      if jsonb_typeof(entry.value) <> 'boolean' then
        raise exception '"%" must be true or false.', entry.key using errcode = 'PT400';
      end if;
    elsif entry.key = 'price' then
      if jsonb_typeof(entry.value) <> 'number' or entry.given::numeric not between 0 and 9999999.99
        or entry.given::numeric <> round(entry.given::numeric, 2)
      then
        raise exception 'The price must be between 0 and 99,99,999.99, with at most 2 decimals.'
          using errcode = 'PT422', detail = '{"field":"price"}';
      end if;
    elsif entry.given is not null then
      execute format('select exists (select from %s where id::text = $1)', (
        select lookup_table from private.catalogue_lookups as lookup
        where lookup.kind = listed.kind and lookup.key = entry.key
      )) into known using entry.given;
      if not known then
        raise exception 'This % is no longer there. Choose another.', entry.key
          using errcode = 'PT422', detail = jsonb_build_object('field', entry.key)::text;
      end if;
    end if;
    assignments := assignments || format('%I = %L', target.item_column, entry.given);
    differences := differences
      || format('item.%I is distinct from %L::%s', target.item_column, entry.given, target.type);
    columns := columns || format('%1$L, item.%1$I', target.item_column);
    logged := logged || jsonb_build_object(target.item_column, entry.value);
  end loop;
  -- why: concurrent requests with one batch id wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('item batch ' || batch, 0));
  select * into known_batch from public.item_batches as begun where begun.id = batch;
  if found then
    if known_batch.user_id <> auth.uid() or known_batch.kind <> listed.kind or known_batch.change is distinct from logged then
      raise exception 'This change is another one.' using errcode = 'PT409';
    end if;
    return jsonb_build_object('changed', known_batch.changed);
  end if;
  perform private.begin_item_batch(batch, listed.kind, 'change', change => logged);
  -- why: rows are locked in id order, so that two changes cannot deadlock.
  execute format(
    'with former as materialized (
       select item.id, jsonb_build_object(%4$s) as was from %1$s as item
       where item.id = any ($1) order by item.id for no key update
     ), changed as (
       update %1$s as item set %2$s from former where item.id = former.id and (%3$s)
       returning item.id, item.%5$I as code, item.name, former.was, jsonb_build_object(%4$s) as became
     ), logged as (
       insert into public.item_changes (batch_id, item_id, code, name, was, became)
       select $2, id, code, name, was, became from changed
     )
     select (select count(*) from former), (select count(*) from changed)',
    listed.item_table, array_to_string(assignments, ', '), array_to_string(differences, ' or '),
    array_to_string(columns, ', '), listed.code_column)
    into found_items, changed_items using ids, batch;
  if found_items < (select count(distinct each) from unnest(ids) as each) then
    raise exception 'Some of the items are no longer there.' using errcode = 'PT404';
  end if;
  if changed_items = 0 then
    delete from public.item_batches as begun where begun.id = batch;
  else
    update public.item_batches as begun set changed = changed_items where begun.id = batch;
  end if;
  return jsonb_build_object('changed', changed_items);
end
$$;

create function public.check_import(id uuid, required text[] default '{}'::text[]) returns jsonb
language plpgsql security definer
set search_path = ''
set enable_nestloop = 'off'
as $$
declare
  mine private.imports;
  listed private.catalogue_kinds;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  mine := private.own_import(check_import.id);
  listed := private.inventory_kind(mine.kind);
  execute format(
    'update private.import_lines as said set seen = there.updated_at from %s as there
     where said.import_id = $1 and there.%I = upper(private.trimmed(said.fields ->> ''code'')) collate "C"
       and said.seen is distinct from there.updated_at',
    listed.item_table, listed.code_column)
    using mine.id;
  return private.import_problems(mine.id, mine.kind, coalesce(required, '{}'));
end
$$;

create function public.drop_import(id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  delete from private.imports as known
  where known.id = drop_import.id and known.owner = auth.uid() and known.created is null;
end
$$;

create function public.export_inventory(
  kind text,
  q text default '',
  filters jsonb default '{}'::jsonb,
  cursor text default null,
  size integer default 1000
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  pattern constant text := private.search_pattern(coalesce(export_inventory.q, ''));
  listed private.catalogue_kinds;
  conditions text;
  after_moment timestamptz;
  after_id uuid;
  names text;
  joins text;
  items jsonb;
  next text;
  total bigint;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  listed := private.inventory_kind(export_inventory.kind);
  if coalesce(export_inventory.size, 1000) not between 1 and 1000 then
    raise exception 'size must be between 1 and 1000.' using errcode = 'PT400';
  end if;
  conditions := private.inventory_conditions(listed.kind, listed.staff_text,
    coalesce(export_inventory.filters, '{}'), pattern);
  if cursor is null then
    execute format('select count(*) from %s as item where %s', listed.item_table, conditions)
      into total using pattern;
  else
    begin
      after_moment := split_part(cursor, ' ', 1);
      after_id := split_part(cursor, ' ', 2);
    exception when data_exception then
      raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
    end;
  end if;
  select string_agg(format('%L, %I.%I', key, 'of_' || key, badge_column), ', '),
    string_agg(format(' left join %1$s as %2$I on %2$I.id = item.%3$I', lookup_table, 'of_' || key, item_column), '')
    into names, joins
  from private.catalogue_lookups as lookup where lookup.kind = listed.kind;
  execute format(
    'with part as (
       select item.* from %1$s as item
       where %2$s and ($2::uuid is null or (item.created_at, item.id) < ($3, $2))
       order by item.created_at desc, item.id desc limit $4 + 1
     ), placed as (select part.*, row_number() over (order by created_at desc, id desc) as place from part)
     select (
         select coalesce(jsonb_agg((to_jsonb(item) - ''search_text'' - ''place'')
           || jsonb_build_object(''code'', item.%3$I, ''names'', jsonb_build_object(%4$s)) order by place), ''[]'')
         from placed as item%5$s where place <= $4
       ), (
         select to_json(created_at) #>> ''{}'' || '' '' || id from placed
         where place = $4 and exists (select from placed where place > $4)
       )',
    listed.item_table, conditions, listed.code_column, names, joins)
    into items, next using pattern, after_id, after_moment, coalesce(export_inventory.size, 1000);
  return jsonb_build_object('total', total, 'total_is_exact', true, 'items', items, 'next', next);
end
$$;

create view public.free_items_unified_view with (security_invoker = true) as
  select item.id, item.name, item.slug, 'prop' as type, brand.name as second_label,
    item.price, item.in_studio, item.images, item.created_at
  from public.props as item left join public.prop_brands as brand on brand.id = item.brand_id
  where item.active and item.price = 0
  union all
  select item.id, item.name, item.slug, 'cloth', brand.name, item.price, item.in_studio, item.images,
    item.created_at
  from public.clothes as item left join public.cloth_brands as brand on brand.id = item.brand_id
  where item.active and item.price = 0
  union all
  select item.id, item.name, item.slug, 'backdrop', material.name, item.price, item.in_studio,
    item.images, item.created_at
  from public.backdrops as item
    left join public.backdrop_materials as material on material.id = item.material_id
  where item.active and item.price = 0
  union all
  select item.id, item.name, item.slug, 'gear', brand.name, item.price, item.in_studio, item.images,
    item.created_at
  from public.gear as item left join public.gear_brands as brand on brand.id = item.gear_brand_id
  where item.active and item.price = 0;

create function public.item_log(kind text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', batch.id, 'created_at', batch.created_at,
      'user_id', batch.user_id, 'user_name', person.display_name, 'what', batch.what, 'change', batch.change,
      'changed', batch.changed, 'created', batch.created, 'undone_at', batch.undone_at)
      order by batch.created_at desc, batch.id), '[]')
    from (
      select * from public.item_batches as newest where newest.kind = item_log.kind
      order by newest.created_at desc, newest.id limit 50
    ) as batch
    left join public.user_profiles as person on person.id = batch.user_id
  );
end
$$;

create function public.item_page(kind text, address text) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  listed private.catalogue_kinds;
  names text;
  joins text;
  item jsonb;
  related jsonb;
begin
  select * into listed from private.catalogue_kinds as known where known.kind = item_page.kind;
  if not found then
    raise exception 'There is no kind "%".', left(item_page.kind, 40) using errcode = 'PT400';
  end if;
  select string_agg(format('%L, %I.%I', key, 'of_' || key, badge_column), ', '),
    string_agg(format(' left join %1$s as %2$I on %2$I.id = item.%3$I', lookup_table, 'of_' || key, item_column), '')
    into names, joins
  from private.catalogue_lookups as lookup where lookup.kind = listed.kind;
  execute format(
    'select (to_jsonb(item) - ''search_text'')
       || jsonb_build_object(''code'', item.%1$I, ''names'', jsonb_build_object(%2$s))
     from %3$s as item%4$s
     where item.active and (item.slug = $1 or item.%1$I = $1)
     order by item.slug is not distinct from $1 desc limit 1',
    listed.code_column, names, listed.item_table, joins)
    into item using item_page.address;
  if item is null then
    return null;
  end if;
  -- why: the page works without related items, so their failure must not fail it.
  begin
    related := public.related_items(listed.kind, (item ->> 'id')::uuid);
  exception when others then
    raise log 'Related items of % could not be read: %', item ->> 'code', sqlerrm;
  end;
  return jsonb_build_object('item', item, 'related', related);
end
$$;

create function public.lookup_values(list text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  counted text;
  label text;
  ordered text;
  told jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  select string_agg(format('(select count(*) from %s as item where item.%I = value.id)', item_table, item_column), ' + '),
    min(label_column::text)
    into counted, label
  from private.lookup_uses(list);
  select coalesce(min(order_column::text), label) into ordered
  from private.catalogue_lookups where lookup_table = to_regclass(format('public.%I', list));
  execute format('select coalesce(jsonb_agg(jsonb_build_object(''id'', id, ''label'', %2$I,
      ''hex'', to_jsonb(value) -> ''hex'', ''used'', %3$s) order by %4$I, %2$I, id), ''[]'') from public.%1$I as value',
    list, label, counted, ordered)
    into told;
  return told;
end
$$;

create function public.matching_items(
  kind text,
  q text default '',
  filters jsonb default '{}'::jsonb
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  most constant integer := 5000;
  pattern constant text := private.search_pattern(coalesce(matching_items.q, ''));
  listed private.catalogue_kinds;
  ids jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  listed := private.inventory_kind(matching_items.kind);
  execute format('select coalesce(jsonb_agg(id), ''[]'') from (select item.id from %s as item where %s limit %s) as found',
    listed.item_table, private.inventory_conditions(listed.kind, listed.staff_text,
      coalesce(matching_items.filters, '{}'), pattern), most + 1)
    into ids using pattern;
  if jsonb_array_length(ids) > most then
    raise exception 'More than 5,000 items match. Narrow the list first.' using errcode = 'PT422';
  end if;
  return ids;
end
$$;

create function public.related_items(kind text, id uuid, count integer default 8) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  item_id constant uuid := related_items.id;
  wanted constant integer := coalesce(related_items.count, 8);
  own record;
  category text;
  branches text[];
  result jsonb;
begin
  select listed.*, lookup.item_column, lookup.column_type into own
  from private.catalogue_kinds as listed
    join private.catalogue_lookups as lookup on lookup.kind = listed.kind and lookup.is_sidebar
  where listed.kind = related_items.kind;
  if not found then
    raise exception 'There is no kind "%".', left(related_items.kind, 40) using errcode = 'PT400';
  end if;
  if item_id is null then
    raise exception 'An id is required.' using errcode = 'PT400';
  end if;
  if wanted not between 1 and 24 then
    raise exception 'count must be between 1 and 24.' using errcode = 'PT400';
  end if;
  execute format('select item.%I::text from %s as item where item.id = $1', own.item_column, own.item_table)
    into category using item_id;

  branches := array[
    'select * from alike',
    -- why: only if the category has too few items; otherwise the scan would skip all of the category.
    private.neighbour_statement(own.kind, 1, format(
      ' and (select count(*) from alike) < $2 and (%I = $3::%s) is not true',
      own.item_column, own.column_type))
  ] || array(
    select private.neighbour_statement(listed.kind, 2, '')
    from private.catalogue_kinds as listed where listed.kind <> own.kind order by listed.position
  );
  -- Items of the own kind alternate with others; among the others the kinds alternate.
  execute format(
    'with alike as materialized (%s), found as (%s), turns as (
       select found.*, 2 * row_number() over (
         partition by tier = 2 order by case when tier < 2 then tier end, rank, listed.position
       ) - (tier < 2)::integer as turn
       from found join private.catalogue_kinds as listed on listed.kind = found.kind
     ), page as (
       select kind, id, row_number() over (order by turn) as place from turns order by turn limit $2
     )
     select coalesce(private.apart(jsonb_agg(item order by place)), ''[]'') from (%s) as items',
    private.neighbour_statement(own.kind, 0,
      format(' and %I = $3::%s', own.item_column, own.column_type)),
    array_to_string(branches, ' union all '), (
      select string_agg(private.item_statement(listed.kind), ' union all ')
      from private.catalogue_kinds as listed
    ))
  into result using item_id, wanted, category;
  return result;
end
$$;

create function public.remove_lookup_value(list text, id uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  used record;
  items bigint;
  names jsonb;
  uses jsonb := '[]';
  removed integer;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if list = 'gender_options' then
    perform private.require_staff('admin');
  end if;
  for used in select * from private.lookup_uses(list) loop
    execute format(
      'select (select count(*) from %1$s where %2$I = $1), (
         select coalesce(jsonb_agg(name order by name), ''[]'')
         from (select name from %1$s where %2$I = $1 order by name, id limit 3) as first)',
      used.item_table, used.item_column)
      into items, names using remove_lookup_value.id;
    if items > 0 then
      uses := uses || jsonb_build_object('kind', used.kind, 'plural', used.plural, 'count', items, 'names', names);
    end if;
  end loop;
  if uses <> '[]' then
    raise exception 'It is in use and cannot be removed.'
      using errcode = 'PT409', detail = jsonb_build_object('uses', uses)::text;
  end if;
  -- why: the foreign key catches an item that has started to use the value in between.
  execute format('delete from public.%I as value where value.id = $1', list) using remove_lookup_value.id;
  get diagnostics removed = row_count;
  return removed > 0;
end
$$;

create function public.search_by_words(
  q text default '',
  category text default null,
  filters jsonb default '{}'::jsonb,
  sort text default 'best',
  cursor text default null,
  size integer default 24,
  rental_from date default null,
  rental_to date default null,
  only_free boolean default false
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
declare
  wanted_sort constant text := coalesce(sort, 'best');
  wanted_size constant integer := coalesce(size, 24);
  chosen constant jsonb := private.search_filters(null, category, coalesce(filters, '{}'));
  chunks private.search_chunk[];
  days private.rental_days;
  -- The same results without those that are booked.
  free_chunks private.search_chunk[];
  of_kinds private.search_chunk[];
  facets jsonb;
  total bigint;
  after record;
  rows jsonb := '[]';
  last jsonb;
  answer jsonb;
begin
  if wanted_sort not in ('best', 'newest', 'price_asc', 'price_desc', 'name') then
    raise exception 'sort must be best, newest, price_asc, price_desc or name.' using errcode = 'PT400';
  end if;
  if wanted_size not between 1 and 100 then
    raise exception 'size must be between 1 and 100.' using errcode = 'PT400';
  end if;
  if cardinality(private.search_terms(coalesce(q, ''))) = 0 then
    return public.search_catalogue(null, q, category, filters,
      case wanted_sort when 'best' then 'newest' else wanted_sort end, cursor, size,
      rental_from, rental_to, only_free);
  end if;
  select null::integer as rank, null::text as sort_value, null::uuid as id into after;
  if cursor is not null then
    after := private.read_best_cursor(cursor, wanted_sort);
  end if;

  chunks := private.found_chunks(q, null);
  if rental_from is not null or rental_to is not null then
    days := private.rental_days_of(rental_from, rental_to);
    if days.shows <> 'off' then
      free_chunks := private.free_chunks(chunks, days);
      if only_free then
        chunks := free_chunks;
      end if;
    end if;
  end if;
  select jsonb_agg(jsonb_build_object('value', listed.kind, 'label', listed.plural, 'count', coalesce(counted.n, 0))
      order by listed.plural),
    coalesce(sum(counted.n) filter (where not chosen ? 'kind' or chosen -> 'kind' ? listed.kind), 0)
    into facets, total
  from private.catalogue_kinds as listed left join (
    select kind, sum(bit_count((exact | wide)::bit(64))) as n from unnest(chunks) group by kind
  ) as counted on counted.kind = listed.kind;
  of_kinds := case when chosen ? 'kind'
    then array(select part from unnest(chunks) as part where chosen -> 'kind' ? part.kind) else chunks end;
  if total > 0 then
    rows := private.read_found(of_kinds, wanted_sort, after.rank, after.sort_value, after.id, wanted_size + 1);
  end if;
  last := rows -> wanted_size - 1;
  answer := jsonb_build_object(
    'total', total,
    'items', private.items_of(case when jsonb_array_length(rows) > wanted_size then rows - wanted_size else rows end),
    'facets', jsonb_build_object('kind', facets),
    'next', case when jsonb_array_length(rows) > wanted_size then private.cursor_of(wanted_sort,
      case wanted_sort when 'best' then jsonb_build_array(last -> 'rank', last -> 'sort_value')
        else last -> 'sort_value' end,
      (last ->> 'id')::uuid) end);
  if total = 0 and cursor is null then
    answer := answer || jsonb_build_object('instead', case
      when exists (select from unnest(chunks) where near <> 0) then private.nearest_items(chunks, 8)
      else private.items_of(private.read_found(chunks, 'best', null, null, null, 8)) end);
  end if;
  if days is not null then
    answer := private.dated_page(answer, days);
    if free_chunks is not null and only_free is not true then
      answer := answer || jsonb_build_object('free_total', (
        select coalesce(sum(bit_count((exact | wide)::bit(64))), 0) from unnest(free_chunks)
        where not chosen ? 'kind' or chosen -> 'kind' ? kind));
    end if;
  end if;
  return answer;
end
$$;

create function public.search_catalogue(
  kind text default null,
  q text default '',
  category text default null,
  filters jsonb default '{}'::jsonb,
  sort text default 'newest',
  cursor text default null,
  size integer default 24,
  rental_from date default null,
  rental_to date default null,
  only_free boolean default false
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
set enable_sort = 'on'
as $$
declare
  pattern constant text := private.search_pattern(coalesce(q, ''));
  searching constant boolean := pattern <> '%%';
  wanted_sort constant text := coalesce(sort, 'newest');
  wanted_size constant integer := coalesce(size, 24);
  chosen jsonb;
  ids jsonb;
  after record;
  counts jsonb;
  page jsonb := '{"items": [], "next": null}';
  days private.rental_days;
  -- The days that decide what is found and counted.
  judged private.rental_days;
  is_only_free boolean := false;
begin
  if kind is not null and not exists (
    select from private.catalogue_kinds as listed where listed.kind = search_catalogue.kind
  ) then
    raise exception 'There is no kind "%".', left(kind, 40) using errcode = 'PT400';
  end if;
  if wanted_sort not in ('newest', 'price_asc', 'price_desc', 'name') then
    raise exception 'sort must be newest, price_asc, price_desc or name.' using errcode = 'PT400';
  end if;
  if wanted_size not between 1 and 100 then
    raise exception 'size must be between 1 and 100.' using errcode = 'PT400';
  end if;
  chosen := private.search_filters(kind, category, coalesce(filters, '{}'));
  select null::text as sort_value, null::uuid as id into after;
  if cursor is not null then
    after := private.read_cursor(cursor, wanted_sort);
  end if;
  if rental_from is not null or rental_to is not null then
    days := private.rental_days_of(rental_from, rental_to);
    if days.shows <> 'off' then
      judged := private.judge_apart(kind, days);
      is_only_free := coalesce(only_free, false);
    end if;
  end if;
  ids := private.search_ids(kind, chosen, pattern, searching);
  execute private.count_statement(kind, chosen, ids, searching, judged, is_only_free)
    into counts using pattern, ids, wanted_size;
  if counts -> 'pages' <> 'null' then
    -- why: count_statement has selected the cheaper way to the newest items. The planner assumes that
    -- pattern and filters are independent, and would read and sort everything that one of them leaves.
    perform set_config('enable_sort', case wanted_sort when 'newest' then 'off' else 'on' end, true);
    execute private.page_statement(counts -> 'pages', chosen, ids, wanted_sort, searching, going_on => cursor is not null,
        free_days => case when is_only_free then judged end)
      into page using pattern, ids, after.sort_value, after.id, wanted_size, wanted_sort;
  end if;
  if searching and kind is not null and cursor is null and counts -> 'total' = '0' then
    page := page || jsonb_build_object('instead',
      private.items_instead(q, kind, case when is_only_free then judged end));
  end if;
  if days is not null then
    -- why: plans of the statements that follow are cached.
    perform set_config('enable_sort', 'on', true);
    page := private.dated_page(page, days);
  end if;
  return counts - 'pages' || page;
end
$$;

create function public.search_free_items(
  q text default '',
  category text default null,
  filters jsonb default '{}'::jsonb,
  sort text default 'name',
  cursor text default null,
  size integer default 24,
  rental_from date default null,
  rental_to date default null,
  only_free boolean default false
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
declare
  wanted_sort constant text := coalesce(sort, 'name');
  wanted_size constant integer := coalesce(size, 24);
  chosen constant jsonb := private.search_filters(null, category, coalesce(filters, '{}'));
  after record;
  days private.rental_days;
  judged private.rental_days;
  is_only_free boolean := false;
  result jsonb;
begin
  if wanted_sort not in ('newest', 'price_asc', 'price_desc', 'name') then
    raise exception 'sort must be newest, price_asc, price_desc or name.' using errcode = 'PT400';
  end if;
  if wanted_size not between 1 and 100 then
    raise exception 'size must be between 1 and 100.' using errcode = 'PT400';
  end if;
  select null::text as sort_value, null::uuid as id into after;
  if cursor is not null then
    after := private.read_cursor(cursor, wanted_sort);
  end if;
  if rental_from is not null or rental_to is not null then
    days := private.rental_days_of(rental_from, rental_to);
    if days.shows <> 'off' then
      judged := private.judge_apart(null, days);
      is_only_free := coalesce(only_free, false);
    end if;
  end if;
  execute private.free_items_statement(wanted_sort, judged, is_only_free) into result
    using private.search_pattern(coalesce(q, '')),
      case when chosen ? 'kind' then private.ids_in(chosen, 'kind') end,
      after.sort_value, after.id, wanted_size, wanted_sort;
  if result -> 'total' = '0' and cursor is null and private.search_pattern(coalesce(q, '')) <> '%%' then
    result := result || jsonb_build_object('instead',
      private.free_items_instead(q, case when is_only_free then judged end));
  end if;
  if days is not null then
    result := private.dated_page(result, days);
  end if;
  return result;
end
$$;

create function public.search_inventory(
  kind text,
  q text default '',
  filters jsonb default '{}'::jsonb,
  sort text default '-created',
  page integer default 1,
  size integer default 25
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  pattern constant text := private.search_pattern(coalesce(search_inventory.q, ''));
  -- why: rows that match a pattern have to be read one by one to be counted.
  counted_to constant integer := case when pattern = '%%' then 10000 else 1000 end;
  wanted_sort constant text := coalesce(search_inventory.sort, '-created');
  wanted_page constant integer := coalesce(search_inventory.page, 1);
  wanted_size constant integer := coalesce(search_inventory.size, 25);
  wanted_filters constant jsonb := coalesce(search_inventory.filters, '{}');
  direction constant text := case when wanted_sort like '-%' then 'desc' else 'asc' end;
  narrowed constant boolean := pattern <> '%%' or wanted_filters <> '{}';
  listed private.catalogue_kinds;
  conditions text;
  sort_by text;
  names text;
  joins text;
  total bigint;
  -- The items that match the pattern, if there are few.
  few uuid[];
  items jsonb := '[]';
  more boolean := false;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  select * into listed from private.catalogue_kinds as known where known.kind = search_inventory.kind;
  if not found then
    raise exception 'There is no kind "%".', left(search_inventory.kind, 40) using errcode = 'PT400';
  end if;
  sort_by := case regexp_replace(wanted_sort, '^-', '')
    when 'created' then 'item.created_at'
    when 'code' then format('substr(item.%I, 5)::bigint', listed.code_column)
    when 'name' then 'item.name'
    when 'price' then 'item.price'
    when 'quantity' then 'item.quantity'
  end;
  if sort_by is null then
    raise exception 'There is no sort "%" here.', left(wanted_sort, 40) using errcode = 'PT400';
  elsif wanted_size not between 1 and 100 then
    raise exception 'size must be between 1 and 100.' using errcode = 'PT400';
  elsif wanted_page not between 1 and 1000000 then
    raise exception 'page must be between 1 and 1000000.' using errcode = 'PT400';
  end if;
  conditions := private.inventory_conditions(listed.kind, listed.staff_text, wanted_filters, pattern);
  select string_agg(format('%L, %I.%I', key, 'of_' || key, badge_column), ', '),
    string_agg(format(' left join %1$s as %2$I on %2$I.id = item.%3$I', lookup_table, 'of_' || key, item_column), '')
    into names, joins
  from private.catalogue_lookups as lookup where lookup.kind = listed.kind;

  if narrowed then
    execute format('select count(*), case when $2 then array_agg(id) end
      from (select item.id from %s as item where %s limit %s) as counted',
      listed.item_table, conditions, counted_to + 1)
      into total, few using pattern, pattern <> '%%';
    -- why: with few matches, walking all items in sort order would take longer.
    if total <= counted_to and few is not null then
      conditions := 'item.id = any ($4)';
    end if;
  else
    execute format('select (select coalesce(sum(items), 0) from private.catalogue_counts where kind = %1$L)
      + (select count(*) from %2$s as item where not item.active)
      - (select count(*) from public.items as known
         where known.kind = %1$L and known.archived_at is not null and known.removed_at is null)',
      listed.kind, listed.item_table) into total;
  end if;
  if total > 0 then
    execute format(
      'with page as (
         select cut.*, row_number() over (order by sort_value %1$s, id %1$s) as place
         from (select item.id, %2$s as sort_value from %3$s as item where %4$s
           order by sort_value %1$s, id %1$s limit $2 + 1 offset $3) as cut
       )
       select (
           select coalesce(jsonb_agg((to_jsonb(item) - ''search_text'')
             || jsonb_build_object(''code'', item.%5$I, ''names'', jsonb_build_object(%6$s),
               ''free_today'', stock.free_today, ''next_reserved'', stock.next_reserved,
               ''archived_at'', known.archived_at) order by page.place), ''[]'')
           from page join %3$s as item on item.id = page.id join public.items as known on known.id = page.id
             join private.stock_today(array(select id from page where place <= $2)) as stock
               on stock.item_id = item.id%7$s
         ),
         exists (select from page where place > $2)',
      direction, sort_by, listed.item_table, conditions, listed.code_column, names, joins)
    into items, more
    using pattern, wanted_size, (wanted_page - 1)::bigint * wanted_size, few;
  end if;
  return jsonb_build_object(
    'items', items,
    'total', case when narrowed then least(total, counted_to) else total end,
    'total_is_exact', not narrowed or total <= counted_to,
    'next', case when more then (wanted_page + 1)::text end);
end
$$;

create function public.similar_free(
  kind text,
  id uuid,
  rental_from date,
  rental_to date,
  quantity integer default 1
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  most constant integer := 12;
  days constant private.rental_days := private.rental_days_of(rental_from, rental_to);
  own record;
  category text;
  price numeric;
  nearest text;
  -- How many of the nearest items are judged; more if too few of them are free.
  judged integer := 48;
  candidates uuid[];
  figures jsonb;
begin
  select listed.kind, listed.item_table, lookup.item_column, lookup.column_type into own
  from private.catalogue_kinds as listed
    join private.catalogue_lookups as lookup on lookup.kind = listed.kind and lookup.is_sidebar
  where listed.kind = similar_free.kind;
  if not found then
    raise exception 'There is no kind "%".', left(similar_free.kind, 40) using errcode = 'PT400';
  end if;
  if similar_free.id is null or days is null then
    raise exception 'An id, rental_from and rental_to are required.' using errcode = 'PT400';
  end if;
  if similar_free.quantity is null or similar_free.quantity not between 1 and 1000000 then
    raise exception 'quantity must be at least 1.' using errcode = 'PT400';
  end if;
  if days.shows = 'off' then
    return '[]';
  end if;
  execute format('select item.%I::text, item.price from %s as item where item.id = $1 and (item.active or $2)',
    own.item_column, own.item_table) into category, price
    using similar_free.id, (private.current_actor()).actor <> 'visitor';
  if price is null then
    return '[]';
  end if;

  -- Of a category and of the rest, walks the prices up and down.
  select 'select array_agg(id order by tier, distance, id) from ('
      || string_agg(format(
        'select * from (
           (select %1$s as tier, item.price - $2 as distance, item.id from %2$s as item
            where item.active and (item.%3$I = $3::%4$s) is %5$s and item.price >= $2 and item.id <> $1
            order by item.price, item.id limit $4)
           union all
           (select %1$s, $2 - item.price, item.id from %2$s as item
            where item.active and (item.%3$I = $3::%4$s) is %5$s and item.price < $2
            order by item.price desc, item.id desc limit $4)
           order by distance, id limit $4
         ) as tier_%1$s', tier, own.item_table, own.item_column, own.column_type, truth), ' union all ')
      || ') as found'
  into nearest from (values (0, 'true'), (1, 'not true')) as tiers (tier, truth);
  loop
    execute nearest into candidates using similar_free.id, price, category, judged;
    select jsonb_agg(jsonb_build_object('kind', own.kind, 'id', listed.id, 'free', listed.free, 'of', listed.pieces)
      order by listed.place)
    into figures
    from (
      select candidate.id, candidate.place, free.free, free.pieces
      from unnest(candidates) with ordinality as candidate (id, place)
        join private.free_of(candidates, days.first, days.last_days) as free on free.item_id = candidate.id
      where free.free >= similar_free.quantity
      order by candidate.place limit most
    ) as listed;
    exit when jsonb_array_length(figures) = most or coalesce(cardinality(candidates), 0) < judged;
    judged := judged * 10;
  end loop;
  if figures is null then
    return '[]';
  end if;
  return (
    select jsonb_agg(item || case days.shows
      when 'exact' then jsonb_build_object('free', figure -> 'free', 'of', figure -> 'of')
      else jsonb_build_object('free', similar_free.quantity, 'of', null) end order by place)
    from jsonb_array_elements(private.items_of(figures)) with ordinality as listed (item, place)
      join jsonb_array_elements(figures) as figure on figure -> 'id' = item -> 'id');
end
$$;

create function public.sitemap_part(kind text, first uuid, size integer default 10000) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(listed) - 'id' order by listed.id), '[]')
  from (
    select item.id, item.slug, item.code, item.updated_at
    from public.catalogue_items as item
    where item.active and item.type = sitemap_part.kind and item.id >= sitemap_part.first
    order by item.id
    limit greatest(1, least(size, 10000))
  ) as listed
$$;

create function public.sitemap_parts(size integer default 10000) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(parts) - 'part' order by parts.kind, parts.part), '[]')
  from (
    select kind, part, min(id::text collate "C") as first, max(updated_at) as updated_at
    from (
      select type as kind, id, updated_at,
        (row_number() over (partition by type order by id) - 1) / greatest(1, least(size, 10000)) as part
      from public.catalogue_items where active
    ) as numbered
    group by kind, part
  ) as parts
$$;

create function public.stage_import(id uuid, kind text, lines jsonb) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  mine private.imports;
  staged integer;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if jsonb_typeof(lines) is distinct from 'array' or exists (
    select from jsonb_array_elements(lines) as each
    where jsonb_typeof(each -> 0) is distinct from 'number' or jsonb_typeof(each -> 1) is distinct from 'object'
      or each ->> 0 !~ '^\d{1,9}$'
  ) then
    raise exception 'lines must be a list of [line, texts].' using errcode = 'PT400';
  end if;
  delete from private.imports as old where old.created_at < now() - interval '1 day';
  insert into private.imports (id, owner, kind)
  values (stage_import.id, auth.uid(), (private.inventory_kind(stage_import.kind)).kind)
  on conflict do nothing;
  mine := private.own_import(stage_import.id);
  if mine.kind <> stage_import.kind or mine.created is not null then
    raise exception 'This import is another one. Choose the file again.' using errcode = 'PT409';
  end if;
  insert into private.import_lines (import_id, line, fields)
  select distinct on ((each ->> 0)::integer) mine.id, (each ->> 0)::integer, each -> 1
  from jsonb_array_elements(lines) as each
  on conflict on constraint import_lines_pkey do update set fields = excluded.fields;
  select count(*) into staged from private.import_lines where import_id = mine.id;
  if staged > 10000 then
    raise exception 'A file can have at most 10,000 lines.' using errcode = 'PT422';
  end if;
  return staged;
end
$$;

create function public.undo_items(batch uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set jit = 'off'
set enable_nestloop = 'off'
as $$
declare
  undone public.item_batches;
  listed private.catalogue_kinds;
  undo constant uuid := gen_random_uuid();
  standing text;
  assignments text;
  restored_items integer;
  kept_items integer;
  kept_first jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  select * into undone from public.item_batches as known where known.id = batch for update;
  if not found then
    raise exception 'This change is no longer in the log.' using errcode = 'PT404';
  elsif undone.undone_at is not null then
    raise exception 'This change was undone already.' using errcode = 'PT409';
  elsif undone.what in ('archive', 'restore') then
    raise exception 'Archived items are restored from the list of archived items.' using errcode = 'PT409';
  end if;
  listed := private.inventory_kind(undone.kind);
  select string_agg(format('%1$L, item.%1$I', item_column), ', '),
    string_agg(format('%1$I = case when fit.was ? %1$L then fit.%1$I else item.%1$I end', item_column), ', ')
    into standing, assignments
  from private.import_columns(undone.kind) where item_column in (
    select jsonb_object_keys(was) from public.item_changes where batch_id = undone.id);
  perform private.begin_item_batch(undo, undone.kind, 'undo', undoes => undone.id);
  execute format(
    'with asked as materialized (
       select item_id, code, name, was, became from public.item_changes where batch_id = $1 and was <> became
     ), standing as materialized (
       select item.id, jsonb_build_object(%2$s) as has from %1$s as item
       where item.id in (select item_id from asked) order by item.id for no key update
     ), fit as materialized (
       select asked.item_id, asked.was, asked.became, typed.*
       from asked join standing on standing.id = asked.item_id
       cross join lateral jsonb_populate_record(null::%1$s, asked.was) as typed
       where not exists (
         select from jsonb_each(asked.became) as given where standing.has -> given.key is distinct from given.value)
     ), restored as (
       update %1$s as item set %3$s from fit where item.id = fit.item_id
       returning item.id, item.%4$I as code, item.name
     ), logged as (
       insert into public.item_changes (batch_id, item_id, code, name, was, became)
       select $2, restored.id, restored.code, restored.name, asked.became, asked.was
       from restored join asked on asked.item_id = restored.id
     ), kept as (
       select item_id, code, name from asked where item_id not in (select id from restored)
     )
     select (select count(*) from restored), (select count(*) from kept), (
       select coalesce(jsonb_agg(jsonb_build_object(''id'', item_id, ''code'', code, ''name'', name) order by code), ''[]'')
       from (select * from kept order by code limit 20) as first)',
    listed.item_table, standing, assignments, listed.code_column)
    into restored_items, kept_items, kept_first using undone.id, undo;
  if restored_items = 0 then
    delete from public.item_batches as begun where begun.id = undo;
  else
    update public.item_batches as begun set changed = restored_items where begun.id = undo;
    update public.item_batches as known set undone_at = now() where known.id = undone.id;
  end if;
  return jsonb_build_object('restored', restored_items, 'kept', kept_items, 'items', kept_first);
exception when integrity_constraint_violation then
  raise exception 'Some of the former values can no longer be set: they were removed from their list.'
    using errcode = 'PT409';
end
$$;

create view public.you_might_also_like_view with (security_invoker = true) as
  select item.id, item.name, item.price, item.images[1] as image_url, 'prop' as type, item.slug,
    item.in_studio, brand.name as second_label
  from public.props as item left join public.prop_brands as brand on brand.id = item.brand_id
  where item.active
  union all
  select item.id, item.name, item.price, item.images[1], 'backdrop', item.slug, item.in_studio, material.name
  from public.backdrops as item
    left join public.backdrop_materials as material on material.id = item.material_id
  where item.active
  union all
  select item.id, item.name, item.price, item.images[1], 'cloth', item.slug, item.in_studio, brand.name
  from public.clothes as item left join public.cloth_brands as brand on brand.id = item.brand_id
  where item.active
  union all
  select item.id, item.name, item.price, item.images[1], 'gear', item.slug, item.in_studio, brand.name
  from public.gear as item left join public.gear_brands as brand on brand.id = item.gear_brand_id
  where item.active
  union all
  select item.id, item.name, item.price, item.images[1], 'crew', item.slug, item.in_studio, category.name
  from public.crews as item left join public.crew_categories as category on category.id = item.category_id
  where item.active
  union all
  select item.id, item.name, item.price, item.images[1], 'set', item.slug, item.in_studio, initcap(item.category)
  from public.sets as item
  where item.active;

reset check_function_bodies;

grant execute on function
  public.apply_import(uuid,text[]),
  public.archive_items(jsonb,boolean,uuid),
  public.change_items(text,uuid[],jsonb,uuid),
  public.check_import(uuid,text[]),
  public.drop_import(uuid),
  public.export_inventory(text,text,jsonb,text,integer),
  public.item_log(text),
  public.lookup_values(text),
  public.matching_items(text,text,jsonb),
  public.remove_lookup_value(text,uuid),
  public.search_inventory(text,text,jsonb,text,integer,integer),
  public.stage_import(uuid,text,jsonb),
  public.undo_items(uuid)
to authenticated;

grant execute on function
  public.item_page(text,text),
  public.related_items(text,uuid,integer),
  public.search_by_words(text,text,jsonb,text,text,integer,date,date,boolean),
  public.search_catalogue(text,text,text,jsonb,text,text,integer,date,date,boolean),
  public.search_free_items(text,text,jsonb,text,text,integer,date,date,boolean),
  public.similar_free(text,uuid,date,date,integer),
  public.sitemap_part(text,uuid,integer),
  public.sitemap_parts(integer)
to anon, authenticated, service_role;

grant select on public.catalogue_items to anon, authenticated, service_role;

grant select on public.free_items_unified_view to anon, authenticated, service_role;

grant select on public.you_might_also_like_view to anon, authenticated, service_role;

create trigger catalogue_changed
  after insert or delete or update or truncate on private.catalogue_kinds
  for each statement execute function private.tell_catalogue_changed();

create trigger catalogue_changed
  after insert or delete or update or truncate on private.catalogue_lookups
  for each statement execute function private.tell_catalogue_changed();

create trigger catalogue_changed
  after insert or delete or update or truncate on private.set_categories
  for each statement execute function private.tell_catalogue_changed();

create trigger catalogue_changed
  after insert or delete or update or truncate on public.backdrop_materials
  for each statement execute function private.tell_catalogue_changed();

create trigger catalogue_changed
  after insert or delete or update or truncate on public.backdrop_size_manager
  for each statement execute function private.tell_catalogue_changed();

create trigger catalogue_changed after insert or delete or update or truncate on public.colors
  for each statement execute function private.tell_catalogue_changed();

create trigger backdrops_counted_delete after delete on public.backdrops
  referencing old table as old_items
  for each statement execute function private.count_items('backdrop');
create trigger backdrops_counted_insert after insert on public.backdrops
  referencing new table as new_items
  for each statement execute function private.count_items('backdrop');
create trigger backdrops_counted_truncate after truncate on public.backdrops
  for each statement execute function private.count_items('backdrop');
create trigger backdrops_counted_update after update on public.backdrops
  referencing old table as old_items new table as new_items
  for each statement execute function private.count_items('backdrop');
create trigger backdrops_material before insert or update on public.backdrops
  for each row execute function private.mirror_material();
create trigger backdrops_registered_delete after delete on public.backdrops
  referencing old table as old_items
  for each statement execute function private.register_items('backdrop', 'backdrop_id');
create trigger backdrops_registered_insert after insert on public.backdrops
  referencing new table as new_items
  for each statement execute function private.register_items('backdrop', 'backdrop_id');
create trigger backdrops_registered_truncate after truncate on public.backdrops
  for each statement execute function private.register_items('backdrop', 'backdrop_id');
create trigger backdrops_registered_update after update on public.backdrops
  referencing old table as old_items new table as new_items
  for each statement execute function private.register_items('backdrop', 'backdrop_id');
create trigger catalogue_changed after insert or delete or update or truncate on public.backdrops
  for each statement execute function private.tell_catalogue_changed();

create trigger catalogue_changed after insert or delete or update or truncate on public.cloth_brands
  for each statement execute function private.tell_catalogue_changed();

create trigger catalogue_changed
  after insert or delete or update or truncate on public.cloth_categories
  for each statement execute function private.tell_catalogue_changed();

create trigger catalogue_changed
  after insert or delete or update or truncate on public.clothes_size_manager
  for each statement execute function private.tell_catalogue_changed();

create trigger catalogue_changed
  after insert or delete or update or truncate on public.gender_options
  for each statement execute function private.tell_catalogue_changed();

create trigger catalogue_changed after insert or delete or update or truncate on public.clothes
  for each statement execute function private.tell_catalogue_changed();
create trigger clothes_counted_delete after delete on public.clothes
  referencing old table as old_items
  for each statement execute function private.count_items('cloth');
create trigger clothes_counted_insert after insert on public.clothes
  referencing new table as new_items
  for each statement execute function private.count_items('cloth');
create trigger clothes_counted_truncate after truncate on public.clothes
  for each statement execute function private.count_items('cloth');
create trigger clothes_counted_update after update on public.clothes
  referencing old table as old_items new table as new_items
  for each statement execute function private.count_items('cloth');
create trigger clothes_registered_delete after delete on public.clothes
  referencing old table as old_items
  for each statement execute function private.register_items('cloth', 'cloth_id');
create trigger clothes_registered_insert after insert on public.clothes
  referencing new table as new_items
  for each statement execute function private.register_items('cloth', 'cloth_id');
create trigger clothes_registered_truncate after truncate on public.clothes
  for each statement execute function private.register_items('cloth', 'cloth_id');
create trigger clothes_registered_update after update on public.clothes
  referencing old table as old_items new table as new_items
  for each statement execute function private.register_items('cloth', 'cloth_id');

create trigger catalogue_changed
  after insert or delete or update or truncate on public.crew_categories
  for each statement execute function private.tell_catalogue_changed();

create trigger catalogue_changed after insert or delete or update or truncate on public.crews
  for each statement execute function private.tell_catalogue_changed();
create trigger crews_counted_delete after delete on public.crews
  referencing old table as old_items
  for each statement execute function private.count_items('crew');
create trigger crews_counted_insert after insert on public.crews
  referencing new table as new_items
  for each statement execute function private.count_items('crew');
create trigger crews_counted_truncate after truncate on public.crews
  for each statement execute function private.count_items('crew');
create trigger crews_counted_update after update on public.crews
  referencing old table as old_items new table as new_items
  for each statement execute function private.count_items('crew');
create trigger crews_registered_delete after delete on public.crews
  referencing old table as old_items
  for each statement execute function private.register_items('crew', 'crew_id');
create trigger crews_registered_insert after insert on public.crews
  referencing new table as new_items
  for each statement execute function private.register_items('crew', 'crew_id');
create trigger crews_registered_truncate after truncate on public.crews
  for each statement execute function private.register_items('crew', 'crew_id');
create trigger crews_registered_update after update on public.crews
  referencing old table as old_items new table as new_items
  for each statement execute function private.register_items('crew', 'crew_id');

create trigger catalogue_changed after insert or delete or update or truncate on public.gear_brands
  for each statement execute function private.tell_catalogue_changed();

create trigger catalogue_changed
  after insert or delete or update or truncate on public.gear_category_manager
  for each statement execute function private.tell_catalogue_changed();

create trigger catalogue_changed after insert or delete or update or truncate on public.gear
  for each statement execute function private.tell_catalogue_changed();
create trigger gear_counted_delete after delete on public.gear
  referencing old table as old_items
  for each statement execute function private.count_items('gear');
create trigger gear_counted_insert after insert on public.gear
  referencing new table as new_items
  for each statement execute function private.count_items('gear');
create trigger gear_counted_truncate after truncate on public.gear
  for each statement execute function private.count_items('gear');
create trigger gear_counted_update after update on public.gear
  referencing old table as old_items new table as new_items
  for each statement execute function private.count_items('gear');
create trigger gear_registered_delete after delete on public.gear
  referencing old table as old_items
  for each statement execute function private.register_items('gear', 'gear_id');
create trigger gear_registered_insert after insert on public.gear
  referencing new table as new_items
  for each statement execute function private.register_items('gear', 'gear_id');
create trigger gear_registered_truncate after truncate on public.gear
  for each statement execute function private.register_items('gear', 'gear_id');
create trigger gear_registered_update after update on public.gear
  referencing old table as old_items new table as new_items
  for each statement execute function private.register_items('gear', 'gear_id');

create trigger items_archived before insert or update of active on public.items
  for each row
  when (new.active and new.archived_at is not null) execute function private.refuse_archived();

create trigger catalogue_changed after insert or delete or update or truncate on public.prop_brands
  for each statement execute function private.tell_catalogue_changed();

create trigger catalogue_changed
  after insert or delete or update or truncate on public.prop_categories
  for each statement execute function private.tell_catalogue_changed();

create trigger catalogue_changed after insert or delete or update or truncate on public.props
  for each statement execute function private.tell_catalogue_changed();
create trigger props_counted_delete after delete on public.props
  referencing old table as old_items
  for each statement execute function private.count_items('prop');
create trigger props_counted_insert after insert on public.props
  referencing new table as new_items
  for each statement execute function private.count_items('prop');
create trigger props_counted_truncate after truncate on public.props
  for each statement execute function private.count_items('prop');
create trigger props_counted_update after update on public.props
  referencing old table as old_items new table as new_items
  for each statement execute function private.count_items('prop');
create trigger props_registered_delete after delete on public.props
  referencing old table as old_items
  for each statement execute function private.register_items('prop', 'prop_id');
create trigger props_registered_insert after insert on public.props
  referencing new table as new_items
  for each statement execute function private.register_items('prop', 'prop_id');
create trigger props_registered_truncate after truncate on public.props
  for each statement execute function private.register_items('prop', 'prop_id');
create trigger props_registered_update after update on public.props
  referencing old table as old_items new table as new_items
  for each statement execute function private.register_items('prop', 'prop_id');

create trigger catalogue_changed after insert or delete or update or truncate on public.sets
  for each statement execute function private.tell_catalogue_changed();
create trigger sets_counted_delete after delete on public.sets
  referencing old table as old_items
  for each statement execute function private.count_items('set');
create trigger sets_counted_insert after insert on public.sets
  referencing new table as new_items
  for each statement execute function private.count_items('set');
create trigger sets_counted_truncate after truncate on public.sets
  for each statement execute function private.count_items('set');
create trigger sets_counted_update after update on public.sets
  referencing old table as old_items new table as new_items
  for each statement execute function private.count_items('set');
create trigger sets_registered_delete after delete on public.sets
  referencing old table as old_items
  for each statement execute function private.register_items('set', 'set_id');
create trigger sets_registered_insert after insert on public.sets
  referencing new table as new_items
  for each statement execute function private.register_items('set', 'set_id');
create trigger sets_registered_truncate after truncate on public.sets
  for each statement execute function private.register_items('set', 'set_id');
create trigger sets_registered_update after update on public.sets
  referencing old table as old_items new table as new_items
  for each statement execute function private.register_items('set', 'set_id');

create trigger item_components_archived before insert on public.item_components
  for each row execute function private.refuse_archived_component();

create trigger item_pieces_unarchived after insert on public.item_pieces
  referencing new table as new_rows
  for each statement execute function private.refuse_archived_pieces();
