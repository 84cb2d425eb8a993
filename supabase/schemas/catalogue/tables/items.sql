-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.items (
  id uuid not null,
  -- why: no foreign key. It is an argument of the trigger, and checking it would lock the kind's row
  -- in every statement that adds an item.
  kind text not null,
  code text collate "C" not null,
  name text collate private.names not null,
  slug text collate "C" not null,
  -- Rupees a day for one.
  price numeric(12,2) not null,
  quantity integer not null,
  image text,
  in_studio boolean not null,
  active boolean not null,
  updated_at timestamptz not null,
  -- When the item was deleted. why: its row stays, because enquiries and orders may refer to it.
  removed_at timestamptz,
  turnaround_days smallint,
  place text,
  archived_at timestamptz,
  constraint items_pkey primary key (id),
  constraint items_kind_id_key unique (kind, id),
  constraint items_place_check
    check (place = private.trimmed(place) and char_length(place) >= 1 and char_length(place) <= 60),
  constraint items_removed_check check (removed_at is null or not active and quantity = 0),
  constraint items_turnaround_days_range check (turnaround_days >= 0 and turnaround_days <= 30)
);

create index items_archived_idx on public.items (kind, id) where archived_at is not null;
-- Labels lead to an item by its code, whatever its kind.
create index items_code_idx on public.items (code);
-- Names of items of any kind, which the managers search by kind.
create index items_name_search_idx
  on public.items using gin (private.compared(name) collate "C" extensions.gin_trgm_ops);
-- The rows of a page in their order. why this order: a kind's items are together, as on the shelf.
create index items_timeline_idx on public.items (kind, name, id)
  where removed_at is null and archived_at is null;
create index items_without_picture_idx on public.items (kind, id)
  where image is null and archived_at is null and removed_at is null;

alter table public.items enable row level security;

create policy "items: anyone reads active" on public.items for select to anon, authenticated
  using (active);
create policy "items: service_role does all" on public.items for all to service_role
  using (true) with check (true);
create policy "items: staff read all" on public.items for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));

create trigger items_activity_update after update on public.items
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.code || '' · '' || written.name', 'turnaround_days,place,archived_at', 'true', 'f');
create trigger items_archived before insert or update of active on public.items
  for each row
  when (new.active and new.archived_at is not null) execute function private.refuse_archived();
create trigger items_quantity_followed after update of quantity, removed_at on public.items
  for each row
  when (old.quantity <> new.quantity or old.removed_at is distinct from new.removed_at) execute function private.follow_quantity();
create trigger items_turnaround after update of turnaround_days on public.items
  for each row
  when (old.turnaround_days is distinct from new.turnaround_days) execute function private.follow_turnaround();

grant select (active, archived_at, code, id, image, in_studio, kind, name, price, quantity,
    removed_at, slug, turnaround_days, updated_at)
  on public.items to anon, authenticated;
grant select on public.items to service_role;
