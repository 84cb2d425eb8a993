-- Hand-over and return: where items belong, the movements of an order's pieces, and the pictures of returns.

alter table public.items
  -- The place of the item in the studio, such as "Shelf B3".
  add column place text
    constraint items_place_check check (place = private.trimmed(place) and char_length(place) between 1 and 60);
-- why by column: visitors read the registry. The place is for staff, whose functions return it.
revoke select on public.items from anon, authenticated;
grant select (id, kind, code, name, slug, price, quantity, image, in_studio, active, updated_at, removed_at, turnaround_days)
  on public.items to anon, authenticated;

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
  constraint order_movements_pkey primary key (id),
  constraint order_movements_order_id_fkey
    foreign key (order_id) references public.orders (id) on delete cascade,
  constraint order_movements_created_by_fkey
    foreign key (created_by) references public.user_profiles (id) on delete set null,
  constraint order_movements_undone_by_fkey
    foreign key (undone_by) references public.user_profiles (id) on delete set null,
  constraint order_movements_kind_check check (kind in ('hand_over', 'return')),
  constraint order_movements_day_check check (isfinite(day)),
  constraint order_movements_reason_length check (char_length(reason) <= 500),
  constraint order_movements_undo_reason_length check (char_length(undo_reason) <= 500),
  constraint order_movements_undone_check check (undone_at is not null or (undone_by is null and undo_reason is null))
);

create index order_movements_order_id_idx on public.order_movements (order_id, created_at, id);
create index order_movements_created_by_idx on public.order_movements (created_by) where created_by is not null;
create index order_movements_undone_by_idx on public.order_movements (undone_by) where undone_by is not null;

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
  photos text[] not null default '{}',
  -- Ids of the numbered pieces, where they were named.
  pieces uuid[] not null default '{}',
  constraint order_movement_lines_pkey primary key (id),
  constraint order_movement_lines_movement_id_fkey
    foreign key (movement_id) references public.order_movements (id) on delete cascade,
  constraint order_movement_lines_order_item_id_fkey
    foreign key (order_item_id) references public.order_items (id) on delete cascade,
  constraint order_movement_lines_item_id_fkey foreign key (item_id) references public.items (id),
  constraint order_movement_lines_quantity_range check (quantity between 1 and 1000000000),
  constraint order_movement_lines_condition_check check (condition in ('good', 'damaged', 'missing')),
  constraint order_movement_lines_note_length check (char_length(note) <= 500),
  constraint order_movement_lines_photos_count check (cardinality(photos) <= 6)
);

create index order_movement_lines_movement_id_idx on public.order_movement_lines (movement_id);
create index order_movement_lines_order_item_id_idx on public.order_movement_lines (order_item_id, item_id);
create index order_movement_lines_item_id_idx on public.order_movement_lines (item_id);

alter table public.reservations
  -- Of this row's pieces, those that are out. Null: not counted, the status speaks for all of them.
  add column handed_over integer
    constraint reservations_handed_over_range
      check (handed_over is null or (kind = 'rental' and handed_over between 0 and quantity)),
  -- The return that a row of returned pieces is of, or that put pieces out of service. Null in the main row of
  -- an order line and item, which has the pieces that are not back.
  -- why no foreign key: a deleted order reaches its reservations through its lines only, in one statement.
  add column movement_id uuid
    constraint reservations_movement_id_check check (kind in ('rental', 'out_of_service') or movement_id is null),
  -- The day until which an overdue row blocks its item, before turnaround.
  add column rolled_on date;

drop index public.reservations_rental_key;
create unique index reservations_rental_key on public.reservations (order_item_id, item_id, movement_id)
  nulls not distinct where kind = 'rental';
create index reservations_movement_id_idx on public.reservations (movement_id) where movement_id is not null;
-- Rows that are out, by the day until which they block.
create index reservations_out_idx on public.reservations (greatest(rolled_on, upper(rented) - 1))
  where kind = 'rental' and status = 'out';

alter table public.order_movements enable row level security;
alter table public.order_movement_lines enable row level security;

create policy "order_movements: crm staff read" on public.order_movements
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "order_movements: service_role does all" on public.order_movements
  for all to service_role using (true) with check (true);
create policy "order_movement_lines: crm staff read" on public.order_movement_lines
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "order_movement_lines: service_role does all" on public.order_movement_lines
  for all to service_role using (true) with check (true);

grant select on public.order_movements, public.order_movement_lines to authenticated;
grant select, insert, update, delete on public.order_movements, public.order_movement_lines to service_role;

do $$
begin
  -- why: a publication FOR ALL TABLES includes the table already and rejects ADD TABLE.
  if exists (select from pg_publication where pubname = 'supabase_realtime' and not puballtables) then
    alter publication supabase_realtime add table public.order_movements;
  end if;
end
$$;

-- Pictures of returned pieces, named <id of the order>/<random>.<extension>. Staff of the CRM add and see them;
-- they are removed with their order, or when the customer is erased.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('returns', 'returns', false, 10485760, array['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
on conflict (id) do nothing;

create policy "objects: crm staff read returns" on storage.objects
  for select to authenticated
  using (bucket_id = 'returns' and (select private.is_staff('admin', 'crm_user')));
create policy "objects: crm staff insert returns" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'returns' and (select private.is_staff('admin', 'crm_user')));

/*
 * Says where an item belongs in the studio, at most 60 characters; null or an empty text: nowhere in particular.
 * Returns {"type", "id", "place"}. Raises PT404 for an unknown item, PT422 with details {"field": "place"},
 * PT409 with details {"reason": "busy"}; 42501 for anyone but admin and inventory_user.
 */
create function public.set_place(type text, id uuid, place text default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  item public.items;
  wanted constant text := nullif(private.trimmed(set_place.place), '');
begin
  perform private.require_staff('admin', 'inventory_user');
  item := private.present_item(set_place.type, set_place.id);
  if char_length(wanted) > 60 then
    perform private.refuse('place', 'The place must be at most 60 characters');
  end if;
  update public.items as placed set place = wanted
  where placed.id = item.id and placed.place is distinct from wanted;
  return jsonb_build_object('type', item.kind, 'id', item.id, 'place', wanted);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.set_place(text, uuid, text) to authenticated;
