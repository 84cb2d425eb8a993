-- Tables: crm.

create table public.crm_rental_enquiry_statuses (
  value text not null,
  label text not null,
  is_active boolean not null default true,
  "position" smallint not null,
  -- Whether an enquiry with this status still needs somebody to act on it.
  is_open boolean not null default true,
  constraint crm_rental_enquiry_statuses_pkey primary key (value)
);
alter table public.crm_rental_enquiry_statuses enable row level security;
create policy "crm_rental_enquiry_statuses: crm staff read" on public.crm_rental_enquiry_statuses
  for select
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "crm_rental_enquiry_statuses: service_role does all" on public.crm_rental_enquiry_statuses
  for all
  to service_role
  using (true) with check (true);
grant select on public.crm_rental_enquiry_statuses to authenticated;
grant select, insert, update, delete on public.crm_rental_enquiry_statuses to service_role;

create table public.customers (
  id uuid not null default gen_random_uuid(),
  customer_number text collate "C" not null default '',
  -- Names, mobile and e-mail are null once the personal data was erased (erased_at).
  first_name text collate private.names,
  last_name text collate private.names,
  -- '+91' and ten digits, as the forms send it.
  mobile text collate "C",
  email text,
  assigned_to uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the personal data was erased on request.
  erased_at timestamptz,
  -- What the CRM's search compares with. Customer numbers are compared separately.
  search_text text collate "C" generated always as (lower((((((first_name || ' ') || last_name) || e'\n') || mobile) || coalesce(e'\n' || email, '')) collate private.names)) stored,
  merged_into uuid,
  constraint customers_pkey primary key (id),
  constraint customers_customer_number_key unique (customer_number),
  constraint customers_mobile_key unique (mobile),
  constraint customers_assigned_to_fkey foreign key (assigned_to)
    references public.user_profiles(id) on delete set null,
  constraint customers_merged_into_fkey foreign key (merged_into) references public.customers(id),
  constraint customers_email_check check (private.is_email(email)),
  constraint customers_erased_check check (
  case
      when erased_at is not null then num_nonnulls(first_name, last_name, mobile, email) = 0
      else num_nulls(first_name, last_name) = 0 and (mobile is not null or merged_into is not null)
  end),
  constraint customers_first_name_check check (private.is_person_name(first_name)),
  constraint customers_last_name_check check (private.is_person_name(last_name)),
  constraint customers_merged_into_check check (merged_into <> id),
  constraint customers_mobile_check check (mobile ~ '^\+91[6-9][0-9]{9}$')
);
create index customers_assigned_to_idx on public.customers (assigned_to);
create index customers_merged_into_idx on public.customers (merged_into)
  where merged_into is not null;
create index customers_name_idx
  on public.customers (coalesce((first_name || ' ') || last_name, ''), created_at, id);
create index customers_newest_idx on public.customers (created_at, id);
create index customers_search_idx
  on public.customers using gin (search_text extensions.gin_trgm_ops, lower(customer_number) extensions.gin_trgm_ops);
-- Leads without an owner.
create index customers_unassigned_idx on public.customers (id)
  where assigned_to is null and erased_at is null and merged_into is null;
alter table public.customers enable row level security;
create policy "customers: crm staff read" on public.customers for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "customers: crm staff update" on public.customers for update to authenticated
  using ((select private.is_staff('admin', 'crm_user')))
  with check ((select private.is_staff('admin', 'crm_user')));
create policy "customers: service_role does all" on public.customers for all to service_role
  using (true) with check (true);
grant select, insert, update, delete on public.customers to service_role;
grant select, update (assigned_to) on public.customers to authenticated;

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
grant select, insert, update, delete on public.enquiry_orders to service_role;
grant select, update (assigned_to, status) on public.enquiry_orders to authenticated;

