-- Messages of the contact form on the home page.

create table public.contact_enquiries (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  message text,
  -- As sent with this message; the customer keeps what was first known.
  contact_first_name text,
  contact_last_name text,
  contact_email text,
  created_at timestamptz not null default now(),
  constraint contact_enquiries_pkey primary key (id),
  constraint contact_enquiries_customer_id_fkey foreign key (customer_id) references public.customers (id),
  constraint contact_enquiries_message_length check (char_length(message) <= 2000),
  constraint contact_enquiries_contact_first_name_check check (private.is_person_name(contact_first_name)),
  constraint contact_enquiries_contact_last_name_check check (private.is_person_name(contact_last_name)),
  constraint contact_enquiries_contact_email_check check (private.is_email(contact_email))
);

create index contact_enquiries_customer_id_idx on public.contact_enquiries (customer_id);
create index contact_enquiries_newest_idx on public.contact_enquiries (created_at, id);

alter table public.contact_enquiries enable row level security;

create policy "contact_enquiries: crm staff read" on public.contact_enquiries
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "contact_enquiries: service_role does all" on public.contact_enquiries
  for all to service_role using (true) with check (true);

grant select on public.contact_enquiries to authenticated;
grant select, insert, update, delete on public.contact_enquiries to service_role;
