-- Owners of enquiries and orders, notes about them, merged customers and archived items.

alter table public.customers
  -- The customer that this one was merged into; null: not merged.
  add column merged_into uuid,
  add constraint customers_merged_into_fkey foreign key (merged_into) references public.customers (id),
  add constraint customers_merged_into_check check (merged_into <> id);
create index customers_merged_into_idx on public.customers (merged_into) where merged_into is not null;

-- Merges of customers, with the ids that an undo needs. Written by functions only.
create table public.customer_merges (
  id uuid not null default gen_random_uuid(),
  into_id uuid not null,
  from_id uuid not null,
  -- The moved rows: {"enquiries", "orders", "messages", "notes": [ids], "details": [names of exchanged columns]}.
  moved jsonb not null,
  -- why: no foreign keys, so that the ids stay when an account is deleted.
  merged_by uuid,
  merged_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by uuid,
  constraint customer_merges_pkey primary key (id),
  constraint customer_merges_into_id_fkey
    foreign key (into_id) references public.customers (id) on delete cascade,
  constraint customer_merges_from_id_fkey
    foreign key (from_id) references public.customers (id) on delete cascade,
  constraint customer_merges_undone_check check (undone_at is not null or undone_by is null)
);
create index customer_merges_into_id_idx on public.customer_merges (into_id, merged_at);
create index customer_merges_from_id_idx on public.customer_merges (from_id);
-- A customer can be merged into one other at a time.
create unique index customer_merges_from_id_key on public.customer_merges (from_id) where undone_at is null;

alter table public.customer_merges enable row level security;
create policy "customer_merges: crm staff read" on public.customer_merges
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "customer_merges: service_role does all" on public.customer_merges
  for all to service_role using (true) with check (true);
grant select on public.customer_merges to authenticated;
grant select, insert, update, delete on public.customer_merges to service_role;

alter table public.enquiry_orders
  -- The member of staff who answers it.
  add column assigned_to uuid,
  add constraint enquiry_orders_assigned_to_fkey
    foreign key (assigned_to) references public.user_profiles (id) on delete set null;
create index enquiry_orders_assigned_to_idx on public.enquiry_orders (assigned_to, created_at, id);
alter table public.orders
  add column assigned_to uuid,
  add constraint orders_assigned_to_fkey
    foreign key (assigned_to) references public.user_profiles (id) on delete set null;
create index orders_assigned_to_idx on public.orders (assigned_to, created_at, id);
grant update (assigned_to) on public.enquiry_orders, public.orders to authenticated;

alter table public.customer_notes
  -- The enquiry or order that the note is about; both null: about the customer.
  add column enquiry_order_id uuid,
  add column order_id uuid,
  add constraint customer_notes_enquiry_order_id_fkey
    foreign key (enquiry_order_id) references public.enquiry_orders (id) on delete cascade,
  add constraint customer_notes_order_id_fkey
    foreign key (order_id) references public.orders (id) on delete cascade,
  add constraint customer_notes_rental_check check (num_nonnulls(enquiry_order_id, order_id) <= 1);
create index customer_notes_enquiry_order_id_idx on public.customer_notes (enquiry_order_id)
  where enquiry_order_id is not null;
create index customer_notes_order_id_idx on public.customer_notes (order_id) where order_id is not null;
grant insert (enquiry_order_id, order_id) on public.customer_notes to authenticated;

alter table public.items
  -- When the item was archived. An archived item is inactive and in no list, but stays in enquiries and orders.
  add column archived_at timestamptz;
grant select (archived_at) on public.items to anon, authenticated;
create index items_archived_idx on public.items (kind, id) where archived_at is not null;