-- why not a kind of private.links: that table logs each change, and a link is made inside submit_enquiry.
create table private.enquiry_links (
  id uuid not null default gen_random_uuid(),
  enquiry_order_id uuid not null,
  -- why only the hash: a copy of the database opens no link.
  token bytea not null,
  -- The secret went only to the customer's own address or number, so it may open their quote too.
  is_personal boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Day on which it was opened last.
  last_opened date,
  customer_id uuid,
  mailed_to bytea,
  constraint enquiry_links_pkey primary key (id),
  constraint enquiry_links_token_key unique (token),
  constraint enquiry_links_enquiry_order_id_fkey foreign key (enquiry_order_id)
    references public.enquiry_orders(id) on delete cascade,
  constraint enquiry_links_token_length check (octet_length(token) = 32)
);
create index enquiry_links_enquiry_order_id_idx on private.enquiry_links (enquiry_order_id);
-- Whether a link in an e-mail to an address was opened.
create index enquiry_links_mailed_to_idx on private.enquiry_links (mailed_to)
  where mailed_to is not null and last_opened is not null;
alter table private.enquiry_links enable row level security;
create policy "enquiry_links: service_role does all" on private.enquiry_links
  for all
  to service_role
  using (true) with check (true);

-- why: lists sort by these counts, and totals are sums of them; neither reads all enquiries.
create table private.lead_figures (
  customer_id uuid not null,
  -- Enquiries whose status is open (crm_rental_enquiry_statuses.is_open).
  open_enquiries integer not null default 0,
  orders integer not null default 0,
  messages integer not null default 0,
  unhandled_messages integer not null default 0,
  -- Enquiries that are not converted (docs/product/crm.md).
  enquiries integer not null default 0,
  constraint lead_figures_pkey primary key (customer_id),
  constraint lead_figures_customer_id_fkey foreign key (customer_id)
    references public.customers(id) on delete cascade
);
-- Leads with messages to answer.
create index lead_figures_unhandled_idx on private.lead_figures (customer_id)
  include (unhandled_messages)
  where unhandled_messages > 0;
alter table private.lead_figures enable row level security;

create table public.contact_enquiries (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  message text,
  -- As sent with this message; the customer keeps the details known first.
  contact_first_name text,
  contact_last_name text,
  contact_email text,
  created_at timestamptz not null default now(),
  -- When the message was marked as handled, and by whom. why: no foreign key, so that it stays when
  -- the account is deleted.
  handled_at timestamptz,
  handled_by uuid,
  constraint contact_enquiries_pkey primary key (id),
  constraint contact_enquiries_customer_id_fkey foreign key (customer_id)
    references public.customers(id),
  constraint contact_enquiries_contact_email_check check (private.is_email(contact_email)),
  constraint contact_enquiries_contact_first_name_check
    check (private.is_person_name(contact_first_name)),
  constraint contact_enquiries_contact_last_name_check
    check (private.is_person_name(contact_last_name)),
  constraint contact_enquiries_handled_check check (handled_at is not null or handled_by is null),
  constraint contact_enquiries_message_length check (char_length(message) <= 2000)
);
create index contact_enquiries_customer_id_idx on public.contact_enquiries (customer_id);
create index contact_enquiries_newest_idx on public.contact_enquiries (created_at, id);
create index contact_enquiries_unhandled_idx on public.contact_enquiries (customer_id)
  where handled_at is null;
alter table public.contact_enquiries enable row level security;
create policy "contact_enquiries: crm staff read" on public.contact_enquiries
  for select
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "contact_enquiries: crm staff update" on public.contact_enquiries
  for update
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')))
  with check ((select private.is_staff('admin', 'crm_user')));
create policy "contact_enquiries: service_role does all" on public.contact_enquiries
  for all
  to service_role
  using (true) with check (true);
grant select, insert, update, delete on public.contact_enquiries to service_role;
grant select, update (handled_at) on public.contact_enquiries to authenticated;

