-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.customers_told_apart (
  one_id uuid not null,
  other_id uuid not null,
  told_by uuid,
  told_at timestamptz not null default now(),
  constraint customers_told_apart_pkey primary key (one_id, other_id),
  constraint customers_told_apart_one_id_fkey foreign key (one_id)
    references public.customers(id) on delete cascade,
  constraint customers_told_apart_other_id_fkey foreign key (other_id)
    references public.customers(id) on delete cascade,
  constraint customers_told_apart_order_check check (one_id < other_id)
);

create index customers_told_apart_other_id_idx on public.customers_told_apart (other_id);

alter table public.customers_told_apart enable row level security;

create policy "customers_told_apart: crm staff read" on public.customers_told_apart
  for select
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "customers_told_apart: service_role does all" on public.customers_told_apart
  for all
  to service_role
  using (true) with check (true);

grant select on public.customers_told_apart to authenticated;
grant select, insert, update, delete on public.customers_told_apart to service_role;

comment on column public.customers_told_apart.told_by is 'why: no foreign key, so that the id stays when an account is deleted.';
comment on table public.customers_told_apart is 'Pairs of customers who are not the same person, as staff said. Written by functions only.';
