-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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

create trigger crm_rental_enquiry_statuses_is_open
  after update on public.crm_rental_enquiry_statuses
  for each row when (old.is_open <> new.is_open) execute function private.recount_open_enquiries();

grant select on public.crm_rental_enquiry_statuses to authenticated;
grant select, insert, update, delete on public.crm_rental_enquiry_statuses to service_role;

insert into public.crm_rental_enquiry_statuses (value, label, is_active, "position", is_open) values
  ('closed', 'Closed', true, 5, false),
  ('contacted', 'Contacted', true, 2, true),
  ('converted', 'Converted', true, 6, false),
  ('on_hold', 'On hold', true, 4, true),
  ('pending', 'Pending', true, 1, true),
  ('quoted', 'Quoted', true, 3, true);
