/*
 * A logged value as it is shown: ids of lists' values, items and staff by their names, also of those that were removed since.
 */
create function private.activity_value(table_name text, field text, value jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  given constant text := value #>> '{}';
  listed private.catalogue_lookups;
  named text;
begin
  if jsonb_typeof(value) is distinct from 'string' then
    return value;
  elsif table_name = 'crm_events' then
    if field <> 'assigned' then
      return value;
    end if;
    named := private.person_name(given::uuid);
  elsif field in ('succeeded_by', 'tax_class_id') then
    select class.label into named from public.tax_classes as class where class.id::text = given;
  else
    select lookup.* into listed
    from private.catalogue_lookups as lookup join private.catalogue_kinds as kind on kind.kind = lookup.kind
    where kind.item_table = to_regclass('public.' || quote_ident(table_name)) and lookup.item_column = activity_value.field;
    if not found then
      return value;
    end if;
    execute format('select %I from %s where id::text = $1', listed.badge_column, listed.lookup_table) into named using given;
  end if;
  return to_jsonb(coalesce(named, (
    select entry.label from private.activity as entry where entry.record_id = given
    order by entry.at desc, entry.id desc limit 1), given));
end
$$;
