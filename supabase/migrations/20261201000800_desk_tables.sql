-- Tables: desk.

create table private.links (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  -- A calendar is of the studio, of a member of staff, or of a crew member; a day sheet of a crew member.
  for_studio boolean not null default false,
  user_id uuid,
  item_id uuid,
  -- Of a day sheet.
  day date,
  note text,
  -- why only the hash: a copy of the database opens no link.
  token bytea not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  expires_at timestamptz,
  -- Day on which it was opened last.
  last_opened date,
  document_id uuid,
  customer_id uuid,
  mailed_to bytea,
  constraint links_pkey primary key (id),
  constraint links_token_key unique (token),
  constraint links_created_by_fkey foreign key (created_by)
    references public.user_profiles(id) on delete set null,
  constraint links_item_id_fkey foreign key (item_id) references public.items(id),
  constraint links_user_id_fkey foreign key (user_id)
    references public.user_profiles(id) on delete cascade,
  constraint links_note_length check (char_length(note) <= 500),
  constraint links_subject_check check (
  case
      when kind = 'calendar' then document_id is null and (for_studio::integer + num_nonnulls(user_id, item_id)) = 1 and num_nonnulls(day, note, expires_at) = 0
      when kind = 'day_sheet' then document_id is null and not for_studio and user_id is null and num_nulls(item_id, day, expires_at) = 0
      when kind = any (array['document', 'document_preview']) then not for_studio and num_nonnulls(user_id, item_id, day, note) = 0 and num_nulls(document_id, expires_at) = 0
      else false
  end),
  constraint links_token_length check (octet_length(token) = 32)
);
create index links_created_by_idx on private.links (created_by);
create index links_document_id_idx on private.links (document_id);
create index links_item_id_idx on private.links (item_id);
create index links_mailed_to_idx on private.links (mailed_to)
  where mailed_to is not null and last_opened is not null;
create index links_user_id_idx on private.links (user_id);
alter table private.links enable row level security;
create policy "links: service_role does all" on private.links for all to service_role
  using (true) with check (true);

-- Pieces of an order that were handed over or taken back together.
create table public.order_movements (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  kind text not null,
  -- The day in the studio on which the pieces went out or were returned.
  day date not null,
  -- Required when the movement is entered after its day.
  reason text,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  -- An undone movement counts for nothing.
  undone_at timestamptz,
  undone_by uuid,
  undo_reason text,
  charges uuid[] not null default '{}'::uuid[],
  constraint order_movements_pkey primary key (id),
  constraint order_movements_created_by_fkey foreign key (created_by)
    references public.user_profiles(id) on delete set null,
  constraint order_movements_order_id_fkey foreign key (order_id)
    references public.orders(id) on delete cascade,
  constraint order_movements_undone_by_fkey foreign key (undone_by)
    references public.user_profiles(id) on delete set null,
  constraint order_movements_day_check check (isfinite(day)),
  constraint order_movements_kind_check check (kind = any (array['hand_over', 'return'])),
  constraint order_movements_reason_length check (char_length(reason) <= 500),
  constraint order_movements_undo_reason_length check (char_length(undo_reason) <= 500),
  constraint order_movements_undone_check
    check (undone_at is not null or undone_by is null and undo_reason is null)
);
create index order_movements_created_by_idx on public.order_movements (created_by)
  where created_by is not null;
create index order_movements_order_id_idx on public.order_movements (order_id, created_at, id);
create index order_movements_undone_by_idx on public.order_movements (undone_by)
  where undone_by is not null;
alter table public.order_movements enable row level security;
create policy "order_movements: crm staff read" on public.order_movements
  for select
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "order_movements: service_role does all" on public.order_movements
  for all
  to service_role
  using (true) with check (true);
grant select on public.order_movements to authenticated;
grant select, insert, update, delete on public.order_movements to service_role;

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
