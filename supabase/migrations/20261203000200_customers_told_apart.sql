-- What likely duplicates have in common, each found along its index.
alter table public.customers
  add column sorted_name text collate "C"
    generated always as (private.sorted_name(first_name, last_name)) stored,
  add column mailbox text collate "C" generated always as (private.mailbox(email)) stored;

comment on column public.customers.sorted_name is
  'The words of the name in the order of the alphabet (private.sorted_name).';
comment on column public.customers.mailbox is 'The mailbox behind the e-mail address (private.mailbox).';

create index customers_sorted_name_idx on public.customers (sorted_name, mailbox)
  where merged_into is null and erased_at is null;
create index customers_mailbox_idx on public.customers (mailbox)
  where merged_into is null and erased_at is null;

create table public.customers_told_apart (
  one_id uuid not null,
  other_id uuid not null,
  told_by uuid,
  told_at timestamptz not null default now(),
  constraint customers_told_apart_pkey primary key (one_id, other_id),
  constraint customers_told_apart_one_id_fkey foreign key (one_id)
    references public.customers (id) on delete cascade,
  constraint customers_told_apart_other_id_fkey foreign key (other_id)
    references public.customers (id) on delete cascade,
  constraint customers_told_apart_order_check check (one_id < other_id)
);

comment on table public.customers_told_apart is
  'Pairs of customers who are not the same person, as staff said. Written by functions only.';
comment on column public.customers_told_apart.told_by is
  'why: no foreign key, so that the id stays when an account is deleted.';

create index customers_told_apart_other_id_idx on public.customers_told_apart (other_id);

alter table public.customers_told_apart enable row level security;

create policy "customers_told_apart: crm staff read" on public.customers_told_apart
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "customers_told_apart: service_role does all" on public.customers_told_apart
  for all to service_role using (true) with check (true);

grant select on public.customers_told_apart to authenticated;
grant select, insert, update, delete on public.customers_told_apart to service_role;
