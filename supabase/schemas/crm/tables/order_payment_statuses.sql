-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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

insert into public.order_payment_statuses (value, label, is_active, "position") values
  ('advance_received', 'Advance received', true, 2),
  ('fully_paid', 'Fully paid', true, 3),
  ('pending', 'Pending', true, 1),
  ('refunded', 'Refunded', true, 4);
