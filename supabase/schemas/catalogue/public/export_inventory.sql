/*
 * A part of a manager's list for export, newest first: {"total", "total_is_exact", "items": […],
 * "next": cursor or null}. Items, q and filters are those of search_inventory; size 1 to 1000. The total
 * is in the first part only, and null after.
 * Raises PT400 for unknown or invalid arguments, 42501 for anyone but staff.
 */
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

grant execute on function public.export_inventory(text,text,jsonb,text,integer) to authenticated;
