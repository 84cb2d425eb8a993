/* An entry of the log, as public.activity returns it. A discarded draft has no page. */
create or replace function private.activity_entry(entry private.activity) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', entry.id::text,
    'at', entry.at,
    'person', case when entry.person_id is not null then
      jsonb_build_object('id', entry.person_id, 'name', entry.person_name) end,
    'area', entry.area,
    'what', entry.what,
    'table', entry.table_name,
    'record', jsonb_build_object('type', entry.record_type, 'id', entry.record_id, 'label', entry.label,
      'kind', case entry.record_type when 'item' then (
        select item.kind from public.items as item where item.id = entry.record_id::uuid) end,
      'to', case entry.record_type
        when 'item' then (
          select item.code from public.items as item where item.id = entry.record_id::uuid and item.removed_at is null)
        when 'enquiry' then (
          select enquiry.enquiry_number from public.enquiry_orders as enquiry where enquiry.id = entry.record_id::uuid)
        when 'order' then (select made.order_number from public.orders as made where made.id = entry.record_id::uuid)
        when 'customer' then (
          select customer.customer_number from public.customers as customer where customer.id = entry.record_id::uuid)
        when 'person' then (
          select profile.id::text from public.user_profiles as profile
          where profile.id = entry.record_id::uuid and profile.role is not null)
        when 'document' then (
          select document.id::text from public.documents as document where document.id = entry.record_id::uuid)
        when 'list' then null
        when 'picture' then null
        else entry.record_id
      end),
    'changes', (
      select coalesce(jsonb_agg(jsonb_build_object('field', changed.key,
        'was', private.activity_value(entry.table_name, changed.key, changed.value -> 0),
        'became', private.activity_value(entry.table_name, changed.key, changed.value -> 1)) order by changed.key), '[]')
      from jsonb_each(entry.changes) as changed),
    'more', entry.more)
$$;

/*
 * A logged value as it is shown: ids of lists' values, items and staff by their names, also of those that were removed since.
 */
create or replace function private.activity_value(table_name text, field text, value jsonb) returns jsonb
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