create table public.crm_events (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default clock_timestamp(),
  customer_id uuid not null,
  subject text not null,
  subject_id uuid not null,
  actor text not null,
  -- The staff member. why: no foreign key, so that the id stays when the account is deleted.
  user_id uuid,
  what text not null,
  -- Statuses, ids of staff, numbers, names of fields: never personal data.
  from_value text,
  to_value text,
  line_id uuid,
  constraint crm_events_pkey primary key (id),
  constraint crm_events_customer_id_fkey foreign key (customer_id)
    references public.customers(id) on delete cascade,
  constraint crm_events_actor_check check (actor = any (array['visitor', 'staff', 'system'])),
  constraint crm_events_subject_check
    check (subject = any (array['customer', 'enquiry', 'order', 'message', 'note'])),
  constraint crm_events_user_id_check check ((actor = 'staff') = (user_id is not null)),
  constraint crm_events_what_check check (what ~ '^[a-z_]{1,40}$')
);
create index crm_events_customer_id_idx on public.crm_events (customer_id, created_at, id);
alter table public.crm_events enable row level security;
create policy "crm_events: crm staff read" on public.crm_events for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "crm_events: service_role does all" on public.crm_events for all to service_role
  using (true) with check (true);
grant select on public.crm_events to authenticated, service_role;

create table public.crm_rental_order_statuses (
  value text not null,
  label text not null,
  is_active boolean not null default true,
  "position" smallint not null,
  constraint crm_rental_order_statuses_pkey primary key (value)
);
alter table public.crm_rental_order_statuses enable row level security;
create policy "crm_rental_order_statuses: crm staff read" on public.crm_rental_order_statuses
  for select
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "crm_rental_order_statuses: service_role does all" on public.crm_rental_order_statuses
  for all
  to service_role
  using (true) with check (true);
grant select on public.crm_rental_order_statuses to authenticated;
grant select, insert, update, delete on public.crm_rental_order_statuses to service_role;

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
  constraint customer_merges_from_id_fkey foreign key (from_id)
    references public.customers(id) on delete cascade,
  constraint customer_merges_into_id_fkey foreign key (into_id)
    references public.customers(id) on delete cascade,
  constraint customer_merges_undone_check check (undone_at is not null or undone_by is null)
);
create index customer_merges_from_id_idx on public.customer_merges (from_id);
-- A customer can be merged into one other at a time.
create unique index customer_merges_from_id_key on public.customer_merges (from_id)
  where undone_at is null;
create index customer_merges_into_id_idx on public.customer_merges (into_id, merged_at);
alter table public.customer_merges enable row level security;
create policy "customer_merges: crm staff read" on public.customer_merges
  for select
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "customer_merges: service_role does all" on public.customer_merges
  for all
  to service_role
  using (true) with check (true);
grant select on public.customer_merges to authenticated;
grant select, insert, update, delete on public.customer_merges to service_role;

create table public.order_payment_statuses (
  value text not null,
  label text not null,
  is_active boolean not null default true,
  "position" smallint not null,
  constraint order_payment_statuses_pkey primary key (value)
);
alter table public.order_payment_statuses enable row level security;
create policy "order_payment_statuses: crm staff read" on public.order_payment_statuses
  for select
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "order_payment_statuses: service_role does all" on public.order_payment_statuses
  for all
  to service_role
  using (true) with check (true);
grant select on public.order_payment_statuses to authenticated;
grant select, insert, update, delete on public.order_payment_statuses to service_role;

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
grant select, insert, update, delete on public.orders to service_role;
grant select, update (assigned_to, payment_status, status) on public.orders to authenticated;

create table public.customer_notes (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  -- why: no foreign key, so that the author stays on the note when the account is deleted.
  author uuid not null default auth.uid(),
  note text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  -- why: no foreign key, as for the author.
  edited_by uuid,
  enquiry_order_id uuid,
  order_id uuid,
  constraint customer_notes_pkey primary key (id),
  constraint customer_notes_customer_id_fkey foreign key (customer_id)
    references public.customers(id) on delete cascade,
  constraint customer_notes_enquiry_order_id_fkey foreign key (enquiry_order_id)
    references public.enquiry_orders(id) on delete cascade,
  constraint customer_notes_order_id_fkey foreign key (order_id)
    references public.orders(id) on delete cascade,
  constraint customer_notes_edited_check check (edited_at is not null or edited_by is null),
  constraint customer_notes_note_check
    check (private.trimmed(note) <> '' and char_length(note) <= 2000),
  constraint customer_notes_rental_check check (num_nonnulls(enquiry_order_id, order_id) <= 1)
);
create index customer_notes_customer_id_idx on public.customer_notes (customer_id, created_at, id);
create index customer_notes_enquiry_order_id_idx on public.customer_notes (enquiry_order_id)
  where enquiry_order_id is not null;
