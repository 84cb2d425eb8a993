/* An entry of the log, as public.activity returns it. A discarded draft has no page. */
create function private.activity_entry(entry private.activity) returns jsonb
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
