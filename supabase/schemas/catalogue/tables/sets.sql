-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.sets (
  id uuid not null default gen_random_uuid(),
  set_id text collate "C" not null default '',
  name text collate private.names not null,
  slug text collate "C" not null default '',
  description text not null default '',
  category text not null,
  price numeric(12,2) not null default 0,
  quantity integer not null default 0,
  in_studio boolean not null default true,
  active boolean not null default true,
  images text[] not null default '{}'::text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What searches compare with.
  search_text text collate "C" not null generated always as ((((private.compared(name) || e'\n') || private.compared(description)) || e'\n') || private.compared(category)) stored,
  constraint sets_pkey primary key (id),
  constraint sets_set_id_key unique (set_id),
  constraint sets_slug_key unique (slug),
  constraint sets_category_check check (category = any (array['set', 'package'])),
  constraint sets_description_length check (char_length(description) <= 4000),
  constraint sets_images_check check (private.is_image_list(images)),
  constraint sets_name_length check (private.trimmed(name) <> '' and char_length(name) <= 120),
  constraint sets_price_range check (price >= 0 and price <= 9999999.99),
  constraint sets_quantity_range check (quantity >= 0 and quantity <= 1000000)
);

-- why: the code is included so that skipping to a far page is an index-only scan.
create index sets_code_idx on public.sets ((substr(set_id, 5)::bigint), id) include (set_id);
create index sets_in_studio_idx on public.sets (id) where in_studio;
-- Small sets that are counted on their own.
create index sets_inactive_idx on public.sets (id) where not active;
create index sets_name_idx on public.sets (name, id);
-- One for each sort order of the storefront and the manager; the id breaks ties. They cover inactive
-- items too, which only staff list.
create index sets_newest_idx on public.sets (created_at, id);
create index sets_price_idx on public.sets (price, id);
create index sets_quantity_idx on public.sets (quantity, id);
-- why: related items are read in id order, which is random but stable: each item starts elsewhere in
-- its category and shows the same neighbours every time.
create index sets_related_idx on public.sets (category, id) where active;
-- For the manager's search (private.catalogue_kinds.staff_text). Visitors search private.search_entries.
create index sets_staff_search_idx
  on public.sets using gin (((search_text || e'\n') || private.compared(set_id)) extensions.gin_trgm_ops);

alter table public.sets enable row level security;

create policy "sets: anyone reads active" on public.sets for select to anon, authenticated
  using (active);
create policy "sets: service_role does all" on public.sets for all to service_role
  using (true) with check (true);
create policy "sets: staff insert" on public.sets for insert to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "sets: staff read all" on public.sets for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "sets: staff update" on public.sets for update to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));

create trigger catalogue_changed after insert or delete or update or truncate on public.sets
  for each statement execute function private.tell_catalogue_changed();
create trigger sets_activity_delete after delete on public.sets
  referencing old table as old_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.set_id || '' · '' || written.name', '', 'true', 'f');
create trigger sets_activity_insert after insert on public.sets
  referencing new table as new_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.set_id || '' · '' || written.name', '', 'true', 'f');
create trigger sets_activity_update after update on public.sets
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.set_id || '' · '' || written.name', '', 'true', 'f');
-- Triggers fire in the order of their names: the code comes before the slug, which may fall back to it.
create trigger sets_code before insert or update on public.sets
  for each row execute function private.assign_code('set_id', 'SET', 'private.set_code_seq');
create trigger sets_counted_delete after delete on public.sets
  referencing old table as old_items
  for each statement execute function private.count_items('set');
create trigger sets_counted_insert after insert on public.sets
  referencing new table as new_items
  for each statement execute function private.count_items('set');
create trigger sets_counted_truncate after truncate on public.sets
  for each statement execute function private.count_items('set');
create trigger sets_counted_update after update on public.sets
  referencing old table as old_items new table as new_items
  for each statement execute function private.count_items('set');
create trigger sets_registered_delete after delete on public.sets
  referencing old table as old_items
  for each statement execute function private.register_items('set', 'set_id');
create trigger sets_registered_insert after insert on public.sets
  referencing new table as new_items
  for each statement execute function private.register_items('set', 'set_id');
create trigger sets_registered_truncate after truncate on public.sets
  for each statement execute function private.register_items('set', 'set_id');
create trigger sets_registered_update after update on public.sets
  referencing old table as old_items new table as new_items
  for each statement execute function private.register_items('set', 'set_id');
create trigger sets_slug before insert or update on public.sets
  for each row execute function private.assign_slug('name', 'set_id');
create trigger sets_updated_at before update on public.sets
  for each row execute function private.touch_updated_at();

grant select on public.sets to anon;
grant select, insert (active, category, description, id, images, in_studio, name, price, quantity),
    update (active, category, description, images, in_studio, name, price, quantity)
  on public.sets to authenticated;
grant select, insert, update, delete on public.sets to service_role;
