-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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
  total_price numeric(12,2) not null,
  message text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The sender of the enquiry, as sent with it; the customer keeps the details known first.
  contact_first_name text,
  contact_last_name text,
  contact_email text,
  discount_percent numeric(5,2),
  discount_amount numeric(12,2),
  discount_reason text,
  assigned_to uuid,
  constraint orders_pkey primary key (id),
  constraint orders_enquiry_order_id_key unique (enquiry_order_id),
  constraint orders_order_number_key unique (order_number),
  constraint orders_assigned_to_fkey foreign key (assigned_to)
    references public.user_profiles(id) on delete set null,
  constraint orders_customer_id_fkey foreign key (customer_id) references public.customers(id),
  constraint orders_enquiry_order_id_fkey foreign key (enquiry_order_id)
    references public.enquiry_orders(id),
  constraint orders_payment_status_fkey foreign key (payment_status)
    references public.order_payment_statuses(value),
  constraint orders_status_fkey foreign key (status)
    references public.crm_rental_order_statuses(value),
  constraint orders_contact_email_check check (private.is_email(contact_email)),
  constraint orders_contact_first_name_check check (private.is_person_name(contact_first_name)),
  constraint orders_contact_last_name_check check (private.is_person_name(contact_last_name)),
  constraint orders_dates_order check (rental_to >= rental_from),
  constraint orders_discount_amount_range
    check (discount_amount > 0 and discount_amount <= 9999999999.99),
  constraint orders_discount_check check (num_nonnulls(discount_percent, discount_amount) <= 1),
  constraint orders_discount_percent_range check (discount_percent > 0 and discount_percent <= 100),
  constraint orders_discount_reason_length check (char_length(discount_reason) <= 200),
  constraint orders_message_length check (char_length(message) <= 2000),
  constraint orders_total_price_range check (total_price >= 0 and total_price <= 9999999999.99)
);

create index orders_assigned_to_idx on public.orders (assigned_to, created_at, id);
create index orders_by_days_idx on public.orders (rental_days, created_at, id);
create index orders_by_latest_rental_from_idx
  on public.orders (coalesce(rental_from, '-infinity'::date), created_at, id);
create index orders_by_latest_rental_to_idx
  on public.orders (coalesce(rental_to, '-infinity'::date), created_at, id);
-- One for each sort order of the CRM's list, as in enquiry_orders.
create index orders_by_number_idx
  on public.orders ((substr(order_number, 5)::bigint), created_at, id);
create index orders_by_payment_status_idx on public.orders (payment_status, created_at, id);
create index orders_by_rental_from_idx
  on public.orders (coalesce(rental_from, 'infinity'::date), created_at, id);
create index orders_by_rental_to_idx
  on public.orders (coalesce(rental_to, 'infinity'::date), created_at, id);
create index orders_by_status_idx on public.orders (status, created_at, id);
create index orders_by_total_idx on public.orders (total_price, created_at, id);
create index orders_customer_id_idx on public.orders (customer_id);
create index orders_newest_idx on public.orders (created_at, id);
-- Orders that are open, by their days. why not private.days_of: who writes orders need not have the right to run it.
create index orders_open_days_idx on public.orders using gist ((
case
    when coalesce(rental_from, rental_to) is not null then daterange(coalesce(rental_from, rental_to), coalesce(rental_to, rental_from), '[]')
    else null::daterange
end)) where status = any (array['confirmed', 'in_progress']);
-- Orders whose return is due.
create index orders_open_last_day_idx on public.orders (coalesce(rental_to, rental_from))
  where status = any (array['confirmed', 'in_progress']);
-- Which rentals touch a range of days.
create index orders_rental_days_idx on public.orders using gist ((
case
    when coalesce(rental_from, rental_to) is not null then daterange(coalesce(rental_from, rental_to), coalesce(rental_to, rental_from), '[]')
    else null::daterange
end));
create index orders_search_idx
  on public.orders using gin (lower(order_number) extensions.gin_trgm_ops);

alter table public.orders enable row level security;

create policy "orders: crm staff read" on public.orders for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "orders: crm staff update" on public.orders for update to authenticated
  using ((select private.is_staff('admin', 'crm_user')))
  with check ((select private.is_staff('admin', 'crm_user')));
create policy "orders: service_role does all" on public.orders for all to service_role
  using (true) with check (true);

create trigger orders_assignee before update of assigned_to on public.orders
  for each row
  when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to) execute function private.check_assignee();
create trigger orders_balance_insert after insert on public.orders
  referencing new table as new_rows
  for each statement execute function private.follow_order_balances();
create trigger orders_balance_update after update on public.orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_order_balances();
create trigger orders_code before insert or update on public.orders
  for each row execute function private.assign_code('order_number', 'ORD', 'private.order_number_seq');
create trigger orders_drop_return_pictures before delete on public.orders
  for each row execute function private.drop_return_pictures();
create trigger orders_events_insert after insert on public.orders
  referencing new table as new_rows
  for each statement execute function private.record_order_events();
create trigger orders_events_owner after update of assigned_to on public.orders
  for each row
  when (old.assigned_to is distinct from new.assigned_to) execute function private.record_owner('order');
create trigger orders_events_update after update on public.orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_order_events();
create trigger orders_followed_update after update on public.orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_orders();
create trigger orders_move_payments after update of customer_id on public.orders
  for each row when (old.customer_id <> new.customer_id) execute function private.move_payments();
create trigger orders_orders_delete after delete on public.orders
  referencing old table as old_rows
  for each statement execute function private.count_orders();
create trigger orders_orders_insert after insert on public.orders
  referencing new table as new_rows
  for each statement execute function private.count_orders();
create trigger orders_orders_update after update on public.orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_orders();
create trigger orders_owner before insert on public.orders
  for each row when (new.assigned_to is null) execute function private.inherit_owner();
create trigger orders_pieces_out before update of status on public.orders
  for each row
  when (old.status <> new.status and (new.status = any (array['cancelled', 'confirmed', 'in_progress']))) execute function private.refuse_pieces_out();
create trigger orders_revoke_links after update of status on public.orders
  for each row
  when (new.status = 'cancelled' and old.status <> 'cancelled') execute function private.revoke_order_links();
create trigger orders_updated_at before update on public.orders
  for each row execute function private.touch_updated_at();

grant select, insert, update, delete on public.orders to service_role;
grant select, update (assigned_to, payment_status, status) on public.orders to authenticated;
