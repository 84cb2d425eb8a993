-- What the lists of the CRM are searched by (back-office §9).

-- What a needle is compared with: full name, mobile and e-mail. Numbers are compared apart.
alter table public.customers add column search_text text collate "C" not null generated always as (
  lower((first_name || ' ' || last_name || E'\n' || mobile || E'\n' || email) collate private.names)
) stored;

-- why: column by column. A generated column is not there yet when the trigger asks, so a whole row
-- always differs from the one before.
drop trigger customers_updated_at on public.customers;
create trigger customers_updated_at before update on public.customers
  for each row when (
    (old.customer_number, old.first_name, old.last_name, old.mobile, old.email, old.assigned_to, old.created_at)
    is distinct from
    (new.customer_number, new.first_name, new.last_name, new.mobile, new.email, new.assigned_to, new.created_at)
  )
  execute function private.touch_updated_at();

create index customers_search_idx on public.customers
  using gin (search_text extensions.gin_trgm_ops, lower(customer_number) extensions.gin_trgm_ops);
create index enquiry_orders_search_idx on public.enquiry_orders
  using gin (lower(enquiry_number) extensions.gin_trgm_ops);
create index enquiry_orders_open_idx on public.enquiry_orders (created_at, id)
  where status <> 'converted';
create index orders_search_idx on public.orders using gin (lower(order_number) extensions.gin_trgm_ops);
