/* The tables that "start with my own" empties: records, their logs, and what is derived from them. */
create function private.record_tables() returns regclass[]
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
      'public.customers_told_apart',
      'public.contact_enquiries', 'public.enquiry_orders', 'public.enquiry_items', 'public.orders', 'public.order_items',
      'public.order_movements', 'public.order_movement_lines', 'public.billing_profiles', 'public.documents',
      'public.document_lines', 'public.document_answers', 'private.quoted_days', 'private.document_series', 'public.payments',
      'public.payment_claims', 'private.payment_references', 'private.order_balances', 'private.activity', 'private.links',
      'private.idempotency_keys', 'private.imports', 'private.import_lines', 'private.lead_figures',
      'private.catalogue_counts', 'private.search_entries', 'private.search_marks', 'private.search_words',
      'private.kit_parts', 'private.item_days', 'private.full_days', 'private.enquiry_links', 'public.enquiry_answers',
      'private.outbox'
    ]) as listed)
$$;
