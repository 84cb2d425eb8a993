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
  select * into listed from private.catalogue_kinds where catalogue_kinds.kind = search_inventory.kind;
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
      - (select count(*) from public.items
         where items.kind = %1$L and items.archived_at is not null and items.removed_at is null)',
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
               ''archived_at'', items.archived_at) order by page.place), ''[]'')
           from page join %3$s as item on item.id = page.id join public.items on items.id = page.id
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

grant execute
  on function public.search_inventory(text,text,jsonb,text,integer,integer) to authenticated;
