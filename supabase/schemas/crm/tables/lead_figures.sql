-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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
