-- Confirmed orders and their items, made from an enquiry.

create sequence private.order_number_seq as bigint;

create table public.orders (
  id uuid not null default gen_random_uuid(),
  order_number text collate "C" not null default '',
  customer_id uuid not null,
  -- The enquiry that the order was made from.
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
  -- The sender of the enquiry, as sent with it; the customer keeps the details known first.
  contact_first_name text,
  contact_last_name text,
  contact_email text,
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
  constraint orders_message_length check (char_length(message) <= 2000),
  constraint orders_contact_first_name_check check (private.is_person_name(contact_first_name)),
  constraint orders_contact_last_name_check check (private.is_person_name(contact_last_name)),
  constraint orders_contact_email_check check (private.is_email(contact_email))
);

create table public.order_items (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
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
  position smallint not null default 1,
  created_at timestamptz not null default now(),
  constraint order_items_pkey primary key (id),
  constraint order_items_order_id_fkey
    foreign key (order_id) references public.orders (id) on delete cascade,
  -- Deleted items stay in the registry, so a line never loses its item.
  constraint order_items_item_id_fkey foreign key (item_id, item_type) references public.items (id, kind),
  constraint order_items_quantity_range check (quantity between 1 and 1000000),
  constraint order_items_price_range check (price between 0 and 9999999.99),
  constraint order_items_dates_order check (rental_to >= rental_from)
);

create index order_items_order_id_idx on public.order_items (order_id, position);
create index order_items_item_id_idx on public.order_items (item_id);
create index orders_customer_id_idx on public.orders (customer_id);
create index orders_newest_idx on public.orders (created_at, id);
create index orders_search_idx on public.orders using gin (lower(order_number) extensions.gin_trgm_ops);
-- One for each sort order of the CRM's list, as in enquiry_orders.
create index orders_by_number_idx on public.orders ((substr(order_number, 5)::bigint), created_at, id);
create index orders_by_status_idx on public.orders (status, created_at, id);
create index orders_by_payment_status_idx on public.orders (payment_status, created_at, id);
create index orders_by_rental_from_idx on public.orders (coalesce(rental_from, 'infinity'), created_at, id);
create index orders_by_rental_to_idx on public.orders (coalesce(rental_to, 'infinity'), created_at, id);
create index orders_by_days_idx on public.orders (rental_days, created_at, id);
create index orders_by_total_idx on public.orders (total_price, created_at, id);
create index orders_by_latest_rental_from_idx on public.orders (coalesce(rental_from, '-infinity'), created_at, id);
create index orders_by_latest_rental_to_idx on public.orders (coalesce(rental_to, '-infinity'), created_at, id);
-- Which rentals touch a range of days.
create index orders_rental_days_idx on public.orders using gist (
  (case when coalesce(rental_from, rental_to) is not null then
    daterange(coalesce(rental_from, rental_to), coalesce(rental_to, rental_from), '[]') end)
);

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

grant select, update (status, payment_status) on public.orders to authenticated;
grant select on public.order_items to authenticated;
grant select, insert, update, delete on public.orders, public.order_items to service_role;

create trigger orders_code before insert or update on public.orders
  for each row execute function private.assign_code('order_number', 'ORD', 'private.order_number_seq');
create trigger orders_updated_at before update on public.orders
  for each row execute function private.touch_updated_at();

/*
 * Makes a confirmed order from a pending enquiry (docs/product/crm.md) and returns the order's row. A
 * concurrent second call waits for the first and is refused.
 *
 * Raises PT404 for an unknown enquiry and PT409 for one that is not pending; if it is converted already,
 * details are {"order_number": …}. 42501 for anyone but admin and crm_user.
 */
create function public.convert_enquiry_to_order(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  enquiry public.enquiry_orders;
  made public.orders;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into enquiry from public.enquiry_orders as found
  where found.id = convert_enquiry_to_order.id for update;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  end if;
  if enquiry.status = 'converted' then
    select * into made from public.orders as earlier where earlier.enquiry_order_id = enquiry.id;
    raise exception using errcode = 'PT409',
      message = format('Enquiry %s was already converted', enquiry.enquiry_number)
        || coalesce(format(' to order %s.', made.order_number), '.'),
      detail = jsonb_build_object('order_number', made.order_number)::text;
  elsif enquiry.status <> 'pending' then
    raise exception using errcode = 'PT409',
      message = format('Only a pending enquiry can be converted; %s is "%s".', enquiry.enquiry_number, (
        select status.label from public.crm_rental_enquiry_statuses as status
        where status.value = enquiry.status
      ));
  end if;

  insert into public.orders (
    customer_id, enquiry_order_id, status, payment_status, rental_from, rental_to, total_price,
    message, contact_first_name, contact_last_name, contact_email
  ) values (
    enquiry.customer_id, enquiry.id, 'confirmed', 'advance_received', enquiry.rental_from,
    enquiry.rental_to, enquiry.total_price, enquiry.message, enquiry.contact_first_name,
    enquiry.contact_last_name, enquiry.contact_email
  ) returning * into made;
  insert into public.order_items (
    order_id, item_type, item_id, variant_id, quantity, price, rental_from, rental_to, position
  )
  select made.id, item_type, item_id, variant_id, quantity, price, rental_from, rental_to, position
  from public.enquiry_items where enquiry_order_id = enquiry.id;
  update public.enquiry_orders as converted set status = 'converted' where converted.id = enquiry.id;
  return to_jsonb(made);
end
$$;

grant execute on function public.convert_enquiry_to_order(uuid) to authenticated;
