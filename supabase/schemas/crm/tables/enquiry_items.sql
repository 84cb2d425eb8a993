-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.enquiry_items (
  id uuid not null default gen_random_uuid(),
  enquiry_order_id uuid not null,
  item_type text,
  -- The item in the registry (public.items); catalogue_items gives its name.
  item_id uuid,
  variant_id uuid,
  quantity integer not null,
  -- Rupees per day for one, at the time of the enquiry.
  price numeric(12,2) not null,
  rental_from date,
  rental_to date,
  rental_days integer not null generated always as (coalesce(rental_to - rental_from + 1, 1)) stored,
  -- Position in the visitor's cart, from 1.
  "position" smallint not null default 1,
  created_at timestamptz not null default now(),
  free_when_sent integer,
  of_when_sent integer,
  description text,
  per_day boolean not null default true,
  list_price numeric(12,2),
  price_reason text,
  constraint enquiry_items_pkey primary key (id),
  constraint enquiry_items_enquiry_order_id_fkey foreign key (enquiry_order_id)
    references public.enquiry_orders(id) on delete cascade,
  constraint enquiry_items_item_id_fkey foreign key (item_id, item_type)
    references public.items(id, kind),
  constraint enquiry_items_dates_order check (rental_to >= rental_from),
  constraint enquiry_items_description_check
    check (private.trimmed(description) <> '' and char_length(description) <= 200),
  constraint enquiry_items_item_or_text
    check ((item_id is null) = (item_type is null) and (item_id is null) = (description is not null)),
  constraint enquiry_items_list_price_range check (list_price >= 0 and list_price <= 9999999.99),
  constraint enquiry_items_price_range check (price >= 0 and price <= 9999999.99),
  constraint enquiry_items_price_reason_length check (char_length(price_reason) <= 200),
  constraint enquiry_items_quantity_range check (quantity >= 1 and quantity <= 1000000)
);

create index enquiry_items_enquiry_order_id_idx
  on public.enquiry_items (enquiry_order_id, "position");
create index enquiry_items_item_id_idx on public.enquiry_items (item_id, rental_to);

alter table public.enquiry_items enable row level security;

create policy "enquiry_items: crm staff read" on public.enquiry_items for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "enquiry_items: service_role does all" on public.enquiry_items for all to service_role
  using (true) with check (true);

grant select on public.enquiry_items to authenticated;
grant select, insert, update, delete on public.enquiry_items to service_role;
