/*
 * All records that "start with my own" removes: what it is ('items', 'customers', 'enquiries', 'orders', 'documents',
 * 'payments', 'messages', 'notes', 'lists' or 'pictures'), when it was made, and its number and name.
 */
create function private.studio_records()
returns table (what text, made_at timestamptz, label text)
language plpgsql stable
set search_path = ''
as $$
begin
  return query execute (
    select string_agg(format(
      'select ''items'', item.created_at, item.%I || '' · '' || item.name from %s as item', kind.code_column, kind.item_table),
      ' union all ')
    from private.catalogue_kinds as kind);
  return query execute (
    select string_agg(format('select ''lists'', value.created_at, value.%I::text from %s as value', list.badge_column,
      list.lookup_table), ' union all ')
    from (
      select distinct listed.lookup_table, listed.badge_column from private.catalogue_lookups as listed
      where listed.column_type = 'uuid'::regtype
    ) as list);
  return query
    select 'customers', customer.created_at, concat_ws(' · ', customer.customer_number, concat_ws(' ', customer.first_name, customer.last_name))
    from public.customers as customer
    union all select 'enquiries', enquiry.created_at, enquiry.enquiry_number from public.enquiry_orders as enquiry
    union all select 'orders', made.created_at, made.order_number from public.orders as made
    union all select 'documents', document.created_at, coalesce(document.number, 'Draft') from public.documents as document
    union all
    select 'payments', entry.created_at, format('%s of %s', private.rupees(entry.amount), made.order_number)
    from public.payments as entry join public.orders as made on made.id = entry.order_id
    union all
    select 'messages', message.created_at, 'Message of ' || customer.customer_number
    from public.contact_enquiries as message join public.customers as customer on customer.id = message.customer_id
    union all
    select 'notes', note.created_at, 'Note about ' || customer.customer_number
    from public.customer_notes as note join public.customers as customer on customer.id = note.customer_id
    union all
    select 'pictures', picture.created_at, picture.name from storage.objects as picture
    where private.is_record_picture(picture.bucket_id, picture.name);
end
$$;