create index customer_notes_order_id_idx on public.customer_notes (order_id)
  where order_id is not null;
alter table public.customer_notes enable row level security;
create policy "customer_notes: crm staff delete own, admin all" on public.customer_notes
  for delete
  to authenticated
  using (
    (select private.is_staff('admin')) or (select private.is_staff('crm_user'))
    and author = ((select auth.uid()))
  );
create policy "customer_notes: crm staff insert as themselves" on public.customer_notes
  for insert
  to authenticated
  with check ((select private.is_staff('admin', 'crm_user')) and author = ((select auth.uid())));
create policy "customer_notes: crm staff read" on public.customer_notes for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "customer_notes: crm staff update own, admin all" on public.customer_notes
  for update
  to authenticated
  using (
    (select private.is_staff('admin')) or (select private.is_staff('crm_user'))
    and author = ((select auth.uid()))
  )
  with check (
    (select private.is_staff('admin')) or (select private.is_staff('crm_user'))
    and author = ((select auth.uid()))
  );
create policy "customer_notes: service_role does all" on public.customer_notes
  for all
  to service_role
  using (true) with check (true);
grant select, delete, insert (author, customer_id, enquiry_order_id, id, note, order_id),
    update (note)
  on public.customer_notes to authenticated;
grant select, insert, update, delete on public.customer_notes to service_role;

create table public.enquiry_answers (
  id uuid not null default gen_random_uuid(),
  enquiry_order_id uuid not null,
  answer text not null,
  -- Typed by the customer; null once their data was erased.
  note text,
  address inet,
  created_at timestamptz not null default clock_timestamp(),
  constraint enquiry_answers_pkey primary key (id),
  constraint enquiry_answers_enquiry_order_id_fkey foreign key (enquiry_order_id)
    references public.enquiry_orders(id) on delete cascade,
  constraint enquiry_answers_answer_check check (answer = any (array['change', 'withdraw'])),
  constraint enquiry_answers_note_length check (char_length(note) <= 2000)
);
create index enquiry_answers_enquiry_order_id_idx
  on public.enquiry_answers (enquiry_order_id, created_at, id);
alter table public.enquiry_answers enable row level security;
create policy "enquiry_answers: crm staff read" on public.enquiry_answers
  for select
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "enquiry_answers: service_role does all" on public.enquiry_answers
  for all
  to service_role
  using (true) with check (true);
grant select on public.enquiry_answers to authenticated, service_role;

create table public.enquiry_items (
  id uuid not null default gen_random_uuid(),
  enquiry_order_id uuid not null,
  item_type text not null,
  -- The item in the registry (public.items); catalogue_items gives its name.
  item_id uuid not null,
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
  constraint enquiry_items_pkey primary key (id),
  constraint enquiry_items_enquiry_order_id_fkey foreign key (enquiry_order_id)
    references public.enquiry_orders(id) on delete cascade,
  constraint enquiry_items_item_id_fkey foreign key (item_id, item_type)
    references public.items(id, kind),
  constraint enquiry_items_dates_order check (rental_to >= rental_from),
  constraint enquiry_items_price_range check (price >= 0 and price <= 9999999.99),
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
create index order_items_item_id_idx on public.order_items (item_id);
create index order_items_order_id_idx on public.order_items (order_id, "position");
alter table public.order_items enable row level security;
create policy "order_items: crm staff read" on public.order_items for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "order_items: service_role does all" on public.order_items for all to service_role
  using (true) with check (true);
grant select on public.order_items to authenticated;
grant select, insert, update, delete on public.order_items to service_role;

alter table private.activity add constraint activity_customer_id_fkey foreign key (customer_id)
    references public.customers(id) on delete cascade;
