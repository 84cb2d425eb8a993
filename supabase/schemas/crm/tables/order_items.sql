-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.order_items (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
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
  "position" smallint not null default 1,
  created_at timestamptz not null default now(),
  description text,
  per_day boolean not null default true,
  list_price numeric(12,2),
  price_reason text,
  charge text,
  charge_for uuid,
  constraint order_items_pkey primary key (id),
  constraint order_items_item_id_fkey foreign key (item_id, item_type)
    references public.items(id, kind),
  constraint order_items_order_id_fkey foreign key (order_id)
    references public.orders(id) on delete cascade,
  constraint order_items_charge_check
    check (charge is null or (charge = any (array['late', 'damage', 'missing'])) and item_id is null),
  constraint order_items_dates_order check (rental_to >= rental_from),
  constraint order_items_description_check
    check (private.trimmed(description) <> '' and char_length(description) <= 200),
  constraint order_items_item_or_text
    check ((item_id is null) = (item_type is null) and (item_id is null) = (description is not null)),
  constraint order_items_list_price_range check (list_price >= 0 and list_price <= 9999999.99),
  constraint order_items_price_range check (price >= 0 and price <= 9999999.99),
  constraint order_items_price_reason_length check (char_length(price_reason) <= 200),
  constraint order_items_quantity_range check (quantity >= 1 and quantity <= 1000000)
);

create index order_items_item_id_idx on public.order_items (item_id, rental_to);
create index order_items_order_id_idx on public.order_items (order_id, "position");

alter table public.order_items enable row level security;

create policy "order_items: crm staff read" on public.order_items for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "order_items: service_role does all" on public.order_items for all to service_role
  using (true) with check (true);

create trigger order_items_followed_insert after insert on public.order_items
  referencing new table as new_rows
  for each statement execute function private.follow_order_items();
create trigger order_items_followed_update after update on public.order_items
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_order_items();
create trigger order_items_order_locked before delete on public.order_items
  for each row execute function private.lock_order_of_line();
-- why this name: triggers run in alphabetical order, and the one that reserves locks the items first.
create trigger order_items_unarchived after insert on public.order_items
  referencing new table as new_rows
  for each statement execute function private.refuse_archived_lines();
create trigger order_items_value_delete after delete on public.order_items
  referencing old table as old_rows
  for each statement execute function private.follow_line_balances();
/* why these names: triggers run in alphabetical order, and the ones that reserve lock the items first. */
create trigger order_items_value_insert after insert on public.order_items
  referencing new table as new_rows
  for each statement execute function private.follow_line_balances();
create trigger order_items_value_update after update on public.order_items
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_line_balances();

grant select on public.order_items to authenticated;
grant select, insert, update, delete on public.order_items to service_role;
