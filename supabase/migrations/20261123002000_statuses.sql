-- The statuses of enquiries, orders and payments. Only CRM staff see them.

create table public.crm_rental_enquiry_statuses (
  value text not null,
  label text not null,
  is_active boolean not null default true,
  position smallint not null,
  -- Whether an enquiry with this status still needs somebody to act on it.
  is_open boolean not null default true,
  constraint crm_rental_enquiry_statuses_pkey primary key (value)
);

create table public.crm_rental_order_statuses (
  value text not null,
  label text not null,
  is_active boolean not null default true,
  position smallint not null,
  constraint crm_rental_order_statuses_pkey primary key (value)
);

create table public.order_payment_statuses (
  value text not null,
  label text not null,
  is_active boolean not null default true,
  position smallint not null,
  constraint order_payment_statuses_pkey primary key (value)
);

insert into public.crm_rental_enquiry_statuses (value, label, position, is_open) values
  ('pending', 'Pending', 1, true),
  ('contacted', 'Contacted', 2, true),
  ('quoted', 'Quoted', 3, true),
  ('on_hold', 'On hold', 4, true),
  ('closed', 'Closed', 5, false),
  ('converted', 'Converted', 6, false);
insert into public.crm_rental_order_statuses (value, label, position) values
  ('confirmed', 'Confirmed', 1),
  ('in_progress', 'In progress', 2),
  ('returned', 'Returned', 3),
  ('completed', 'Completed', 4),
  ('cancelled', 'Cancelled', 5);
insert into public.order_payment_statuses (value, label, position) values
  ('pending', 'Pending', 1),
  ('advance_received', 'Advance received', 2),
  ('fully_paid', 'Fully paid', 3),
  ('refunded', 'Refunded', 4);

alter table public.crm_rental_enquiry_statuses enable row level security;
alter table public.crm_rental_order_statuses enable row level security;
alter table public.order_payment_statuses enable row level security;

create policy "crm_rental_enquiry_statuses: crm staff read" on public.crm_rental_enquiry_statuses
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "crm_rental_enquiry_statuses: service_role does all" on public.crm_rental_enquiry_statuses
  for all to service_role using (true) with check (true);
create policy "crm_rental_order_statuses: crm staff read" on public.crm_rental_order_statuses
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "crm_rental_order_statuses: service_role does all" on public.crm_rental_order_statuses
  for all to service_role using (true) with check (true);
create policy "order_payment_statuses: crm staff read" on public.order_payment_statuses
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "order_payment_statuses: service_role does all" on public.order_payment_statuses
  for all to service_role using (true) with check (true);

grant select
  on public.crm_rental_enquiry_statuses, public.crm_rental_order_statuses, public.order_payment_statuses
  to authenticated;
grant select, insert, update, delete
  on public.crm_rental_enquiry_statuses, public.crm_rental_order_statuses, public.order_payment_statuses
  to service_role;
