-- Customers' answers to their own enquiry by its link: a change they ask for, or that they withdraw it.

create table public.enquiry_answers (
  id uuid not null default gen_random_uuid(),
  enquiry_order_id uuid not null,
  answer text not null,
  -- Typed by the customer; null once their data was erased.
  note text,
  address inet,
  created_at timestamptz not null default clock_timestamp(),
  constraint enquiry_answers_pkey primary key (id),
  constraint enquiry_answers_enquiry_order_id_fkey
    foreign key (enquiry_order_id) references public.enquiry_orders (id) on delete cascade,
  constraint enquiry_answers_answer_check check (answer in ('change', 'withdraw')),
  constraint enquiry_answers_note_length check (char_length(note) <= 2000)
);
create index enquiry_answers_enquiry_order_id_idx on public.enquiry_answers (enquiry_order_id, created_at, id);

alter table public.enquiry_answers enable row level security;
create policy "enquiry_answers: crm staff read" on public.enquiry_answers
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "enquiry_answers: service_role does all" on public.enquiry_answers
  for all to service_role using (true) with check (true);
-- why no writes: an answer is what the customer said. Only answer_enquiry adds one.
grant select on public.enquiry_answers to authenticated, service_role;

-- Since when a change that the customer asked for waits for the studio; null when none does.
alter table public.enquiry_orders add column change_asked_at timestamptz;
create index enquiry_orders_change_asked_idx on public.enquiry_orders (change_asked_at)
  where change_asked_at is not null;

/* A change no longer waits for the studio when nobody acts on its enquiry any more. */
create function private.end_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.status <> all (private.open_statuses()) then
    new.change_asked_at := null;
  end if;
  return new;
end
$$;
create trigger enquiry_orders_end_change before update of status on public.enquiry_orders
  for each row when (old.change_asked_at is not null) execute function private.end_change();

/* A quote that is issued after the customer asked for a change answers it. */
create function private.end_quoted_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.enquiry_orders as enquiry set change_asked_at = null
  where enquiry.id = new.enquiry_order_id and enquiry.change_asked_at is not null;
  return null;
end
$$;
create trigger documents_end_change after update of state on public.documents
  for each row when (old.state = 'draft' and new.state = 'issued' and new.kind = 'quote' and new.enquiry_order_id is not null)
  execute function private.end_quoted_change();

/*
 * Revokes the links to the enquiries of a customer whose personal data was erased, and erases what they typed there and
 * the address it came from.
 * why a trigger: each part of the CRM that stores texts about a customer erases its own.
 */
create function private.erase_enquiry_answers() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.enquiry_links as link set revoked_at = clock_timestamp()
  from public.enquiry_orders as enquiry
  where enquiry.id = link.enquiry_order_id and enquiry.customer_id = new.id and link.revoked_at is null;
  update public.enquiry_answers as given set note = null, address = null
  from public.enquiry_orders as enquiry
  where enquiry.id = given.enquiry_order_id and enquiry.customer_id = new.id;
  return null;
end
$$;
create trigger customers_erase_enquiry_answers after update of erased_at on public.customers
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.erase_enquiry_answers();

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
      'private.kit_parts', 'private.item_days', 'private.full_days', 'private.enquiry_links', 'public.enquiry_answers',
      'private.outbox'
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
    or exists (select from public.enquiry_answers as given where given.created_at > moment)
    or exists (select from public.payment_claims as claim where claim.created_at > moment);
end
$$;
