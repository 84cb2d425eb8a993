-- Archived items: inactive, in no list but the manager's filter "Archived"; enquiries, orders and the log keep them.

/* Refuses to activate an archived item. Trigger of the registry, which every change of an item passes. */
create function private.refuse_archived() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT409', detail = '{"reason": "archived"}',
    message = format('%s is archived. Restore it first.', new.code);
end
$$;

create trigger items_archived before insert or update of active on public.items
  for each row when (new.active and new.archived_at is not null)
  execute function private.refuse_archived();

/* Refuses an archived item as a component. */
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

create trigger item_components_archived before insert on public.item_components
  for each row execute function private.refuse_archived_component();

/* Refuses archived items as new lines of an order: PT409, details {"reason": "archived", "items"}. */
create function private.refuse_archived_lines() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  archived constant uuid[] := array(
    select item.id from new_rows as line join public.items as item on item.id = line.item_id
    where item.archived_at is not null);
begin
  if archived <> '{}' then
    raise exception using errcode = 'PT409',
      message = format('"%s" is archived. Restore it, or choose another item.', (
        select item.name from public.items as item where item.id = archived[1])),
      detail = jsonb_build_object('reason', 'archived', 'items', private.named_items(archived))::text;
  end if;
  return null;
end
$$;

-- why this name: triggers run in alphabetical order, and the one that reserves locks the items first.
create trigger order_items_unarchived after insert on public.order_items
  referencing new table as new_rows
  for each statement execute function private.refuse_archived_lines();

/* Refuses numbers for the pieces of archived items: PT409, details {"reason": "archived"}. */
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

create trigger item_pieces_unarchived after insert on public.item_pieces
  referencing new table as new_rows
  for each statement execute function private.refuse_archived_pieces();

/*
 * SQL conditions of a manager's list on `item`; $1 in them is the search pattern. With the filter archived: true only
 * archived items, otherwise none of them. Raises PT400 for
 * filters that the kind does not have.
 */
create or replace function private.inventory_conditions(kind text, staff_text text, filters jsonb, pattern text)
returns text
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
    if entry.key in ('active', 'in_studio', 'archived') then
      if jsonb_typeof(entry.value) <> 'boolean' then
        raise exception 'The filter "%" must be true or false.', entry.key using errcode = 'PT400';
      end if;
      continue when entry.key = 'archived';
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

/*
 * One page of an inventory manager: {"total", "total_is_exact", "items": […], "next"}. An item is its
 * whole row with its `code`, the `names` of its lookup values, {"brand": …, "category": …}, and with
 * `free_today` and `next_reserved` of private.stock_today and with `archived_at`.
 *
 * kind: prop, cloth, backdrop, gear, set or crew. q: compared with the texts that docs/product/inventory.md
 * lists for the kind. filters: {"active": true, "in_studio": false, "archived": true, "category": slug, …}, by
 * any lookup of the kind; archived items are left out unless archived is true. sort: created, code, name, price or quantity, with '-' before it descending. page from 1.
 * size: 1 to 100. The total is exact without q and filters; with filters it stops at 10,000, with q at
 * 1,000. next is the number of the next page, null on the last.
 * Raises PT400 for unknown or invalid arguments, 42501 for anyone but staff.
 */
create or replace function public.search_inventory(
  kind text, q text default '', filters jsonb default '{}', sort text default '-created',
  page integer default 1, size integer default 25
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = off
set max_parallel_workers_per_gather = 0
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

/*
 * Restores the values that the items of a batch had before it. Items whose values were changed since, or
 * that were deleted, are skipped. Items that an import created are switched off. The undo is a batch of
 * the log too and can itself be undone.
 * Returns {"restored": count, "kept": count, "items": the first 20 skipped as {"id", "code", "name"}}.
 * Raises PT404 for a batch that is not in the log, PT409 for one that was already undone, for one that
 * archived or restored items, or if an old
 * value was removed from its lookup, 42501 for anyone but staff.
 */
create or replace function public.undo_items(batch uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set jit = off
set enable_nestloop = off
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

/*
 * The figures of the dashboard's cards that the caller's role may see: {"crm": … or null,
 * "inventory": {kind: {"active", "inactive"}}}, without archived items. search_orders and this function share
 * private.filter_conditions for orders that are out or due, so that each figure is the total of its list.
 * 42501 for anyone but staff.
 */
create or replace function public.dashboard_figures() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  crm jsonb;
  inactive jsonb := '{}';
  listed record;
  figure text;
  shown text;
  counted bigint;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if private.is_staff('admin', 'crm_user') then
    for figure, shown in values ('orders_out', 'out'), ('returns_due', 'due') loop
      execute 'select count(*) from public.orders as listed where true'
        || private.filter_conditions(jsonb_build_object(shown, true)) into counted;
      crm := coalesce(crm, '{}') || jsonb_build_object(figure, counted);
    end loop;
    crm := crm || (public.crm_counts() - array['leads', 'enquiries', 'orders']);
  end if;
  for listed in select kind, item_table from private.catalogue_kinds loop
    execute format('select count(*) from %s where not active', listed.item_table) into counted;
    counted := counted - (select count(*) from public.items as item
      where item.kind = listed.kind and item.archived_at is not null and item.removed_at is null);
    inactive := inactive || jsonb_build_object(listed.kind, counted);
  end loop;
  return jsonb_build_object('crm', crm, 'inventory', (
    select jsonb_object_agg(kind, jsonb_build_object(
      'active', (select coalesce(sum(items), 0) from private.catalogue_counts as held where held.kind = kinds.kind),
      'inactive', inactive -> kind))
    from private.catalogue_kinds as kinds
  ));
end
$$;

alter table public.item_batches drop constraint item_batches_what_check;
alter table public.item_batches add constraint item_batches_what_check
  check (what in ('change', 'import', 'undo', 'archive', 'restore'));

/*
 * Archives items, or restores them, all or none. An archived item becomes inactive and disappears from all lists but
 * the manager's filter "Archived"; a restored one stays inactive. Items already in that state do not change.
 * Logged for each kind, like change_items.
 * items: [{"type", "id"}], 1 to 5,000.
 * Returns {"changed": count}.
 *
 * Raises PT404 for an unknown item; PT422 with details {"field": "items" | "key"}; PT409 with details {"reason":
 * "reserved", "orders": [numbers], "enquiries": [numbers], "items": [{"type", "id", "code", "name"}]} while pieces are
 * out, booked or held; {"reason": "in_kit", "kits": [{"type", "id", "code", "name"}], "items"} for components of kits
 * that are not archived with them; {"reason": "busy"}. 42501 for anyone but admin and inventory_user.
 */
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

/* Items as refusals name them: the first 20 by code. */
create function private.named_items(ids uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('type', kind, 'id', id, 'code', code, 'name', name) order by code), '[]')
  from (select * from public.items as item where item.id = any (ids) order by code limit 20) as named
$$;

/* Refuses to archive items with pieces that are out, booked from today on, or held. */
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

/* Refuses to archive components of kits that stay. */
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

grant execute on function public.archive_items(jsonb, boolean, uuid) to authenticated;
