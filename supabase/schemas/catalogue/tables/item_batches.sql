-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.item_batches (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  kind text not null,
  -- The staff member. why: no foreign key, so that the id stays when the account is deleted.
  user_id uuid not null,
  what text not null,
  -- The values that a change set on all items, by column.
  change jsonb,
  changed integer not null default 0,
  -- Number of items that an import created.
  created integer not null default 0,
  -- The batch that this one undid.
  undoes uuid,
  undone_at timestamptz,
  constraint item_batches_pkey primary key (id),
  constraint item_batches_kind_fkey foreign key (kind) references private.catalogue_kinds(kind),
  constraint item_batches_change_check check (jsonb_typeof(change) = 'object'),
  constraint item_batches_what_check
    check (what = any (array['change', 'import', 'undo', 'archive', 'restore']))
);

create index item_batches_created_at_idx on public.item_batches (created_at);
create index item_batches_kind_idx on public.item_batches (kind, created_at desc, id);

alter table public.item_batches enable row level security;

create policy "item_batches: service_role does all" on public.item_batches for all to service_role
  using (true) with check (true);
create policy "item_batches: staff read" on public.item_batches for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));

grant select on public.item_batches to authenticated, service_role;
