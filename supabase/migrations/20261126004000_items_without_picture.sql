-- Items without a picture: a filter of the managers, and a figure of the dashboard.

create index items_without_picture_idx on public.items (kind, id)
  where image is null and archived_at is null and removed_at is null;

/*
 * SQL conditions of a manager's list on `item`; $1 in them is the search pattern. With the filter archived: true only
 * archived items, otherwise none of them; pictures: items with at least one picture, or without any.
 * Raises PT400 for filters that the kind does not have.
 */
create or replace function private.inventory_conditions(
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

/*
 * The figures of the dashboard's cards that the caller's role may see: {"crm": … or null,
 * "inventory": {kind: {"active", "inactive", "without_picture"}}}, without archived items. search_orders and this function share
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
      'inactive', inactive -> kind,
      'without_picture', (select count(*) from public.items as item
        where item.kind = kinds.kind and item.image is null and item.archived_at is null and item.removed_at is null)))
    from private.catalogue_kinds as kinds
  ));
end
$$;
