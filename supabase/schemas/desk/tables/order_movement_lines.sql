-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- A movement has one line for each order line, item and condition. The item is that of the order line, or a
-- part of that kit.
create table public.order_movement_lines (
  id uuid not null default gen_random_uuid(),
  movement_id uuid not null,
  order_item_id uuid not null,
  item_id uuid not null,
  quantity integer not null,
  condition text not null default 'good',
  note text,
  -- Names of objects in the bucket `returns`.
  photos text[] not null default '{}'::text[],
  -- Ids of the numbered pieces, where they were named.
  pieces uuid[] not null default '{}'::uuid[],
  constraint order_movement_lines_pkey primary key (id),
  constraint order_movement_lines_item_id_fkey foreign key (item_id) references public.items(id),
  constraint order_movement_lines_movement_id_fkey foreign key (movement_id)
    references public.order_movements(id) on delete cascade,
  constraint order_movement_lines_order_item_id_fkey foreign key (order_item_id)
    references public.order_items(id) on delete cascade,
  constraint order_movement_lines_condition_check
    check (condition = any (array['good', 'damaged', 'missing'])),
  constraint order_movement_lines_note_length check (char_length(note) <= 500),
  constraint order_movement_lines_photos_count check (cardinality(photos) <= 6),
  constraint order_movement_lines_quantity_range check (quantity >= 1 and quantity <= 1000000000)
);

create index order_movement_lines_item_id_idx on public.order_movement_lines (item_id);
create index order_movement_lines_movement_id_idx on public.order_movement_lines (movement_id);
create index order_movement_lines_order_item_id_idx
  on public.order_movement_lines (order_item_id, item_id);

alter table public.order_movement_lines enable row level security;

create policy "order_movement_lines: crm staff read" on public.order_movement_lines
  for select
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "order_movement_lines: service_role does all" on public.order_movement_lines
  for all
  to service_role
  using (true) with check (true);

grant select on public.order_movement_lines to authenticated;
grant select, insert, update, delete on public.order_movement_lines to service_role;
