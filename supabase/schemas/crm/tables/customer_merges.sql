-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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
