-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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

insert into public.crm_rental_order_statuses (value, label, is_active, "position") values
  ('cancelled', 'Cancelled', true, 5),
  ('completed', 'Completed', true, 4),
  ('confirmed', 'Confirmed', true, 1),
  ('in_progress', 'In progress', true, 2),
  ('returned', 'Returned', true, 3);
