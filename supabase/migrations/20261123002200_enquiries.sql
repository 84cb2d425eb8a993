-- Rental enquiries and their items. Only submit_enquiry creates them.

create sequence private.enquiry_number_seq as bigint;

create table public.enquiry_orders (
  id uuid not null default gen_random_uuid(),
  enquiry_number text collate "C" not null default '',
  customer_id uuid not null,
  status text not null default 'pending',
  rental_from date,
  rental_to date,
  -- Inclusive days; 1 if a date is missing (docs/product/cart-and-totals.md).
  rental_days integer not null generated always as (coalesce(rental_to - rental_from + 1, 1)) stored,
  -- Rupees for the whole rental, without GST.
  total_price numeric(12, 2) not null,
  message text,
  -- As sent with this enquiry; the customer keeps the details known first.
  contact_first_name text,
  contact_last_name text,
  contact_email text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint enquiry_orders_pkey primary key (id),
  constraint enquiry_orders_enquiry_number_key unique (enquiry_number),
  constraint enquiry_orders_customer_id_fkey foreign key (customer_id) references public.customers (id),
  constraint enquiry_orders_status_fkey
    foreign key (status) references public.crm_rental_enquiry_statuses (value),
  constraint enquiry_orders_dates_order check (rental_to >= rental_from),
  constraint enquiry_orders_total_price_range check (total_price between 0 and 9999999999.99),
  constraint enquiry_orders_message_length check (char_length(message) <= 2000),
  constraint enquiry_orders_contact_first_name_check check (private.is_person_name(contact_first_name)),
  constraint enquiry_orders_contact_last_name_check check (private.is_person_name(contact_last_name)),
  constraint enquiry_orders_contact_email_check check (private.is_email(contact_email))
);

create table public.enquiry_items (
  id uuid not null default gen_random_uuid(),
  enquiry_order_id uuid not null,
  item_type text not null,
  -- The item in the registry (public.items); catalogue_items gives its name.
  item_id uuid not null,
  variant_id uuid,
  quantity integer not null,
  -- Rupees per day for one, at the time of the enquiry.
  price numeric(12, 2) not null,
  rental_from date,
  rental_to date,
  rental_days integer not null generated always as (coalesce(rental_to - rental_from + 1, 1)) stored,
  -- Position in the visitor's cart, from 1.
  position smallint not null default 1,
  created_at timestamptz not null default now(),
  constraint enquiry_items_pkey primary key (id),
  constraint enquiry_items_enquiry_order_id_fkey
    foreign key (enquiry_order_id) references public.enquiry_orders (id) on delete cascade,
  -- Deleted items stay in the registry, so a line never loses its item.
  constraint enquiry_items_item_id_fkey foreign key (item_id, item_type) references public.items (id, kind),
  constraint enquiry_items_quantity_range check (quantity between 1 and 1000000),
  constraint enquiry_items_price_range check (price between 0 and 9999999.99),
  constraint enquiry_items_dates_order check (rental_to >= rental_from)
);

create index enquiry_items_enquiry_order_id_idx on public.enquiry_items (enquiry_order_id, position);
create index enquiry_items_item_id_idx on public.enquiry_items (item_id);
create index enquiry_orders_customer_id_idx on public.enquiry_orders (customer_id);
create index enquiry_orders_status_idx on public.enquiry_orders (status);
create index enquiry_orders_newest_idx on public.enquiry_orders (created_at, id);
create index enquiry_orders_search_idx on public.enquiry_orders
  using gin (lower(enquiry_number) extensions.gin_trgm_ops);
create index enquiry_orders_open_idx on public.enquiry_orders (created_at, id)
  where status <> 'converted';
-- One for each sort order of the CRM's list, in which equal values are oldest first and the id breaks
-- ties. A number sorts by its digits, so that ENQ-100000 follows ENQ-99999. A missing date sorts last
-- both ways: as 'infinity' ascending, as '-infinity' descending ("latest").
create index enquiry_orders_by_number_idx on public.enquiry_orders
  ((substr(enquiry_number, 5)::bigint), created_at, id) where status <> 'converted';
create index enquiry_orders_by_status_idx on public.enquiry_orders
  (status, created_at, id) where status <> 'converted';
create index enquiry_orders_by_rental_from_idx on public.enquiry_orders
  (coalesce(rental_from, 'infinity'), created_at, id) where status <> 'converted';
create index enquiry_orders_by_rental_to_idx on public.enquiry_orders
  (coalesce(rental_to, 'infinity'), created_at, id) where status <> 'converted';
create index enquiry_orders_by_days_idx on public.enquiry_orders
  (rental_days, created_at, id) where status <> 'converted';
create index enquiry_orders_by_total_idx on public.enquiry_orders
  (total_price, created_at, id) where status <> 'converted';
create index enquiry_orders_by_latest_rental_from_idx on public.enquiry_orders
  (coalesce(rental_from, '-infinity'), created_at, id) where status <> 'converted';
create index enquiry_orders_by_latest_rental_to_idx on public.enquiry_orders
  (coalesce(rental_to, '-infinity'), created_at, id) where status <> 'converted';
-- Which rentals touch a range of days.
create index enquiry_orders_rental_days_idx on public.enquiry_orders using gist (
  (case when coalesce(rental_from, rental_to) is not null then
    daterange(coalesce(rental_from, rental_to), coalesce(rental_to, rental_from), '[]') end)
) where status <> 'converted';

alter table public.enquiry_orders enable row level security;
alter table public.enquiry_items enable row level security;

create policy "enquiry_orders: crm staff read" on public.enquiry_orders
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "enquiry_orders: crm staff update" on public.enquiry_orders
  for update to authenticated
  using ((select private.is_staff('admin', 'crm_user')))
  with check ((select private.is_staff('admin', 'crm_user')));
create policy "enquiry_orders: service_role does all" on public.enquiry_orders
  for all to service_role using (true) with check (true);
create policy "enquiry_items: crm staff read" on public.enquiry_items
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "enquiry_items: service_role does all" on public.enquiry_items
  for all to service_role using (true) with check (true);

grant select, update (status) on public.enquiry_orders to authenticated;
grant select on public.enquiry_items to authenticated;
grant select, insert, update, delete on public.enquiry_orders, public.enquiry_items to service_role;

/*
 * Only the converting function makes an enquiry converted, and that status is final.
 * why: SECURITY INVOKER on purpose. A request runs as one of the API roles; inside a SECURITY DEFINER
 * function the current user is the owner, so the function passes and a request never does.
 */
create function private.guard_converted() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated', 'service_role') then
    raise exception 'An enquiry is converted by "Convert to Order" only, and then keeps its status.'
      using errcode = 'PT422';
  end if;
  return new;
end
$$;

create trigger enquiry_orders_code before insert or update on public.enquiry_orders
  for each row execute function private.assign_code('enquiry_number', 'ENQ', 'private.enquiry_number_seq');
create trigger enquiry_orders_converted_insert before insert on public.enquiry_orders
  for each row when (new.status = 'converted')
  execute function private.guard_converted();
create trigger enquiry_orders_converted_update before update of status on public.enquiry_orders
  for each row when (new.status <> old.status and 'converted' in (new.status, old.status))
  execute function private.guard_converted();
create trigger enquiry_orders_updated_at before update on public.enquiry_orders
  for each row execute function private.touch_updated_at();
