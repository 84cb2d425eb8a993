-- The lists of the inventory managers (back-office §2 and §9): one call a page, for staff.

alter table private.catalogue_kinds
  -- What a search by staff compares with, as an expression over the item.
  add column staff_text text not null default 'item.search_text';
update private.catalogue_kinds
set staff_text = $$lower((item.name || E'\n' || item.description) collate private.names) collate "C"$$
where kind = 'prop';

alter table private.catalogue_lookups add column is_searched_by_staff boolean not null default false;
insert into private.catalogue_lookups
  (kind, key, item_column, lookup_table, label_column, badge_column, swatch_column, facet, is_sidebar, is_searched)
values
  ('cloth', 'colour', 'color_id', 'public.colors', 'name', 'name', 'hex', null, false, false),
  ('backdrop', 'colour', 'color_id', 'public.colors', 'name', 'name', 'hex', null, false, false);
update private.catalogue_lookups set is_searched_by_staff = true
where (kind, key) in (
  ('prop', 'brand'), ('prop', 'category'), ('backdrop', 'colour'), ('backdrop', 'size'),
  ('backdrop', 'material'), ('crew', 'category')
);

-- why: staff list what is switched off too, and an index over all items serves visitors as well.
do $$
declare
  listed record;
begin
  for listed in
    select relname as name, code_column from private.catalogue_kinds join pg_class on pg_class.oid = item_table
  loop
    execute format('drop index public.%I, public.%I, public.%I, public.%I', listed.name || '_newest_idx',
      listed.name || '_price_idx', listed.name || '_name_idx', listed.name || '_search_idx');
    execute format('create index %I on public.%I (created_at, id)', listed.name || '_newest_idx', listed.name);
    execute format('create index %I on public.%I (price, id)', listed.name || '_price_idx', listed.name);
    execute format('create index %I on public.%I (name, id)', listed.name || '_name_idx', listed.name);
    execute format('create index %I on public.%I (quantity, id)', listed.name || '_quantity_idx', listed.name);
    execute format('create index %I on public.%I ((substr(%I, 5)::bigint), id)',
      listed.name || '_code_idx', listed.name, listed.code_column);
    execute format('create index %I on public.%I using gin (search_text extensions.gin_trgm_ops)',
      listed.name || '_search_idx', listed.name);
  end loop;
end
$$;
create index props_staff_search_idx on public.props using gin (
  (lower((name || E'\n' || description) collate private.names) collate "C") extensions.gin_trgm_ops
);

/*
 * The conditions of a manager's list on `item`, as text; $1 in it is the needle's pattern.
 * Raises PT400 for filters that the kind does not have.
 */
create function private.inventory_conditions(kind text, staff_text text, filters jsonb, pattern text)
returns text
language plpgsql stable
set search_path = ''
as $$
declare
  entry record;
  lookup record;
  ids text[];
  needle text := staff_text || ' like $1';
  conditions text := 'true';
begin
  if jsonb_typeof(filters) <> 'object' then
    raise exception 'filters must be an object.' using errcode = 'PT400';
  end if;
  for entry in select * from jsonb_each(filters) loop
    if entry.key in ('active', 'in_studio') then
      if jsonb_typeof(entry.value) <> 'boolean' then
        raise exception 'The filter "%" must be true or false.', entry.key using errcode = 'PT400';
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
 * One page of an inventory manager: {"total", "total_is_exact", "items": […], "next"}. An item is its
 * whole row with its `code`, and with the `names` of what it refers to: {"brand": …, "category": …}.
 *
 * kind: prop, cloth, backdrop, gear, set or crew. q: compared with what back-office §9 lists for it.
 * filters: {"active": true, "in_studio": false, "category": slug, …}, by any lookup of the kind.
 * sort: created, code, name, price or quantity, with '-' before it descending. page from 1. size: 1
 * to 100. The total is exact without q and filters, with filters up to 10,000, with q up to 1,000; next is the number of
 * the page after this one, null on the last.
 * Raises PT400 for what it does not know, 42501 for who is no staff.
 */
create function public.search_inventory(
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
  -- why: rows that hold a needle are read one by one to be counted.
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
  items jsonb;
  total bigint;
  more boolean;
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

  execute format(
    'with page as (
       select cut.*, row_number() over (order by sort_value %1$s, id %1$s) as place
       from (select item.id, %2$s as sort_value from %3$s as item where %4$s
         order by sort_value %1$s, id %1$s limit $2 + 1 offset $3) as cut
     )
     select (
         select coalesce(jsonb_agg((to_jsonb(item) - ''search_text'')
           || jsonb_build_object(''code'', item.%5$I, ''names'', jsonb_build_object(%6$s)) order by place), ''[]'')
         from page join %3$s as item on item.id = page.id%7$s where place <= $2
       ),
       exists (select from page where place > $2),
       %8$s',
    direction, sort_by, listed.item_table, conditions, listed.code_column, names, joins,
    case when narrowed
      then format('(select count(*) from (select from %s as item where %s limit %s) as counted)',
        listed.item_table, conditions, counted_to + 1)
      else format('(select coalesce(sum(items), 0) from private.catalogue_counts where kind = %L)
        + (select count(*) from %s as item where not item.active)', listed.kind, listed.item_table) end)
  into items, more, total
  using pattern, wanted_size, (wanted_page - 1)::bigint * wanted_size;
  return jsonb_build_object(
    'items', items,
    'total', case when narrowed then least(total, counted_to) else total end,
    'total_is_exact', not narrowed or total <= counted_to,
    'next', case when more then (wanted_page + 1)::text end);
end
$$;

grant execute on function public.search_inventory(text, text, jsonb, text, integer, integer) to authenticated;
