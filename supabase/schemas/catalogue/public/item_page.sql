/*
 * The active item of a kind with this slug, or else with this code, and the items related to it:
 * {"item": row with code and names of its lookups, "related": see related_items}. Null if there is none;
 * `related` is null if it could not be read. Raises PT400 for an unknown kind.
 */
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
  select * into listed from private.catalogue_kinds where catalogue_kinds.kind = item_page.kind;
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

grant execute on function public.item_page(text,text) to anon, authenticated, service_role;
