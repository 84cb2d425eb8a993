/*
 * SQL of the ids of the items of a kind (null: of all), with this category (slug) and search pattern, which is
 * $1 in it; null where neither is set. Raises PT400 for an unknown kind, and for a category without a kind.
 */
create function private.timeline_filter(kind text, category text, pattern text) returns text
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  filters constant jsonb := jsonb_strip_nulls(jsonb_build_object('category', timeline_filter.category));
  category_key text;
begin
  if timeline_filter.kind is not null then
    category_key := (private.inventory_kind(timeline_filter.kind)).category_key;
  elsif timeline_filter.category is not null then
    raise exception 'A category needs its kind.' using errcode = 'PT400';
  end if;
  if pattern = '%%' and filters = '{}' then
    return null;
  end if;
  return (
    select string_agg(format('select item.id from %s as item where %s', listed.item_table,
      private.inventory_conditions(listed.kind, listed.staff_text,
        case when filters = '{}' then filters else jsonb_build_object(category_key, timeline_filter.category) end,
        pattern)), ' union all ')
    from private.catalogue_kinds as listed
    where timeline_filter.kind is null or listed.kind = timeline_filter.kind
  );
end
$$;
