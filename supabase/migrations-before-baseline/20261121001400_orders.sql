-- Confirmed orders and their items, made from an enquiry.

create sequence private.order_number_seq as bigint;

create table public.orders (
  id uuid not null default gen_random_uuid(),
  order_number text collate "C" not null default '',
  customer_id uuid not null,
  -- The enquiry that it came from.
  enquiry_order_id uuid,
  status text not null default 'confirmed',
  payment_status text not null default 'advance_received',
  rental_from date,
  rental_to date,
  rental_days integer not null generated always as (coalesce(rental_to - rental_from + 1, 1)) stored,
  -- Rupees for the whole rental, without GST.
  total_price numeric(12, 2) not null,
  message text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint orders_pkey primary key (id),
  constraint orders_order_number_key unique (order_number),
  constraint orders_enquiry_order_id_key unique (enquiry_order_id),
  constraint orders_customer_id_fkey foreign key (customer_id) references public.customers (id),
  constraint orders_enquiry_order_id_fkey
    foreign key (enquiry_order_id) references public.enquiry_orders (id),
  constraint orders_status_fkey foreign key (status) references public.crm_rental_order_statuses (value),
  constraint orders_payment_status_fkey
    foreign key (payment_status) references public.order_payment_statuses (value),
  constraint orders_dates_order check (rental_to >= rental_from),
  constraint orders_total_price_range check (total_price between 0 and 9999999999.99),
  constraint orders_message_length check (char_length(message) <= 2000)
);

create table public.order_items (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  item_type text not null,
  -- The item in the table of its type; catalogue_items gives its name.
  item_id uuid not null,
  variant_id uuid,
  quantity integer not null,
  -- Rupees a day for one, when the enquiry was sent.
  price numeric(12, 2) not null,
  rental_from date,
  rental_to date,
  rental_days integer not null generated always as (coalesce(rental_to - rental_from + 1, 1)) stored,
  position smallint not null default 1,
  created_at timestamptz not null default now(),
  constraint order_items_pkey primary key (id),
  constraint order_items_order_id_fkey
    foreign key (order_id) references public.orders (id) on delete cascade,
  constraint order_items_item_type_check
    check (item_type in ('prop', 'cloth', 'backdrop', 'gear', 'crew', 'set')),
  constraint order_items_quantity_range check (quantity between 1 and 1000000),
  constraint order_items_price_range check (price between 0 and 9999999.99),
  constraint order_items_dates_order check (rental_to >= rental_from)
);

create index orders_customer_id_idx on public.orders (customer_id);
create index orders_status_idx on public.orders (status);
create index orders_payment_status_idx on public.orders (payment_status);
create index orders_newest_idx on public.orders (created_at, id);
create index order_items_order_id_idx on public.order_items (order_id, position);
create index order_items_item_id_idx on public.order_items (item_id);

alter table public.orders enable row level security;
alter table public.order_items enable row level security;

create policy "orders: crm staff read" on public.orders
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "orders: crm staff update" on public.orders
  for update to authenticated
  using ((select private.is_staff('admin', 'crm_user')))
  with check ((select private.is_staff('admin', 'crm_user')));
create policy "orders: service_role does all" on public.orders
  for all to service_role using (true) with check (true);
create policy "order_items: crm staff read" on public.order_items
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "order_items: service_role does all" on public.order_items
  for all to service_role using (true) with check (true);

create trigger orders_code before insert or update on public.orders
  for each row execute function private.assign_code('order_number', 'ORD', 'private.order_number_seq');
create trigger orders_updated_at before update on public.orders
  for each row execute function private.touch_updated_at();

grant select, update (status, payment_status) on public.orders to authenticated;
grant select on public.order_items to authenticated;
grant select, insert, update, delete on public.orders, public.order_items to service_role;
