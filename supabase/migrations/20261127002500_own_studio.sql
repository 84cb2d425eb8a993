-- Documents and money are records of the studio too: "start with my own" counts and removes them.

/* The tables that "start with my own" empties: records, their logs, and what is derived from them. */
create or replace function private.record_tables() returns regclass[]
language sql stable
set search_path = ''
as $$
  select array(
    select kind.item_table from private.catalogue_kinds as kind
    union
    select list.lookup_table from private.catalogue_lookups as list where list.column_type = 'uuid'::regtype
    union
    select listed::regclass from unnest(array[
      'public.items', 'public.item_batches', 'public.item_changes', 'public.item_components', 'public.item_pieces',
      'public.reservations', 'public.customers', 'public.customer_merges', 'public.customer_notes', 'public.crm_events',
      'public.contact_enquiries', 'public.enquiry_orders', 'public.enquiry_items', 'public.orders', 'public.order_items',
      'public.order_movements', 'public.order_movement_lines', 'public.billing_profiles', 'public.documents',
      'public.document_lines', 'public.document_answers', 'private.document_series', 'public.payments',
      'public.payment_claims', 'private.payment_references', 'private.order_balances', 'private.activity', 'private.links',
      'private.idempotency_keys', 'private.imports', 'private.import_lines', 'private.lead_figures',
      'private.catalogue_counts', 'private.search_entries', 'private.search_marks', 'private.search_words',
      'private.kit_parts', 'private.item_days', 'private.full_days'
    ]) as listed)
$$;

/* Whether anything that "start with my own" removes was added or changed after a moment, by staff or by visitors. */
create or replace function private.changed_after(moment timestamptz) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (
      select from private.activity as entry where entry.at > moment and entry.area = any ('{items,lists,crm}'))
    or exists (select from public.enquiry_orders as enquiry where enquiry.created_at > moment)
    or exists (select from public.contact_enquiries as message where message.created_at > moment)
    or exists (select from public.document_answers as given where given.created_at > moment)
    or exists (select from public.payment_claims as claim where claim.created_at > moment);
end
$$;

/*
 * All records that "start with my own" removes: what it is ('items', 'customers', 'enquiries', 'orders', 'documents',
 * 'payments', 'messages', 'notes', 'lists' or 'pictures'), when it was made, and its number and name.
 */
create or replace function private.studio_records() returns table (what text, made_at timestamptz, label text)
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
