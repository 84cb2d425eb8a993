-- Links that open a customer's page of an enquiry without signing in.

-- why not a kind of private.links: that table logs each change, and a link is made inside submit_enquiry.
create table private.enquiry_links (
  id uuid not null default gen_random_uuid(),
  enquiry_order_id uuid not null,
  -- why only the hash: a copy of the database opens no link.
  token bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Day on which it was opened last.
  last_opened date,
  constraint enquiry_links_pkey primary key (id),
  constraint enquiry_links_token_key unique (token),
  constraint enquiry_links_enquiry_order_id_fkey
    foreign key (enquiry_order_id) references public.enquiry_orders (id) on delete cascade,
  constraint enquiry_links_token_length check (octet_length(token) = 32)
);
create index enquiry_links_enquiry_order_id_idx on private.enquiry_links (enquiry_order_id);

alter table private.enquiry_links enable row level security;
create policy "enquiry_links: service_role does all" on private.enquiry_links
  for all to service_role using (true) with check (true);

/*
 * A link to the page of an enquiry, valid for 180 days: its id and its secret, which cannot be read again. reuse: a link
 * of the same enquiry whose secret reached nobody; it gets a new secret, unless it was revoked.
 */
create function private.new_enquiry_link(enquiry uuid, reuse uuid default null, out id uuid, out secret text)
language plpgsql
set search_path = ''
as $$
declare
  new_token bytea;
  ends constant timestamptz := clock_timestamp() + interval '180 days';
begin
  new_enquiry_link.secret := private.new_secret();
  new_token := sha256(convert_to(new_enquiry_link.secret, 'UTF8'));
  if new_enquiry_link.reuse is not null then
    update private.enquiry_links as link set token = new_token, expires_at = ends
    where link.id = new_enquiry_link.reuse and link.enquiry_order_id = new_enquiry_link.enquiry
      and link.revoked_at is null
    returning link.id into new_enquiry_link.id;
  end if;
  if new_enquiry_link.id is null then
    insert into private.enquiry_links (enquiry_order_id, token, expires_at)
    values (new_enquiry_link.enquiry, new_token, ends)
    returning enquiry_links.id into new_enquiry_link.id;
  end if;
end
$$;

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
      'private.kit_parts', 'private.item_days', 'private.full_days', 'private.enquiry_links'
    ]) as listed)
$$;
