-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.item_changes (
  batch_id uuid not null,
  -- why: no foreign key, because the log outlives the items. Code and name are as of the change.
  item_id uuid not null,
  code text collate "C" not null,
  name text not null,
  is_new boolean not null default false,
  -- Old and new values by column. A new item counts as one that was inactive before.
  was jsonb not null,
  became jsonb not null,
  constraint item_changes_pkey primary key (batch_id, item_id),
  constraint item_changes_batch_id_fkey foreign key (batch_id)
    references public.item_batches(id) on delete cascade,
  constraint item_changes_became_check check (jsonb_typeof(became) = 'object'),
  constraint item_changes_was_check check (jsonb_typeof(was) = 'object')
);

create index item_changes_code_idx on public.item_changes (batch_id, code);

alter table public.item_changes enable row level security;

create policy "item_changes: service_role does all" on public.item_changes for all to service_role
  using (true) with check (true);
create policy "item_changes: staff read" on public.item_changes for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));

grant select on public.item_changes to authenticated, service_role;
