-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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
  total_price numeric(12,2) not null,
  message text,
  -- As sent with this enquiry; the customer keeps the details known first.
  contact_first_name text,
  contact_last_name text,
  contact_email text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  held_until timestamptz,
  hold_extensions smallint not null default 0,
  waiting_since timestamptz,
  assigned_to uuid,
  change_asked_at timestamptz,
  contact_mobile text,
  constraint enquiry_orders_pkey primary key (id),
  constraint enquiry_orders_enquiry_number_key unique (enquiry_number),
  constraint enquiry_orders_assigned_to_fkey foreign key (assigned_to)
    references public.user_profiles(id) on delete set null,
  constraint enquiry_orders_customer_id_fkey foreign key (customer_id) references public.customers(id),
  constraint enquiry_orders_status_fkey foreign key (status)
    references public.crm_rental_enquiry_statuses(value),
  constraint enquiry_orders_contact_email_check check (private.is_email(contact_email)),
  constraint enquiry_orders_contact_first_name_check
    check (private.is_person_name(contact_first_name)),
  constraint enquiry_orders_contact_last_name_check check (private.is_person_name(contact_last_name)),
  constraint enquiry_orders_contact_mobile_check check (contact_mobile ~ '^\+91[6-9][0-9]{9}$'),
  constraint enquiry_orders_dates_order check (rental_to >= rental_from),
  constraint enquiry_orders_hold_extensions_range check (hold_extensions >= 0),
  constraint enquiry_orders_message_length check (char_length(message) <= 2000),
  constraint enquiry_orders_total_price_range
    check (total_price >= 0 and total_price <= 9999999999.99)
);

create index enquiry_orders_assigned_to_idx on public.enquiry_orders (assigned_to, created_at, id);
create index enquiry_orders_by_days_idx on public.enquiry_orders (rental_days, created_at, id)
  where status <> 'converted';
create index enquiry_orders_by_latest_rental_from_idx
  on public.enquiry_orders (coalesce(rental_from, '-infinity'::date), created_at, id)
  where status <> 'converted';
create index enquiry_orders_by_latest_rental_to_idx
  on public.enquiry_orders (coalesce(rental_to, '-infinity'::date), created_at, id)
  where status <> 'converted';
-- One for each sort order of the CRM's list, in which equal values are oldest first and the id breaks
-- ties. A number sorts by its digits, so that ENQ-100000 follows ENQ-99999. A missing date sorts last
-- both ways: as 'infinity' ascending, as '-infinity' descending ("latest").
create index enquiry_orders_by_number_idx
  on public.enquiry_orders ((substr(enquiry_number, 5)::bigint), created_at, id)
  where status <> 'converted';
create index enquiry_orders_by_rental_from_idx
  on public.enquiry_orders (coalesce(rental_from, 'infinity'::date), created_at, id)
  where status <> 'converted';
create index enquiry_orders_by_rental_to_idx
  on public.enquiry_orders (coalesce(rental_to, 'infinity'::date), created_at, id)
  where status <> 'converted';
create index enquiry_orders_by_status_idx on public.enquiry_orders (status, created_at, id)
  where status <> 'converted';
create index enquiry_orders_by_total_idx on public.enquiry_orders (total_price, created_at, id)
  where status <> 'converted';
create index enquiry_orders_change_asked_idx on public.enquiry_orders (change_asked_at)
  where change_asked_at is not null;
create index enquiry_orders_customer_id_idx on public.enquiry_orders (customer_id);
create index enquiry_orders_held_until_idx on public.enquiry_orders (held_until)
  where held_until is not null;
create index enquiry_orders_newest_idx on public.enquiry_orders (created_at, id);
create index enquiry_orders_open_idx on public.enquiry_orders (created_at, id)
  where status <> 'converted';
-- Which rentals touch a range of days.
create index enquiry_orders_rental_days_idx on public.enquiry_orders using gist ((
case
    when coalesce(rental_from, rental_to) is not null then daterange(coalesce(rental_from, rental_to), coalesce(rental_to, rental_from), '[]')
    else null::daterange
end)) where status <> 'converted';
create index enquiry_orders_search_idx
  on public.enquiry_orders using gin (lower(enquiry_number) extensions.gin_trgm_ops);
create index enquiry_orders_status_idx on public.enquiry_orders (status);
create index enquiry_orders_waiting_idx on public.enquiry_orders (waiting_since)
  where waiting_since is not null;

alter table public.enquiry_orders enable row level security;

create policy "enquiry_orders: crm staff read" on public.enquiry_orders for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "enquiry_orders: crm staff update" on public.enquiry_orders
  for update
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')))
  with check ((select private.is_staff('admin', 'crm_user')));
create policy "enquiry_orders: service_role does all" on public.enquiry_orders
  for all
  to service_role
  using (true) with check (true);

create trigger enquiry_orders_assignee before update of assigned_to on public.enquiry_orders
  for each row
  when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to) execute function private.check_assignee();
create trigger enquiry_orders_code before insert or update on public.enquiry_orders
  for each row execute function private.assign_code('enquiry_number', 'ENQ', 'private.enquiry_number_seq');
create trigger enquiry_orders_converted_insert before insert on public.enquiry_orders
  for each row when (new.status = 'converted') execute function private.guard_converted();
create trigger enquiry_orders_converted_update before update of status on public.enquiry_orders
  for each row
  when (new.status <> old.status and ('converted' = new.status or 'converted' = old.status)) execute function private.guard_converted();
create trigger enquiry_orders_end_change before update of status on public.enquiry_orders
  for each row when (old.change_asked_at is not null) execute function private.end_change();
create trigger enquiry_orders_end_hold before update of status on public.enquiry_orders
  for each row
  when (old.held_until is not null and new.status <> old.status) execute function private.end_hold();
create trigger enquiry_orders_end_waiting
  before update of status, held_until on public.enquiry_orders
  for each row when (old.waiting_since is not null) execute function private.end_waiting();
create trigger enquiry_orders_enquiries_delete after delete on public.enquiry_orders
  referencing old table as old_rows
  for each statement execute function private.count_enquiries();
create trigger enquiry_orders_enquiries_update after update on public.enquiry_orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_enquiries();
create trigger enquiry_orders_events_insert after insert on public.enquiry_orders
  referencing new table as new_rows
  for each statement execute function private.record_made('enquiry', 'created');
create trigger enquiry_orders_events_owner after update of assigned_to on public.enquiry_orders
  for each row
  when (old.assigned_to is distinct from new.assigned_to) execute function private.record_owner('enquiry');
create trigger enquiry_orders_events_update after update on public.enquiry_orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_enquiry_events();
create trigger enquiry_orders_open_enquiries_insert after insert on public.enquiry_orders
  referencing new table as new_rows
  for each statement execute function private.count_new_enquiries();
create trigger enquiry_orders_owner before insert on public.enquiry_orders
  for each row when (new.assigned_to is null) execute function private.inherit_owner();
-- why the name: triggers run in its order, and this one locks items, after the counts of the lead.
create trigger enquiry_orders_release_holds after update on public.enquiry_orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.release_ended_holds();
create trigger enquiry_orders_updated_at before update on public.enquiry_orders
  for each row execute function private.touch_updated_at();

grant select, insert, update, delete on public.enquiry_orders to service_role;
grant select, update (assigned_to, status) on public.enquiry_orders to authenticated;
