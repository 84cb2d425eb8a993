-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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
